import { factsOf, type ClusterFacts, type Fact, type NearFact, type NodeFact } from './facts';

/** The nodes that are known: those of the nearest place that has any. */
export function allNodes(facts: ClusterFacts): readonly NodeFact[] {
  const all = facts.bySort.get('node');
  if (all === undefined) return [];
  const known = NODES.get(all) ?? nearestNodes(facts, all);
  NODES.set(all, known);
  const [first] = known.nodes;
  // All of them are heard together.
  if (facts.heard !== undefined && first !== undefined && !facts.heard.has(first))
    for (const [fact, rivals] of known.heard) facts.heard.set(fact, rivals);
  return known.nodes;
}

interface KnownNodes {
  readonly nodes: readonly NodeFact[];
  readonly heard: ReadonlyMap<Fact, readonly Fact[]>;
}

/** Each workload asks for them again and again, also about its neighbors. */
const NODES = new WeakMap<readonly NearFact[], KnownNodes>();

function nearestNodes(facts: ClusterFacts, [nearest]: readonly NearFact[]): KnownNodes {
  const heard = new Map<Fact, readonly Fact[]>();
  const nodes = factsOf({ ...facts, heard }, 'node', ({ distance }) => distance === nearest?.distance);
  return { nodes, heard };
}

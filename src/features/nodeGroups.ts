import type { ScalableGroup } from '../engine/simulation/scenario/actions';
import { nodesOfGroup } from '../engine/simulation/scenario/clusterObjects';
import type { JsonObject } from '../manifest/json';
import type { Node, ResourceList } from '../model/apiTypes';
import { withFields } from '../model/copies';
import { matchesSelector } from '../model/labelSelector';
import { LIMITS } from '../model/limits';
import type { ClusterFacts, NodeFact } from '../rules/facts';
import { GROUPS_URI } from '../rules/sources';
import type { Given, MeasuredCluster } from './cluster/inUse';
import { readFact } from './factReader';
import type { NodeGroupSetting } from './nodeGroupForm';
import type { FeatureSettings } from './settings';

/** Nothing but the groups tells of the nodes. */
export function areOfGroups(nodes: readonly NodeFact[]): boolean {
  return nodes[0]?.uri === GROUPS_URI;
}

const known = new WeakMap<ClusterFacts, { readonly settings: FeatureSettings; readonly given: Given }>();

/** Where nobody describes nodes, the fewest that groups have are those that are there. */
export function withGroupNodes<G extends Given>(given: G): G {
  const { settings, facts } = given;
  const groups = settings.nodeGroups.filter(({ min = 0 }) => min > 0);
  if (groups.length === 0 || settings.nodeCount !== undefined || facts.bySort.get('node') !== undefined) return given;
  const before = known.get(facts);
  if (before?.settings === settings) return { ...given, facts: before.given.facts };
  const nodes = groups.flatMap((group) => nodesOfGroup(asScalable(group, group.min ?? 0), settings.assumptions.zones));
  const bySort = new Map(facts.bySort);
  const found = nodes.slice(0, LIMITS.nodes).flatMap((node) => factOf(node) ?? []);
  bySort.set(
    'node',
    found.map((fact) => ({ fact, distance: Infinity })),
  );
  const made = { settings, facts: withFields(facts, { bySort }) };
  known.set(facts, { settings, given: made });
  return { ...given, facts: made.facts };
}

const SOURCE = { kind: 'map', entries: [], flow: true, open: false, start: 0, end: 0 } as const;

function factOf(node: Node): NodeFact | undefined {
  const json = { apiVersion: 'v1', kind: 'Node', ...node } as unknown as JsonObject;
  const unknowns = { values: [], open: [] };
  const fact = readFact({ kind: 'Node', apiVersion: 'v1', json, source: SOURCE, base: [], unknowns }, GROUPS_URI);
  return fact?.fact === 'node' ? fact : undefined;
}

/** The groups as rules and simulation have them, beside the nodes that are known. */
export function groupsBeside(
  { nodeGroups }: FeatureSettings,
  nodes: readonly NodeFact[],
  cluster: MeasuredCluster | undefined,
): readonly ScalableGroup[] {
  let left = LIMITS.nodes - (areOfGroups(nodes) ? 0 : nodes.length);
  return nodeGroups.flatMap((group) => {
    const max = Math.min(group.max, left);
    left -= max;
    const count = areOfGroups(nodes) ? Math.min(max, group.min ?? 0) : 0;
    const measured = group.allocatable === undefined ? roomOfNew(group, nodes, cluster) : undefined;
    return max < 1 ? [] : [{ ...asScalable(group, count), max, ...(measured === undefined ? {} : { allocatable: measured }) }];
  });
}

function asScalable({ min: _min, ...group }: NodeGroupSetting, count: number): ScalableGroup {
  return { ...group, count };
}

/** What daemon pods leave of a node such as the group has: those of a cluster that was measured are not simulated. */
function roomOfNew(
  { labels }: NodeGroupSetting,
  nodes: readonly NodeFact[],
  cluster: MeasuredCluster | undefined,
): ResourceList | undefined {
  const open = nodes.filter(({ unschedulable, down }) => !unschedulable && !down);
  const sample = open.find((node) => matchesSelector({ matchLabels: labels }, node.labels));
  return sample === undefined ? undefined : cluster?.roomBesideDaemons(sample.name);
}

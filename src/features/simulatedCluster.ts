import type { ClusterSpec, OtherWorkload } from '../engine/simulation/scenario/scenario';
import type { Workload } from '../manifest/workload';
import type { Assumptions } from '../model/assumptions';
import { grouped, listed, visible } from '../model/words';
import type { Fact } from '../rules/facts';
import { shortName } from '../rules/sources';
import type { Assessment } from './assessment';
import { areOfGroups } from './nodeGroups';
import { othersAround } from './othersAround';
import { clusterAround } from './surroundings';
import { takenForGranted } from './takenForGranted';

interface Around {
  readonly cluster: ClusterSpec;
  readonly others: readonly OtherWorkload[];
  readonly notes: readonly string[];
}

/** What the workload is applied to, and what of it is known from where or only assumed. */
export function clusterOf(workload: Workload, assessment: Assessment, uri: string): Around {
  const { surroundings, nodes } = assessment;
  const { facts } = surroundings;
  const { others, classes, notes: beside } = othersAround(workload, facts, nodes);
  const { cluster, sources } = clusterAround(workload, facts, classes);
  const { nodes: described = [], ...around } = cluster;
  const seen = sources.filter(({ fact }) => fact !== 'node').map((fact) => describeFact(fact, uri));
  const notes = [
    ...growthNotes(nodes),
    ...(seen.length === 0 ? [] : [`Taken into account: ${seen.join(', ')}.`]),
    ...beside,
    ...takenForGranted({ workload, facts, nodes }, around),
  ];
  const there = nodesThere(workload, assessment, { described, files: nodeFiles(sources, uri) });
  const grows = nodes.groups === undefined ? {} : { groups: nodes.groups };
  return { cluster: { ...around, ...there.cluster, ...grows }, others, notes: [...there.notes, ...notes] };
}

interface Described {
  readonly described: NonNullable<ClusterSpec['nodes']>;
  /** Where they are from. */
  readonly files: string;
}

/** The nodes, and whoever stands on them. */
function nodesThere(
  workload: Workload,
  { surroundings, nodes }: Assessment,
  { described, files }: Described,
): Pick<Around, 'cluster' | 'notes'> {
  const { settings, cluster: measured } = surroundings;
  const standing = measured?.standing(surroundings, workload);
  if (standing !== undefined) {
    const { nodes: there, pods } = standing;
    return { cluster: { nodes: there, pods }, notes: [`Nodes: the ${there.length} of ${files}.`, ...standing.notes] };
  }
  const zoneCount = settings.assumptions.zones;
  if (areOfGroups(nodes.manifests))
    return {
      cluster: { zoneCount },
      notes: [`Nodes: the ${described.length} of ${files}, ${zonesText(settings.assumptions)}.`],
    };
  if (described.length > 0 && settings.nodeCount === undefined)
    return { cluster: { nodes: described }, notes: [`Nodes: the ${described.length} of ${files}.`] };
  const assumed = nodes.known ? '' : ' assumed';
  return {
    cluster: { nodeCount: nodes.count, zoneCount },
    notes: [`Nodes: ${nodes.count}${assumed}, ${zonesText(settings.assumptions)}, with room for everything.`],
  };
}

/** How far the cluster may grow. */
function growthNotes({ groups = [] }: Assessment['nodes']): string[] {
  if (groups.length === 0) return [];
  const each = groups.map(({ name, max = 0 }) => `${visible(name)} (at most ${grouped(max)})`);
  return [
    `The cluster autoscaler adds nodes to ${listed(each)} for pods that fit nowhere. It takes none away here, and nodes that it asks for always come.`,
  ];
}

function zonesText({ zones }: Assumptions): string {
  return zones === 1 ? 'all in one zone' : `spread over ${zones} zones`;
}

/** `ResourceQuota team (quota.yaml)`; what is in the workload's own file needs no place. */
function describeFact({ object: { kind }, name, uri }: Fact, home: string): string {
  const place = uri === home ? '' : ` (${shortName(uri, home)})`;
  return `${typeof kind === 'string' ? kind : 'object'} ${name}${place}`;
}

function nodeFiles(sources: readonly Fact[], home: string): string {
  const files = sources.flatMap(({ fact, uri }) => (fact === 'node' ? [uri] : []));
  return listed([...new Set(files)].map((uri) => (uri === home ? 'this file' : shortName(uri, home))));
}

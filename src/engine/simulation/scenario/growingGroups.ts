import { ASSUMED, NODE_READY_SECONDS } from '../../../model/assumptions';
import type { Node, ResourceList, StringMap, Taint } from '../../../model/apiTypes';
import { completeAllocatable, downTaint } from '../../../model/nodes';
import { HOSTNAME_LABEL, ZONE_LABEL } from '../../../model/wellKnown';
import type { AutoscaledGroup } from '../../cluster/autoscaler/nodeGroups';
import type { ScalableGroup } from './actions';
import { namedZones, nameInGroup, nodeOfGroup } from './clusterObjects';
import type { ClusterSpec } from './scenario';

/** A node that there is, as far as new ones can be like it. */
export interface SampleNode {
  readonly name: string;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  readonly allocatable: ResourceList | undefined;
}

/** What the new nodes of a group are like, and which nodes belong to it already. */
export interface GroupTemplate {
  readonly name: string;
  readonly count: number;
  readonly labels: StringMap;
  readonly taints: readonly Taint[];
  readonly allocatable: ResourceList;
  readonly members: readonly string[];
  /** Those of the new nodes, in turn. */
  readonly zones: readonly string[];
}

/**
 * As an autoscaler has it: new nodes are like one that the group has. To a group that says labels belong the nodes that have
 * them; one that says nothing of its nodes gets such as there are. What it says itself goes first.
 */
export function groupTemplate(
  group: Omit<ScalableGroup, 'max' | 'readyAfterSeconds'>,
  samples: readonly SampleNode[],
  zoneCount: number = ASSUMED.zones,
): GroupTemplate {
  const { name, count, labels = {} } = group;
  const own = new Set(Array.from({ length: count }, (_, index) => nameInGroup(group, index)));
  const wanted = Object.entries(labels);
  const isMember = (sample: SampleNode): boolean =>
    own.has(sample.name) || (wanted.length > 0 && wanted.every(([key, value]) => sample.labels[key] === value));
  const members = samples.filter(isMember);
  const sample = members[0] ?? (wanted.length === 0 ? samples[0] : undefined);
  const alike = members.length > 0 ? members : sample === undefined ? [] : samples;
  const seen = [...new Set(alike.flatMap(({ labels: known }) => known[ZONE_LABEL] ?? []))];
  const { [HOSTNAME_LABEL]: _host, [ZONE_LABEL]: _zone, ...shared } = sample?.labels ?? {};
  return {
    name,
    count,
    labels: { ...shared, ...labels },
    taints: group.taints ?? sample?.taints ?? [],
    allocatable: completeAllocatable(group.allocatable ?? sample?.allocatable),
    members: members.map((member) => member.name),
    zones: count > 0 || seen.length === 0 ? namedZones(zoneCount) : seen,
  };
}

/** The groups to which nodes may be added, where these nodes are there. */
export function growingGroups({ groups = [], zoneCount }: ClusterSpec, nodes: readonly Node[]): readonly AutoscaledGroup[] {
  const growing = groups.filter(({ max }) => max !== undefined);
  if (growing.length === 0) return [];
  const samples = nodes.flatMap(sampleOf);
  const names = new Set(nodes.map(({ metadata }) => metadata.name));
  return growing.map(({ max = 0, readyAfterSeconds = NODE_READY_SECONDS, ...group }) => {
    const template = groupTemplate(group, samples, zoneCount);
    const free: number[] = [];
    let next = group.count;
    const freeAt = (index: number): number => {
      for (; free.length <= index; next++) if (!names.has(nameInGroup(group, next))) free.push(next);
      return free[index] ?? next;
    };
    return {
      name: group.name,
      max,
      readyAfterSeconds,
      members: template.members,
      zones: template.zones.length,
      newNode: (index, turn) => nodeOfGroup(template, freeAt(index), rotated(template.zones, turn)),
    };
  });
}

/** Nodes of a group take its zones in turn, beginning anywhere. */
function rotated<T>(list: readonly T[], by: number): readonly T[] {
  return [...list.slice(by), ...list.slice(0, by)];
}

/** Nothing that is cordoned or down tells what its successors are like. */
function sampleOf({ metadata, spec, status }: Node): SampleNode[] {
  if (spec?.unschedulable === true || downTaint(status?.conditions) !== undefined) return [];
  return [{ name: metadata.name, labels: metadata.labels ?? {}, taints: spec?.taints ?? [], allocatable: status?.allocatable }];
}

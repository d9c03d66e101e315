import { matchesSelector } from '../model/labelSelector';
import type { Taint } from '../model/apiTypes';
import { nodeSelectorMatcher, tolerationsTolerateTaint } from '../model/scheduling';
import { daemonTolerations, NOT_READY_TAINT, OS_LABEL, UNREACHABLE_TAINT } from '../model/wellKnown';
import { allNodes } from './allNodes';
import type { ClusterFacts, NodeFact } from './facts';
import type { RuleContext } from './rule';
import type { Subject } from './subject';

/** Nodes that do not answer, with daemon pods from before. */
export function downNodes(workload: Subject, nodes: readonly NodeFact[]): readonly NodeFact[] {
  return nodes.filter((node) => {
    const taints = node.taints.filter(({ key }) => key !== NOT_READY_TAINT && key !== UNREACHABLE_TAINT);
    return node.down && hasWantedLabels(workload, node) && isOpenTo(workload, { ...node, taints });
  });
}

/** There is one node, and no autoscaler adds others. */
export function isSingle({ known, count, groups = [] }: Pick<RuleContext['nodes'], 'known' | 'count' | 'groups'>): boolean {
  return known && count === 1 && groups.length === 0;
}

/** Nodes whose labels the pods ask for. */
export function hasWantedLabels(
  { pod: { nodeSelector, nodeAffinity } }: Subject,
  { name, labels }: Pick<NodeFact, 'name' | 'labels'>,
): boolean {
  if (!matchesSelector({ matchLabels: nodeSelector }, labels)) return false;
  return nodeAffinity === undefined || nodeSelectorMatcher(nodeAffinity)({ metadata: { name, labels } });
}

/** Nodes that no cordon and no taint keeps the pods from. Daemon pods run on cordoned nodes too. */
export function isOpenTo(
  { kind, pod: { tolerations, hostNetwork } }: Subject,
  { unschedulable, taints }: Pick<NodeFact, 'unschedulable' | 'taints'>,
): boolean {
  const isDaemon = kind === 'DaemonSet';
  const tolerated = isDaemon ? [...tolerations, ...daemonTolerations(hostNetwork)] : tolerations;
  return (!unschedulable || isDaemon) && taints.every((taint) => tolerationsTolerateTaint(tolerated, taint));
}

/** Nodes that take the workload's pods, as far as labels, cordons and taints tell. */
export function nodesFor(facts: ClusterFacts, workload: Subject): readonly NodeFact[] {
  const all = allNodes(facts);
  const known = FOUND.get(workload.pod);
  if (known?.all === all) return known.nodes;
  const nodes = all.filter((node) => hasWantedLabels(workload, node) && isOpenTo(workload, node));
  FOUND.set(workload.pod, { all, nodes });
  return nodes;
}

/** Of the nodes that were asked for last: each workload is a neighbor of many others. */
const FOUND = new WeakMap<Subject['pod'], { readonly all: readonly NodeFact[]; readonly nodes: readonly NodeFact[] }>();

/** All nodes that daemon pods ask for keep them away: a taint of the first that they do not tolerate. */
export function taintOfAll(
  facts: ClusterFacts,
  workload: Subject,
): { readonly nodes: number; readonly taint: Taint } | undefined {
  if (workload.kind !== 'DaemonSet') return undefined;
  const wanted = allNodes(facts).filter((node) => hasWantedLabels(workload, node));
  const [first] = wanted;
  if (first === undefined || wanted.some((node) => node.down || isOpenTo(workload, node))) return undefined;
  const taint = first.taints.find((each) => !isOpenTo(workload, { ...first, taints: [each] }));
  return taint && { nodes: wanted.length, taint };
}

/** Windows nodes that get daemon pods as Linux nodes do, though nobody said that these are for both. */
export function windowsAmong(facts: ClusterFacts, workload: Subject): readonly NodeFact[] {
  const nodes = workload.kind === 'DaemonSet' ? nodesFor(facts, workload) : [];
  const windows = nodes.filter(({ labels }) => labels[OS_LABEL] === 'windows');
  return windows.length < nodes.length ? windows : [];
}

/** `nvidia.com/gpu=true:NoSchedule`. */
export function taintText({ key, value = '', effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

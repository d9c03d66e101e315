import { namespaceOf } from '../../../model/meta';
import { downTaint } from '../../../model/nodes';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from '../../../model/wellKnown';
import type { KubernetesObject, LimitRange, Node, Pod, Service } from '../../../model/apiTypes';
import { decodeTimes } from '../../../model/time';
import { defaultLimitRange } from '../../api/defaults/limitRange';
import { defaultService } from '../../api/defaults/service';
import { isNamespaced, type Kind, type KindMap } from '../../api/kinds';
import { claimsAndVolumes } from '../scenario/claims';
import { nodesOf } from '../scenario/clusterObjects';
import { otherWorkloadsOf, standingAlike, workloadKindsIn } from '../scenario/others';
import type { Target } from './putWorkload';
import type { ClusterSpec, Scenario } from '../scenario/scenario';
import { SURROUNDINGS } from '../scenario/surroundingKinds';

/**
 * Puts nodes and everything that surrounds the workload into an empty store; returns the nodes that are down. `onNodes` hears
 * of all of them before the first is there.
 */
export function fillCluster(
  { store, memo }: Target,
  scenario: Scenario,
  onNodes: (nodes: readonly Node[]) => void,
): readonly string[] {
  const { cluster, workload } = scenario;
  const hasDaemonSets = workloadKindsIn(scenario).has('DaemonSet');
  const nodes = memo.nodes(() =>
    nodesOf(cluster, workload.after, workload.before, [...otherWorkloadsOf(scenario), ...standingAlike(scenario)]),
  );
  onNodes(nodes);
  const wasWell = hasDaemonSets && scenario.state === undefined;
  for (const node of nodes) store.create('Node', wasWell ? onceWell(node) : node);
  const { claims, volumes } = claimsAndVolumes(cluster);
  const own: Partial<ClusterSpec> = { persistentVolumeClaims: claims, persistentVolumes: volumes };
  for (const [field, kind] of Object.entries(SURROUNDINGS)) {
    const name = field as keyof typeof SURROUNDINGS;
    for (const object of own[name] ?? cluster[name] ?? []) store.create(kind, prepared(kind, object));
  }
  // The pods of a state are there already, whatever admits them.
  for (const pod of scenario.state === undefined ? (cluster.pods ?? []) : []) {
    const running = pod.spec.nodeName !== undefined && pod.status?.phase === undefined;
    const status = running ? { ...pod.status, phase: 'Running' as const } : (pod.status ?? { phase: 'Pending' as const });
    const withStatus: Pod = { ...pod, status };
    store.create('Pod', prepared('Pod', withStatus));
  }
  return nodes.filter(({ status }) => downTaint(status?.conditions) !== undefined).map(({ metadata }) => metadata.name);
}

/** Daemon pods came to a node that is down now while it was well. */
function onceWell(node: Node): Node {
  const conditions = node.status?.conditions ?? [];
  if (downTaint(conditions) === undefined) return node;
  const others = conditions.filter(({ type }) => type !== 'Ready');
  const ready = { type: 'Ready', status: 'True' as const, reason: 'KubeletReady' };
  const taints = node.spec?.taints?.filter(({ key }) => key !== NOT_READY_TAINT && key !== UNREACHABLE_TAINT);
  return { ...node, spec: { ...node.spec, taints }, status: { ...node.status, conditions: [...others, ready] } };
}

/** The object as the API server stores it. */
export function prepared<K extends Kind>(kind: K, object: KubernetesObject): KindMap[K] {
  const { metadata, ...rest } = decodeTimes<KubernetesObject>(object);
  const { name, labels, annotations, ownerReferences, deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  const namespace = isNamespaced(kind) ? namespaceOf(object) : undefined;
  const kept = { name, labels, annotations, ownerReferences, deletionTimestamp, deletionGracePeriodSeconds, namespace };
  const complete = { ...rest, metadata: kept } as KindMap[K];
  if (kind === 'LimitRange') return defaultLimitRange(complete as LimitRange) as KindMap[K];
  return kind === 'Service' ? (defaultService(complete as Service) as KindMap[K]) : complete;
}

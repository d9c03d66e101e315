import type { Node, Pod } from '../../src/model/apiTypes';
import { isPodTerminal } from '../../src/model/podConditions';
import { findUntoleratedTaint, requiredNodeAffinityMatcher } from '../../src/model/scheduling';
import { NodeInfo } from '../../src/engine/cluster/scheduler/nodeInfo';
import { NODE_AFFINITY_REASON } from '../../src/engine/cluster/scheduler/plugins/nodeAffinity';
import { fitsPorts, NODE_PORTS_REASON } from '../../src/engine/cluster/scheduler/plugins/nodePorts';
import { insufficientResources, type InsufficientResource } from '../../src/engine/cluster/scheduler/plugins/nodeResourcesFit';
import { newPodInfo, type ResourceAmounts } from '../../src/engine/cluster/scheduler/podInfo';
import { isExtendedResource } from '../../src/model/wellKnown';

const TAINTS_REASON = "node(s) had taints that the pod didn't tolerate";
const NODE_NAME_REASON = "node(s) didn't match the requested node name";

/** A check other than of resources that failed. */
export interface PredicateFailure {
  readonly name: string;
  readonly reason: string;
}
export type AdmissionFailure = InsufficientResource | PredicateFailure;

/** What is in a rejected pod's status; its phase is Failed. */
export interface AdmissionRejection {
  readonly reason: string;
  readonly message: string;
  /** The status tells the first; these are all. */
  readonly failures: readonly AdmissionFailure[];
}

/** The kubelet's own look at a pod that is bound to its node; undefined if it takes the pod. `others` run already. */
export function kubeletAdmit(pod: Pod, node: Node, others: readonly Pod[]): AdmissionRejection | undefined {
  const nodeInfo = new NodeInfo(node.metadata.name);
  nodeInfo.setNode(node);
  for (const other of others) if (!isPodTerminal(other)) nodeInfo.addPod(newPodInfo(other));
  return admitToNode(pod, nodeInfo);
}

/** The same with the node's sums at hand; the pod itself must not be among them. */
function admitToNode(pod: Pod, nodeInfo: NodeInfo): AdmissionRejection | undefined {
  const failures = admissionFailures(pod, nodeInfo);
  const [first] = failures;
  if (first === undefined) return undefined;
  if ('name' in first) {
    const message = `Pod was rejected: Predicate ${first.name} failed: ${first.reason}`;
    return { reason: first.name, message, failures };
  }
  const { resource, requested, used, capacity } = first;
  const amounts = `requested: ${requested}, used: ${used}, capacity: ${capacity}`;
  const message = `Pod was rejected: Node didn't have enough resource: ${resource}, ${amounts}`;
  return { reason: `OutOf${resource}`, message, failures };
}

function admissionFailures(pod: Pod, nodeInfo: NodeInfo): AdmissionFailure[] {
  const { node } = nodeInfo;
  if (node === undefined) return [];
  const info = newPodInfo(pod);
  const failures: AdmissionFailure[] = [
    ...(insufficientResources(knownRequests(info.containers.requests, nodeInfo), nodeInfo) ?? []),
  ];
  const check = (holds: boolean, name: string, reason: string): void => {
    if (!holds) failures.push({ name, reason });
  };
  check(requiredNodeAffinityMatcher(pod.spec)(node), 'NodeAffinity', NODE_AFFINITY_REASON);
  check((pod.spec.nodeName ?? nodeInfo.name) === nodeInfo.name, 'NodeName', NODE_NAME_REASON);
  check(fitsPorts(info.containers.hostPorts, nodeInfo), 'NodePorts', NODE_PORTS_REASON);
  const taint = findUntoleratedTaint(node.spec?.taints, pod.spec.tolerations, ['NoExecute']);
  check(taint === undefined, 'TaintToleration', TAINTS_REASON);
  return failures;
}

/** Extended resources that the node has never heard of are not the kubelet's business. */
function knownRequests(requests: ResourceAmounts, { allocatable }: NodeInfo): ResourceAmounts {
  const scalar = new Map([...requests.scalar].filter(([name]) => !isExtendedResource(name) || allocatable.scalar.has(name)));
  return { ...requests, scalar };
}

/**
 * Ours: as kubernetes/autoscaler does it (cluster-autoscaler/estimator: binpacking_estimator.go, decreasing_pod_orderer.go).
 * First fit, the largest pods first.
 */
import type { Node, Pod } from '../../../model/apiTypes';
import { getControllerOf } from '../../../model/meta';
import { parseResources } from '../../../model/podResources';
import { quantityMilliValue, quantityValue } from '../../../model/quantity';
import type { ClusterSnapshot } from '../scheduler/clusterSnapshot';
import type { Status } from '../scheduler/frameworkStatus';
import { containersInfo } from '../scheduler/podInfo';
import { runFilters } from '../scheduler/podClass';
import { allFilters, findNodesThatFit, newSchedulingCycle } from '../scheduler/schedulingCycle';

/** What might be, laid over what is, and taken away again. */
export class Trial {
  readonly #cluster: ClusterSnapshot;
  readonly #daemons: readonly Pod[];
  readonly #pods: Pod[] = [];
  readonly #nodes: string[] = [];

  /** `daemons`: a pod of each DaemonSet, of which a new node gets one, if it takes it. */
  constructor(cluster: ClusterSnapshot, daemons: readonly Pod[]) {
    this.#cluster = cluster;
    this.#daemons = daemons;
  }

  addNode(node: Node): void {
    this.#nodes.push(node.metadata.name);
    this.#cluster.addNode(node);
    this.placeDaemons(node.metadata.name);
  }

  placeDaemons(nodeName: string): void {
    for (const daemon of this.#daemons) {
      const pod = { ...daemon, metadata: { ...daemon.metadata, name: `${daemon.metadata.name}-${nodeName}` } };
      if (this.refusal(pod, nodeName) === undefined) this.place(pod, nodeName);
    }
  }

  place(pod: Pod, nodeName: string): void {
    const placed = { ...pod, spec: { ...pod.spec, nodeName } };
    this.#pods.push(placed);
    this.#cluster.addPod(placed);
  }

  /** Why the pod may not be on a node; undefined: it may. */
  refusal(pod: Pod, nodeName: string): Status | undefined {
    const node = this.#cluster.getNode(nodeName);
    // The order of the nodes is that by which filters count.
    if (node === undefined || this.#cluster.nodes.length === 0) return undefined;
    const cycle = newSchedulingCycle(pod, this.#cluster);
    return cycle.refused ?? runFilters(allFilters(cycle), node);
  }

  /** A node that takes the pod as things are. */
  placeFor(pod: Pod): string | undefined {
    if (this.#cluster.nodes.length === 0) return undefined;
    const cycle = newSchedulingCycle(pod, this.#cluster);
    return cycle.refused === undefined ? findNodesThatFit(cycle, false).feasible[0]?.name : undefined;
  }

  revert(): void {
    for (const pod of this.#pods) this.#cluster.removePod(pod);
    for (const name of this.#nodes) this.#cluster.removeNode(name);
    this.#pods.length = 0;
    this.#nodes.length = 0;
  }
}

/** What adding nodes to a group would do. */
export interface Estimate {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
}

/** Pods that nobody can tell apart: of one owner, made from one template. */
export function podGroups(pods: readonly Pod[]): readonly (readonly Pod[])[] {
  const groups = new Map<string, Map<unknown, Pod[]>>();
  for (const pod of pods) {
    const owner = getControllerOf(pod)?.uid ?? pod.metadata.uid ?? pod.metadata.name;
    const byContainers = groups.get(owner) ?? new Map<unknown, Pod[]>();
    groups.set(owner, byContainers);
    const alike = byContainers.get(pod.spec.containers);
    if (alike === undefined) byContainers.set(pod.spec.containers, [pod]);
    else alike.push(pod);
  }
  return [...groups.values()].flatMap((byContainers) => [...byContainers.values()]);
}

/** How many nodes of a group these pods need, at most so many; `newNode` makes the next one. */
export function estimate(
  trial: Trial,
  groups: readonly (readonly Pod[])[],
  newNode: (index: number) => Node,
  most: number,
): Estimate {
  const added: Node[] = [];
  const used = new Set<string>();
  const pods: Pod[] = [];
  const place = (pod: Pod, { metadata: { name } }: Node): void => {
    trial.place(pod, name);
    used.add(name);
    pods.push(pod);
  };
  const template = newNode(0);
  for (const alike of [...groups].sort((one, other) => sizeOf(other, template) - sizeOf(one, template))) {
    let at = 0;
    for (const pod of alike) {
      // Where one of them did not fit, none that comes later does.
      while (at < added.length && trial.refusal(pod, nameOf(added[at])) !== undefined) at++;
      if (at === added.length) {
        const last = added.at(-1);
        if (added.length === most || (last !== undefined && !used.has(nameOf(last)))) break;
        const node = newNode(added.length);
        trial.addNode(node);
        added.push(node);
        if (trial.refusal(pod, nameOf(node)) !== undefined) break;
      }
      place(pod, added[at] as Node);
    }
  }
  trial.revert();
  return { nodes: added.filter(({ metadata }) => used.has(metadata.name)), pods };
}

const nameOf = (node: Node | undefined): string => node?.metadata.name ?? '';

/** The share of a node that one of these pods takes: of its CPU and of its memory, added up. */
function sizeOf([pod]: readonly Pod[], node: Node): number {
  return pod === undefined ? 0 : shareOf([pod], node);
}

/** The share of a node's CPU, and that of its memory, that pods ask for, added up. */
export function shareOf(pods: readonly Pod[], { status }: Node): number {
  const whole = parseResources(status?.allocatable ?? {});
  const [cpu, memory] = [whole.get('cpu'), whole.get('memory')];
  let [askedCpu, askedMemory] = [0, 0];
  for (const { spec } of pods) {
    const { requests } = containersInfo(spec);
    askedCpu += requests.milliCPU;
    askedMemory += requests.memory;
  }
  return shareOfAmount(askedCpu, cpu && quantityMilliValue(cpu)) + shareOfAmount(askedMemory, memory && quantityValue(memory));
}

function shareOfAmount(asked: number, whole = 0): number {
  return whole > 0 ? asked / whole : 0;
}

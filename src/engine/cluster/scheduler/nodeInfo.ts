/** Upstream: pkg/scheduler/framework/types.go, NodeInfo (v1.36.4). */
import type { Node, ResourceList } from '../../../model/apiTypes';
import { quantityMilliValue, quantityValue } from '../../../model/quantity';
import { parseResources } from '../../../model/podResources';
import { INVARIANTS, violated } from '../../kernel/engineError';
import { HostPortInfo } from './hostPortInfo';
import { isScalarResourceName, type PodInfo, type ResourceAmounts } from './podInfo';

const NO_SCALARS: ReadonlyMap<string, number> = new Map();

export interface Allocatable extends ResourceAmounts {
  readonly allowedPodNumber: number;
}

const NOTHING_ALLOCATABLE: Allocatable = { milliCPU: 0, memory: 0, ephemeralStorage: 0, allowedPodNumber: 0, scalar: NO_SCALARS };

/** A node with the sums over the pods on it, kept up to date pod by pod. */
export class NodeInfo {
  readonly name: string;
  /** Missing while pods name a node that nobody has seen. */
  node: Node | undefined;
  allocatable: Allocatable = NOTHING_ALLOCATABLE;
  /** Grows with every change; what was computed for an older generation is stale. */
  generation = 0;
  /** Place in the snapshot's list of nodes, -1 outside it. */
  ordinal = -1;
  readonly pods: PodInfo[] = [];

  milliCPU = 0;
  memory = 0;
  ephemeralStorage = 0;
  nonZeroMilliCPU = 0;
  nonZeroMemory = 0;
  /** Of the pods here; undefined when it must be looked for. */
  #lowestPriority: number | undefined = Infinity;
  #scalar: Map<string, number> | undefined;
  #usedPorts: HostPortInfo | undefined;

  constructor(name: string) {
    this.name = name;
  }

  setNode(node: Node | undefined): void {
    if (node?.status?.allocatable !== this.node?.status?.allocatable || node === undefined) {
      this.allocatable = allocatableOf(node?.status?.allocatable);
    }
    this.node = node;
  }

  get usedPorts(): HostPortInfo | undefined {
    return this.#usedPorts;
  }

  requestedScalar(name: string): number {
    return this.#scalar?.get(name) ?? 0;
  }

  /** Infinity on an empty node: nobody here has a lower priority than anybody. */
  get lowestPriority(): number {
    this.#lowestPriority ??= this.pods.reduce((lowest, { priority }) => Math.min(lowest, priority), Infinity);
    return this.#lowestPriority;
  }

  addPod(info: PodInfo): void {
    this.pods.push(info);
    if (this.#lowestPriority !== undefined) this.#lowestPriority = Math.min(this.#lowestPriority, info.priority);
    this.#count(info, 1);
    for (const port of info.containers.hostPorts) (this.#usedPorts ??= new HostPortInfo()).add(port);
    if (INVARIANTS.costly) this.#checkSums();
  }

  /** False where the pod is not on this node. The last pod takes its place, as upstream does. */
  removePod(info: PodInfo): boolean {
    const index = this.pods.findIndex((candidate) => candidate.key === info.key);
    const found = this.pods[index];
    if (found === undefined) return false;
    if (found.priority === this.#lowestPriority) this.#lowestPriority = undefined;
    const last = this.pods.pop();
    if (last !== undefined && index < this.pods.length) this.pods[index] = last;
    this.#count(found, -1);
    for (const port of found.containers.hostPorts) this.#usedPorts?.remove(port);
    if (INVARIANTS.costly) this.#checkSums();
    return true;
  }

  #count({ containers }: PodInfo, sign: 1 | -1): void {
    const { requests } = containers;
    this.milliCPU += sign * requests.milliCPU;
    this.memory += sign * requests.memory;
    this.ephemeralStorage += sign * requests.ephemeralStorage;
    this.nonZeroMilliCPU += sign * containers.nonZeroMilliCPU;
    this.nonZeroMemory += sign * containers.nonZeroMemory;
    for (const [name, amount] of requests.scalar) {
      this.#scalar ??= new Map();
      this.#scalar.set(name, (this.#scalar.get(name) ?? 0) + sign * amount);
    }
  }

  /** What was added and taken away pod by pod is what the pods come to. */
  #checkSums(): void {
    const total = (amount: (containers: PodInfo['containers']) => number): number =>
      this.pods.reduce((sum, { containers }) => sum + amount(containers), 0);
    const isRight =
      total(({ requests }) => requests.milliCPU) === this.milliCPU &&
      total(({ requests }) => requests.memory) === this.memory &&
      total(({ requests }) => requests.ephemeralStorage) === this.ephemeralStorage &&
      total(({ nonZeroMilliCPU }) => nonZeroMilliCPU) === this.nonZeroMilliCPU &&
      total(({ nonZeroMemory }) => nonZeroMemory) === this.nonZeroMemory &&
      [...(this.#scalar ?? [])].every(([name, sum]) => total(({ requests }) => requests.scalar.get(name) ?? 0) === sum);
    if (!isRight) violated(this.name, 'its sums are not those of its pods');
  }

  /** An independent copy, to try out removals and additions on. */
  clone(): NodeInfo {
    const copy = new NodeInfo(this.name);
    copy.node = this.node;
    copy.allocatable = this.allocatable;
    copy.generation = this.generation;
    copy.ordinal = this.ordinal;
    for (const info of this.pods) copy.addPod(info);
    return copy;
  }
}

/** Nodes of a group have the same, and many runs share it. */
const known = new WeakMap<ResourceList, Allocatable>();

function allocatableOf(list: ResourceList | undefined): Allocatable {
  if (list === undefined) return NOTHING_ALLOCATABLE;
  let allocatable = known.get(list);
  if (allocatable === undefined) known.set(list, (allocatable = computeAllocatable(list)));
  return allocatable;
}

function computeAllocatable(list: ResourceList): Allocatable {
  const resources = parseResources(list);
  const value = (name: string): number => {
    const amount = resources.get(name);
    return amount === undefined ? 0 : quantityValue(amount);
  };
  const cpu = resources.get('cpu');
  const scalar = new Map<string, number>();
  for (const [name, amount] of resources) if (isScalarResourceName(name)) scalar.set(name, quantityValue(amount));
  return {
    milliCPU: cpu === undefined ? 0 : quantityMilliValue(cpu),
    memory: value('memory'),
    ephemeralStorage: value('ephemeral-storage'),
    allowedPodNumber: value('pods'),
    scalar,
  };
}

/**
 * Upstream: pkg/scheduler/backend/cache/cache.go, snapshot.go, node_tree.go (v1.36.4). Cache and snapshot are one:
 * scheduling never overlaps with an update, so nothing is assumed and nothing copied.
 */
import type { LabelSelector, Node, Pod, StringMap } from '../../../model/apiTypes';
import { matchesSelector } from '../../../model/labelSelector';
import { isPodTerminal } from '../../../model/podConditions';
import { NAMESPACE_NAME_LABEL } from '../../../model/wellKnown';
import { violated } from '../../kernel/engineError';
import { ClusterObjects } from './clusterObjects';
import { NodeInfo } from './nodeInfo';
import { listNodesByZone, zoneKey } from './nodeTree';
import { ExistingTerms, PodCounters, type ExistingTerm } from './podCounters';
import { claimName, newPodInfo, podClaimVolumes, podKey, type PodInfo } from './podInfo';
import { computeTopology, type Topology } from './topology';

const DEFAULT_NAMESPACE_LABELS: StringMap = { [NAMESPACE_NAME_LABEL]: 'default' };

/**
 * What the scheduler knows of the cluster, kept up to date by adding, updating and removing objects. Reading it for one
 * pod costs nothing that grows with the number of pods.
 *
 * Pods that are finished are invisible; unbound pods matter only when they are nominated to a node.
 */
export class ClusterSnapshot {
  readonly objects = new ClusterObjects();
  /** See clusterMemo.ts. */
  readonly memos = new Map<unknown, unknown>();
  /** Grows with every change of a node or pod. */
  generation = 0;
  /** Grows when nodes come, go or change their labels, taints or order. */
  nodesVersion = 0;
  /** Where the last search over part of the nodes ended; the next one goes on there. */
  nextStartNodeIndex = 0;
  /** Whether any node has ever said which images it has. */
  knowsImages = false;

  readonly #nodeInfos = new Map<string, NodeInfo>();
  readonly #pods = new Map<string, PodInfo>();
  readonly #nominated = new Map<string, PodInfo[]>();
  readonly #usedClaims = new Map<string, number>();
  readonly #counters = new PodCounters();
  readonly #existingTerms = new ExistingTerms();
  readonly #topologies = new Map<string, Topology>();
  #nodes: NodeInfo[] | undefined;
  /** Numbers the orders of the list of nodes. */
  #order = 0;

  // ---- nodes

  addNode(node: Node): void {
    this.updateNode(node);
  }

  updateNode(node: Node): void {
    const info = this.#nodeInfo(node.metadata.name);
    const old = info.node;
    if (old !== undefined && isSameForScheduling(old, node)) {
      info.node = node;
      return;
    }
    if ((node.status?.images?.length ?? 0) > 0) this.knowsImages = true;
    const oldZone = zoneKey(info);
    info.setNode(node);
    this.#touch(info);
    this.#nodesChanged(old === undefined || oldZone !== zoneKey(info));
    if (old === undefined) for (const pod of info.pods) this.#countClaims(pod, 1);
  }

  /** Pods that are still on the node stay known, but count nowhere until the node comes back. */
  removeNode(name: string): void {
    const info = this.#nodeInfos.get(name);
    if (info?.node === undefined) return;
    for (const pod of info.pods) this.#countClaims(pod, -1);
    info.setNode(undefined);
    info.ordinal = -1;
    if (info.pods.length === 0) this.#nodeInfos.delete(name);
    this.#touch(info);
    this.#nodesChanged(true);
  }

  /** All nodes in the order of the search. */
  get nodes(): readonly NodeInfo[] {
    let nodes = this.#nodes;
    if (nodes === undefined) {
      nodes = listNodesByZone([...this.#nodeInfos.values()].filter((info) => info.node !== undefined));
      for (const [ordinal, info] of nodes.entries()) info.ordinal = ordinal;
      this.#nodes = nodes;
    }
    return nodes;
  }

  getNode(name: string): NodeInfo | undefined {
    const info = this.#nodeInfos.get(name);
    return info?.node === undefined ? undefined : info;
  }

  #nodeInfo(name: string): NodeInfo {
    let info = this.#nodeInfos.get(name);
    if (info === undefined) this.#nodeInfos.set(name, (info = new NodeInfo(name)));
    return info;
  }

  #nodesChanged(orderChanged: boolean): void {
    this.nodesVersion++;
    this.#topologies.clear();
    if (!orderChanged) return;
    this.#nodes = undefined;
    this.#order++;
  }

  #touch(info: NodeInfo): void {
    info.generation = ++this.generation;
  }

  // ---- pods

  addPod(pod: Pod): void {
    this.updatePod(pod);
  }

  updatePod(pod: Pod): void {
    const key = podKey(pod);
    const known = this.#pods.get(key);
    const nodeName = pod.spec.nodeName ?? '';
    if (known !== undefined && (known.pod.spec.nodeName ?? '') === nodeName && isSamePodForScheduling(known.pod, pod)) {
      known.pod = pod;
      return;
    }
    if (known !== undefined) this.#detach(known);
    if (isPodTerminal(pod)) return;
    if (nodeName !== '') this.#attach(newPodInfo(pod), nodeName);
    else if (pod.status?.nominatedNodeName !== undefined) this.#nominate(newPodInfo(pod), pod.status.nominatedNodeName);
  }

  removePod(pod: Pod): void {
    const known = this.#pods.get(podKey(pod));
    if (known !== undefined) this.#detach(known);
  }

  #attach(info: PodInfo, nodeName: string): void {
    const nodeInfo = this.#nodeInfo(nodeName);
    this.#pods.set(info.key, info);
    nodeInfo.addPod(info);
    this.#touch(nodeInfo);
    this.#count(info, nodeInfo, 1);
  }

  #nominate(info: PodInfo, nodeName: string): void {
    this.#pods.set(info.key, info);
    const nominated = this.#nominated.get(nodeName);
    if (nominated === undefined) this.#nominated.set(nodeName, [info]);
    else nominated.push(info);
    this.generation++;
  }

  #detach(info: PodInfo): void {
    this.#pods.delete(info.key);
    const { nodeName } = info.pod.spec;
    if (nodeName === undefined || nodeName === '') {
      this.#withdrawNomination(info);
      return;
    }
    const nodeInfo = this.#nodeInfo(nodeName);
    if (!nodeInfo.removePod(info)) violated(info.key, `is in the cache on ${nodeName}, but not on the node`);
    this.#touch(nodeInfo);
    this.#count(info, nodeInfo, -1);
    if (nodeInfo.node === undefined && nodeInfo.pods.length === 0) this.#nodeInfos.delete(nodeName);
  }

  #withdrawNomination(info: PodInfo): void {
    const nodeName = info.pod.status?.nominatedNodeName ?? '';
    const nominated = this.#nominated.get(nodeName) ?? [];
    const rest = nominated.filter((candidate) => candidate.key !== info.key);
    if (rest.length !== nominated.length - 1) violated(info.key, `is nominated to ${nodeName} once`);
    if (rest.length === 0) this.#nominated.delete(nodeName);
    else this.#nominated.set(nodeName, rest);
    this.generation++;
  }

  #count(info: PodInfo, nodeInfo: NodeInfo, sign: 1 | -1): void {
    if (nodeInfo.node === undefined) return;
    this.#countClaims(info, sign);
    // While the list of nodes waits to be rebuilt, so do the counts.
    if (this.#nodes === undefined || nodeInfo.ordinal < 0) return;
    this.#counters.update(info, nodeInfo.ordinal, this.#order, sign);
    this.#existingTerms.update(info, nodeInfo.ordinal, this.#order, sign);
  }

  #countClaims(info: PodInfo, sign: 1 | -1): void {
    for (const volume of podClaimVolumes(info.pod.spec)) {
      const key = `${info.namespace}/${claimName(volume, info.pod)}`;
      const count = (this.#usedClaims.get(key) ?? 0) + sign;
      if (!(count >= 0)) violated(key, 'is used by fewer than no pods');
      if (count === 0) this.#usedClaims.delete(key);
      else this.#usedClaims.set(key, count);
    }
  }

  // ---- what plugins ask

  get hasNominatedPods(): boolean {
    return this.#nominated.size > 0;
  }

  /** Unbound pods that are to go to this node once room has been made for them. */
  nominatedPods(nodeName: string): readonly PodInfo[] | undefined {
    return this.#nominated.get(nodeName);
  }

  isClaimUsed(namespace: string, name: string): boolean {
    return this.#usedClaims.has(`${namespace}/${name}`);
  }

  topology(key: string): Topology {
    const { nodes } = this;
    let topology = this.#topologies.get(key);
    if (topology === undefined) this.#topologies.set(key, (topology = computeTopology(key, nodes)));
    return topology;
  }

  /** How many pods on each node match, by the node's ordinal; `text` names what `matches` selects. */
  countPods(text: string, matches: (info: PodInfo) => boolean): Int32Array {
    return this.#counters.get(text, matches, this.nodes, this.#order);
  }

  /** The (anti-)affinity terms of the pods on the nodes. */
  existingTerms(): ReadonlyMap<string, ExistingTerm> {
    return this.#existingTerms.all(this.nodes, this.#order);
  }

  /** Labels of a namespace; `default` always exists. */
  namespaceLabels(name: string): StringMap | undefined {
    const namespace = this.objects.get('Namespace', name);
    if (namespace === undefined) return name === 'default' ? DEFAULT_NAMESPACE_LABELS : undefined;
    return namespace.metadata.labels;
  }

  selectNamespaces(selector: LabelSelector): string[] {
    const names = new Set<string>(['default']);
    for (const namespace of this.objects.list('Namespace')) names.add(namespace.metadata.name);
    return [...names].filter((name) => matchesSelector(selector, this.namespaceLabels(name)));
  }
}

/** Conditions and heartbeats do not matter. */
function isSameForScheduling(a: Node, b: Node): boolean {
  return (
    a.spec === b.spec &&
    a.metadata.labels === b.metadata.labels &&
    a.status?.allocatable === b.status?.allocatable &&
    a.status?.images === b.status?.images
  );
}

function isSamePodForScheduling(a: Pod, b: Pod): boolean {
  return (
    (a.spec === b.spec || isSameSpec(a, b)) &&
    a.metadata.labels === b.metadata.labels &&
    (a.metadata.deletionTimestamp === undefined) === (b.metadata.deletionTimestamp === undefined) &&
    a.status?.nominatedNodeName === b.status?.nominatedNodeName &&
    !isPodTerminal(b)
  );
}

function isSameSpec({ spec: a }: Pod, { spec: b }: Pod): boolean {
  return (
    a.containers === b.containers &&
    a.initContainers === b.initContainers &&
    a.affinity === b.affinity &&
    a.volumes === b.volumes &&
    a.overhead === b.overhead &&
    a.resources === b.resources &&
    a.priority === b.priority
  );
}

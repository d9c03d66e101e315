/** Ours: one DaemonSet’s pods and nodes, kept up by watch events (ADR 5). */
import { matchesSelector } from '../../../model/labelSelector';
import { getControllerOf } from '../../../model/meta';
import type { DaemonSet, Node, Pod } from '../../../model/apiTypes';
import { SortedList } from '../../kernel/sortedList';
import { jsonEqual } from '../../kernel/jsonEqual';
import { DaemonNodes } from './daemonNodes';

interface NamedPod {
  readonly name: string;
  readonly pod: Pod;
}

/** A pod's relation to a DaemonSet: its own; one that it has to adopt or to release first; none of its business. */
type Relation = 'owned' | 'unsettled' | 'none';

/**
 * What one DaemonSet's controller sees in the caches: the nodes and its pods on them, kept up to date by watch events.
 * Pods whose ownership is unsettled (orphans that match, pods of its own that no longer do) are kept apart, because
 * claiming them takes a request and can fail, in every sync again.
 */
export class DaemonSetView {
  readonly nodes = new DaemonNodes();
  readonly #uid: string | undefined;
  readonly #namespace: string | undefined;
  readonly #selector: DaemonSet['spec']['selector'];
  readonly #unsettled = new SortedList<NamedPod>();
  /** Orphans that the last claim adopted: counted like the DaemonSet's own until the cache says so too. */
  #adopted = new Map<string, Pod>();

  constructor(ds: DaemonSet, nodes: Iterable<Node>, pods: Iterable<Pod>) {
    this.#uid = ds.metadata.uid;
    this.#namespace = ds.metadata.namespace;
    this.#selector = ds.spec.selector;
    for (const node of nodes) this.nodes.setNode(node.metadata.name, node);
    for (const pod of pods) this.observePod(undefined, pod);
  }

  /** Whether this view was made for this DaemonSet: not for one of the same name before it, nor for another selector. */
  isFor(ds: DaemonSet): boolean {
    const { selector } = ds.spec;
    return ds.metadata.uid === this.#uid && (selector === this.#selector || jsonEqual(selector, this.#selector));
  }

  /** A pod has come (no previous), changed, or gone (no next). */
  observePod(previous: Pod | undefined, next: Pod | undefined): void {
    if (previous !== undefined) this.#remove(previous);
    if (next === undefined) {
      if (previous !== undefined) this.nodes.listPod(previous, false);
      return;
    }
    const relation = this.#relationTo(next);
    this.nodes.listPod(next, relation === 'owned');
    if (relation === 'owned') this.nodes.addPod(next);
    else if (relation === 'unsettled') this.#unsettled.set({ name: next.metadata.name, pod: next });
  }

  #remove(pod: Pod): void {
    const { name } = pod.metadata;
    const relation = this.#relationTo(pod);
    if (relation === 'none') return;
    if (relation === 'unsettled') this.#unsettled.delete(name);
    if (relation === 'owned' || this.#adopted.delete(name)) this.nodes.removePod(pod);
  }

  #relationTo(pod: Pod): Relation {
    if (pod.metadata.namespace !== this.#namespace) return 'none';
    const controllerRef = getControllerOf(pod);
    if (controllerRef !== undefined && controllerRef.uid !== this.#uid) return 'none';
    const matches = matchesSelector(this.#selector, pod.metadata.labels);
    if (controllerRef !== undefined) return matches ? 'owned' : 'unsettled';
    return matches && pod.metadata.deletionTimestamp === undefined ? 'unsettled' : 'none';
  }

  /** No pod has to be adopted or released. */
  get isSettled(): boolean {
    return this.#unsettled.size === 0;
  }

  /** Lets `claim` adopt and release; the pods it gives back are the DaemonSet's until the next claim. */
  settle(claim: (pods: readonly Pod[]) => readonly Pod[]): void {
    if (this.isSettled) return;
    const claimed = claim(this.#unsettled.values().map(({ pod }) => pod));
    const adopted = new Map(claimed.map((pod) => [pod.metadata.name, pod]));
    for (const [name, pod] of this.#adopted) if (!adopted.has(name)) this.nodes.removePod(pod);
    for (const [name, pod] of adopted) if (!this.#adopted.has(name)) this.nodes.addPod(pod);
    this.#adopted = adopted;
  }

  /** The pods of the cache that are the DaemonSet's, in name order. Looks at all of them. */
  claimedPods(pods: Iterable<Pod>): Pod[] {
    const claimed = [...pods].filter((pod) => this.#relationTo(pod) === 'owned' || this.#adopted.has(pod.metadata.name));
    return claimed.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }
}

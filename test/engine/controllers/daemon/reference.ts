import { getScaledValueFromIntOrPercent } from '../../../../src/model/intOrPercent';
import { matchesSelector } from '../../../../src/model/labelSelector';
import { getControllerOf, objectKey } from '../../../../src/model/meta';
import type { DaemonSet, Node, Pod } from '../../../../src/model/apiTypes';
import { isPodAvailable, isPodReady, isPodTerminal } from '../../../../src/model/podConditions';
import type { Time } from '../../../../src/model/time';
import { CONTROLLER_REVISION_HASH_LABEL, TEMPLATE_GENERATION_ANNOTATION } from '../../../../src/model/wellKnown';
import type { ObjectStore } from '../../../../src/engine/api/objectStore';
import {
  allowsSurge,
  getTargetNodeName,
  getTemplateGeneration,
  isPodUpdated,
  rollingUpdateOf,
} from '../../../../src/engine/controllers/daemon/daemonUtil';
import { nodeShouldRunDaemonPod } from '../../../../src/engine/controllers/daemon/nodeShouldRunDaemonPod';

/** What the caches and the API hold at the moment of a decision. */
export interface Snapshot {
  readonly ds: DaemonSet;
  readonly hash: string;
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly store: ObjectStore;
  readonly now: Time;
  /** Whether a failed pod of this node is still held back. */
  readonly isHeldBack: (nodeName: string) => boolean;
}

export interface Plan {
  readonly create: readonly string[];
  readonly delete: readonly string[];
}

/**
 * The controller's decisions worked out the plain way, all nodes and pods anew each time, in one pass as the original does:
 * what the incremental bookkeeping has to agree with.
 */
export class Reference {
  readonly #snapshot: Snapshot;
  readonly #nodes: readonly Node[];

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#nodes = snapshot.nodes.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  nodesToDaemonPods(includeDeletedTerminal = false): Map<string, Pod[]> {
    const result = new Map<string, Pod[]>();
    for (const pod of this.#snapshot.pods.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))) {
      if (!this.#isClaimed(pod)) continue;
      if (!includeDeletedTerminal && isPodTerminal(pod) && isDeleting(pod)) continue;
      const node = targetOf(pod);
      if (node !== undefined) result.set(node, [...(result.get(node) ?? []), pod]);
    }
    return result;
  }

  #isClaimed(pod: Pod): boolean {
    const { ds, store } = this.#snapshot;
    if (!matchesSelector(ds.spec.selector, pod.metadata.labels)) return false;
    const owner = getControllerOf(pod);
    if (owner !== undefined) return owner.uid === ds.metadata.uid;
    return !isDeleting(pod) && store.get('Pod', objectKey(pod)) !== undefined;
  }

  #shouldRun(node: Node): { readonly shouldRun: boolean; readonly shouldContinueRunning: boolean } {
    return nodeShouldRunDaemonPod(this.#snapshot.ds.spec.template.spec)(node);
  }

  #isNew(pod: Pod): boolean {
    const { ds, hash } = this.#snapshot;
    return isPodUpdated(
      pod.metadata.labels,
      hash,
      getTemplateGeneration(ds.metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION]),
    );
  }

  #isAvailable(pod: Pod): boolean {
    const { ds, now } = this.#snapshot;
    return isPodAvailable(pod, ds.spec.minReadySeconds ?? 0, now);
  }

  manage(): Plan {
    const nodesToPods = this.nodesToDaemonPods();
    const create: string[] = [];
    const remove: string[] = [];
    for (const node of this.#nodes) this.#manageNode(node, nodesToPods.get(node.metadata.name), create, remove);
    const known = new Set(this.#nodes.map(({ metadata }) => metadata.name));
    for (const [name, pods] of [...nodesToPods].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (known.has(name)) continue;
      for (const pod of pods) if ((pod.spec.nodeName ?? '') === '') remove.push(pod.metadata.name);
    }
    return { create, delete: remove };
  }

  #manageNode(node: Node, pods: readonly Pod[] | undefined, create: string[], remove: string[]): void {
    const { name } = node.metadata;
    const { shouldRun, shouldContinueRunning } = this.#shouldRun(node);
    if (shouldRun && pods === undefined) {
      create.push(name);
    } else if (shouldContinueRunning) {
      const running: Pod[] = [];
      for (const pod of pods ?? []) {
        if (isDeleting(pod)) continue;
        if (pod.status?.phase === 'Succeeded') remove.push(pod.metadata.name);
        else if (pod.status?.phase !== 'Failed') running.push(pod);
        else if (!this.#snapshot.isHeldBack(name)) remove.push(pod.metadata.name);
      }
      this.#manageRunning(name, shouldRun, running.sort(byAge), create, remove);
    } else {
      for (const pod of pods ?? []) if (!isDeleting(pod)) remove.push(pod.metadata.name);
    }
  }

  #manageRunning(name: string, shouldRun: boolean, running: readonly Pod[], create: string[], remove: string[]): void {
    const { ds, hash } = this.#snapshot;
    if (!allowsSurge(ds.spec.updateStrategy)) {
      for (const pod of running.slice(1)) remove.push(pod.metadata.name);
      return;
    }
    if (running.length === 0 && shouldRun) create.push(name);
    if (running.length <= 1) return;
    let oldestNew: Pod | undefined;
    let oldestOld: Pod | undefined;
    for (const pod of running) {
      if (pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] === hash) {
        if (oldestNew === undefined) {
          oldestNew = pod;
          continue;
        }
      } else if (oldestOld === undefined) {
        oldestOld = pod;
        continue;
      }
      remove.push(pod.metadata.name);
    }
    if (oldestNew === undefined || oldestOld === undefined) return;
    if (!isPodReady(oldestOld) || this.#isAvailable(oldestNew)) remove.push(oldestOld.metadata.name);
  }

  /** Throws what the controller's rolling update throws. */
  rollingUpdate(): Plan {
    const nodesToPods = this.nodesToDaemonPods();
    let desired = 0;
    for (const node of this.#nodes) {
      if (!this.#shouldRun(node).shouldRun) continue;
      desired++;
      if (!nodesToPods.has(node.metadata.name)) nodesToPods.set(node.metadata.name, []);
    }
    const { updateStrategy } = this.#snapshot.ds.spec;
    const rolling = rollingUpdateOf(updateStrategy) ?? { maxUnavailable: 0 };
    const maxSurge = getScaledValueFromIntOrPercent(rolling.maxSurge ?? 0, desired, true);
    const maxUnavailable = getScaledValueFromIntOrPercent(rolling.maxUnavailable, desired, true);
    const entries = [...nodesToPods].sort(([a], [b]) => (a < b ? -1 : 1));
    if (maxSurge > 0) return this.#rollWithSurge(entries, maxSurge, desired);
    return this.#rollWithoutSurge(entries, desired > 0 && maxUnavailable === 0 ? 1 : maxUnavailable);
  }

  #newAndOld(pods: readonly Pod[]): { newPod: Pod | undefined; oldPod: Pod | undefined } | undefined {
    const live = pods.filter((pod) => !isDeleting(pod));
    const fresh = live.filter((pod) => this.#isNew(pod));
    const old = live.filter((pod) => !this.#isNew(pod));
    return fresh.length > 1 || old.length > 1 ? undefined : { newPod: fresh[0], oldPod: old[0] };
  }

  #rollWithoutSurge(entries: readonly [string, readonly Pod[]][], maxUnavailable: number): Plan {
    let numUnavailable = 0;
    const allowed: string[] = [];
    const candidates: string[] = [];
    for (const [, pods] of entries) {
      const found = this.#newAndOld(pods);
      if (found === undefined || (found.newPod === undefined) === (found.oldPod === undefined)) {
        numUnavailable++;
      } else if (found.newPod !== undefined) {
        if (!this.#isAvailable(found.newPod)) numUnavailable++;
      } else if (found.oldPod !== undefined) {
        if (!this.#isAvailable(found.oldPod)) {
          allowed.push(found.oldPod.metadata.name);
          numUnavailable++;
        } else if (numUnavailable < maxUnavailable) {
          candidates.push(found.oldPod.metadata.name);
        }
      }
    }
    const remaining = Math.min(Math.max(maxUnavailable - numUnavailable, 0), candidates.length);
    return { create: [], delete: [...allowed, ...candidates.slice(0, remaining)] };
  }

  #rollWithSurge(entries: readonly [string, readonly Pod[]][], maxSurge: number, desired: number): Plan {
    let numSurge = 0;
    let numAvailable = 0;
    const lists = { remove: [] as string[], sunset: [] as string[], candidates: [] as string[], allowed: [] as string[] };
    for (const [name, pods] of entries) {
      const found = this.#newAndOld(pods);
      if (found === undefined) {
        numSurge++;
        continue;
      }
      const { newPod, oldPod } = found;
      const counted = oldPod ?? newPod;
      if (counted !== undefined && this.#isAvailable(counted)) numAvailable++;
      if (oldPod === undefined) continue;
      if (newPod === undefined) {
        const list = this.#surgeList(name, oldPod, numSurge >= maxSurge);
        if (list === 'remove' || list === 'sunset') lists[list].push(oldPod.metadata.name);
        else if (list !== undefined) lists[list].push(name);
      } else if (this.#isAvailable(newPod)) lists.remove.push(oldPod.metadata.name);
      else numSurge++;
    }
    const deletable = Math.max(numAvailable - desired, 0);
    const remaining = Math.min(Math.max(maxSurge - numSurge, 0), lists.candidates.length);
    return {
      create: [...lists.allowed, ...lists.candidates.slice(0, remaining)],
      delete: [...lists.remove, ...lists.sunset.slice(0, deletable)],
    };
  }

  /** How many nodes count as available while surging: by the old pod, or the new one where there is no old one. */
  surgeAvailable(): number {
    const found = [...this.nodesToDaemonPods().values()].map((pods) => this.#newAndOld(pods));
    return found.filter((pods) => {
      const counted = pods?.oldPod ?? pods?.newPod;
      return counted !== undefined && this.#isAvailable(counted);
    }).length;
  }

  #surgeList(name: string, old: Pod, isUsedUp: boolean): 'remove' | 'sunset' | 'allowed' | 'candidates' | undefined {
    const node = this.#nodes.find(({ metadata }) => metadata.name === name);
    if (node === undefined) throw new Error(`couldn't get node for nodeName "${name}": node "${name}" not found`);
    const { shouldRun } = this.#shouldRun(node);
    if (!this.#isAvailable(old)) return shouldRun ? 'allowed' : 'remove';
    if (!shouldRun) return 'sunset';
    return isUsedUp ? undefined : 'candidates';
  }

  status(): Readonly<Record<string, number>> {
    const nodesToPods = this.nodesToDaemonPods();
    const totals = { desired: 0, current: 0, misscheduled: 0, ready: 0, updated: 0, available: 0 };
    for (const node of this.#nodes) {
      const [pod] = (nodesToPods.get(node.metadata.name) ?? []).sort(byAge);
      if (!this.#shouldRun(node).shouldRun) {
        if (pod !== undefined) totals.misscheduled++;
        continue;
      }
      totals.desired++;
      if (pod === undefined) continue;
      totals.current++;
      if (isPodReady(pod)) totals.ready++;
      if (this.#isAvailable(pod)) totals.available++;
      if (this.#isNew(pod)) totals.updated++;
    }
    return totals;
  }

  /** The hash labels of all pods that have a node, also of those that are finished and deleted. */
  liveHashes(): Set<string> {
    const pods = [...this.nodesToDaemonPods(true).values()].flat();
    return new Set(pods.map((pod) => pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '').filter((hash) => hash !== ''));
  }
}

function isDeleting(pod: Pod): boolean {
  return pod.metadata.deletionTimestamp !== undefined;
}

function targetOf(pod: Pod): string | undefined {
  try {
    return getTargetNodeName(pod);
  } catch {
    return undefined;
  }
}

function byAge(a: Pod, b: Pod): number {
  const scheduled = (pod: Pod): number => ((pod.spec.nodeName ?? '') === '' ? 1 : 0);
  const created = (pod: Pod): number => pod.metadata.creationTimestamp ?? 0;
  const order = scheduled(a) - scheduled(b) || created(a) - created(b);
  return order === 0 ? (a.metadata.name < b.metadata.name ? -1 : 1) : order;
}

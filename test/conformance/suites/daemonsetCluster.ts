import type {
  ConditionStatus,
  ControllerRevision,
  DaemonSet,
  Node,
  Pod,
  PodPhase,
  PodTemplateSpec,
  StringMap,
  Taint,
} from '../../../src/model/apiTypes';
import { decodeTimes } from '../../../src/model/time';
import { updateWorkload } from '../../../src/engine/api/applyWorkload';
import { patchWorkload } from '../userEdits';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import { getTargetNodeName } from '../../../src/engine/controllers/daemon/daemonUtil';
import { templateOfRevision } from '../../../src/engine/kubectl/daemonSetHistory';
import type { Clock } from '../../../src/engine/kernel/eventLoop';

export const DAEMON_SET_KEY = 'default/agent';

export interface Labels {
  readonly [name: string]: string | null;
}

/** What names a template within a case: the image, and the memory request where there is one. */
export function templateKey(template: PodTemplateSpec | undefined): string {
  const container = template?.spec.containers[0];
  const memory = container?.resources?.requests?.['memory'];
  return `${container?.image ?? ''}${memory === undefined ? '' : `#${memory}`}`;
}

/** What users, nodes and kubelets do to the recorded cluster. */
export class DaemonCluster {
  readonly store: ObjectStore;
  readonly #clock: Clock;

  constructor(store: ObjectStore, clock: Clock) {
    this.store = store;
    this.#clock = clock;
  }

  get daemonSet(): DaemonSet | undefined {
    return this.store.get('DaemonSet', DAEMON_SET_KEY);
  }

  fill(initial: { readonly nodes: readonly unknown[]; readonly daemonset: unknown }): void {
    for (const node of initial.nodes) this.addNode(node);
    this.store.create('DaemonSet', decodeTimes(initial.daemonset));
  }

  #patchPod(name: string, change: (pod: Pod) => Pod): void {
    this.store.patch('Pod', `default/${name}`, change, 'whole');
  }

  bind(name: string): void {
    this.#patchPod(name, (pod) => ({ ...pod, spec: { ...pod.spec, nodeName: getTargetNodeName(pod) } }));
  }

  /** Sets the phase, if given, and the Ready condition. */
  setPod(name: string, phase: PodPhase | undefined, ready: boolean): void {
    this.#patchPod(name, (pod) => {
      const conditions = pod.status?.conditions ?? [];
      const status: ConditionStatus = ready ? 'True' : 'False';
      const old = conditions.find(({ type }) => type === 'Ready');
      const since = old?.status === status ? old.lastTransitionTime : this.#clock.now;
      const next = { ...old, type: 'Ready', status, lastTransitionTime: since };
      const others = conditions.filter((condition) => condition !== old);
      return { ...pod, status: { ...pod.status, phase: phase ?? pod.status?.phase, conditions: [...others, next] } };
    });
  }

  labelPod(name: string, labels: Labels): void {
    this.#patchPod(name, (pod) => ({ ...pod, metadata: { ...pod.metadata, labels: merged(pod.metadata.labels, labels) } }));
  }

  removePod(name: string): void {
    this.store.remove('Pod', `default/${name}`);
  }

  deletePod(name: string): void {
    this.store.delete('Pod', `default/${name}`);
  }

  addPod(pod: unknown): void {
    this.store.create('Pod', decodeTimes(pod));
  }

  addRevision(revision: unknown): void {
    this.store.create('ControllerRevision', decodeTimes<ControllerRevision>(revision));
  }

  addNode(node: unknown): void {
    this.store.create('Node', decodeTimes<Node>(node));
  }

  removeNode(name: string): void {
    this.store.remove('Node', name);
  }

  #patchNode(name: string, change: (node: Node) => Node): void {
    this.store.patch('Node', name, change, 'whole');
  }

  labelNode(name: string, labels: Labels): void {
    this.#patchNode(name, (node) => ({
      ...node,
      metadata: { ...node.metadata, labels: merged(node.metadata.labels, labels) },
    }));
  }

  taintNode(name: string, taint: Taint): void {
    this.#patchNode(name, (node) => ({ ...node, spec: { ...node.spec, taints: withTaint(node.spec?.taints, taint) } }));
  }

  untaintNode(name: string, key: string, effect: string): void {
    this.#patchNode(name, (node) => ({
      ...node,
      spec: { ...node.spec, taints: withoutTaint(node.spec?.taints, key, effect) },
    }));
  }

  cordonNode(name: string, unschedulable: boolean): void {
    const key = 'node.kubernetes.io/unschedulable';
    this.#patchNode(name, ({ spec, ...node }) => {
      if (!unschedulable) {
        return { ...node, spec: { ...spec, unschedulable: undefined, taints: withoutTaint(spec?.taints, key, 'NoSchedule') } };
      }
      return { ...node, spec: { ...spec, unschedulable, taints: withTaint(spec?.taints, { key, effect: 'NoSchedule' }) } };
    });
  }

  /** Reports a node's health: the Ready condition and its taints. */
  setNodeReady(name: string, state: 'ready' | 'not-ready' | 'unreachable'): void {
    const status = state === 'ready' ? 'True' : state === 'not-ready' ? 'False' : 'Unknown';
    this.#patchNode(name, (node) => {
      const others = (node.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
      const kept = (node.spec?.taints ?? []).filter(({ key }) => !HEALTH_TAINTS.includes(key));
      const key = `node.kubernetes.io/${state}`;
      const added: Taint[] = [
        { key, effect: 'NoSchedule' },
        { key, effect: 'NoExecute' },
      ];
      return {
        ...node,
        spec: { ...node.spec, taints: state === 'ready' ? kept : [...kept, ...added] },
        status: { ...node.status, conditions: [...others, { type: 'Ready', status }] },
      };
    });
  }

  edit(patch: unknown): void {
    patchWorkload(this.store, 'DaemonSet', DAEMON_SET_KEY, patch);
  }

  /** Puts the template of a revision back. */
  undo(isWanted: (revision: ControllerRevision) => boolean): void {
    const { daemonSet } = this;
    const revision = [...this.store.list('ControllerRevision')].find(isWanted);
    const template = revision === undefined ? undefined : templateOfRevision(revision);
    if (daemonSet === undefined || template === undefined) throw new Error('nothing to undo');
    updateWorkload(this.store, { ...daemonSet, spec: { ...daemonSet.spec, template } });
  }
}

const HEALTH_TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/** One taint per key and effect; a new one goes to the end. */
function withTaint(taints: readonly Taint[] = [], taint: Taint): readonly Taint[] {
  return [...withoutTaint(taints, taint.key, taint.effect), taint];
}

function withoutTaint(taints: readonly Taint[] = [], key: string, effect: string): readonly Taint[] {
  return taints.filter((other) => other.key !== key || other.effect !== effect);
}

function merged(labels: StringMap | undefined, change: Labels): StringMap {
  const result: Record<string, string> = { ...labels };
  for (const [key, value] of Object.entries(change)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = value;
  }
  return result;
}

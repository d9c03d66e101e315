/** Upstream: pkg/controller/tainteviction/taint_eviction.go and timed_workers.go (v1.36.4). */
import { objectKey } from '../../model/meta';
import type { Node, Pod, Taint, Toleration } from '../../model/apiTypes';
import { toleratesTaint } from '../../model/scheduling';
import type { Time } from '../../model/time';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from '../../model/wellKnown';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import type { EventRecorder } from '../client/eventRecorder';
import type { EventLoop } from '../kernel/eventLoop';
import { withDisruptionTarget } from './kubelet/podStatus';

const DEFAULT_TOLERATION_SECONDS = 300;
/** What the API server lets every pod tolerate for a while that says nothing of it. */
const NODE_PROBLEMS = [NOT_READY_TAINT, UNREACHABLE_TAINT] as const;
/** From seeing a pod on a tainted node to asking for its deletion: some time, or replacements that land there spin. */
const REACTION_MS = 10;

export interface TaintEvictionOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  readonly recorder: EventRecorder;
}

interface ScheduledEviction {
  readonly createdAt: Time;
}

/** Evicts pods from nodes with NoExecute taints: at once, or when the time for which they tolerate them is over. */
export class TaintEviction {
  readonly #options: TaintEvictionOptions;
  readonly #taintedNodes = new Map<string, readonly Taint[]>();
  /** By the pod's key: one that is not in it any more does nothing. */
  readonly #scheduled = new Map<string, ScheduledEviction>();

  constructor(options: TaintEvictionOptions) {
    this.#options = options;
  }

  /** Evictions still to come. */
  get pendingChanges(): number {
    return this.#scheduled.size;
  }

  onNode({ type, object, previous }: WatchEvent<'Node'>): void {
    const { name } = object.metadata;
    if (type === 'deleted') {
      // What is scheduled for its pods stays scheduled.
      this.#taintedNodes.delete(name);
      return;
    }
    if (previous?.spec?.taints === object.spec?.taints) return;
    const taints = noExecuteTaints(object);
    if (sameTaints(taints, this.#taintedNodes.get(name) ?? [])) return;
    if (taints.length === 0) this.#taintedNodes.delete(name);
    else this.#taintedNodes.set(name, taints);
    for (const pod of [...this.#options.store.list('Pod')]) {
      if (pod.spec.nodeName !== name) continue;
      if (taints.length === 0) this.#cancel(pod);
      else this.#processPodOnNode(pod, taints);
    }
  }

  onPod({ type, object, previous }: WatchEvent<'Pod'>): void {
    if (type === 'deleted') {
      if (this.#scheduled.size > 0) this.#cancel(object);
      return;
    }
    if (this.#taintedNodes.size === 0 || previous?.spec === object.spec) return;
    const taints = this.#taintedNodes.get(object.spec.nodeName ?? '');
    if (taints !== undefined && previous?.spec.nodeName !== object.spec.nodeName) this.#processPodOnNode(object, taints);
  }

  #processPodOnNode(pod: Pod, taints: readonly Taint[]): void {
    const { now } = this.#options.loop;
    const seconds = toleratedSeconds(pod, taints);
    if (seconds === Infinity) {
      this.#cancel(pod);
      return;
    }
    if (seconds > 0) {
      const scheduled = this.#scheduled.get(objectKey(pod));
      // QUIRK: an eviction that is planned already stays as it is, whatever the new taints would allow.
      if (scheduled !== undefined && scheduled.createdAt < now) return;
    }
    this.#cancel(pod);
    this.#schedule(pod, now, seconds * 1000);
  }

  #schedule(pod: Pod, createdAt: Time, delayMs: number): void {
    const { loop, phase } = this.#options;
    const key = objectKey(pod);
    const eviction: ScheduledEviction = { createdAt };
    this.#scheduled.set(key, eviction);
    loop.schedule(createdAt + Math.max(delayMs, REACTION_MS), phase, () => {
      if (this.#scheduled.get(key) !== eviction) return;
      this.#scheduled.delete(key);
      this.#evict(key, pod);
    });
  }

  #evict(key: string, { metadata: { uid } }: Pod): void {
    const { store, loop, recorder } = this.#options;
    const pod = store.get('Pod', key);
    if (pod === undefined || pod.metadata.uid !== uid) return;
    recorder.event('Pod', pod, 'Normal', 'TaintManagerEviction', `Marking for deletion Pod ${key}`);
    store.patch('Pod', key, (current) => withDisruptionTarget(current, 'DeletionByTaintManager', WHY, loop.now), 'whole');
    store.delete('Pod', key);
  }

  #cancel(pod: Pod): void {
    const key = objectKey(pod);
    if (this.#scheduled.delete(key))
      this.#options.recorder.event('Pod', pod, 'Normal', 'TaintManagerEviction', `Cancelling deletion of Pod ${key}`);
  }
}

const WHY = 'Taint manager: deleting due to NoExecute taint';

function noExecuteTaints({ spec }: Node): readonly Taint[] {
  return spec?.taints?.filter(({ effect }) => effect === 'NoExecute') ?? [];
}

function sameTaints(a: readonly Taint[], b: readonly Taint[]): boolean {
  return a.length === b.length && a.every(({ key, value }, index) => b[index]?.key === key && b[index].value === value);
}

/**
 * How long a pod stays on a node with these taints: of each taint the first toleration that covers it counts, of those the
 * shortest. 0 when one is not tolerated at all, Infinity when all are for ever.
 */
export function toleratedSeconds(pod: Pod, taints: readonly Taint[]): number {
  const tolerations = tolerationsOf(pod);
  let seconds = Infinity;
  for (const taint of taints) {
    const toleration = tolerations.find((candidate) => toleratesTaint(candidate, taint));
    if (toleration === undefined) return 0;
    seconds = Math.min(seconds, Math.max(0, toleration.tolerationSeconds ?? Infinity));
  }
  return seconds;
}

/** With what the API server adds (admission plugin DefaultTolerationSeconds). */
function tolerationsOf({ spec: { tolerations = [] } }: Pod): readonly Toleration[] {
  const added = NODE_PROBLEMS.filter(
    (problem) =>
      !tolerations.some(
        ({ key = '', effect = '' }) => (key === problem || key === '') && (effect === 'NoExecute' || effect === ''),
      ),
  );
  if (added.length === 0) return tolerations;
  const byDefault = { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: DEFAULT_TOLERATION_SECONDS } as const;
  return [...tolerations, ...added.map((key) => ({ key, ...byDefault }))];
}

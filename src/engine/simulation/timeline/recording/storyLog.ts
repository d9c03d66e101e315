import type { ObjectStore } from '../../../api/objectStore';
import type { RecordedEvent } from '../../../client/eventRecorder';
import type { ControllerName, Decision } from '../../../controllers/decisions';
import { jsonEqual } from '../../../kernel/jsonEqual';
import type { ScenarioAction } from '../../scenario/actions';
import type { Marker, TimelineDecision, TimelineEvent } from '../timeline';
import type { PodLog } from './podLog';
import { preemptionOf, type Preemption } from './preemptions';
import type { TimelineClock } from './timelineClock';

export interface StoryOptions {
  readonly store: ObjectStore;
  /** The workload that the story is about. */
  readonly workload: { readonly kind: 'Deployment' | 'DaemonSet'; readonly key: string };
  /** The keys of the others in the cluster. */
  readonly others: readonly string[];
  readonly maxRecords: number;
}

const KIND_OF = { deployment: 'Deployment', replicaset: 'ReplicaSet', daemonset: 'DaemonSet' } as const;

const MIN_TOLD_RETRY_MS = 1000;

/** What is told of a rollout: events, the controllers' decisions, and what the user did to it. */
export class StoryLog {
  readonly events: TimelineEvent[] = [];
  readonly decisions: TimelineDecision[] = [];
  readonly markers: Marker[] = [];
  readonly omissions = new Set<string>();
  /** The longest wait before a retry, in seconds. */
  longestRetry = 0;
  /** Pods that had to make room for others. */
  readonly preemptions: Preemption[] = [];
  readonly #clock: TimelineClock;
  readonly #pods: PodLog;
  readonly #store: ObjectStore;
  readonly #namespace: string;
  readonly #subject: string;
  /** `namespace/name` of the workload's ReplicaSets. */
  readonly replicaSets = new Set<string>();
  readonly #maxRecords: number;
  readonly #lastDecision = new Map<string, Decision>();

  constructor(clock: TimelineClock, pods: PodLog, { store, workload: { kind, key }, maxRecords }: StoryOptions) {
    this.#clock = clock;
    this.#pods = pods;
    this.#store = store;
    this.#subject = `${kind} ${key}`;
    this.#namespace = key.slice(0, key.indexOf('/'));
    this.#maxRecords = maxRecords;
  }

  onEvent(event: RecordedEvent): void {
    if (!this.#hasRoom(this.events, 'events')) return;
    const preemption = event.reason === 'Preempted' ? preemptionOf(event, this.#store, this.#clock.t) : undefined;
    if (preemption !== undefined) this.preemptions.push(preemption);
    const { kind, name, type, reason, message, namespace } = event;
    if (kind !== 'Pod' && this.#isOfOthers(kind, `${namespace}/${name}`)) return;
    const pod = kind === 'Pod' && namespace === this.#namespace ? this.#pods.indexOfName(name) : undefined;
    // Pods of others have no place in this timeline, unless they had to make room.
    if (kind === 'Pod' && pod === undefined && reason !== 'Preempted') return;
    const t = this.#clock.sentAt;
    this.events.push(
      pod === undefined ? { t, type, reason, kind, name, message } : { t, type, reason, kind, name, message, pod },
    );
  }

  /** A sync that decided just what the one before it did tells nothing new. */
  onDecision(decision: Decision): void {
    if (!this.#hasRoom(this.decisions, 'decisions')) return;
    const { controller, key, steps, error } = decision;
    if (this.#isOfOthers(KIND_OF[controller], key)) return;
    const place = `${controller} ${key}`;
    const last = this.#lastDecision.get(place);
    if (last !== undefined && isSameDecision(last, decision)) return;
    this.#lastDecision.set(place, decision);
    this.decisions.push({ t: this.#clock.t, controller, key, steps, error });
  }

  /** Conflicts are retried within milliseconds; worth telling is what makes people wait. */
  onRetry(controller: ControllerName, key: string, delayMs: number, failures: number): void {
    if (delayMs < MIN_TOLD_RETRY_MS || this.#isOfOthers(KIND_OF[controller], key) || !this.#hasRoom(this.decisions, 'decisions'))
      return;
    const seconds = delayMs / 1000;
    this.longestRetry = Math.max(this.longestRetry, seconds);
    const formula = 'delay = min(5 ms × 2^earlierFailures, 1000 s)';
    const inputs = { earlierFailures: failures - 1 };
    const step = { step: 'addRateLimited', formula, inputs, outcome: `${seconds} s`, verdict: 'requeued' } as const;
    this.decisions.push({ t: this.#clock.t, controller, key, steps: [step], error: undefined });
  }

  mark(action: number, source: ScenarioAction, problem: string | undefined): void {
    this.markers.push({ t: this.#clock.t, action, source, ...(problem === undefined ? {} : { problem }) });
  }

  /** Workloads beside the one that this story is about have their own. */
  #isOfOthers(kind: string, key: string): boolean {
    if (kind === 'ReplicaSet') return !this.replicaSets.has(key);
    return (kind === 'Deployment' || kind === 'DaemonSet') && `${kind} ${key}` !== this.#subject;
  }

  #hasRoom(records: readonly unknown[], what: string): boolean {
    if (records.length < this.#maxRecords) return true;
    this.omissions.add(`${what} after the first ${this.#maxRecords} are not recorded`);
    return false;
  }
}

/** When the controller will look again, or how often it has, is no other decision: a stuck one is looked at all the time. */
function isSameDecision(a: Decision, b: Decision): boolean {
  if (a.error !== b.error || a.steps.length !== b.steps.length) return false;
  return a.steps.every((step, index) => {
    const other = b.steps[index];
    return (step.step === 'requeueStuckDeployment' && other?.step === step.step) || jsonEqual(step, other);
  });
}

/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/drain/drain.go, staging/src/k8s.io/kubectl/pkg/cmd/drain/drain.go (v1.36.4).
 * A step machine where upstream waits in goroutines: the clock is virtual. `kubectl drain` as a step machine: cordon,
 * evict all pods at once, try again every 5 seconds where a budget refuses, wait for each to be gone. The caller
 * performs the evictions and comes back at `nextAt`.
 */
import { namespacedName, namespaceOf } from '../../../model/meta';
import type { Node, Pod } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { aggregateMessage } from '../../api/aggregateMessage';
import type { EvictionRefused, EvictionResult } from '../eviction/eviction';
import { drainErrors, drainWarnings, filterPods, isDeletionOverdue, type DrainOptions } from './podFilters';
import { goQuote } from '../../../model/goQuote';

const EVICTION_RETRY_MS = 5000;
const DELETION_POLL_MS = 1000;
/** So often a client comes back by itself when the server asks it to, before anyone hears of it. */
const MAX_SILENT_RETRIES = 10;

/** What a drain needs of the cluster. */
export interface DrainCluster {
  podsOnNode(nodeName: string): readonly Pod[];
  getPod(namespace: string, name: string): Pod | undefined;
  hasDaemonSet(namespace: string, name: string): boolean;
  /** Sets `spec.unschedulable`. */
  cordon(node: Node): void;
  /** Asks the API server for an eviction, which deletes the pod if it is allowed. */
  evict(pod: Pod, gracePeriodSeconds: number | undefined): EvictionResult | 'notFound';
  delete(pod: Pod, gracePeriodSeconds: number | undefined): void;
}

export type DrainPodState =
  | {
      readonly step: 'evicting';
      readonly at: Time;
      readonly silentRetries: number;
      readonly refusal?: EvictionRefused | undefined;
    }
  | { readonly step: 'terminating'; readonly at: Time }
  | { readonly step: 'gone' }
  | { readonly step: 'failed'; readonly error: string };

export interface DrainPod {
  readonly pod: Pod;
  readonly state: DrainPodState;
  /** Evictions asked for so far. */
  readonly attempts: number;
}

export interface DrainState {
  readonly nodeName: string;
  readonly options: DrainOptions;
  readonly startedAt: Time;
  readonly phase: 'running' | 'drained' | 'failed';
  /** Pods to be evicted; those left alone are in none of these lists. */
  readonly pods: readonly DrainPod[];
  readonly error?: string | undefined;
}

export interface DrainLine {
  readonly stream: 'out' | 'error';
  readonly text: string;
}

export interface DrainStep {
  readonly state: DrainState;
  /** What kubectl prints in this step. */
  readonly output: readonly DrainLine[];
  /** When to step again; undefined at the end. */
  readonly nextAt: Time | undefined;
}

/** Cordons the node and decides about its pods; the first evictions are asked for by the first `stepDrain`, at once. */
export function startDrain(node: Node, cluster: DrainCluster, options: DrainOptions, now: Time): DrainStep {
  const nodeName = node.metadata.name;
  const cordoned = node.spec?.unschedulable === true;
  const output: DrainLine[] = [{ stream: 'out', text: `node/${nodeName} ${cordoned ? 'already cordoned' : 'cordoned'}` }];
  if (!cordoned) cluster.cordon(node);
  const hasDaemonSet = (namespace: string, name: string): boolean => cluster.hasDaemonSet(namespace, name);
  const list = filterPods(cluster.podsOnNode(nodeName), { options, now, hasDaemonSet });
  const state: DrainState = { nodeName, options, startedAt: now, phase: 'running', pods: [] };
  const errors = drainErrors(list);
  if (errors.length > 0) return failedDrain(state, aggregateMessage(errors), output);
  const warnings = drainWarnings(list);
  if (warnings !== '') output.push({ stream: 'error', text: `Warning: ${warnings}` });
  const pods = list
    .filter(({ status }) => status.action === 'evict')
    .map(({ pod }): DrainPod => ({ pod, state: { step: 'evicting', at: now, silentRetries: 0 }, attempts: 0 }));
  return conclude({ ...state, pods }, output);
}

/** Does what is due at `now`. */
export function stepDrain(state: DrainState, cluster: DrainCluster, now: Time): DrainStep {
  const output: DrainLine[] = [];
  if (state.phase !== 'running') return { state, output, nextAt: undefined };
  const step = new DrainPodStep(state, cluster, now, output);
  return conclude({ ...state, pods: state.pods.map((pod) => step.advance(pod)) }, output);
}

/** One round over the pods. */
class DrainPodStep {
  readonly #state: DrainState;
  readonly #cluster: DrainCluster;
  readonly #now: Time;
  readonly #output: DrainLine[];

  constructor(state: DrainState, cluster: DrainCluster, now: Time, output: DrainLine[]) {
    this.#state = state;
    this.#cluster = cluster;
    this.#now = now;
    this.#output = output;
  }

  advance(item: DrainPod): DrainPod {
    const { state } = item;
    if (state.step === 'gone' || state.step === 'failed' || state.at > this.#now) return item;
    return state.step === 'evicting' ? this.#evict(item, state.silentRetries) : this.#awaitDeletion(item);
  }

  #evict(item: DrainPod, silentRetries: number): DrainPod {
    const { pod } = item;
    const { disableEviction, gracePeriodSeconds } = this.#state.options;
    const next = { ...item, attempts: item.attempts + 1 };
    if (disableEviction === true) {
      if (this.#found(pod) !== undefined) this.#cluster.delete(pod, gracePeriodSeconds);
      return this.#awaitDeletion(next);
    }
    if (silentRetries === 0) this.#output.push({ stream: 'out', text: `evicting pod ${namespacedName(pod)}` });
    if (this.#timedOut()) return failedPod(next, `${evictionErrorPrefix(pod)}: ${this.#timeoutText()}`);
    const result = this.#cluster.evict(pod, gracePeriodSeconds);
    if (result === 'notFound') return { ...next, state: { step: 'gone' } };
    return result.allowed ? this.#awaitDeletion(next) : this.#retry(next, result, silentRetries);
  }

  #retry(item: DrainPod, refusal: EvictionRefused, silentRetries: number): DrainPod {
    const prefix = evictionErrorPrefix(item.pod);
    if (refusal.code !== 429) return failedPod(item, `${prefix}: ${refusal.message}`);
    const { retryAfterSeconds = 0 } = refusal;
    if (retryAfterSeconds > 0 && silentRetries < MAX_SILENT_RETRIES) {
      const at = this.#now + retryAfterSeconds * 1000;
      return { ...item, state: { step: 'evicting', at, silentRetries: silentRetries + 1, refusal } };
    }
    this.#output.push({ stream: 'error', text: `${prefix} (will retry after 5s): ${refusal.message}` });
    return { ...item, state: { step: 'evicting', at: this.#now + EVICTION_RETRY_MS, silentRetries: 0, refusal } };
  }

  #awaitDeletion(item: DrainPod): DrainPod {
    const { name } = item.pod.metadata;
    const namespace = namespaceOf(item.pod);
    const current = this.#found(item.pod);
    if (current === undefined) {
      const done = this.#state.options.disableEviction === true ? 'deleted' : 'evicted';
      this.#output.push({ stream: 'out', text: `pod/${name} ${done}` });
      return { ...item, state: { step: 'gone' } };
    }
    if (isDeletionOverdue(current, { options: this.#state.options, now: this.#now })) {
      const seconds = this.#state.options.skipWaitForDeleteTimeoutSeconds ?? 0;
      const text = `pod ${goQuote(name)} has DeletionTimestamp older than ${seconds} seconds, skipping`;
      this.#output.push({ stream: 'out', text });
      return { ...item, state: { step: 'gone' } };
    }
    if (this.#timedOut()) {
      const subject = `error when waiting for pod ${goQuote(name)} in namespace ${goQuote(namespace)} to terminate`;
      return failedPod(item, `${subject}: ${this.#timeoutText()}`);
    }
    return { ...item, state: { step: 'terminating', at: this.#now + DELETION_POLL_MS } };
  }

  /** The pod as it is now; another one of its name is not meant. */
  #found(pod: Pod): Pod | undefined {
    const current = this.#cluster.getPod(namespaceOf(pod), pod.metadata.name);
    return current?.metadata.uid === pod.metadata.uid ? current : undefined;
  }

  #timedOut(): boolean {
    const { timeoutSeconds = 0 } = this.#state.options;
    return timeoutSeconds > 0 && this.#now >= this.#state.startedAt + timeoutSeconds * 1000;
  }

  #timeoutText(): string {
    return `global timeout reached: ${goDuration(this.#state.options.timeoutSeconds ?? 0)}`;
  }
}

function failedPod(item: DrainPod, error: string): DrainPod {
  return { ...item, state: { step: 'failed', error } };
}

function evictionErrorPrefix(pod: Pod): string {
  return `error when evicting pods/${goQuote(pod.metadata.name)} -n ${goQuote(namespaceOf(pod))}`;
}

/** Drained when all pods are gone; failed pods fail the drain, but only when no other pod is under way any more. */
function conclude(state: DrainState, output: DrainLine[]): DrainStep {
  const times = state.pods.flatMap(({ state: pod }) => ('at' in pod ? [pod.at] : []));
  if (times.length > 0) return { state, output, nextAt: Math.min(...times) };
  const errors = state.pods.flatMap(({ state: pod }) => (pod.step === 'failed' ? [pod.error] : []));
  if (errors.length > 0) return failedDrain(state, aggregateMessage(errors), output);
  const line: DrainLine = { stream: 'out', text: `node/${state.nodeName} drained` };
  return { state: { ...state, phase: 'drained' }, output: [...output, line], nextAt: undefined };
}

function failedDrain(state: DrainState, error: string, output: readonly DrainLine[]): DrainStep {
  const node = goQuote(state.nodeName);
  const text = `error: unable to drain node ${node} due to error: ${error}, continuing command...`;
  const pending = `There are pending nodes to be drained:\n ${state.nodeName}`;
  const lines: DrainLine[] = [
    { stream: 'error', text },
    { stream: 'error', text: pending },
  ];
  return { state: { ...state, phase: 'failed', error }, output: [...output, ...lines], nextAt: undefined };
}

/** Seconds as Go prints a duration: `45s`, `1m30s`, `2h0m0s`. */
function goDuration(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = `${seconds % 60}s`;
  if (hours > 0) return `${hours}h${minutes}m${rest}`;
  return minutes > 0 ? `${minutes}m${rest}` : rest;
}

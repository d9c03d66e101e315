/** Ours: what a sync decided, as data; upstream only logs it. */
import type { Time } from '../../model/time';
import { errorText } from './aggregateError';

export type ControllerName = 'deployment' | 'replicaset' | 'daemonset';
export type DecisionValue = number | string | boolean;

/** Why a step came out as it did, for the few cases that deserve a sentence of their own; rendered elsewhere. */
export interface DecisionSubject {
  readonly kind: 'Pod' | 'ReplicaSet' | 'Node' | 'ControllerRevision' | 'Deployment' | 'DaemonSet';
  readonly name: string;
  /** What happened to it or how it was judged: `created`, `deleted`, `candidate`, `skipped`, `scaled`, … */
  readonly role: string;
  /** Further facts, such as `{from: 10, to: 8}`. */
  readonly facts?: Readonly<Record<string, DecisionValue>> | undefined;
}

/**
 * One step of a sync: the function that decided (by its Kubernetes name), the numbers that went into its formula, what
 * came out, and which objects it touched. Data only; words are made from it where it is shown.
 *
 * `reconcileOldReplicaSets`: `maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2` is
 * `{step: 'reconcileOldReplicaSets', formula: 'maxScaledDown = allPods − minAvailable − newRSUnavailable',
 *   inputs: {allPods: 13, minAvailable: 8, newRSUnavailable: 3}, outcome: 2}`.
 */
export interface DecisionStep {
  readonly step: string;
  readonly formula?: string | undefined;
  readonly inputs: Readonly<Record<string, DecisionValue>>;
  readonly outcome: DecisionValue;
  /** A closed word for the kind of outcome, such as `scaledUp`, `waiting`, `complete`, `paused`, `nothingToDo`. */
  readonly verdict: string;
  readonly subjects?: readonly DecisionSubject[] | undefined;
}

/** All that one sync decided. */
export interface Decision {
  readonly at: Time;
  readonly controller: ControllerName;
  /** The key of the object that was synced. */
  readonly key: string;
  readonly steps: readonly DecisionStep[];
  /** The error that ended the sync, if one did. */
  readonly error?: string | undefined;
}

/** Collects the steps of the sync under way and hands them on when it ends. */
export class DecisionRecorder {
  readonly #sink: ((decision: Decision) => void) | undefined;
  #steps: DecisionStep[] = [];

  /** Without a sink nothing is recorded, and `enabled` lets callers skip the work. */
  constructor(sink?: (decision: Decision) => void) {
    this.#sink = sink;
  }

  get enabled(): boolean {
    return this.#sink !== undefined;
  }

  record(step: DecisionStep): void {
    if (this.#sink !== undefined) this.#steps.push(step);
  }

  /** Ends a sync: what was recorded since the last end belongs to it. */
  finish(at: Time, controller: ControllerName, key: string, error?: unknown): void {
    if (this.#sink === undefined) return;
    const steps = this.#steps;
    this.#steps = [];
    const text = error === undefined ? undefined : errorText(error);
    if (steps.length > 0 || text !== undefined) this.#sink({ at, controller, key, steps, error: text });
  }
}

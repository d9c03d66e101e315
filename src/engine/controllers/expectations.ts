/** Upstream: pkg/controller/controller_utils.go (v1.36.4): plain and UID-tracking expectations in one class. */
import { violated } from '../kernel/engineError';
import type { Clock } from '../kernel/eventLoop';

/** After this long an unfulfilled expectation no longer holds a sync back. */
export const EXPECTATIONS_TIMEOUT_MS = 5 * 60_000;

interface ControlleeExpectations {
  add: number;
  del: number;
  /** Names of the pods whose deletion is awaited, where that is tracked. */
  deletions: Set<string> | undefined;
  since: number;
}

/**
 * What a controller has asked for and not yet seen in its cache. A sync that would decide from a stale cache waits until
 * creations and deletions have been observed, or five minutes have passed.
 */
export class ControllerExpectations {
  readonly #clock: Clock;
  readonly #byKey = new Map<string, ControlleeExpectations>();
  readonly #isIgnored: (() => boolean) | undefined;

  /** DEVIATION: `isIgnored` shows what would be without them. They are kept, and no sync waits for them. */
  constructor(clock: Clock, isIgnored?: () => boolean) {
    this.#clock = clock;
    this.#isIgnored = isIgnored;
  }

  /** Nobody minds what is awaited: Kubernetes has no such switch. */
  get areIgnored(): boolean {
    return this.#isIgnored?.() === true;
  }

  /** [adds, deletes] as they stand; they may be negative. Undefined when nothing was ever expected. */
  get(key: string): readonly [adds: number, deletes: number] | undefined {
    const expectations = this.#byKey.get(key);
    return expectations === undefined ? undefined : [expectations.add, expectations.del];
  }

  /** Whether a sync may go ahead: everything seen, or too long ago, or nothing expected yet. */
  satisfied(key: string): boolean {
    const expectations = this.#byKey.get(key);
    if (expectations === undefined || this.areIgnored) return true;
    const fulfilled = expectations.add <= 0 && expectations.del <= 0;
    return fulfilled || this.#clock.now - expectations.since > EXPECTATIONS_TIMEOUT_MS;
  }

  setExpectations(key: string, add: number, del: number): void {
    if (!(add >= 0 && del >= 0)) violated(key, 'expects fewer than no creations or deletions');
    this.#byKey.set(key, { add, del, deletions: undefined, since: this.#clock.now });
  }

  expectCreations(key: string, count: number): void {
    this.setExpectations(key, count, 0);
  }

  /** Awaits the deletion of these pods, each counted once however often it is seen. */
  expectDeletions(key: string, podKeys: readonly string[]): void {
    const deletions = new Set(podKeys);
    if (deletions.size !== podKeys.length) violated(key, 'expects the deletion of a pod twice');
    this.#byKey.set(key, { add: 0, del: podKeys.length, deletions, since: this.#clock.now });
  }

  creationObserved(key: string): void {
    this.lowerExpectations(key, 1, 0);
  }

  /** With tracked names, only the first sight of an awaited name counts. */
  deletionObserved(key: string, podKey?: string): void {
    const expectations = this.#byKey.get(key);
    if (expectations === undefined) return;
    if (podKey !== undefined) {
      if (expectations.deletions?.delete(podKey) !== true) return;
    }
    expectations.del -= 1;
  }

  lowerExpectations(key: string, add: number, del: number): void {
    const expectations = this.#byKey.get(key);
    if (expectations === undefined) return;
    if (!(add >= 0 && del >= 0)) violated(key, 'lowers its expectations by less than nothing');
    expectations.add -= add;
    expectations.del -= del;
  }

  deleteExpectations(key: string): void {
    this.#byKey.delete(key);
  }
}

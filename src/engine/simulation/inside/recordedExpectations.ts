/** Ours: expectations that tell what is expected, what is seen, and what a sync hears when it asks. */
import { ControllerExpectations } from '../../controllers/expectations';
import type { ControllerName } from '../../controllers/decisions';
import type { Clock } from '../../kernel/eventLoop';
import type { InsideLog } from './insideLog';
import type { ExpectationsRow } from './insideRows';

const NOTHING = [0, 0] as const;
const ONE_DELETION = [0, 1] as const;

/** Told of what a sync expects, before it asks for it. */
type OnSet = (adds: number) => void;

export class RecordedExpectations extends ControllerExpectations {
  readonly #controller: ControllerName;
  readonly #log: InsideLog;
  readonly #onSet: OnSet;
  /** What the present sync has heard, question by question. */
  checks: NonNullable<ExpectationsRow['verdict']>[] = [];
  /** What lowers the numbers: who observes a creation does it by the same method. */
  #op: 'observed' | 'lowered' = 'lowered';

  constructor(clock: Clock, controller: ControllerName, log: InsideLog, onSet: OnSet, isIgnored?: () => boolean) {
    super(clock, isIgnored);
    this.#controller = controller;
    this.#log = log;
    this.#onSet = onSet;
  }

  #note(
    op: ExpectationsRow['op'],
    key: string,
    [adds, deletes]: readonly [number, number],
    verdict?: ExpectationsRow['verdict'],
  ): void {
    const log = this.#log;
    log.add({ t: log.t, row: 'expectations', controller: this.#controller, key, op, adds, deletes, verdict });
  }

  override satisfied(key: string): boolean {
    const answer = super.satisfied(key);
    const known = this.get(key);
    const [adds, deletes] = known ?? NOTHING;
    const isFulfilled = adds <= 0 && deletes <= 0;
    const unmet = this.areIgnored ? 'ignored' : answer ? 'expired' : 'waiting';
    const verdict = known === undefined ? 'none' : isFulfilled ? 'satisfied' : unmet;
    this.checks.push(verdict);
    this.#note('check', key, [adds, deletes], verdict);
    return answer;
  }

  override setExpectations(key: string, add: number, del: number): void {
    const known = this.get(key);
    super.setExpectations(key, add, del);
    // Nothing was awaited, and nothing is.
    const isSame = add + del === 0 && known?.[0] === 0 && known[1] === 0;
    if (!isSame) this.#note('set', key, [add, del]);
    this.#onSet(add);
  }

  override expectDeletions(key: string, podKeys: readonly string[]): void {
    super.expectDeletions(key, podKeys);
    this.#note('set', key, [0, podKeys.length]);
    this.#onSet(0);
  }

  override creationObserved(key: string): void {
    this.#op = 'observed';
    super.creationObserved(key);
    this.#op = 'lowered';
  }

  /** Not each sight of a pod counts. */
  override deletionObserved(key: string, podKey?: string): void {
    const deletes = this.get(key)?.[1];
    super.deletionObserved(key, podKey);
    if (deletes !== undefined && this.get(key)?.[1] !== deletes) this.#note('observed', key, ONE_DELETION);
  }

  override lowerExpectations(key: string, add: number, del: number): void {
    super.lowerExpectations(key, add, del);
    if (add + del !== 0 && this.get(key) !== undefined) this.#note(this.#op, key, [add, del]);
  }

  override deleteExpectations(key: string): void {
    if (this.get(key) !== undefined) this.#note('deleted', key, NOTHING);
    super.deleteExpectations(key);
  }
}

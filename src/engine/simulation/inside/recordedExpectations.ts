/** Ours: expectations that tell what is expected, what is seen, and what a sync hears when it asks. */
import { ControllerExpectations } from '../../controllers/expectations';
import type { ControllerName } from '../../controllers/decisions';
import type { Clock } from '../../kernel/eventLoop';
import type { InsideLog } from './insideLog';
import type { ExpectationsRow } from './insideRows';

const NOTHING = [0, 0] as const;

/** Told of what a sync expects, before it asks for it. */
type OnSet = (adds: number) => void;

export class RecordedExpectations extends ControllerExpectations {
  readonly #controller: ControllerName;
  readonly #log: InsideLog;
  readonly #onSet: OnSet;
  /** What the present sync has heard, question by question. */
  checks: NonNullable<ExpectationsRow['verdict']>[] = [];
  /** One method of the class calls another. */
  #isInside = false;

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

  /** Notes by how much the numbers have changed, if they have. */
  #changing(op: 'observed' | 'lowered', key: string, change: () => void): void {
    if (this.#isInside) {
      change();
      return;
    }
    const [adds, deletes] = this.get(key) ?? NOTHING;
    this.#isInside = true;
    change();
    this.#isInside = false;
    const [addsNow, deletesNow] = this.get(key) ?? NOTHING;
    if (adds !== addsNow || deletes !== deletesNow) this.#note(op, key, [adds - addsNow, deletes - deletesNow]);
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
    super.setExpectations(key, add, del);
    this.#note('set', key, [add, del]);
    this.#onSet(add);
  }

  override expectDeletions(key: string, podKeys: readonly string[]): void {
    super.expectDeletions(key, podKeys);
    this.#note('set', key, [0, podKeys.length]);
    this.#onSet(0);
  }

  override creationObserved(key: string): void {
    this.#changing('observed', key, () => {
      super.creationObserved(key);
    });
  }

  override deletionObserved(key: string, podKey?: string): void {
    this.#changing('observed', key, () => {
      super.deletionObserved(key, podKey);
    });
  }

  override lowerExpectations(key: string, add: number, del: number): void {
    this.#changing('lowered', key, () => {
      super.lowerExpectations(key, add, del);
    });
  }

  override deleteExpectations(key: string): void {
    if (this.get(key) !== undefined) this.#note('deleted', key, NOTHING);
    super.deleteExpectations(key);
  }
}

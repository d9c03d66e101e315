import type { Machine } from '../../../src/model/stations';
import { countUntil, machineOf, syncFrom, type Recorded, type SyncSpan } from './recording';
import { stepAt, stepRows } from './stepRows';

/** A place in the recording: finer than a moment, since all of a sync happens at one. */
export interface Position {
  /** The row that was the last to happen. */
  readonly row: number;
  /** The step of the sync that is looked at. */
  readonly step?: number | undefined;
}

export const STEP_SIZES = ['event', 'sync', 'step'] as const;
export type StepSize = (typeof STEP_SIZES)[number];

/** What one steps through: all machines, or the syncs of one. */
export interface StepsOf {
  readonly size: StepSize;
  readonly machine: Machine;
}

/** The place at a moment: what was chosen there if it is of this moment, else all that has happened until then. */
export function positionAt({ rows }: Recorded, t: number, chosen: Position | undefined): Position {
  if (chosen !== undefined && rows[chosen.row]?.t === t) return chosen;
  return { row: countUntil(rows, t) - 1 };
}

/** The next place in a direction; undefined: there is none. */
export function stepFrom(
  recorded: Recorded,
  from: Position,
  { size, machine }: StepsOf,
  direction: 1 | -1,
): Position | undefined {
  if (size === 'event') {
    const row = from.row + direction;
    return row < 0 || row >= recorded.rows.length ? undefined : { row };
  }
  return size === 'sync' ? nextSync(recorded, from, machine, direction) : nextStep(recorded, from, machine, direction);
}

const isOf = (span: SyncSpan | undefined, machine: Machine): span is SyncSpan =>
  span !== undefined && machineOf(span.queue) === machine && span.steps.length > 0;

/** The end of the next sync of this machine, where all of it is to be seen. */
function nextSync(recorded: Recorded, { row }: Position, machine: Machine, direction: 1 | -1): Position | undefined {
  const { syncs } = recorded;
  const here = recorded.syncOf[row] ?? -1;
  // Within a sync the next end is its own.
  let index = direction > 0 ? (here >= 0 ? here : syncFrom(recorded, row)) : syncFrom(recorded, row + 1) - 1;
  for (; index >= 0 && index < syncs.length; index += direction) {
    const span = syncs[index];
    if (isOf(span, machine) && (direction > 0 ? span.end > row : span.end < row)) return { row: span.end };
  }
  return undefined;
}

/** Where each step that was not skipped is done. */
export function stepPositions(recorded: Recorded, span: SyncSpan): readonly Position[] {
  const ends = stepRows(recorded, span);
  return span.steps.flatMap(({ state }, step) => (state === 'skipped' ? [] : [{ row: ends[step] as number, step }]));
}

function nextStep(recorded: Recorded, from: Position, machine: Machine, direction: 1 | -1): Position | undefined {
  const { syncs } = recorded;
  const here = recorded.syncOf[from.row] ?? -1;
  let index = here >= 0 ? here : direction > 0 ? syncFrom(recorded, from.row) : syncFrom(recorded, from.row) - 1;
  for (; index >= 0 && index < syncs.length; index += direction) {
    const span = syncs[index];
    if (!isOf(span, machine)) continue;
    const places = stepPositions(recorded, span);
    if (index !== here) return direction > 0 ? places[0] : places.at(-1);
    const now = currentStep(recorded, span, from);
    const found =
      direction > 0
        ? places.find(({ step = -1 }) => (now === undefined || step > now) && from.row < span.end)
        : places.findLast(({ step = -1 }) => now === undefined || step < now || from.row === span.end);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The step that is under way at a place within a sync; undefined: the first has not begun. */
export function currentStep(recorded: Recorded, span: SyncSpan, { row, step }: Position): number | undefined {
  if (step !== undefined) return step;
  if (row <= span.begin) return undefined;
  return stepAt(stepRows(recorded, span), span.steps, row);
}

/** The sync of a machine to be shown: the one under way, else the last that has ended. */
export function syncShown(recorded: Recorded, { row }: Position, machine: Machine): SyncSpan | undefined {
  for (let index = syncFrom(recorded, row + 1) - 1; index >= 0; index--) {
    const span = recorded.syncs[index];
    if (isOf(span, machine)) return span;
  }
  return undefined;
}

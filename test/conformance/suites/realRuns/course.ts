/** A step function of time: from each time on the state beside it holds. States are compared as texts. */
export interface Course {
  readonly times: readonly number[];
  readonly states: readonly string[];
}

/** How near two courses are, best first. */
export const PACES = ['same', 'shift', 'drift', 'different'] as const;
export type Pace = (typeof PACES)[number];

const SAME_SECONDS = 0.5;
export const SHIFT_SECONDS = 1.5;
/** A state that lasts less may be missing on the other side when only the sequence is compared. */
const LASTING_SECONDS = 1.2;
const GRID_SECONDS = 0.5;

/** Where one side has a state at `t` that the other has nowhere near. */
export interface Parting {
  readonly t: number;
  readonly recorded: string;
  readonly replayed: string;
}

export function paceOf(recorded: Course, replayed: Course, end: number): Pace {
  if (firstParting(recorded, replayed, end, SAME_SECONDS) === undefined) return 'same';
  if (firstParting(recorded, replayed, end, SHIFT_SECONDS) === undefined) return 'shift';
  return lastingStates(recorded, end).join(' → ') === lastingStates(replayed, end).join(' → ') ? 'drift' : 'different';
}

/** The first half second at which a state of one side does not occur on the other within the tolerance. */
export function firstParting(recorded: Course, replayed: Course, end: number, tolerance: number): Parting | undefined {
  for (let t = GRID_SECONDS; t <= end - GRID_SECONDS; t += GRID_SECONDS) {
    const states = { recorded: stateAt(recorded, t), replayed: stateAt(replayed, t) };
    const known = occurs(replayed, states.recorded, t, tolerance) && occurs(recorded, states.replayed, t, tolerance);
    if (!known) return { t, ...states };
  }
  return undefined;
}

function stateAt({ times, states }: Course, t: number): string {
  let row = -1;
  while (row + 1 < times.length && (times[row + 1] as number) <= t) row++;
  return states[Math.max(0, row)] ?? '';
}

function occurs(course: Course, state: string, t: number, tolerance: number): boolean {
  if (stateAt(course, t - tolerance) === state) return true;
  return course.times.some((at, row) => course.states[row] === state && at >= t - tolerance && at <= t + tolerance);
}

function lastingStates({ times, states }: Course, end: number): readonly string[] {
  const lasting: string[] = [];
  states.forEach((state, row) => {
    const until = Math.min(end, times[row + 1] ?? end);
    const from = Math.max(0, times[row] as number);
    if (until - from >= LASTING_SECONDS && lasting.at(-1) !== state) lasting.push(state);
  });
  return lasting;
}

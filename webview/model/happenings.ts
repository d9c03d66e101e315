import type { Timeline, TimelineDecision } from '../../src/engine/simulation/timeline';

/** What the step buttons go by. */
export const STEP_KINDS = ['decision', 'event', 'sync', 'pod change'] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Verdicts of steps that changed nothing and are not worth stopping at. */
const QUIET_VERDICT =
  /^(nothingToDo|noChange|unchanged|none|waiting|complete|upToDate|progressing|satisfied|skipped|notNeeded|found|exists|unsatisfiedExpectations|notPaused|computed|kept|enough)$/;

/** Did the sync change something, or fail? */
export function isSignificant(decision: TimelineDecision): boolean {
  return decision.error !== undefined || decision.steps.some(({ verdict, subjects }) => isTelling(verdict, subjects));
}

const ACTIVE_ROLE = /^(created|deleted|scaled|scaledUp|scaledDown|killed|adopted|released|evicted|candidate)$/;
export function isTelling(verdict: string, subjects: TimelineDecision['steps'][number]['subjects']): boolean {
  if (subjects?.some(({ role }) => ACTIVE_ROLE.test(role)) === true) return true;
  return !QUIET_VERDICT.test(verdict);
}

const timesOf = new WeakMap<Timeline, Map<StepKind, Float64Array>>();

/** The moments of one kind, ascending, each once; kept per timeline. */
export function stepTimes(timeline: Timeline, kind: StepKind): Float64Array {
  const known = timesOf.get(timeline) ?? new Map<StepKind, Float64Array>();
  timesOf.set(timeline, known);
  const times = known.get(kind) ?? computeTimes(timeline, kind);
  known.set(kind, times);
  return times;
}

function computeTimes(timeline: Timeline, kind: StepKind): Float64Array {
  switch (kind) {
    case 'decision':
      return distinct(timeline.decisions.filter(isSignificant).map(({ t }) => t));
    case 'event':
      return distinct(timeline.events.map(({ t }) => t));
    case 'sync':
      return distinct(timeline.decisions.map(({ t }) => t));
    case 'pod change':
      return distinct(timeline.pods.changeTimes);
  }
}

function distinct(times: ArrayLike<number>): Float64Array {
  const sorted = Float64Array.from(times).sort();
  return sorted.filter((t, index) => index === 0 || t !== sorted[index - 1]);
}

export function nextTime(times: Float64Array, t: number): number | undefined {
  return times.find((candidate) => candidate > t + 1e-9);
}

export function previousTime(times: Float64Array, t: number): number | undefined {
  return times.findLast((candidate) => candidate < t - 1e-9);
}

export interface Formula {
  /** What is computed, such as `maxScaledDown`; absent when the formula has no left side. */
  readonly target: string | undefined;
  /** Words and operators, and the names with their numbers filled in. */
  readonly parts: readonly FormulaPart[];
  readonly outcome: string;
}
export type FormulaPart = { readonly text: string } | { readonly name: string; readonly value: string };

/** `maxScaledDown = allPods − minAvailable`, `{allPods: 13, minAvailable: 8}` → `maxScaledDown = allPods 13 − minAvailable 8`. */
export function fillFormula(
  formula: string,
  inputs: Readonly<Record<string, number | string | boolean>>,
  outcome: number | string | boolean,
): Formula {
  const [left, right] = splitOnce(formula, ' = ');
  const source = right ?? left;
  const parts: FormulaPart[] = [];
  let last = 0;
  for (const match of source.matchAll(/[A-Za-z_][\w.]*/g)) {
    const value = inputs[match[0]];
    if (value === undefined) continue;
    if (match.index > last) parts.push({ text: source.slice(last, match.index) });
    parts.push({ name: match[0], value: String(value) });
    last = match.index + match[0].length;
  }
  if (last < source.length) parts.push({ text: source.slice(last) });
  return { target: right === undefined ? undefined : left, parts, outcome: String(outcome) };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const index = text.indexOf(separator);
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + separator.length)];
}

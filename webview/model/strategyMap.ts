import type { Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import type { OutcomeKind } from '../../src/engine/simulation/timeline/timeline';
import { refusedPair, roundsUp } from '../../src/model/envelope';
import { scaledValue, type IntOrString } from '../../src/model/intOrPercent';
import { desiredPods } from '../../src/engine/simulation/batch/strategy';
import { strategyOf } from './edits';
import { isDeployment } from './tunedWorkload';

/** What one run of the map says about its pair of values. */
export interface MapResult {
  readonly kind: OutcomeKind;
  readonly duration: number | undefined;
  readonly minAvailable: number;
  readonly maxPods: number;
  /** Requests that fail; undefined: nobody asks. */
  readonly lost?: number | undefined;
}

/** A cell: a result, not allowed by the API server (with its reason), failed, or not computed yet (undefined). */
export type MapCell = MapResult | { readonly kind: 'notAllowed' | 'failed'; readonly reason: string };

export interface MapAxes {
  readonly surges: readonly IntOrString[];
  readonly unavailables: readonly IntOrString[];
}

const PERCENTAGES = ['10%', '25%', '50%', '75%', '100%'] as const;

/** Small counts in full; for larger ones the counts people really write, then percentages. The values in use are always there. */
export function mapAxes(workload: Workload, desired: number, also: readonly Pair[] = []): MapAxes {
  const values: IntOrString[] = desired <= 8 ? Array.from({ length: desired + 1 }, (_, n) => n) : [0, 1, 2, ...PERCENTAGES];
  const strategy = strategyOf(workload);
  const withExtra = (name: 'maxSurge' | 'maxUnavailable'): IntOrString[] => {
    const extra = strategy[name] ?? 0;
    const size = (value: IntOrString): number => sizeOf(workload, desired, name, value);
    const all = values.includes(extra) ? [...values] : [...values, extra];
    for (const pair of also) if (!all.some((value) => size(value) === size(pair[name]))) all.push(pair[name]);
    return all.sort((a, b) => size(a) - size(b) || Number(typeof a === 'string') - Number(typeof b === 'string'));
  };
  return { surges: withExtra('maxSurge'), unavailables: withExtra('maxUnavailable') };
}

/** Two values of one field, by their names. */
interface Pair {
  readonly maxSurge: IntOrString;
  readonly maxUnavailable: IntOrString;
}

function sizeOf(workload: Workload, desired: number, name: keyof Pair, value: IntOrString): number {
  return scaledValue(value, desired, roundsUp(kindOf(workload), name)) ?? 0;
}

/** The cell of a pair, also where the axes write its values otherwise; undefined: it is not on the map. */
export function placeOf(
  { axes, scenario }: { readonly axes: MapAxes; readonly scenario: Scenario },
  pair: Pair,
): number | undefined {
  const desired = desiredPods(scenario);
  const { after } = scenario.workload;
  const index = (name: keyof Pair, values: readonly IntOrString[]): number => {
    const exact = values.indexOf(pair[name]);
    const size = sizeOf(after, desired, name, pair[name]);
    return exact >= 0 ? exact : values.findIndex((value) => sizeOf(after, desired, name, value) === size);
  };
  const [row, column] = [index('maxSurge', axes.surges), index('maxUnavailable', axes.unavailables)];
  return row < 0 || column < 0 ? undefined : row * axes.unavailables.length + column;
}

function kindOf(workload: Workload): 'Deployment' | 'DaemonSet' {
  return isDeployment(workload) ? 'Deployment' : 'DaemonSet';
}

const REFUSALS = {
  bothZero: 'maxSurge and maxUnavailable cannot both be 0',
  bothSet: 'a DaemonSet takes only one of the two above 0',
};

/** Pairs that the API server refuses. */
export function refusal(workload: Workload, surge: IntOrString, unavailable: IntOrString): string | undefined {
  const refused = refusedPair(kindOf(workload), surge, unavailable);
  return refused && REFUSALS[refused];
}

/** Each pair of values, row by row, or why the API server refuses it. */
export function mapVariants(scenario: Scenario, { surges, unavailables }: MapAxes): (Scenario['workload'] | string)[] {
  return surges.flatMap((surge) =>
    unavailables.map(
      (unavailable) => refusal(scenario.workload.after, surge, unavailable) ?? mapScenario(scenario, surge, unavailable).workload,
    ),
  );
}

/** The scenario with one pair of values; nothing is recorded that the map does not show. */
export function mapScenario(scenario: Scenario, maxSurge: IntOrString, maxUnavailable: IntOrString): Scenario {
  const { after } = scenario.workload;
  const rollingUpdate = { maxSurge, maxUnavailable };
  const strategy = { type: 'RollingUpdate', rollingUpdate };
  const tuned: Workload = isDeployment(after)
    ? { ...after, spec: { ...after.spec, strategy } }
    : { ...after, spec: { ...after.spec, updateStrategy: strategy } };
  return { ...scenario, workload: { ...scenario.workload, after: tuned } };
}

export const hasResult = (cell: MapCell | undefined): cell is MapResult =>
  cell !== undefined && cell.kind !== 'notAllowed' && cell.kind !== 'failed';

export const isComplete = (cell: MapCell | undefined): cell is MapResult & { readonly duration: number } =>
  hasResult(cell) && cell.kind === 'complete' && cell.duration !== undefined;

/** The cells than which no other is better: faster without fewer available pods or a higher peak. Of equal ones the first. */
export function paretoFront(cells: readonly (MapCell | undefined)[]): boolean[] {
  return cells.map(
    (cell, index) =>
      isComplete(cell) &&
      !cells.some((other, place) => isComplete(other) && (dominates(other, cell) || (place < index && isEqual(other, cell)))),
  );
}

const isEqual = (a: Complete, b: Complete): boolean =>
  a.duration === b.duration && a.minAvailable === b.minAvailable && a.maxPods === b.maxPods && lostOf(a) === lostOf(b);

/** As far as it is worth telling apart. */
const lostOf = ({ lost = 0 }: Complete): number => Math.round(lost * 10);

type Complete = MapResult & { readonly duration: number };
function dominates(a: Complete, b: Complete): boolean {
  const noWorse =
    a.duration <= b.duration && a.minAvailable >= b.minAvailable && a.maxPods <= b.maxPods && lostOf(a) <= lostOf(b);
  return noWorse && !isEqual(a, b);
}

/** What the color of a cell stands for: how long it takes, how few are left, how many requests fail. */
export const MEASURES = ['duration', 'available', 'requests'] as const;
export type Measure = (typeof MEASURES)[number];

/** The more the worse, in steps that look alike: a minute matters more at 1 than at 20. */
const BADNESS: Readonly<Record<Measure, (cell: Complete) => number>> = {
  duration: ({ duration }) => Math.log(Math.max(duration, 0.1)),
  available: ({ minAvailable }) => -minAvailable,
  requests: ({ lost = 0 }) => lost,
};

/** 0 for the best, 1 for the worst completed cell. */
export function levelOf(cell: Complete, cells: readonly (MapCell | undefined)[], measure: Measure): number {
  const all = cells.filter(isComplete).map(BADNESS[measure]);
  const low = Math.min(...all);
  const high = Math.max(...all);
  return high - low < 1e-9 ? 0 : (BADNESS[measure](cell) - low) / (high - low);
}

import { DATA_PLANES } from '../../../model/dataPlanes';
import { isHeadless, loadOf } from '../../../model/load';
import type { Scenario, Workload } from '../scenario/scenario';
import { trafficService } from '../scenario/trafficService';
import type { ProgressWatch } from '../progressWatch';
import { timelineFacts } from './scenarioFacts';
import { isDeadlineExceeded, type TimelineRecorder } from './recording/timelineRecorder';
import { totalsOverTime } from './recording/totals';
import type { OutcomeKind, TimelineFacts, TotalsColumn } from './timeline';
import type { Series } from './series';

/** Share of the story shown after its last change, so that the end can be seen to be quiet. */
const AFTERMATH = 0.03;

export interface EndingInput {
  readonly scenario: Scenario;
  readonly recorder: TimelineRecorder;
  readonly watch: ProgressWatch;
  readonly ended: { readonly kind: OutcomeKind; readonly at: number };
  /** When other workloads last got more or fewer pods that serve, in seconds. */
  readonly othersChangedAt: number;
}

/** How a rollout ended, in numbers. */
export interface Ending {
  /** The last second of the timeline. */
  readonly end: number;
  readonly deadlineExceededAt: number | undefined;
  /** All is done, and no pod keeps crashing. */
  readonly isWhole: boolean;
  /** It was done, but that was not the end of it. */
  readonly hasAftermath: boolean;
}

export function endingOf(input: EndingInput): Ending {
  const { ended, recorder, watch } = input;
  const deadlineExceededAt = recorder.conditions.find((condition) => condition.t >= 0 && isDeadlineExceeded(condition))?.t;
  const isWhole = watch.isComplete() && !watch.hasSeenCrashes();
  const hasAftermath = isFinished(ended.kind) && !isWhole;
  return { end: endOf(input, hasAftermath, deadlineExceededAt), deadlineExceededAt, isWhole, hasAftermath };
}

function isFinished(kind: OutcomeKind): boolean {
  return kind === 'complete' || kind === 'nothingToDo';
}

function endOf(
  { ended, watch, scenario, recorder, othersChangedAt }: EndingInput,
  hasAftermath: boolean,
  deadlineExceededAt: number | undefined,
): number {
  if (scenario.stopAt === 'horizon') return scenario.horizonSeconds;
  const isStill = !hasAftermath || watch.hasSeenCrashes();
  const lastOfStall = deadlineExceededAt ?? lastChangeOfStall(watch.lastProgress());
  const lastChange = ended.kind !== 'stalled' && isStill ? watch.lastChange() : lastOfStall;
  const last = Math.max(ended.at, lastChange, othersChangedAt, recorder.story.markers.at(-1)?.t ?? 0);
  return Math.min(scenario.horizonSeconds, Math.ceil(last + Math.max(1, last * AFTERMATH, sendersLag(scenario))));
}

/** How long after the last change of a pod the senders of requests still hear of it, where requests are followed. */
function sendersLag(scenario: Scenario): number {
  const service = trafficService(scenario);
  if (service === undefined || scenario.traffic === undefined) return 0;
  const { dataPlane } = loadOf(scenario.traffic, isHeadless(service.spec?.clusterIP));
  const { learns, registers } = DATA_PLANES[dataPlane];
  return learns[1] + registers;
}

/** Without a deadline a stall has no last moment: a little of it is enough. */
function lastChangeOfStall(stalledAt: number): number {
  return stalledAt + Math.max(30, stalledAt * 0.5);
}

/** The figures of a rollout and the counts that they are from. What came after its end is forgotten. */
export function figuresOf(
  { recorder, ended }: EndingInput,
  { end }: Ending,
  workload: Workload,
): { readonly totals: Series<TotalsColumn>; readonly facts: TimelineFacts } {
  const { pods, revisions } = recorder;
  pods.close(end);
  const totals = totalsOverTime(pods, revisions.targets, end);
  const completeAt = isFinished(ended.kind) ? ended.at : undefined;
  return { totals, facts: timelineFacts({ totals, pods, end, completeAt, podSpec: workload.spec.template.spec }) };
}

/** What a run came to, without its story. */
export interface RolloutFigures {
  readonly outcome: { readonly kind: OutcomeKind; readonly at: number; readonly deadlineExceededAt: number | undefined };
  readonly facts: TimelineFacts;
  /** Available pods over time. */
  readonly available: Steps;
}

export function rolloutFigures(input: EndingInput, workload: Workload): RolloutFigures {
  const ending = endingOf(input);
  const { facts, totals } = figuresOf(input, ending, workload);
  const { kind, at } = input.ended;
  const outcome = { kind, at, deadlineExceededAt: ending.deadlineExceededAt };
  return { outcome, facts, available: stepsOf(totals, 'available') };
}

/** A number over time: values[i] holds from times[i] on. */
export interface Steps {
  readonly times: Float64Array;
  readonly values: Int32Array;
}

/** One column of a series alone: rows in which it does not change, and all but the last of an instant, are left out. */
function stepsOf({ columns, times, values }: Series<TotalsColumn>, column: TotalsColumn): Steps {
  const place = columns.indexOf(column);
  const keptTimes: number[] = [];
  const keptValues: number[] = [];
  for (let row = 0; row < times.length; row++) {
    const t = times[row] as number;
    const value = values[row * columns.length + place] as number;
    if (t === times[row + 1] || value === keptValues.at(-1)) continue;
    keptTimes.push(t);
    keptValues.push(value);
  }
  return { times: new Float64Array(keptTimes), values: new Int32Array(keptValues) };
}

import { jsonEqual } from '../kernel/jsonEqual';
import type { Scenario, Workload } from './scenario/scenario';
import { isDaemonSet } from './scenario/workloadKind';
import type { Timeline } from './timeline/timeline';
import { lossOf } from './timeline/timelineLoss';
import { formatDuration, grouped, listed } from '../../model/words';

/** Taking a rollout back is one more rollout; or there is a reason why it is not, or why nothing is known of it. */
export type Undo = { readonly scenario: Scenario; readonly at: number } | { readonly text: string };

/** Somebody has to see first that it went wrong. */
const SECONDS_TO_REACT = 1;
/** Seconds that nobody waits for. */
const AT_ONCE = 0.5;

/** The same story with `kubectl rollout undo` at its end. */
export function undoOf(scenario: Scenario, timeline: Timeline): Undo {
  const { before } = scenario.workload;
  if (before === undefined) return { text: 'nothing ran before: to take it back is to delete it' };
  if (timeline.revisions.length < 2)
    return {
      text: 'apply the version before again: kubectl rollout undo brings back the template of the pods, which is the same',
    };
  if (timeline.outcome.kind === 'horizon') return { text: 'not known: the rollout is not over when the simulation ends' };
  if (scenario.actions.some(({ action }) => action === 'undo')) return { text: 'this run undoes it already' };
  const { stopAt: _whenever, ...rest } = scenario;
  const wentWrong = timeline.outcome.aftermath === undefined ? timeline.outcome.at : timeline.end;
  const at = Math.ceil(wentWrong + SECONDS_TO_REACT);
  const horizonSeconds = Math.max(scenario.horizonSeconds, at + 1);
  return { scenario: { ...rest, horizonSeconds, actions: [...scenario.actions, { at, action: 'undo' }] }, at };
}

/** What taking it back comes to, from a run of `undoOf`'s scenario. */
export function undoText(timeline: Timeline, { scenario, at }: Extract<Undo, { scenario: Scenario }>): string {
  const { outcome, markers } = timeline;
  const refused = markers.find(({ action }) => action === scenario.actions.length - 1)?.problem;
  if (refused !== undefined) return `kubectl rollout undo is refused: ${refused}`;
  const { before, after } = scenario.workload;
  const stays = before === undefined ? [] : settingsThatStay(before, after);
  const kept = stays.length === 0 ? '' : `; ${listed(stays)} ${stays.length === 1 ? 'stays' : 'stay'} as applied`;
  if (outcome.kind !== 'complete' && outcome.kind !== 'nothingToDo')
    return `kubectl rollout undo does not get there: ${outcome.sentence}${kept}`;
  const took = outcome.at - at;
  const how = took < AT_ONCE ? 'works at once' : `takes ${formatDuration(took)}`;
  return `kubectl rollout undo ${how}, ${lossText(timeline, at)}${kept}`;
}

function lossText(timeline: Timeline, at: number): string {
  const { of, fewest, secondsAtWorst } = lossOf(timeline, at);
  const what = timeline.workload.kind === 'DaemonSet' ? 'nodes served' : 'available';
  if (fewest >= of) return `always ${grouped(of)} ${what}`;
  if (fewest === 0) return `with nothing available for ${formatDuration(secondsAtWorst)}`;
  return `never below ${grouped(fewest)} of ${grouped(of)} ${what}`;
}

const NOT_TAKEN_BACK = ['replicas', 'strategy', 'updateStrategy', 'minReadySeconds', 'progressDeadlineSeconds'] as const;

/** kubectl's undo brings back the template of the pods and nothing else. */
function settingsThatStay(before: Workload, after: Workload): string[] {
  const [a, b] = [before, after].map(({ spec }) => spec as unknown as Readonly<Record<string, unknown>>);
  const names = NOT_TAKEN_BACK.filter((name) => !(name === 'replicas' && isDaemonSet(after)));
  return names.filter((name) => !jsonEqual(a?.[name] ?? null, b?.[name] ?? null));
}

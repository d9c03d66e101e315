import { EngineError } from '../../engine/kernel/engineError';
import { Rollout } from '../../engine/simulation/rollout';
import { nodesOf } from '../../engine/simulation/scenario/clusterObjects';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import type { Timeline } from '../../engine/simulation/timeline/timeline';
import { verdict } from '../../engine/simulation/verdict/verdict';
import { lostShare } from '../../engine/traffic/losses';
import { trafficOf } from '../../engine/traffic/trafficReport';
import { formatDuration, grouped, percentText } from '../../model/words';

/** What a simulated rollout shows of its safety. */
export interface Measure {
  readonly seconds: number | undefined;
  readonly desired: number;
  readonly fewest: number;
  readonly secondsWithoutAny: number;
  readonly most: number;
  readonly missesDeadline: boolean;
  /** Share of the requests that fail; undefined: no Service sends any. */
  readonly lost: number | undefined;
  /** What becomes of it. */
  readonly headline: string;
}

const STEPS_A_SLICE = 300;
const MAX_STEPS = 200_000;

/** Plays a scenario in slices; undefined where it cannot be played. */
export function* measured(scenario: Scenario): Generator<undefined, Measure | undefined> {
  try {
    const rollout = new Rollout(scenario);
    while (rollout.advance(STEPS_A_SLICE)) {
      if (rollout.progress.steps > MAX_STEPS) return undefined;
      yield;
    }
    return measureOf(rollout.timeline(), scenario);
  } catch (error) {
    if (error instanceof EngineError) return undefined;
    throw error;
  }
}

function measureOf(timeline: Timeline, scenario: Scenario): Measure {
  const traffic = trafficOf(timeline, scenario);
  const { duration, desired, minAvailable, secondsWithoutAny, maxPods } = timeline.facts;
  return {
    seconds: duration,
    desired,
    fewest: minAvailable,
    secondsWithoutAny,
    most: maxPods,
    lost: traffic && lostShare(traffic),
    missesDeadline: timeline.outcome.deadlineExceededAt !== undefined,
    headline: verdict(timeline).headline,
  };
}

/** As in an upgrade of the cluster that is in a hurry: half of the nodes are drained at once, and nothing is applied. */
export function drained(scenario: Scenario): Scenario {
  const { after } = scenario.workload;
  const nodes = nodesOf(scenario.cluster, after).map(({ metadata }) => metadata.name);
  const actions = nodes.slice(0, Math.ceil(nodes.length / 2)).map((node) => ({ at: 1, action: 'drain' as const, node }));
  return { ...scenario, workload: { before: after, after }, actions, horizonSeconds: 3600 };
}

/** What is different: `fewest available 6 → 8 of 8`; empty: nothing that the simulation shows. */
export function changesText(before: Measure, after: Measure): string {
  const parts: string[] = [];
  if (before.fewest !== after.fewest)
    parts.push(`fewest available ${grouped(before.fewest)} → ${grouped(after.fewest)} of ${grouped(after.desired)}`);
  if (before.secondsWithoutAny !== after.secondsWithoutAny) parts.push(`without any pod ${outage(before)} → ${outage(after)}`);
  if (before.missesDeadline !== after.missesDeadline)
    parts.push(after.missesDeadline ? 'misses its deadline' : 'no longer misses its deadline');
  if (before.lost !== undefined && after.lost !== undefined && lostText(before.lost) !== lostText(after.lost))
    parts.push(`requests that fail ${lostText(before.lost)} → ${lostText(after.lost)}`);
  if (before.most !== after.most) parts.push(`most pods ${grouped(before.most)} → ${grouped(after.most)}`);
  if (formatted(before) !== formatted(after)) parts.push(`takes ${formatted(before)} → ${formatted(after)}`);
  return parts.join(' · ');
}

function lostText(share: number): string {
  return share === 0 ? 'none' : percentText(share);
}

function outage({ secondsWithoutAny }: Measure): string {
  return secondsWithoutAny === 0 ? 'never' : `for ${formatDuration(secondsWithoutAny)}`;
}

function formatted({ seconds }: Measure): string {
  return seconds === undefined ? 'for ever' : formatDuration(seconds);
}

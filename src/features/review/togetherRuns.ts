import type { OtherWorkload, Scenario } from '../../engine/simulation/scenario/scenario';
import { counted } from '../../model/words';
import { distanceTo } from '../../rules/nearness';
import { playInSteps, type ReviewRun } from './reviewRun';

/** A workload that starts new pods or is scaled, and what that takes alone. */
export interface Rolling {
  readonly uri: string;
  /** What it was built as: `prod`. */
  readonly variant?: string;
  readonly scenario: Scenario;
  readonly run: ReviewRun;
  readonly named: string;
}

/** In one world at once. */
const MAX_TOGETHER = 20;
/** So many worlds are played. */
const MAX_WORLDS = 5;

/** What rolls out beside each other in one cluster, played in one world: a sentence for each of them. */
export function* playTogether(rolling: readonly Rolling[]): Generator<undefined, readonly string[]> {
  const said: string[] = [];
  for (const world of worldsOf(rolling).slice(0, MAX_WORLDS)) said.push(yield* playWorld(world));
  return said;
}

/** Those whose files lie so that they may be applied to one cluster; an object stands in a cluster once. */
function worldsOf(rolling: readonly Rolling[]): readonly (readonly Rolling[])[] {
  const worlds: Rolling[][] = [];
  for (const one of rolling) {
    const world = worlds.find((some) => some.every((other) => isBeside(one, other)));
    if (world === undefined) worlds.push([one]);
    else world.push(one);
  }
  return worlds.filter(({ length }) => length > 1).toSorted((a, b) => b.length - a.length);
}

function isBeside(one: Rolling, other: Rolling): boolean {
  if (keyOf(one.scenario.workload.after) === keyOf(other.scenario.workload.after)) return false;
  // What several overlays or charts call `prod` is one place.
  if (one.variant !== undefined && one.variant === other.variant) return true;
  return distanceTo(one.uri, other.uri) !== undefined && distanceTo(other.uri, one.uri) !== undefined;
}

/** Of all that roll the slowest decides when the change is done; what becomes of it among the others is told. */
function* playWorld(world: readonly Rolling[]): Generator<undefined, string> {
  // What stalls alone is told with it.
  const slowness = ({ run }: Rolling): number => run.seconds ?? -1;
  const [slowest, ...others] = world.toSorted((a, b) => slowness(b) - slowness(a)).slice(0, MAX_TOGETHER);
  if (slowest === undefined) return '';
  const run = yield* playInSteps(
    inOneWorld(
      slowest.scenario,
      others.map(({ scenario }) => scenario),
    ),
  );
  const all = others.length + 1 < world.length ? `the ${others.length + 1} slowest of ${world.length}` : `all ${world.length}`;
  if (typeof run === 'string') return `${all}: ${run}`;
  const alone = isSame(slowest.run, run) ? 'as it does alone' : `alone: ${slowest.run.headline}`;
  return `${slowest.named}, the slowest, together with ${counted(others.length, 'other')}: ${run.headline} (${alone})`;
}

/** A second more or less is chance. */
function isSame(a: ReviewRun, b: ReviewRun): boolean {
  return (
    a.tone === b.tone &&
    (a.headline === b.headline || Math.abs((a.seconds ?? 0) - (b.seconds ?? 0)) < Math.max(15, (a.seconds ?? 0) / 5))
  );
}

/** All that roll, in the cluster of the first: they start together and compete for the same nodes and quotas. */
function inOneWorld(first: Scenario, more: readonly Scenario[]): Scenario {
  const rolling = more.map(({ workload: { before, after } }): OtherWorkload => ({
    ...(before === undefined ? {} : { before }),
    after,
  }));
  const names = new Set(more.map(({ workload }) => keyOf(workload.after)));
  // Those that roll here run nowhere else.
  const resting = (first.others ?? []).filter(({ after, before }) => !names.has(keyOf(after ?? before)));
  return { ...first, title: 'All rollouts of the change', others: [...rolling, ...resting] };
}

function keyOf(workload: OtherWorkload['after']): string {
  return `${workload?.kind ?? ''}/${workload?.metadata.namespace ?? ''}/${workload?.metadata.name ?? ''}`;
}

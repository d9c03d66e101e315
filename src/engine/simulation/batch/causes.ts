/** Ours: what a rollout's duration hangs on most: each assumption is moved alone, the others stay as they are. */
import type { Delay, PodBehavior } from '../../cluster/kubelet/behaviorForm';
import type { BehaviorProfile, Scenario } from '../scenario/scenario';
import type { RunFigures } from './repeatedRun';
import { quantile } from './statistics';

/** What is drawn for each pod or node. */
export type LeverName = 'imagePull' | 'start' | 'warmUp' | 'shutDown' | 'pullErrors' | 'crashes' | 'flaky' | 'slowNodes';

/** One assumption at its tenth and its ninetieth percentile; a chance without, and as it is. */
export interface Lever {
  readonly name: LeverName;
  readonly low: Scenario;
  readonly high: Scenario;
}

/** How far one assumption moves the typical duration. */
export interface Cause {
  readonly name: LeverName;
  /** Seconds; undefined: half of the runs or more were not completed. */
  readonly low: number | undefined;
  readonly high: number | undefined;
  /** Of what all of them move it, together. */
  readonly share: number;
}

/** Enough for a median. */
const LEVER_RUNS = 24;
const [LOW, HIGH] = [0.1, 0.9];
/** That many deviations from the mean are the same percentiles of a normal distribution. */
const DEVIATIONS = 1.2816;

/** What a scenario leaves to chance. Empty: nothing. */
export function leversOf(scenario: Scenario): readonly Lever[] {
  const { behavior } = scenario;
  if (behavior === undefined) return [];
  const moved = (name: LeverName, move: (profile: BehaviorProfile, share: number) => BehaviorProfile): readonly Lever[] => {
    const low = { ...scenario, behavior: move(behavior, LOW) };
    const high = { ...scenario, behavior: move(behavior, HIGH) };
    return JSON.stringify(low.behavior) === JSON.stringify(high.behavior) ? [] : [{ name, low, high }];
  };
  const eachPod = (name: LeverName, move: (pod: PodBehavior, share: number) => PodBehavior): readonly Lever[] =>
    moved(name, (profile, share) => inAllRevisions(profile, (pod) => move(pod, share)));
  return [
    ...DELAYS.flatMap((field) => eachPod(field, (pod, share) => withDelayAt(pod, field, share))),
    ...eachPod('pullErrors', (pod, share) => (share === HIGH || isSure(pod.pullErrors) ? pod : { ...pod, pullErrors: 0 })),
    ...eachPod('crashes', (pod, share) => (share === HIGH ? pod : withoutCrashes(pod))),
    ...eachPod('flaky', (pod, share) => (share === HIGH ? pod : withoutFlaws(pod))),
    ...moved('slowNodes', (profile, share) => (share === HIGH ? profile : withoutSlowNodes(profile))),
  ];
}

const DELAYS = ['imagePull', 'start', 'warmUp', 'shutDown'] as const;

/** What always or never happens is no chance. */
function isSure(probability: number | undefined): boolean {
  return probability === undefined || probability === 0 || probability === 1;
}

function withoutCrashes(pod: PodBehavior): PodBehavior {
  const { crashes, ...others } = pod;
  return isSure(crashes?.probability) ? pod : others;
}

function withoutFlaws(pod: PodBehavior): PodBehavior {
  const { failure, ...others } = pod;
  return failure?.kind === 'flaky' && !isSure(failure.probability) ? others : pod;
}

function withoutSlowNodes(profile: BehaviorProfile): BehaviorProfile {
  const { slow, ...others } = profile.nodes ?? {};
  return isSure(slow?.probability) ? profile : { ...profile, nodes: others };
}

function inAllRevisions(profile: BehaviorProfile, move: (pod: PodBehavior) => PodBehavior): BehaviorProfile {
  const { default: general, revisions } = profile;
  return {
    ...profile,
    ...(general === undefined ? {} : { default: move(general) }),
    ...(revisions === undefined
      ? {}
      : { revisions: Object.fromEntries(Object.entries(revisions).map(([name, pod]) => [name, move(pod)])) }),
  };
}

function withDelayAt(pod: PodBehavior, field: (typeof DELAYS)[number], share: number): PodBehavior {
  const delay = pod[field];
  return delay === undefined ? pod : { ...pod, [field]: delayAt(delay, share) };
}

function delayAt(delay: Delay, share: number): number {
  if (typeof delay === 'number') return delay;
  if ('list' in delay) return quantile(Float64Array.from(delay.list).sort(), share);
  if ('min' in delay) return delay.min + (delay.max - delay.min) * share;
  return Math.max(0, delay.mean + (share < 0.5 ? -DEVIATIONS : DEVIATIONS) * delay.deviation);
}

/** The runs that tell what moving an assumption does: the same seeds on both sides. */
export function leverSeeds(first: number): readonly number[] {
  return Array.from({ length: LEVER_RUNS }, (_, index) => first + index);
}

/** Collects the runs of all levers, in whatever order they end. */
export class CauseCollector {
  readonly #levers: readonly Lever[];
  readonly #durations: readonly { readonly low: number[]; readonly high: number[] }[];

  constructor(levers: readonly Lever[]) {
    this.#levers = levers;
    this.#durations = levers.map(() => ({ low: [], high: [] }));
  }

  add(lever: number, side: 'low' | 'high', { facts }: RunFigures): void {
    this.#durations[lever]?.[side].push(facts.duration ?? Infinity);
  }

  /** What moves the duration most comes first; what does not move it is left out. */
  causes(): readonly Cause[] {
    const median = (durations: readonly number[]): number | undefined => {
      const middle = quantile(Float64Array.from(durations).sort(), 0.5);
      return Number.isFinite(middle) ? middle : undefined;
    };
    const moved = this.#levers.map(({ name }, index) => {
      const { low = [], high = [] } = this.#durations[index] ?? {};
      return { name, low: median(low), high: median(high) };
    });
    const all = moved.reduce((sum, cause) => sum + movedBy(cause), 0);
    const endless = moved.filter((cause) => movedBy(cause) === Infinity).length;
    return moved
      .filter((cause) => movedBy(cause) > 0)
      .map((cause) => ({ ...cause, share: shareOf(movedBy(cause), all, endless) }))
      .sort((a, b) => b.share - a.share);
  }
}

/** Seconds; what keeps rollouts from completing moves their end out of sight. */
function movedBy({ low, high }: Pick<Cause, 'low' | 'high'>): number {
  if (low === undefined && high === undefined) return 0;
  return low === undefined || high === undefined ? Infinity : Math.abs(high - low);
}

function shareOf(part: number, all: number, endless: number): number {
  if (endless === 0) return part / all;
  return Number.isFinite(part) ? 0 : 1 / endless;
}

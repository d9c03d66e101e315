import type { BehaviorProfile } from '../../src/engine/simulation/scenario/scenario';

/** What goes wrong by chance, in percent as sliders have it. Nothing does unless somebody asks. */
export interface ChanceTuning {
  readonly pullErrorPercent?: number;
  readonly crashPercent?: number;
  readonly slowNodePercent?: number;
  /** Everything takes so many times as long on a slow node. */
  readonly slowFactor?: number;
  /** Pods of one node take the same times. */
  readonly sameSpeed?: boolean;
}
export const CHANCE_FIELDS = [
  'pullErrorPercent',
  'crashPercent',
  'slowNodePercent',
  'slowFactor',
  'sameSpeed',
] as const satisfies readonly (keyof ChanceTuning)[];

const SLOW_FACTOR = 3;

/** What a scenario says of them. */
export function chanceValues({ default: pod, nodes }: BehaviorProfile = {}): Required<ChanceTuning> {
  const percent = (probability = 0): number => Math.round(probability * 1000) / 10;
  return {
    pullErrorPercent: percent(pod?.pullErrors),
    crashPercent: percent(pod?.crashes?.probability),
    slowNodePercent: percent(nodes?.slow?.probability),
    slowFactor: nodes?.slow?.factor ?? SLOW_FACTOR,
    sameSpeed: nodes?.sameSpeed === true,
  };
}

export function tuneChances(behavior: BehaviorProfile, tuning: ChanceTuning): BehaviorProfile {
  const { pullErrorPercent, crashPercent, slowNodePercent, slowFactor, sameSpeed } = tuning;
  const { default: pod, nodes } = behavior;
  const given = chanceValues(behavior);
  const isSlow = slowNodePercent !== undefined || slowFactor !== undefined;
  const slow = { probability: (slowNodePercent ?? given.slowNodePercent) / 100, factor: slowFactor ?? given.slowFactor };
  const tuned = {
    ...pod,
    ...(pullErrorPercent === undefined ? {} : { pullErrors: pullErrorPercent / 100 }),
    ...(crashPercent === undefined ? {} : { crashes: { ...pod?.crashes, probability: crashPercent / 100 } }),
  };
  if (!isSlow && sameSpeed === undefined) return { ...behavior, default: tuned };
  return {
    ...behavior,
    default: tuned,
    nodes: { ...nodes, ...(isSlow ? { slow } : {}), ...(sameSpeed === undefined ? {} : { sameSpeed }) },
  };
}

import { DEPLOYMENT_DEFAULTS, graceSecondsOf, DEFAULT_REPLICAS } from '../../src/model/defaults';
import type { PodFailure, Scenario } from '../../src/engine/simulation/scenario/scenario';
import { clientLimitsOf } from '../../src/engine/simulation/scenario/scenarioValues';
import { ASSUMED, aroundSeconds } from '../../src/model/assumptions';
import { chanceValues } from './chances';
import {
  delayOf,
  DELAYS,
  growthOf,
  nodeCountOf,
  strategyOf,
  tunedDelay,
  type DelayField,
  type Edits,
  type TuningField,
} from './edits';

import { statedLoad, stoppingValues } from './requestEdits';
import { isDeployment } from './tunedWorkload';

type Value = string | number | boolean | PodFailure | null | undefined;
type Values = Readonly<Partial<Record<TuningField, Value>>>;

/** What a scenario says about everything that can be tuned. */
export function valuesOf(scenario: Scenario): Values {
  const { after } = scenario.workload;
  const strategy = strategyOf(after);
  const progressDeadlineSeconds = DEPLOYMENT_DEFAULTS.progressDeadlineSeconds;
  return {
    ...(isDeployment(after)
      ? {
          replicas: after.spec.replicas ?? DEFAULT_REPLICAS,
          progressDeadlineSeconds: after.spec.progressDeadlineSeconds ?? progressDeadlineSeconds,
        }
      : {}),
    nodeCount: nodeCountOf(scenario),
    zoneCount: scenario.cluster.zoneCount ?? ASSUMED.zones,
    ...growthOf(scenario),
    maxSurge: strategy.maxSurge,
    maxUnavailable: strategy.maxUnavailable,
    minReadySeconds: after.spec.minReadySeconds ?? 0,
    ...Object.fromEntries(
      (Object.keys(DELAYS) as DelayField[]).map((field) => [field, middleOf(delayOf(scenario.behavior, field))]),
    ),
    clientQps: clientLimitsOf(scenario).qps,
    clientBurst: clientLimitsOf(scenario).burst,
    terminationGracePeriodSeconds: graceSecondsOf(after.spec.template.spec),
    failure: scenario.behavior?.revisions?.['after']?.failure ?? null,
    ...chanceValues(scenario.behavior),
    seed: scenario.seed,
    image: after.spec.template.spec.containers[0]?.image,
    ...stoppingValues(after.spec.template.spec),
    ...statedLoad(scenario),
  };
}

/** One number for a slider: the middle of what is drawn from. */
function middleOf(delay: ReturnType<typeof delayOf>): number {
  if (typeof delay === 'number') return delay;
  if ('mean' in delay) return delay.mean;
  if ('list' in delay) return delay.list[0] ?? 0;
  const tenths = ((delay.min + delay.max) / 2) * 10;
  // The ends of a range are rounded: of the numbers near its middle the one that it was made of.
  const near = [Math.floor(tenths) / 10, Math.ceil(tenths) / 10];
  return near.find((seconds) => JSON.stringify(aroundSeconds(seconds)) === JSON.stringify(delay)) ?? Math.round(tenths) / 10;
}

/** The edits without those that say what holds anyway: a value that was set back is not changed. */
export function settled(base: Scenario, given: Edits, edits: Edits): Edits {
  const values = valuesOf(base);
  const isChanged = ([field, value]: [string, unknown]): boolean =>
    isOtherDelay(base, field, value) || JSON.stringify(value) !== JSON.stringify(values[field as TuningField]);
  const changed = Object.entries(edits.tuning).filter(isChanged);
  const isAsGiven = changed.length === 0 && JSON.stringify(edits.actions) === JSON.stringify(given.actions);
  if (isAsGiven) return given;
  return changed.length === Object.keys(edits.tuning).length ? edits : { ...edits, tuning: Object.fromEntries(changed) };
}

/** A range that only has the same middle is another one. */
function isOtherDelay({ behavior }: Scenario, field: string, value: unknown): boolean {
  if (!(field in DELAYS) || typeof value !== 'number') return false;
  const given = delayOf(behavior, field as DelayField);
  return JSON.stringify(tunedDelay(given, value)) !== JSON.stringify(given);
}

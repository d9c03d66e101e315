import { DEPLOYMENT_DEFAULTS, graceSecondsOf, DEFAULT_REPLICAS } from '../../src/model/defaults';
import {
  clientLimitsOf,
  type BehaviorProfile,
  type PodFailure,
  type Scenario,
} from '../../src/engine/simulation/scenario/scenario';
import { UNSTATED_DELAYS } from '../../src/model/podDelays';
import { DELAYS, isDeployment, nodeCountOf, strategyOf, type DelayField, type Edits, type TuningField } from './edits';

type Value = string | number | PodFailure | null | undefined;
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
    maxSurge: strategy.maxSurge,
    maxUnavailable: strategy.maxUnavailable,
    minReadySeconds: after.spec.minReadySeconds ?? 0,
    ...Object.fromEntries((Object.keys(DELAYS) as DelayField[]).map((field) => [field, middleOf(delayOf(scenario, field))])),
    clientQps: clientLimitsOf(scenario).qps,
    clientBurst: clientLimitsOf(scenario).burst,
    terminationGracePeriodSeconds: graceSecondsOf(after.spec.template.spec),
    failure: scenario.behavior?.revisions?.['after']?.failure ?? null,
    image: after.spec.template.spec.containers[0]?.image,
  };
}

type Delay = NonNullable<NonNullable<BehaviorProfile['default']>['start']>;

function delayOf({ behavior }: Scenario, field: DelayField): Delay {
  return behavior?.default?.[DELAYS[field]] ?? UNSTATED_DELAYS[DELAYS[field]];
}

/** One number for a slider: the middle of what is drawn from. */
function middleOf(delay: Delay): number {
  if (typeof delay === 'number') return delay;
  if ('mean' in delay) return delay.mean;
  if ('list' in delay) return delay.list[0] ?? 0;
  return Math.round(((delay.min + delay.max) / 2) * 10) / 10;
}

/** The edits without those that say what holds anyway: a value that was set back is not changed. */
export function settled(base: Scenario, given: Edits, edits: Edits): Edits {
  const values = valuesOf(base);
  const isChanged = ([field, value]: [string, unknown]): boolean =>
    // What is drawn from a range differs from a fixed middle.
    (field in DELAYS && typeof delayOf(base, field as DelayField) === 'object') ||
    JSON.stringify(value) !== JSON.stringify(values[field as TuningField]);
  const changed = Object.entries(edits.tuning).filter(isChanged);
  const isAsGiven = changed.length === 0 && JSON.stringify(edits.actions) === JSON.stringify(given.actions);
  if (isAsGiven) return given;
  return changed.length === Object.keys(edits.tuning).length ? edits : { ...edits, tuning: Object.fromEntries(changed) };
}

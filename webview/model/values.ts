import { DEPLOYMENT_DEFAULTS, graceSecondsOf, DEFAULT_REPLICAS } from '../../src/model/defaults';
import type { BehaviorProfile, PodFailure, Scenario } from '../../src/engine/simulation/scenario/scenario';
import { isDeployment, nodeCountOf, strategyOf, type Edits, type TuningField } from './edits';

type Value = string | number | PodFailure | null | undefined;
type Values = Readonly<Partial<Record<TuningField, Value>>>;

/** What a scenario says about everything that can be tuned. */
export function valuesOf(scenario: Scenario): Values {
  const { after } = scenario.workload;
  const strategy = strategyOf(after);
  const { start, shutDown } = scenario.behavior?.default ?? {};
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
    startSeconds: middleOf(start),
    shutDownSeconds: middleOf(shutDown),
    terminationGracePeriodSeconds: graceSecondsOf(after.spec.template.spec),
    failure: scenario.behavior?.revisions?.['after']?.failure ?? null,
    image: after.spec.template.spec.containers[0]?.image,
  };
}

type Delay = NonNullable<BehaviorProfile['default']>['start'];

/** One number for a slider: the middle of what is drawn from. */
function middleOf(delay: Delay): number {
  if (delay === undefined) return 0;
  if (typeof delay === 'number') return delay;
  if ('mean' in delay) return delay.mean;
  if ('list' in delay) return delay.list[0] ?? 0;
  return Math.round(((delay.min + delay.max) / 2) * 10) / 10;
}

/** The edits without those that say what holds anyway: a value that was set back is not changed. */
export function settled(base: Scenario, given: Edits, edits: Edits): Edits {
  const { start, shutDown } = base.behavior?.default ?? {};
  // What is drawn from a range differs from a fixed middle.
  const drawn = { startSeconds: typeof start === 'object', shutDownSeconds: typeof shutDown === 'object' };
  const values = valuesOf(base);
  const isChanged = ([field, value]: [string, unknown]): boolean =>
    (field in drawn && drawn[field as keyof typeof drawn]) ||
    JSON.stringify(value) !== JSON.stringify(values[field as TuningField]);
  const changed = Object.entries(edits.tuning).filter(isChanged);
  const isAsGiven = changed.length === 0 && JSON.stringify(edits.actions) === JSON.stringify(given.actions);
  if (isAsGiven) return given;
  return changed.length === Object.keys(edits.tuning).length ? edits : { ...edits, tuning: Object.fromEntries(changed) };
}

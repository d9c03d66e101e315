import { graceSecondsOf } from '../../src/model/defaults';
import { sufficientSleep } from '../../src/model/load';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioWith, strategyOf, type Tuning } from './edits';
import { amount } from './requests';
import { stoppingValues } from './requestEdits';
import type { Shown, State } from './state';
import { isComplete } from './strategyMap';

export interface Remedy {
  readonly title: string;
  readonly tuning: Tuning;
  readonly scenario: Scenario;
}

/** Edits of the manifest that may keep requests from failing; what each does is for a simulation to say. */
export function remediesFor({ base, edits }: State, { scenario, traffic }: Shown): readonly Remedy[] {
  if (base === undefined || traffic === undefined || traffic.lost === 0) return [];
  const { spec } = scenario.workload.after;
  const pod = spec.template.spec;
  const { preStopSleepSeconds: slept = 0, readiness } = stoppingValues(pod);
  const { type, maxSurge, maxUnavailable } = strategyOf(scenario.workload.after);
  const sleep = sufficientSleep(traffic.load);
  const grace = graceSecondsOf(pod);
  const found: [string, Tuning][] = [];
  if (sleep !== undefined && Number(slept) < sleep) {
    // What is left of the usual grace is enough for most.
    const more = sleep > grace / 2 ? { terminationGracePeriodSeconds: grace + sleep - Number(slept) } : {};
    found.push([`Wait ${sleep} s before stopping (preStop)`, { preStopSleepSeconds: sleep, ...more }]);
  }
  if (readiness === 'none' && pod.containers.some(({ ports = [] }) => ports.length > 0))
    found.push(['A readiness probe on its port', { readiness: 'tcp' }]);
  if (type === 'RollingUpdate' && maxUnavailable !== 0)
    found.push([
      'New pods before old ones go (maxUnavailable 0)',
      { maxUnavailable: 0, ...(maxSurge === 0 ? { maxSurge: 1 } : {}) },
    ]);
  const wait = Math.ceil(traffic.learns[1] + traffic.registers);
  if (traffic.losses.noEndpoint > 0 && (spec.minReadySeconds ?? 0) < wait)
    found.push([`Wait ${wait} s after each new pod (minReadySeconds)`, { minReadySeconds: wait }]);
  if (found.length > 1) found.push(['All of these', Object.assign({}, ...found.map(([, tuning]) => tuning)) as Tuning]);
  return found.map(([title, tuning]) => ({
    title,
    tuning,
    scenario: scenarioWith(base, { ...edits, tuning: { ...edits.tuning, ...tuning } }),
  }));
}

export interface WeighedRemedy extends Remedy {
  /** `about 65 → 0 requests fail` */
  readonly effect: string;
}

/** Those of which it is known that fewer requests fail; all together only where that is better than each alone. */
export function remediesThatHelp(state: State): readonly WeighedRemedy[] {
  const { shown, weights } = state;
  if (shown === undefined || weights?.scenario !== shown.scenario) return [];
  const now = shown.traffic?.failed ?? 0;
  let best = now;
  return remediesFor(state, shown).flatMap((remedy, index, { length }) => {
    const cell = weights.cells[index];
    const lost = isComplete(cell) ? cell.lost : undefined;
    const isTogether = length > 1 && index === length - 1;
    if (lost === undefined || lost >= (isTogether ? best : now) * 0.95) return [];
    best = Math.min(best, lost);
    return [{ ...remedy, effect: `about ${amount(now)} → ${amount(lost)} requests fail` }];
  });
}

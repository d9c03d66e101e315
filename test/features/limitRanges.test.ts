import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets, type SimulationTarget } from '../../src/features/simulationTarget';
import { analyzed, deployment, object, ruleIds } from './support';

type LimitItem = Readonly<Record<string, unknown>>;

/** Four replicas, one extra pod at a time, and none may be missing: the quota must hold five pods. */
const ROLLING = { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };

const TABLE: readonly [when: string, limits: readonly LimitItem[], quota: string, stalls: boolean][] = [
  ['a default limit is the default request', [{ default: { cpu: '500m' } }], '10', false],
  ['the default limits of five pods are too much', [{ default: { cpu: '500m' } }], '2', true],
  ['the greatest allowed is the default', [{ max: { cpu: '500m' } }], '2', true],
  ['the least allowed is the last resort', [{ min: { cpu: '500m' } }], '2', true],
  ['a default request goes before a default limit', [{ default: { cpu: '500m' }, defaultRequest: { cpu: '250m' } }], '2', false],
  ['numbers are quantities', [{ default: { cpu: 0.5 } }], '2', true],
  ['a later item says more', [{ max: { memory: '1Gi' } }, { default: { cpu: '500m' } }], '2', true],
];

describe('a LimitRange and a quota of CPU', () => {
  for (const [when, limits, cpu, stalls] of TABLE) {
    it(`are the same to the rules and to the simulation: ${when}`, () => {
      const items = limits.map((item) => ({ type: 'Container', ...item }));
      const around = [
        object('LimitRange', 'v1', 'l', { limits: items }),
        object('ResourceQuota', 'v1', 'q', { hard: { 'requests.cpu': cpu } }),
      ];
      const text = [deployment(ROLLING), ...around].join('\n---\n');
      assert.deepEqual(ruleIds(text), stalls ? ['stall-quota'] : []);
      const analysis = analyzed(text);
      const simulation = simulationOf(analysis, simulationTargets(analysis)[0] as SimulationTarget);
      assert.ok(simulation.problem === undefined, simulation.problem?.message);
      const { outcome } = simulate(simulation.scenario);
      assert.match(outcome.sentence, stalls ? /exceeded quota: q/ : /^complete/);
    });
  }
});

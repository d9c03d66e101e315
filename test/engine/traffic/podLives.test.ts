import assert from 'node:assert/strict';
import { watchEndpoints, type EndpointsRow } from '../../../src/engine/simulation/endpointsWatch';
import { Rollout } from '../../../src/engine/simulation/rollout';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import type { PodLife, Span } from '../../../src/engine/traffic/podLives';
import { trafficOf } from '../../../src/engine/traffic/trafficReport';
import type { Service } from '../../../src/model/apiTypes';
import { swarmScenario } from '../../simulation/swarm';

const service = (spec: Service['spec'] = {}): Service => ({
  kind: 'Service',
  metadata: { name: 'front', namespace: 'default' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

/** The slice is written some requests after the pod, and what is told is rounded. */
const SETTLED = 0.5;

const holds = (spans: readonly Span[], t: number): boolean => spans.some(({ from, until }) => from <= t && t < until);

/** Moments at which nothing has changed for a while, by either account. */
function quietMoments(rows: readonly EndpointsRow[], lives: readonly PodLife[], end: number): number[] {
  const told = lives.flatMap(({ ready, terminating }) => [...ready, ...terminating].flatMap(({ from, until }) => [from, until]));
  const changes = [...rows.map(({ t }) => t), ...told].filter((t) => t > 0 && t < end).sort((a, b) => a - b);
  return changes.flatMap((t, index) => ((changes[index + 1] ?? end) - t > SETTLED ? [t + SETTLED] : []));
}

describe('Who is sent requests, as the lives of the pods tell', () => {
  for (const [what, spec] of [
    ['an ordinary Service', {}],
    ['one that publishes what is not ready', { publishNotReadyAddresses: true }],
  ] as const)
    it(`is who the EndpointSlice controller tells of, for ${what}, in 120 random rollouts`, () => {
      let compared = 0;
      for (let seed = 1; seed <= 120; seed++) {
        const drawn = swarmScenario(seed);
        const { others: _, ...alone } = drawn;
        const scenario: Scenario = {
          ...alone,
          cluster: { ...drawn.cluster, services: [service(spec)] },
          traffic: {},
          informerLagMs: 0,
          latencyMs: 5,
        };
        const rollout = new Rollout(scenario, { watchEndpoints });
        while (rollout.advance(Infinity));
        const timeline = rollout.timeline();
        const report = trafficOf(timeline, scenario);
        assert.ok(report);
        const rows = rollout.endpoints[0]?.rows ?? [];
        for (const t of quietMoments(rows, report.lives, timeline.end)) {
          const row = rows.findLast((each) => each.t <= t);
          const count = (pick: (life: PodLife) => readonly Span[]): number =>
            report.lives.filter((life) => holds(pick(life), t)).length;
          assert.equal(
            count(({ ready }) => ready),
            row?.ready ?? 0,
            `seed ${seed} at ${t}: ready`,
          );
          if (!('publishNotReadyAddresses' in spec))
            assert.equal(
              count(({ terminating }) => terminating),
              (row?.serving ?? 0) - (row?.ready ?? 0),
              `seed ${seed} at ${t}: still serving`,
            );
          compared++;
        }
      }
      assert.ok(compared > 500, `${compared} moments compared`);
    });
});

import assert from 'node:assert/strict';
import { lossRows } from '../../src/engine/traffic/fluidModel';
import { LOSS_CAUSES } from '../../src/engine/traffic/losses';
import type { PodLife } from '../../src/engine/traffic/podLives';
import { DATA_PLANE_IDS } from '../../src/model/dataPlaneIds';
import { DATA_PLANES } from '../../src/model/dataPlanes';
import { loadOf, lostSeconds, sufficientSleep, type Load } from '../../src/model/load';

/** Ten pods, one of which is deleted at 50 s and told to stop so much later. */
function lostOfOne({ dataPlane, onTerm, ...load }: Load, signalAfter: number): number {
  const { learns } = DATA_PLANES[dataPlane];
  const always = { from: -Infinity, answersAt: -Infinity, until: Infinity, cutAt: Infinity };
  const life: PodLife = {
    pod: 0,
    ready: [{ from: -Infinity, until: Infinity }],
    terminating: [],
    runs: [always],
  };
  const signal = 50 + signalAfter;
  const stopping = {
    ...life,
    ready: [{ from: -Infinity, until: 50 }],
    runs: [{ ...always, until: signal, cutAt: onTerm === 'exits' ? signal : Infinity }],
  };
  const lives = [...Array.from({ length: 9 }, () => life), stopping];
  const rows = lossRows({ ...load, lives, learns, registers: 0, end: 150 });
  return rows.reduce((sum, { losses }) => sum + LOSS_CAUSES.reduce((all, cause) => all + losses[cause], 0), 0);
}

describe('The requests that a rollout loses, as a rule says', () => {
  for (const dataPlane of DATA_PLANE_IDS)
    for (const onTerm of ['exits', 'drains'] as const)
      it(`are those of the model, by ${dataPlane}, where the process ${onTerm}`, () => {
        for (const requestSeconds of [0, 0.1, 2])
          for (const signalAfter of [0, 0.3, 1, 5, 20]) {
            const load = loadOf({ dataPlane, onTerm, requestSeconds });
            // A tenth of them goes to each of ten pods.
            const expected = (load.requestsPerSecond * lostSeconds(load, signalAfter)) / 10;
            const found = lostOfOne(load, signalAfter);
            assert.ok(
              Math.abs(found - expected) < 1e-6,
              `${requestSeconds} s, ${signalAfter} s: ${expected} said, ${found} in the model`,
            );
          }
      });

  for (const dataPlane of DATA_PLANE_IDS)
    it(`are none once the hook sleeps for as long as is said to suffice, by ${dataPlane}, and some with a second less`, () => {
      const load = loadOf({ dataPlane, requestSeconds: 0.1 });
      const enough = sufficientSleep(load) ?? 0;
      assert.equal(lostSeconds(load, enough), 0);
      assert.ok(lostSeconds(load, enough - 1) > 0);
    });

  it('no sleep helps a process that goes on until it is killed', () => {
    assert.equal(sufficientSleep(loadOf({ onTerm: 'serves' })), undefined);
  });
});

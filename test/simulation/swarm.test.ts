import assert from 'node:assert/strict';
import { playSwarm } from './swarm';

/** `ROLLOUT_SWARM=FROM,COUNT` plays others; every failure names its seed. */
const [FROM = 1, COUNT = 500] = (process.env['ROLLOUT_SWARM'] ?? '').split(',').filter(Boolean).map(Number);

/** Once they failed: a DaemonSet restarted in the middle stalled without a cause. */
const ONCE_FAILED = [415_525_179];

describe('random small scenarios', function () {
  this.timeout(600_000);

  it(`come to an end, keep their bounds and are told alike each time: ${COUNT} seeds`, () => {
    const failures: string[] = [];
    const seeds = [...ONCE_FAILED, ...Array.from({ length: COUNT }, (_, index) => FROM + index)];
    for (const seed of seeds) {
      if (failures.length === 5) break;
      try {
        playSwarm(seed);
      } catch (error) {
        failures.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    assert.deepEqual(failures, []);
  });
});

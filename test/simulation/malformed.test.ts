import assert from 'node:assert/strict';
import { faultIn, faultInWord, malformedScenarios, mutatedScenario } from './malformed';

/** All of them in `npm run fuzz`. */
const SAMPLE = 61;

describe('malformed scenarios', function () {
  this.timeout(120_000);

  it('run, or are refused with a word that says where the fault is', () => {
    const sample = [...malformedScenarios()].filter((_, index) => index % SAMPLE === 0);
    assert.ok(sample.length > 100, `${sample.length}`);
    const faults = sample.flatMap((malformed) => {
      const fault = faultIn(malformed);
      return fault === undefined ? [] : [`${malformed.name}: ${fault}`];
    });
    assert.deepEqual(faults, []);
  });

  it('say so of what decides where the old version runs, too', () => {
    const read = [...malformedScenarios()].filter(({ name }) =>
      /^workload\.before\..*\.(?:matchExpressions|nodeSelector)\b/.test(name),
    );
    assert.ok(read.length > 100, `${read.length}`);
    const faults = read.flatMap((malformed) => faultIn(malformed) ?? []);
    assert.deepEqual(faults, []);
  });

  it('with several changes at once are refused soon, in few words, with the place', () => {
    const faults = Array.from({ length: 1_000 }, (_, seed) => mutatedScenario(seed)).flatMap((mutated) => {
      const fault = faultInWord(mutated);
      return fault === undefined ? [] : [`${mutated.name}: ${fault}`];
    });
    assert.deepEqual(faults, []);
  });
});

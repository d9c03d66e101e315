import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { TOURS } from '../../../src/shared/tours';
import { CLAIMS } from './tourClaims';
import { scenarioOf, Seen } from './seen';

describe('the tours inside the controllers', () => {
  for (const name of TOURS) {
    const scenario = scenarioOf(name);
    const seen = new Seen(scenario);
    describe(name, () => {
      scenario.tour?.forEach((stop, index) => {
        it(`${index + 1}: ${stop.text.slice(0, 60)}…`, () => {
          const phrases = CLAIMS[name][index]?.(seen, index) ?? [];
          assert.ok(phrases.length > 0, 'nothing that it says is held against what happens');
          for (const phrase of phrases) assert.ok(stop.text.includes(phrase), `it should say “${phrase}”`);
        });
      });

      it('has a claim for each stop, and a title and a sentence for whoever chooses', () => {
        assert.equal(CLAIMS[name].length, scenario.tour?.length);
        assert.ok((scenario.title?.length ?? 0) > 10 && (scenario.description?.length ?? 0) > 40);
      });

      it('goes forward in time, to rows that there are', () => {
        scenario.tour?.forEach((stop, index) => {
          const shown = stop.step === undefined ? stop.at : seen.sync(index).t;
          assert.ok(shown <= seen.timeline.end + 1, `stop ${index + 1} at ${shown} s`);
        });
      });
    });
  }

  it('are the files that are shipped', () => {
    const files = readdirSync(join(import.meta.dirname, '../../../media/tours'));
    assert.deepEqual(files.sort(), TOURS.map((name) => `${name}.rollout.json`).sort());
  });
});

import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIDELITY_PAGE, incidentsIn, renderFidelity } from './fidelity';
import { dataFiles, describeFailure, emptyResult, replayFiles, type SuiteResult } from './replay';
import { describeShare, measureShares } from './shares';
import { helmRealCharts } from './suites/helmRealCharts';
import { suites } from './suites/index';
import { manifestReal } from './suites/manifests';
import { sharedPath } from '../support/sharedData';

/** Found in the wild, and not ours to keep here: `test/render/realCharts.test.ts` plays the charts. */
const OF_OTHERS = [manifestReal, helmRealCharts];

const DATA = join(import.meta.dirname, 'data');

/** One line of figures per suite, and the first differences. */
function check(result: SuiteResult): void {
  const { suite, passed, failures, shares } = result;
  console.log(`      conformance ${suite}: ${passed} passed, ${failures.length} failed`);
  const shown = failures.slice(0, 2).map((failure) => describeFailure(failure));
  if (shares.length > 0) {
    const broken = measureShares(result).filter(({ isHeld }) => !isHeld);
    assert.equal(broken.length, 0, `${broken.map(describeShare).join('\n')}\n${shown.join('\n')}`);
    return;
  }
  assert.equal(failures.length, 0, `\n${shown.join('\n')}`);
  assert.ok(passed > 0, `no record of ${suite} was found`);
}

describe('conformance with what Kubernetes v1.36.4 did', function () {
  this.timeout(600_000);
  let results: readonly SuiteResult[] = [];

  before(() => {
    results = replayFiles(dataFiles([DATA]));
  });

  for (const { name } of suites.filter((suite) => !OF_OTHERS.includes(suite))) {
    it(`${name}: every recorded case`, () => {
      check(results.find(({ suite }) => suite === name) ?? emptyResult(name));
    });
  }

  it('manifests that people really apply: every recorded case', function () {
    for (const result of replayFiles([sharedPath(this, 'conformance/manifests/visible/real.jsonl')])) check(result);
  });

  it('knows the format of every record', () => {
    const known = new Set(suites.map(({ name }) => name));
    const unknown = results.filter(({ suite }) => !known.has(suite)).flatMap(({ failures }) => failures);
    assert.deepEqual(
      unknown.map(({ file, line }) => `${file}:${line}`),
      [],
    );
  });

  it('publishes its figures in docs/fidelity.md (npm run docs)', () => {
    const page = readFileSync(FIDELITY_PAGE, 'utf8');
    // The section of incidents is checked where they are judged.
    assert.equal(page, renderFidelity(results, incidentsIn(page)));
  });
});

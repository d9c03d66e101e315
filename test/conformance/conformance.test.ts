import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles, describeFailure, replayFiles, type SuiteResult } from './replay';
import { suites } from './suites/index';

const DATA = join(import.meta.dirname, 'data');
/** Manifests found in the wild: too many to keep here, replayed where a checkout of them lies beside this repository. */
const REAL_MANIFESTS = join(import.meta.dirname, '../../../shared/conformance/manifests/visible/real.jsonl');

/** While suites are missing, records of their formats are unknown; with the last suite this becomes true and then goes. */
const isEverySuiteThere = suites.length >= 10;

/** One line of figures per suite, and the first differences. */
function check({ suite, passed, failures }: SuiteResult): void {
  console.log(`      conformance ${suite}: ${passed} passed, ${failures.length} failed`);
  assert.equal(
    failures.length,
    0,
    `\n${failures
      .slice(0, 2)
      .map((failure) => describeFailure(failure))
      .join('\n')}`,
  );
  assert.ok(passed > 0, `no record of ${suite} was found`);
}

describe('conformance with what Kubernetes v1.36.4 did', function () {
  this.timeout(600_000);
  let results: readonly SuiteResult[] = [];

  before(() => {
    results = replayFiles(dataFiles([DATA]));
  });

  for (const { name } of suites) {
    it(`${name}: every recorded case`, () => {
      check(results.find(({ suite }) => suite === name) ?? { suite: name, passed: 0, failures: [] });
    });
  }

  it('knows the format of every record', function () {
    if (!isEverySuiteThere) this.skip();
    const unknown = results.filter(({ suite }) => !suites.some(({ name }) => name === suite));
    assert.deepEqual(
      unknown.map(({ suite, failures }) => `${suite}: ${failures.length}`),
      [],
    );
  });

  it('real manifests, where they lie beside the repository', function () {
    if (!existsSync(REAL_MANIFESTS) || !isEverySuiteThere) this.skip();
    for (const result of replayFiles([REAL_MANIFESTS])) check(result);
  });
});

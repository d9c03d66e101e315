import { strict as assert } from 'node:assert';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataFiles, describeFailure, replayFiles, type SuiteResult } from './replay';
import { suites } from './suites/index';
import { manifestReal } from './suites/manifests';

const DATA = join(import.meta.dirname, 'data');
/** Manifests found in the wild: too many to keep here, replayed where a checkout of them lies beside this repository. */
const REAL_MANIFESTS = join(import.meta.dirname, '../../../shared/conformance/manifests/visible/real.jsonl');

/** Files whose suites are still being written: their records may be unknown. Empty when all suites are there. */
const awaited = /closed-loop/;

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
    results = replayFiles(dataFiles(existsSync(REAL_MANIFESTS) ? [DATA, REAL_MANIFESTS] : [DATA]));
  });

  for (const { name } of suites) {
    it(`${name}: every recorded case`, function () {
      const result = results.find(({ suite }) => suite === name);
      if (result === undefined && name === manifestReal.name) this.skip();
      check(result ?? { suite: name, passed: 0, failures: [] });
    });
  }

  it('knows the format of every record', () => {
    const unknown = results.filter(({ suite }) => !suites.some(({ name }) => name === suite)).flatMap(({ failures }) => failures);
    assert.deepEqual(
      unknown.filter(({ file }) => !awaited.test(file)).map(({ file, line }) => `${file}:${line}`),
      [],
    );
  });
});

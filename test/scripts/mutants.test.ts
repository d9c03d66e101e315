import { strict as assert } from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { EQUIVALENT } from '../../scripts/lib/mutants/equivalent.mjs';
import { mutantsOf } from '../../scripts/lib/mutants/mutantsOf.mjs';
import { TARGETS } from '../../scripts/lib/mutants/targets.mjs';
import { inProject } from '../../scripts/lib/project.mjs';

function changes(text: string): string[] {
  return mutantsOf(text, 'x.ts').map(({ start, end, text: other }) => text.slice(0, start) + other + text.slice(end));
}

describe('npm run mutants', () => {
  it('makes one small mistake at a time', () => {
    assert.deepEqual(changes('const a = b < 3;'), ['const a = ((b) <= (3));', 'const a = b < 4;']);
    assert.deepEqual(changes('if (a && !b) c();'), [
      ...['if (((a) || (!b))) c();', 'if ((a)) c();', 'if ((!b)) c();', 'if (true) c();', 'if (false) c();'],
      'if (a && (b)) c();',
      'if (a && !b) ;',
    ]);
    assert.deepEqual(changes('const f = (a: number): number => Math.max(a, b);'), [
      'const f = (a: number): number => Math.min(a, b);',
      'const f = (a: number): number => 0;',
    ]);
    assert.deepEqual(changes('g(a, b);'), ['g(b, a);']);
  });

  it('leaves alone what no test can notice: types, invariants, the words of errors, the size of what only has a sign', () => {
    const text = `type A = 1 | 2; import { a } from './a'; interface B { c: 3 }
      function f(a: number) { invariant(a > 1, 'no'); if (a === 1) throw new Error('x' + a); return a as 5; }
      const order = (a: number, b: number) => a < b ? -1 : 1;`;
    assert.deepEqual(
      mutantsOf(text, 'x.ts').map(({ change }) => change),
      ['a < b ? -1 : 1 → (-1)', 'a < b ? -1 : 1 → (1)', 'a < b → ((a) <= (b))', '-1 → (1)'],
    );
  });

  it('knows files and tests that are there', () => {
    for (const { file, tests, wider = [] } of TARGETS) {
      assert.ok(existsSync(inProject(file)), file);
      for (const killer of [...tests, ...wider]) {
        const path = killer.endsWith('.gz') ? `test/conformance/data/${killer}` : `test/${killer}`;
        assert.ok(existsSync(inProject(path)), path);
      }
    }
  });

  it('has a place and a reason for every mutant that changes nothing', () => {
    for (const { file, line, change, why } of EQUIVALENT) {
      const mutants = mutantsOf(readFileSync(inProject(file), 'utf8'), file);
      const isThere = mutants.some((mutant) => mutant.line === line && mutant.change === change);
      assert.ok(isThere, `${file} has no longer ${change} in: ${line}`);
      assert.ok(why.length > 0 && TARGETS.some((target) => target.file === file), file);
    }
  });
});

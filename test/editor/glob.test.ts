import assert from 'node:assert/strict';
import { globToRegExp, isExcluded } from '../../src/editor/glob';

describe('files.exclude', () => {
  const CASES: readonly (readonly [glob: string, path: string, isExcluded: boolean])[] = [
    ['**/node_modules', 'node_modules/a/b.yaml', true],
    ['**/node_modules', 'charts/node_modules/b.yaml', true],
    ['**/node_modules', 'charts/node_modules2/b.yaml', false],
    ['out', 'out/a.yaml', true],
    ['out', 'deep/out/a.yaml', false],
    ['out/**', 'out/a/b.yaml', true],
    ['**/*.gen.yaml', 'a/b.gen.yaml', true],
    ['**/*.gen.yaml', 'a/b.gen.yml', false],
    ['*.{tmp,bak}.yaml', 'a.bak.yaml', true],
    ['*.{tmp,bak}.yaml', 'a.yaml', false],
    ['a?c.yaml', 'abc.yaml', true],
    ['a?c.yaml', 'a/c.yaml', false],
    ['[ab].yaml', 'b.yaml', true],
    ['[!ab].yaml', 'b.yaml', false],
    ['a,b.yaml', 'a,b.yaml', true],
    ['{a', '{a', false],
    ['a(b)+.yaml', 'a(b)+.yaml', true],
  ];
  for (const [glob, path, expected] of CASES) {
    it(`${glob} ${expected ? 'hides' : 'shows'} ${path}`, () => {
      assert.equal(isExcluded(path, [globToRegExp(glob)]), expected);
    });
  }
});

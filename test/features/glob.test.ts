import assert from 'node:assert/strict';
import { readGlob, isExcluded } from '../../src/features/glob';

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
    ['out/**', 'out', false],
    ['**/out/**/*.yaml', 'a/out/b/c/d.yaml', true],
    ['{a,{b,c}}.yaml', 'c.yaml', true],
    ['{src,out}/{a,b}.yaml', 'out/b.yaml', true],
    ['*a*b', 'xaxxabxb', true],
    ['[z-a].yaml', 'b.yaml', false],
    ['[a-c-].yaml', '-.yaml', true],
    ['[^a-c].yaml', 'd.yaml', true],
  ];
  for (const [glob, path, expected] of CASES) {
    it(`${glob} ${expected ? 'hides' : 'shows'} ${path}`, () => {
      assert.equal(isExcluded(path, [readGlob(glob)]), expected);
    });
  }

  it('is answered at once for patterns that go back and forth, and hides nothing where braces multiply', () => {
    const folder = 'a'.repeat(2000);
    assert.equal(isExcluded(folder, [readGlob(`${'*a'.repeat(40)}b`)]), false);
    assert.equal(isExcluded('a', [readGlob('{a,b}'.repeat(40))]), false);
  });
});

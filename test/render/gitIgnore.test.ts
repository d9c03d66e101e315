import assert from 'node:assert/strict';
import { GitIgnores } from '../../src/render/gitIgnore';

/** The patterns of the folder at the top, a path, and whether git leaves it alone (`git check-ignore` says the same of each). */
const RULES: readonly (readonly [patterns: string, path: string, isIgnored: boolean])[] = [
  ['*.env', 'a/b/.env', true],
  ['*.env', 'a/b/x.env', true],
  ['/x.env', 'a/x.env', false],
  ['/x.env', 'x.env', true],
  ['a/x', 'b/a/x', false],
  ['a/x', 'a/x/y', true],
  ['made/', 'b/made/x', true],
  ['made/', 'made', false],
  ['**/made', 'a/b/made', true],
  ['**/made', 'made', true],
  ['a/**/x', 'a/x', true],
  ['a/**/x', 'a/b/c/x', true],
  ['a/**', 'a/b/c', true],
  ['a/*', 'a/b/c', true],
  ['a/*.yaml', 'a/b/c.yaml', false],
  ['*.yaml\n!keep.yaml', 'a/keep.yaml', false],
  ['!keep.yaml\n*.yaml', 'a/keep.yaml', true],
  ['a/\n!a/keep', 'a/keep', true],
  ['a/*\n!a/keep', 'a/keep', false],
  ['# x\n\n  \nx  ', 'x', true],
  ['\\#x', '#x', true],
  ['x{a,b}', 'xa', false],
  ['[a-c]?', 'bx', true],
  ['[!a-c]?', 'bx', false],
];

const ignoring = (files: Readonly<Record<string, string>>, path: string): string | undefined =>
  new GitIgnores((each) => files[each]).ignoring(path);

describe('What git leaves alone', () => {
  for (const [patterns, path, isIgnored] of RULES)
    it(`${isIgnored ? 'is' : 'is not'} ${path}, with ${JSON.stringify(patterns)}`, () => {
      assert.equal(ignoring({ '.gitignore': patterns }, path), isIgnored ? '.gitignore' : undefined);
    });

  it('is said by the nearest file that speaks of it', () => {
    assert.equal(ignoring({ '.gitignore': '*.env', 'a/.gitignore': '!x.env' }, 'a/x.env'), undefined);
    assert.equal(ignoring({ '.gitignore': '!x.env', 'a/.gitignore': '*.env' }, 'a/x.env'), 'a/.gitignore');
  });

  it('is not looked for without end', () => {
    const ignores = new GitIgnores(() => '*a*b*c*d\n'.repeat(300));
    const path = `${'x/'.repeat(20)}${'a'.repeat(200)}`;
    for (let round = 0; round < 1000; round++) assert.equal(ignores.ignoring(path), undefined);
  });
});

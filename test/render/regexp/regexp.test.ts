import assert from 'node:assert/strict';
import { Regexp } from '../../../src/render/regexp/regexp';
import { StepBudget } from '../../../src/render/regexp/regexpMachine';

const budget = new StepBudget();

function found(expression: string, text: string): string[] {
  return new Regexp(expression).findAll(text, -1, budget).map(([whole = '']) => whole);
}

describe('regular expressions as Go reads them', () => {
  for (const [expression, text, expected] of [
    ['(a|b)+?', 'aab', ['a', 'a', 'b']],
    ['a|ab', 'ab', ['a']],
    ['x*', 'hxe', ['', 'x', '']],
    ['(|a)*', 'aa', ['', '', '']],
    ['(?:a*)*$', 'aab', ['']],
    ['(?m)^.*$', 'a\nb', ['a', 'b']],
    ['^.*$', 'a\nb', []],
    ['(?s)a.b', 'a\nb', ['a\nb']],
    ['(?U)a+', 'aaa', ['a', 'a', 'a']],
    ['(?U)a+?', 'aaa', ['aaa']],
    ['\\Q[a\\E+', '[aaa', ['[aaa']],
    ['(?i)k', '\u212aKk', ['\u212a', 'K', 'k']],
    ['(?i:a)b', 'Ab AB', ['Ab']],
    ['\\p{greek}+', 'xαβγ', ['αβγ']],
    ['\\pL+', 'aé1', ['aé']],
    ['\\p{^L}', 'a1', ['1']],
    ['[^\\d\\s]+', 'a1 é', ['a', 'é']],
    ['[[:^alpha:]-]', 'a-1', ['-', '1']],
    ['\\w+', 'aé', ['a']],
    ['\\bé', 'é', []],
    ['a{,2}', 'a{,2}', ['a{,2}']],
    ['a{2,3}', 'aaaaa', ['aaa', 'aa']],
    ['[]a]+', 'a]b', ['a]']],
    ['\\x41\\x{1F600}\\101', 'A😀A', ['A😀A']],
    ['.', '😀\udc80', ['😀', '\udc80']],
    ['', 'ab', ['', '', '']],
  ] as const) {
    it(`finds ${JSON.stringify(expected)} for ${expression} in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(found(expression, text), expected);
    });
  }

  for (const [expression, problem] of [
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a*?+', 'invalid nested repetition operator: `*?+`'],
    ['*a', 'missing argument to repetition operator: `*`'],
    ['a|*', 'missing argument to repetition operator: `*`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['a{3,2}', 'invalid repeat count: `{3,2}`'],
    ['(?:a{1000}){2}', 'invalid repeat count: `{2}`'],
    ['(a', 'missing closing ): `(a`'],
    ['a)b', 'unexpected ): `a)b`'],
    ['[a', 'missing closing ]: `[a`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['[[:x:]]', 'invalid character class range: `[:x:]`'],
    ['\\p{Nope}', 'invalid character class range: `\\p{Nope}`'],
    ['\\pq', 'invalid character class range: `\\pq`'],
    ['\\1', 'invalid escape sequence: `\\1`'],
    ['\\C', 'invalid escape sequence: `\\C`'],
    ['\\Z', 'invalid escape sequence: `\\Z`'],
    ['\\xg1', 'invalid escape sequence: `\\xg1`'],
    ['\\x{110000}', 'invalid escape sequence: `\\x{110000`'],
    ['a\\', 'trailing backslash at end of expression: ``'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(?i-)', 'invalid or unsupported Perl syntax: `(?i-)`'],
    ['(?P<n', 'invalid named capture: `(?P<n`'],
    ['(?<a b>x)', 'invalid named capture: `(?<a b>`'],
    ['('.repeat(1001) + ')'.repeat(1001), `expression nests too deeply: \`${'('.repeat(1001) + ')'.repeat(1001)}\``],
  ] as const) {
    it(`refuses ${expression.slice(0, 20)} in Go’s words`, () => {
      assert.throws(() => new Regexp(expression), { message: `error parsing regexp: ${problem}` });
    });
  }

  it('replaces with groups by number and name, the longest name that stands there', () => {
    const expression = new Regexp('(\\w)(?P<rest>\\w*)');
    assert.equal(expression.replaceAll('hello world', '${2}$1x-$rest$$$1$', budget), 'ello-ello$h$ orld-orld$w$');
    assert.equal(expression.replaceAllLiteral('ab cd', '$1', budget), '$1 $1');
    assert.equal(new Regexp('').replaceAll('ab', '-', budget), '-a-b-');
  });

  it('splits as Go does, with and without a limit', () => {
    assert.deepEqual(new Regexp('a*').split('baac', -1, budget), ['b', 'c']);
    assert.deepEqual(new Regexp(',').split('a,b,c', 2, budget), ['a', 'b,c']);
    assert.deepEqual(new Regexp(',').split('a', 0, budget), undefined);
  });

  it('takes linear time where backtracking would not end, and gives up on what is too large', () => {
    assert.equal(new Regexp('(x+x+)+y').matches('x'.repeat(20_000), new StepBudget()), false);
    assert.throws(() => new Regexp('.*.*.*x').matches('y'.repeat(1_000_000), new StepBudget()), /too long/);
    assert.throws(() => new Regexp('(?:\\pL{1000})'.repeat(60)), /expression too large/);
  });
});

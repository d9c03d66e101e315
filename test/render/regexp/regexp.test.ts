import assert from 'node:assert/strict';
import { Regexp } from '../../../src/render/regexp/regexp';
import { searchFrom, StepBudget } from '../../../src/render/regexp/regexpMachine';
import { parseRegexp } from '../../../src/render/regexp/regexpParser';
import { compileTree } from '../../../src/render/regexp/regexpProgram';
import { Draw } from '../../support/draw';

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

  it('finds the same whatever is told of matches before', () => {
    const pieces = [
      'a',
      'b',
      'ab',
      '.',
      '[ab]',
      '[^a]',
      '^',
      '$',
      '(?m:^)',
      '(?m:$)',
      '\\b',
      '\\n',
      '(a|bc)',
      '(?:ab)?',
      'c+',
      'b*?',
      '(?i:C)',
      'é',
      '|',
      '(b)',
    ];
    const texts = ['', 'a', 'abc', 'ab\ncab\nbca', 'cc\nabab', 'éab C\n\nb', '\n', 'bca'.repeat(9)];
    for (let seed = 0; seed < 3000; seed += 1) {
      const draw = new Draw('regexp', seed);
      const expression = Array.from({ length: 1 + draw.upTo(4) }, () => draw.of(pieces)).join('');
      const { root, groupNames } = parseRegexp(expression);
      const program = compileTree(root, groupNames.length, expression);
      const blind = { ...program, hints: { required: '', begins: 'anywhere', first: undefined } } as const;
      const text = draw.of(texts);
      const from = draw.upTo(text.length);
      const where = JSON.stringify({ expression, text, from });
      assert.deepEqual(searchFrom(program, text, from, new StepBudget()), searchFrom(blind, text, from, new StepBudget()), where);
    }
  });

  it('looks through a long text for what is not there in no time', () => {
    const few = new StepBudget();
    const config = '    component "x" {\n        a = b\n    }\n'.repeat(10_000);
    const all = Array.from({ length: 100 }, (_, number) => `(?m)^[[:space:]]*other\\.thing${number}[[:space:]]`);
    assert.ok(all.every((expression) => !new Regexp(expression).matches(config, few)));
  });

  it('takes linear time where backtracking would not end, and gives up on what is too large', () => {
    assert.equal(new Regexp('(x+x+)+y').matches(`y${'x'.repeat(20_000)}`, new StepBudget()), false);
    assert.throws(() => new Regexp('.*.*.*[xz]').matches('y'.repeat(1_000_000), new StepBudget()), /too long/);
    assert.throws(() => new Regexp('(?:\\pL{1000})'.repeat(60)), /expression too large/);
  });
});

import assert from 'node:assert/strict';
import { goYamlProblem } from '../../src/manifest/goYamlProblem';

describe("the YAML parser's words", () => {
  const problems: readonly [text: string, problem: string][] = [
    ['a: b: c', 'line 1: mapping values are not allowed in this context'],
    ['a:\n  b: 1\n c: 2', 'line 2: did not find expected key'],
    ['a: 1\nb\nc: 2', "line 3: could not find expected ':'"],
    ['a\nb: 1', 'line 2: mapping values are not allowed in this context'],
    ['a: "b', 'line 1: found unexpected end of stream'],
    ['a: %b', 'line 1: found character that cannot start any token'],
    ['a:\n\tb: 1', 'line 2: found character that cannot start any token'],
    ['a: [1, 2', "line 1: did not find expected ',' or ']'"],
    ['a: {b: 1', "line 1: did not find expected ',' or '}'"],
    ['a: *b', "unknown anchor 'b' referenced"],
    ['a: "\\q"', 'line 1: found unknown escape character'],
    ['- a\nb: 1', "line 1: did not find expected '-' indicator"],
    ['a: 1\n- b', 'line 1: did not find expected key'],
    ['a: b - c\n  - d: e', 'line 2: mapping values are not allowed in this context'],
    ['a: |0\n  x', 'line 1: found an indentation indicator equal to 0'],
    ['a: \u0000', 'control characters are not allowed'],
  ];
  for (const [text, problem] of problems) {
    it(`of ${JSON.stringify(text)}`, () => {
      assert.equal(goYamlProblem(text), problem);
    });
  }

  const fine = [
    '',
    '# only a comment',
    'a: 1\nb:\n- c\n- d: e\n  f: |\n    text: here\n\n    # more\ng: >-\n  folded\n',
    '{"a": [1, {"b": null}], c: d}',
    'a: &x {b: 1}\nc: *x\nd:\n  <<: *x',
    'a: {{ name }}',
    '? a\n: b',
    'a: "multi\n  line"',
    '---\na: 1\n...\n',
    'args: ["--x={a: b}", "c:d"]',
  ];
  for (const text of fine) {
    it(`says nothing of ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.equal(goYamlProblem(text), undefined);
    });
  }

  it('ends on anything', () => {
    for (const text of ['['.repeat(5000), '- '.repeat(3000), '\ud800', '"'.repeat(999), '!<', '&', '%', '?', ':\n:']) {
      assert.doesNotThrow(() => goYamlProblem(text));
    }
  });
});

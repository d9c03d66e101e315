import assert from 'node:assert/strict';
import { skipGoJson } from './goJson';
import { goYamlProblem } from '../../../src/manifest/goYaml/parser';
import { readAsKubectl } from './readAsKubectl';

const PREFIX = 'error converting YAML to JSON: ';

describe('reading a file as kubectl does', () => {
  const READ: readonly (readonly [what: string, text: string, documents: number, json: unknown])[] = [
    ['the first document', 'a: 1\n---\nb: 2\n', 2, { a: 1 }],
    ['past empty ones', '---\n# nothing\n---\n\n---\na: 1\n', 1, { a: 1 }],
    ['nothing', '', 0, undefined],
    ['JSON', ' {"a": [1, "x", null]}', 1, { a: [1, 'x', null] }],
    ['the last of duplicate keys', 'a: 1\na: 2\n', 1, { a: 2 }],
    ['the scalars of YAML 1.1', 'a: 010\nb: yes\nc: 1_000\nd: 0x10\n', 1, { a: 8, b: true, c: 1000, d: 16 }],
    ['keys that are no texts', '1: a\nyes: b\n1.5: c\n', 1, { 1: 'a', true: 'b', 1.5: 'c' }],
    [
      'a later merge key over an earlier own one',
      'x: &x {a: 1, b: 1}\nv: {a: 2, <<: *x}\n',
      1,
      { x: { a: 1, b: 1 }, v: { a: 1, b: 1 } },
    ],
    [
      'the first of several merged maps',
      'x: &x {a: 1}\nz: &z {a: 2}\nv: {<<: [*x, *z]}\n',
      1,
      { x: { a: 1 }, z: { a: 2 }, v: { a: 1 } },
    ],
    [
      'what tags say, as go-yaml does',
      'a: !!binary aGVsbG8=\nb: !!int "12"\nc: ! 5\nd: !!timestamp 2001-01-01\ne: !!omap [x: 1]\nf: !!str null\ng: !!float 1\nh: !!str\n',
      1,
      { a: 'hello', b: 12, c: '5', d: '2001-01-01', e: [{ x: 1 }], f: 'null', g: 1, h: '' },
    ],
    ['binary data that is no text', 'a: !!binary |\n  //79\n  aA==\n', 1, { a: '\uFFFD\uFFFD\uFFFDh' }],
    [
      'tagged keys and merges',
      'x: &x {a: 1}\nz: {!!merge <<: *x, ! "<<": *x, !!str 1: 2}\n',
      1,
      { x: { a: 1 }, z: { a: 1, 1: 2 } },
    ],
    ['tags on collections', 'a: !!map {b: 1}\nc: !x [1]\nd: !!str {e: 2}\n', 1, { a: { b: 1 }, c: [1], d: { e: 2 } }],
    ['placeholders literally', 'a: ${A}\n', 1, { a: '${A}' }],
    ['separators with comments and Windows line ends', 'a: 1\r\n--- # b\r\nb: 2\r\n', 2, { a: 1 }],
    ['separators with line ends of other systems', 'a: 1\n---\x85\u2028\r\nb: 2\n', 2, { a: 1 }],
    ['JSON values without separators', '{"a": 1}{"b": [true, -0.5e+3, "\\u00e4\\n"]}\n', 2, { a: 1 }],
    ['YAML after JSON', '{"a": 1}\n---\nb: 2\n', 2, { a: 1 }],
    ['a comment after JSON', '{"a": 1} # b\n', 1, { a: 1 }],
    ['flow style that is no JSON', '{"a": 1, }\n---\nb: 2\n', 2, { a: 1 }],
  ];
  for (const [what, text, documents, json] of READ) {
    it(`reads ${what}`, () => {
      assert.deepEqual(readAsKubectl(text), { documents, json, yamlError: undefined });
    });
  }

  const REFUSED: readonly (readonly [what: string, text: string, error: string])[] = [
    ['a separator with something behind it', 'a: 1\n--- b\n', 'invalid Yaml document separator: b'],
    ['a separator with a byte order mark behind it', 'a: 1\n---\uFEFF\n', 'invalid Yaml document separator: \uFEFF'],
    ['a map as a key', 'a: {{ b }}\n', `${PREFIX}yaml: invalid map key: map[interface {}]interface {}{"b":interface {}(nil)}`],
    ['a text that is no number', 'a: !!int x\n', `${PREFIX}yaml: cannot decode !!str \`x\` as a !!int`],
    ['a number that is none of its kind', 'a: !!int 1.5\n', `${PREFIX}yaml: cannot decode !!float \`1.5\` as a !!int`],
    ['nothing that is to be a number', 'a: !!int\n', `${PREFIX}yaml: cannot decode !!null \`\` as a !!int`],
    ['a day that is none', 'a: !!timestamp 2001-02-30\n', `${PREFIX}yaml: cannot decode !!str \`2001-02-30\` as a !!timestamp`],
    ['what is no base64', 'a: !!binary "%"\n', `${PREFIX}yaml: !!binary value contains invalid base64 data`],
    ['base64 without its end', 'a: !!binary aGVsbG8\n', `${PREFIX}yaml: !!binary value contains invalid base64 data`],
    ['infinity', 'a: .inf\n', `${PREFIX}json: unsupported value: +Inf`],
    ['an unknown alias', 'a: *b\n', `${PREFIX}yaml: unknown anchor 'b' referenced`],
    ['an alias inside its anchor', 'a: &b\n  c: *b\n', `${PREFIX}yaml: anchor 'b' value contains itself`],
    [
      'a separator after an unreadable document last',
      'a: b: c\n---\ne: 1\n--- d\n',
      `${PREFIX}yaml: mapping values are not allowed in this context`,
    ],
    ['null as a key', '~: a\n', `${PREFIX}Unsupported map key of type: %!s(<nil>), key: <nil>, value: "a"`],
    ...['<<: 1', '<<:', '<<: [{a: 1}, 2]'].map(
      (text) => [`the merge ${text}`, text, `${PREFIX}yaml: map merge requires map or sequence of maps as the value`] as const,
    ),
    // Where it may be JSON or YAML, and is neither, the JSON error is shown.
    [
      'a template that begins with a brace',
      '{{ a }}: b: c',
      "json: offset 2: invalid character '{' looking for beginning of object key string",
    ],
    ['half a JSON object', '{"a": [1, ', 'unexpected EOF'],
    ['a third value that is no JSON', '{"a": 1} {"b": 2} c', "invalid character 'c' looking for beginning of value"],
  ];
  for (const [what, text, error] of REFUSED) {
    it(`refuses ${what}`, () => {
      assert.equal(readAsKubectl(text).yamlError, error);
    });
  }

  it('counts the lines of each document by itself', () => {
    assert.match(readAsKubectl('a: 1\nb: 2\n---\nc: 3\nd: e: f\n').yamlError ?? '', /line 2: mapping values/);
  });
});

describe('what Go says about JSON', () => {
  const PROBLEMS: readonly (readonly [text: string, offset: number | undefined, error: string])[] = [
    ['{"a" 1}', 6, "invalid character '1' after object key"],
    ['{"a": 1 "b": 2}', 9, `invalid character '"' after object key:value pair`],
    ['[1 2]', 4, "invalid character '2' after array element"],
    ['{"a": }', 7, "invalid character '}' looking for beginning of value"],
    ['{"a": 1,}', 9, "invalid character '}' looking for beginning of object key string"],
    ["{'a': 1}", 2, "invalid character '\\'' looking for beginning of object key string"],
    ['{"ä": "\n"}', 9, "invalid character '\\n' in string literal"],
    ['["\\x"]', 4, "invalid character 'x' in string escape code"],
    ['["\\u00g0"]', 7, "invalid character 'g' in \\u hexadecimal character escape"],
    ['[tru]', 5, "invalid character ']' in literal true (expecting 'e')"],
    ['[-a]', 3, "invalid character 'a' in numeric literal"],
    ['[1.a]', 4, "invalid character 'a' after decimal point in numeric literal"],
    ['[1e+]', 5, "invalid character ']' in exponent of numeric literal"],
    ['[01]', 3, "invalid character '1' after array element"],
    ['[ä]', 2, "invalid character 'Ã' looking for beginning of value"],
    ['{"a": "b', undefined, 'unexpected EOF'],
  ];
  for (const [text, offset, error] of PROBLEMS) {
    it(`${text}: ${error}`, () => {
      const read = skipGoJson(text, 0);
      assert.deepEqual([read.offset, read.error], [offset, error]);
    });
  }
});

describe('what the YAML library of Kubernetes objects to', () => {
  const PROBLEMS: readonly (readonly [text: string, problem: string | undefined])[] = [
    ['a: 1\nb:\n- c\n- d: [e, {f: g}]\n', undefined],
    ['a: b: c\n', 'yaml: mapping values are not allowed in this context'],
    ['x: 1\na: b: c\n', 'yaml: line 2: mapping values are not allowed in this context'],
    ['a: 1\nb\nc: 2\n', "yaml: line 3: could not find expected ':'"],
    ['a:\n  b: 1\n c: 2\n', 'yaml: line 2: did not find expected key'],
    ['a:\n  - b\n c\n', 'yaml: line 2: did not find expected key'],
    ['a: "b\nc: d\n', 'yaml: line 3: found unexpected end of stream'],
    ['a: [b, c\nd: e\n', "yaml: line 1: did not find expected ',' or ']'"],
    ['a: {b: c\nd: e\n', "yaml: line 1: did not find expected ',' or '}'"],
    ['a:\n\tb: 1\n', 'yaml: line 2: found character that cannot start any token'],
    ['a: @b\n', 'yaml: found character that cannot start any token'],
    ['a: "\\q"\n', 'yaml: found unknown escape character'],
    ['a: "\\xZZ"\n', 'yaml: did not find expected hexdecimal number'],
    ['a: |x\n', 'yaml: did not find expected comment or line break'],
    ['a: |0\n', 'yaml: found an indentation indicator equal to 0'],
    ['a: |\n  \tb\n', 'yaml: line 2: found a tab character where an indentation space is expected'],
    ['a: |\n  b\n  \tc\n', undefined],
    ['a: |\n\tb\n', 'yaml: line 2: found a tab character where an indentation space is expected'],
    ['a: - b\n', 'yaml: block sequence entries are not allowed in this context'],
    ['a: 1\n- b\n', 'yaml: line 1: did not find expected key'],
    ['- a\nb: 1\n', "yaml: line 1: did not find expected '-' indicator"],
    ['a: !x!y z\n', 'yaml: found undefined tag handle'],
    ['%YAML 1.2\n---\na: 1\n', 'yaml: found incompatible YAML document'],
    ['%YAML 1.1\n%YAML 1.1\n---\na: 1\n', 'yaml: line 1: found duplicate %YAML directive'],
    ['%TAG !x! tag:x,2000:\n---\na: !x!y z\n', undefined],
    ['%FOO\n---\na: 1\n', 'yaml: found unknown directive name'],
    ['a: & b\n', 'yaml: did not find expected alphabetic or numeric character'],
    ['a: 1\n---\nb: : :\n', undefined],
    ['a\nb: c\n', 'yaml: line 2: mapping values are not allowed in this context'],
    [`${'a'.repeat(1100)}: b\n`, 'yaml: mapping values are not allowed in this context'],
    ['a: \u0007\n', 'yaml: control characters are not allowed'],
    ['a: 😀\n', undefined],
    ['? a\n: b\n', undefined],
    ['a: [b: c, {d: }, ]\n', undefined],
    ['a: }\n', 'yaml: did not find expected node content'],
    ['['.repeat(10_001), 'yaml: exceeded max depth of 10000'],
  ];
  for (const [text, problem] of PROBLEMS) {
    it(`${JSON.stringify(text.slice(0, 40))}: ${problem ?? 'nothing'}`, () => {
      assert.equal(goYamlProblem(text), problem);
    });
  }

  const FINE = [
    '',
    '# only a comment',
    'a: 1\nb:\n- c\n- d: e\n  f: |\n    text: here\n\n    # more\ng: >-\n  folded\n',
    '{"a": [1, {"b": null}], c: d}',
    'a: &x {b: 1}\nc: *x\nd:\n  <<: *x',
    'a: {{ name }}',
    'a: "multi\n  line"',
    '---\na: 1\n...\n',
    'args: ["--x={a: b}", "c:d"]',
  ];
  for (const text of FINE) {
    it(`nothing in ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.equal(goYamlProblem(text), undefined);
    });
  }

  it('ends on anything', () => {
    for (const text of [
      '['.repeat(5000),
      '{a: '.repeat(9000),
      '- '.repeat(3000),
      '\ud800',
      '"'.repeat(999),
      '!<',
      '&',
      '%',
      '?',
      ':\n:',
    ]) {
      assert.doesNotThrow(() => goYamlProblem(text));
    }
  });
});

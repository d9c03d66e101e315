import { strict as assert } from 'node:assert';
import { goYamlExtent, goYamlProblem } from '../../src/manifest/goYaml/parser';

type Rows = readonly (readonly [text: string, problem: string | undefined])[];

/** What go.yaml.in/yaml/v2 says of a text, without `yaml: `; undefined where it reads it. */
const VERDICTS: Readonly<Record<string, Rows>> = {
  tags: [
    ['!<tag:x>  a\n', undefined],
    ['!<x a\n', "did not find the expected '>'"],
    ['a: !<> b\n', 'did not find expected tag URI'],
    ['a: !x%zz b\n', 'did not find URI escaped octet'],
    ['a: !x%41 b\n', undefined],
    ['a: !!str b\n', undefined],
    ['a: !e!x b\n', 'found undefined tag handle'],
    ['a: !a,b c\n', undefined],
    ['a: [!!str, b]\n', undefined],
    ['a: !!str\nb: 1\n', undefined],
    ['a: !!map\n  b: 1\n', undefined],
    ['a: !!seq\n- b\n', undefined],
    ['a: ! b\n', undefined],
    ['a: !"b\n', 'did not find expected whitespace or line break'],
  ],
  directives: [
    ['%TAG !e! tag:e,\n---\na: !e!x b\n', undefined],
    ['%TAG e tag\n---\na', "did not find expected '!'"],
    ['%TAG !e tag\n---\na', "did not find expected '!'"],
    ['%TAG !e! \n---\na', 'did not find expected tag URI'],
    ['%TAG !e!x y\n---\na', 'did not find expected whitespace'],
    ['%TAG ! tag:x\n---\na: !y b\n', undefined],
    ['%TAG !e! tag"\n---\na', 'did not find expected whitespace or line break'],
    ['%YAML 1.1 # c\n---\na: 1\n', undefined],
    ['%YAML 1.1 x\n---\na: 1\n', 'did not find expected comment or line break'],
    ['%YAML 11\n---\na', "did not find expected digit or '.' character"],
    ['%YAML a.1\n---\na', 'did not find expected version number'],
    ['%YAML 1.\n---\na', 'did not find expected version number'],
    ['%YAML 100.1\n---\na', 'found extremely long version number'],
    ['%YAML 1.1\na: 1\n', 'line 1: did not find expected <document start>'],
    ['%\na', 'could not find expected directive name'],
    ['%YAML% 1.1\n---\na', 'found unexpected non-alphabetical character'],
    ['%YAML 1.1\n%TAG !x! tag:x:\n---\na: !x!y 1\n', undefined],
    ['%YAML 1.1\n---\n', undefined],
    ['%TAG !x! y\n%YAML 1.1\n---\na: !x!b c\n', undefined],
  ],
  'anchors and aliases': [
    ['a: &x1 b\nc: *x1\n', undefined],
    ['a: &x,b c\n', 'did not find expected key'],
    ['a: *x,\n', "unknown anchor 'x' referenced"],
    ['a: &é b\n', 'did not find expected alphabetic or numeric character'],
    ['a: &x\n  b: 1\nc: &x 2\nd: *x\n', undefined],
    ['&x a: 1\n*x : 2\n', undefined],
    ['a: 1\nb: *y\n', "unknown anchor 'y' referenced"],
    ['a: &b\nc: *b\n', undefined],
    ['a: {b: 1, <<: *c}\n', "unknown anchor 'c' referenced"],
    ['a: &x &y b\n', 'did not find expected key'],
    ['a: &x !!str b\n', undefined],
    ['a: !!str &x b\nc: *x\n', undefined],
    ['a: &x *x\n', 'did not find expected key'],
  ],
  'flow style': [
    ['[a, b]: c\n', undefined],
    ['[a, b\n', "line 1: did not find expected ',' or ']'"],
    ['{a: b, c\n', "line 1: did not find expected ',' or '}'"],
    ['{a, b: c}\n', undefined],
    ['{a: b c: d}\n', "did not find expected ',' or '}'"],
    ['[a b, : c]\n', 'did not find expected node content'],
    ['[: a]\n', 'did not find expected node content'],
    ['[a: b, c: ]\n', undefined],
    ['{: a, b: }\n', 'did not find expected node content'],
    ['{? a : b, c}\n', undefined],
    ['[? a : b]\n', undefined],
    ['[? [x, y] : b]\n', undefined],
    ['[[x, y]: b, {c: d}: [e]]\n', undefined],
    ['{[x, y]: b, ? {c: d} : [e]}\n', undefined],
    ['x: 1\na: [b, c', "line 2: did not find expected ',' or ']'"],
    ['x: 1\na: [b, c\n', "line 2: did not find expected ',' or ']'"],
    ['[a, ]\n', undefined],
    ['[, a]\n', 'did not find expected node content'],
    ['{a: b,}\n', undefined],
    ['{, a: b}\n', 'did not find expected node content'],
    ['a: [1, 2]]\n', 'did not find expected key'],
    ['a: }\n', 'did not find expected node content'],
    ['[\n', 'line 1: did not find expected node content'],
    ['{\n', 'line 1: did not find expected node content'],
    ['a: [\n]\n', undefined],
    ['a: {\n}\n', undefined],
    ['a: [b,\n\tc]\n', undefined],
    ['{"a":1,"b":[2]}', undefined],
    ['[a, [b, {c: [d]}]]\n', undefined],
    ['{a: [}\n', 'did not find expected node content'],
    ['[a: [b]\n', "line 1: did not find expected ',' or ']'"],
    ['- [a]\n- {b: c}\n', undefined],
    ['[a]: [b]\nc: {d}: e\n', 'line 2: mapping values are not allowed in this context'],
    ['{a: {b: c, d}, e: }\n', undefined],
    ['[a #b\n, c]\n', undefined],
    ['{a:b}\n', undefined],
    ['{a: -}\n', undefined],
    ['[-]\n', undefined],
    ['[- a]\n', 'did not find expected node content'],
    ['{a: ?b}\n', 'did not find expected node content'],
  ],
  'block style': [
    ['- a\n-\n- - b\n  - c\n', undefined],
    ['? a\n? b\n: c\n', undefined],
    ['? - a\n: - b\n', undefined],
    ['- a: 1\n  b: 2\n c: 3\n', "line 2: did not find expected '-' indicator"],
    ['- a: 1\n   b: 2\n', 'line 2: mapping values are not allowed in this context'],
    ['a:\n- b\n- c\nd: e\n', undefined],
    ['a:\n  - b\n  c: d\n', "line 2: did not find expected '-' indicator"],
    [': a\n', 'did not find expected key'],
    ['? \n', undefined],
    ['-\n', undefined],
    ['a:\n  b\nc\n', "line 4: could not find expected ':'"],
    ['a: - \n', 'block sequence entries are not allowed in this context'],
    ['-\ta\n', 'found character that cannot start any token'],
    ['\ta: 1\n', 'found character that cannot start any token'],
    ['a: b: \n', 'mapping values are not allowed in this context'],
    ['- - a\n - b\n', "line 1: did not find expected '-' indicator"],
    ['- a\n - b\n', undefined],
    ['a:\n - b\n - c\n', undefined],
    ['a:\n - b\n- c\n', 'line 2: did not find expected key'],
    ['a: 1\n b: 2\n', 'line 2: mapping values are not allowed in this context'],
    ['a:\n  b: 1\n   c: 2\n', 'line 3: mapping values are not allowed in this context'],
    ['? a\n: b\n? c\n', undefined],
    ['- ? a\n  : b\n', undefined],
    ['-\n  a: 1\n-\n  b: 2\n', undefined],
    ['a:\n\nb:\n', undefined],
    ['"a": 1\n"b" : 2\n', undefined],
    ['"a"\n: b\n', undefined],
    ['a ? b: c\n', undefined],
    ['? a: b\n: c: d\n', undefined],
    ['a\n', undefined],
    ['a b\nc\n', undefined],
  ],
  'plain texts': [
    ['a: b\n  c\n   d: e\n', 'line 3: mapping values are not allowed in this context'],
    ['a: b\n\tc\n', 'line 2: found a tab character that violates indentation'],
    ['a: b\n \tc\n', undefined],
    ['a: -b\nc: ?d\ne: :f\n', undefined],
    ['a: %b\n', 'found character that cannot start any token'],
    ['a: `b\n', 'found character that cannot start any token'],
    ['a:b\n', undefined],
    ['a: b:c\n', undefined],
    ['a:\u00a0b\n', undefined],
    ['a: 1 #c\n#d\n  #e\nb: 2\n', undefined],
    ['a: #c\n  b\n', undefined],
    ['a: 😀 b: c\n', 'mapping values are not allowed in this context'],
    ['a: 1\n\n\t\nb: 2\n', 'line 3: found a tab character that violates indentation'],
    ['a: b#c\n', undefined],
    ['a: b #c: d\n', undefined],
    ['a: b\n\n  c\n', undefined],
    ['- -b\n- - b\n', undefined],
    ['a: b\n---\nc: [\n', undefined],
    ['a: b\n...\nc: [\n', undefined],
    ['a: b, c\n', undefined],
    ['[b #c\n]\n', undefined],
    ['a: b\u2028 c: d\n', 'line 2: mapping values are not allowed in this context'],
    ['a: |\u0085  b\n', undefined],
    ['a: ,b\n', 'did not find expected node content'],
    ['a: >b\n', 'did not find expected comment or line break'],
  ],
  'quoted texts': [
    ['a: "x\\\n  y"\n', undefined],
    ['a: "\\u00e9\\U0001F600\\x41"\n', undefined],
    ['a: "\\ud800"\n', 'found invalid Unicode character escape code'],
    ['a: "\\udfff"\n', 'found invalid Unicode character escape code'],
    ['a: "\\ue000"\n', undefined],
    ['a: "\\U00110000"\n', 'found invalid Unicode character escape code'],
    ['a: "\\U0010FFFF"\n', undefined],
    ['a: "\\u12"\n', 'did not find expected hexdecimal number'],
    ['a: "x\n---\ny"\n', 'line 2: found unexpected document indicator'],
    ["a: 'x\n...\ny'\n", 'line 2: found unexpected document indicator'],
    ["a: 'it''s'\n", undefined],
    ["a: 'x\n", 'line 2: found unexpected end of stream'],
    ["a: 'x\n\n  y'\n", undefined],
    ['k: "a\n\tb"\n', undefined],
    ['"\n', 'line 2: found unexpected end of stream'],
    ['a: "b"c\n', 'did not find expected key'],
    ['a: "b" #c\n', undefined],
    ['a: "\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\"\\/\\\\\\N\\_\\L\\P"\n', 'found unknown escape character'],
    ['a: "\\/"\n', 'found unknown escape character'],
    ["a: '\\'\n", undefined],
    ["a: ''''\n", undefined],
    ['"a b": c\n', undefined],
    ['"a\n  b": c\n', 'line 2: mapping values are not allowed in this context'],
    ['a: "--- b"\n', undefined],
  ],
  'block texts': [
    ['a: >-\n  x\n y\n', 'line 2: did not find expected key'],
    ['a: |2-\n  x\n', undefined],
    ['a: |-2\n  x\n', undefined],
    ['a: |+\n  x\n\n\nb: 1\n', undefined],
    ['a: |3\n  x\n', 'line 1: did not find expected key'],
    ['a: |\n\n   x\n  y\n', 'line 3: did not find expected key'],
    ['a: |12\n x\n', 'did not find expected comment or line break'],
    ['a: |--\n x\n', 'did not find expected comment or line break'],
    ['a: |+-\n x\n', 'did not find expected comment or line break'],
    ['a: |1+\n x\n', undefined],
    ['a: | # c\n x\n', undefined],
    ['a: |\n x\n\ty\n', 'line 3: found a tab character where an indentation space is expected'],
    ['a: |\n x\n \ty\n', undefined],
    ['- |\n x\n- y\n', undefined],
    ['a: |\n  x\n b: c\n', 'line 2: did not find expected key'],
    ['a: |\nb: c\n', undefined],
    ['a: |', undefined],
    ['a: |\n', undefined],
    ['a: |\n   \n  x\n', 'line 2: did not find expected key'],
    ['a: |2\n   x\n  y\n', undefined],
    ['a: |1\n x\n  y\nb: 1\n', undefined],
    ['- a: |\n   x\n  b: y\n', undefined],
    ['a: [|\n x]\n', 'found character that cannot start any token'],
  ],
  documents: [
    ['a: 1\n...\nb: 2\n', undefined],
    ['---\n---\na', undefined],
    ['--- a\n', undefined],
    ['--- |\n x\n', undefined],
    ['\uFEFFa: 1\n', undefined],
    ['', undefined],
    ['...\n', 'did not find expected node content'],
    ['--- # c\na: 1\n', undefined],
    ['---a\n', undefined],
    ['--- {\n', 'line 1: did not find expected node content'],
    ['a: 1\n--- b: [\n', undefined],
    ['\r\na: 1\r\nb: [\r\n', 'line 3: did not find expected node content'],
    ['a: 1\rb: 2: 3\r', 'line 2: mapping values are not allowed in this context'],
    ['---\ta: 1\n', 'mapping values are not allowed in this context'],
  ],
};

describe('the YAML library of kubectl', () => {
  for (const [what, rows] of Object.entries(VERDICTS)) {
    describe(`on ${what}`, () => {
      for (const [text, problem] of rows) {
        it(`${JSON.stringify(text)}: ${problem ?? 'reads it'}`, () => {
          assert.equal(goYamlProblem(text), problem === undefined ? undefined : `yaml: ${problem}`);
        });
      }
    });
  }

  it('asks for the colon of a key on the same line, within 1,024 characters', () => {
    const key = (length: number): string => `a: 1\n${'x'.repeat(length)}: b\n`;
    assert.equal(goYamlProblem(key(1024)), undefined);
    assert.equal(goYamlProblem(key(1025)), "yaml: line 2: could not find expected ':'");
  });

  it('takes a byte order mark for the beginning of a text, and for a character of it anywhere else', () => {
    assert.equal(goYamlProblem('\uFEFF- a\n- b\n'), undefined);
    assert.equal(goYamlExtent('\uFEFF- a\n...\nb\n')?.end, 5);
    assert.notEqual(goYamlProblem('- a\n\uFEFF- b\n'), goYamlProblem('\uFEFF- a\n- b\n'));
  });

  it('counts characters, not halves of them', () => {
    assert.equal(goYamlProblem(`a: 1\n${'😀'.repeat(1024)}: b\n`), undefined);
    assert.equal(goYamlProblem(`a: 1\n${'😀'.repeat(1025)}: b\n`), "yaml: line 2: could not find expected ':'");
  });

  const JOINTS: readonly (readonly [text: string, joints: readonly string[] | undefined])[] = [
    ['a: [b,\nc] \nd: 1\n', ['\n']],
    ['a: {b: c, # d\r\ne: f}\n', ['# d', '\r\n']],
    ['a: "b\nc"\nd:\n  e\n', ['\n']],
    ['a: ["b\nc", [d,\ne],\nf]\ng: 1\n', ['\n', '\n', '\n']],
    ['a:\n  b: c\n', []],
    ['a: [b\n', undefined],
    ['a: \u0007', undefined],
  ];
  for (const [text, joints] of JOINTS) {
    it(`${JSON.stringify(text)} goes on in other lines ${joints?.length ?? 'at unknown'} times`, () => {
      assert.deepEqual(
        goYamlExtent(text)?.joints.map(({ start, end }) => text.slice(start, end)),
        joints,
      );
    });
  }
});

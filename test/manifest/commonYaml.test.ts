import { strict as assert } from 'node:assert';
import { goYamlProblem } from '../../src/manifest/goYaml/parser';
import { readCommonYaml } from '../../src/manifest/commonYaml';
import { parseText, type ParsedText } from '../../src/manifest/parse';
import type { SourceNode } from '../../src/manifest/source';
import { Draw } from '../support/draw';

/** A tab is what only the whole reader takes; in a comment before everything else it changes nothing but the offsets. */
const FOR_ALL = '#\t\n';

function shifted(node: SourceNode, by: number): SourceNode {
  const range = { start: node.start - by, end: node.end - by };
  if (node.kind === 'scalar') return { ...node, ...range };
  if (node.kind === 'sequence') return { ...node, ...range, items: node.items.map((item) => shifted(item, by)) };
  const entries = node.entries.map((entry) => ({
    ...entry,
    keyRange: { start: entry.keyRange.start - by, end: entry.keyRange.end - by },
    value: shifted(entry.value, by),
  }));
  return { ...node, ...range, entries };
}

/** As `yaml` reads it. */
function readWhole(text: string): ParsedText {
  const { root, size, ...rest } = parseText(FOR_ALL + text);
  // The comment and its line end count as well.
  return { ...rest, root: root === undefined ? undefined : shifted(root, FOR_ALL.length), size: size - 2 };
}

const isCommon = (text: string): boolean => readCommonYaml(text, [], 90_000) !== undefined;

function assertSame(text: string): void {
  if (!isCommon(text)) return;
  assert.deepEqual(
    { undecodable: undefined, ...parseText(text) },
    { undecodable: undefined, ...readWhole(text) },
    JSON.stringify(text),
  );
  assert.equal(goYamlProblem(text), undefined, JSON.stringify(text));
}

const COMMON: readonly string[] = [
  'a: 1\nb: yes\nc: 0x10\nd: ~\ne: text with spaces  \nf: -1\ng: http://x:80/#y\n',
  'a:\n  b:\n    c: d\n  e: f\ng: h',
  '---\na: b\n',
  '--- \n# c\na: b\n',
  '\n# first\n\na: b\n\n# last\n',
  '  a: b\n  c: d\n',
  'a:\n- b\n- c\nd:\n  - e\n  - f\n',
  '- a\n- b: c\n  d: e\n- - f\n  - g\n-   h: i\n    j: k\n',
  '-\n  a: b\n-\n  - c\n',
  'a: "b"\nc: \'d\'\n"e": f\n\'g\': "h \\"i\\" \\\\ \\n"\nj: \'it\'\'s\'\nk: ""\n',
  'a: {}\nb: []\nc: { d: e, f: [1, 2], "g": \'h\' }\ni: [ { j: k }, l m ]\n',
  'a: |\n  b\n   c\n\n  d\n\ne: |-\n    f\n\n\ng: |+\n  h\n\n\ni: j\n',
  'a: |   # c\n  b\n# d\nc: |\n\n  d\n',
  '- |\n  a\n- |-\n  b',
  'a: 1 # one\n  # deeper\n\n  # again\n# not\n   # behind it\nb: 2\n',
  'a:\n  b: 1\n  # as deep\nc: 2\n',
  'a:\n  b: 1\n # less deep\n   # deeper again\nc: 2\n',
  'a:\n  b: 1\n    # deeper\n\n  # as deep\n\nc: 2\n',
  'a:\n  - b\n    # deeper\n  # as deep\nc: 2\n',
  'a:\n- b\n# between\n- c\n# behind\nd: e\n',
  'a:\nb: # empty\nc:\n  # below\nd:\n  e:\n  # as deep\nf: g\n',
  'a:\n  b: # empty at the end\n\n# more\nc: d\n',
  'a:\n  b:\n    # deeper\n',
  'a:   \n  b:   \n\nc: d\n',
  'a: |\n  b\n\n\n  # in it\nc: |\n  d\n # not in it\ne: f\n',
  'a: [\u00e9\u00e8]\nb: \u{1f600}\n\u00fc: c\n',
  'a: b\n  c\nd:\n  - e f\n    g  \n\n\n     - h "i"\n # j\n  - k\n',
  'a: b\n  c # d\ne: f\n   #g\n  # h\nj: k\n  l\n',
  'a: "b  \n  c \\n\\t\n    \\"d\\""\ne: \'f\n  it\'\'s  \n  g\' # h\ni: "j\n  k"\n',
  'a:\n  b: "c: \n    d"\n  e: \'f #\n   g\'\n',
  'a: "b\u00a0\n  \u00a0c"\nd: \'e\u3000 \n  f\'\ng: h\u00a0\n  i\n',
  "a: \"b  \n  c \\\" \n\n  \n   d\"  # e\nf: 'g\n\n  ''h''\n  '\n",
  '- i: "\n   j"\n- 1\n  2\n',
  'a: "b\\u00e9 \\ c\n    \\  d\\\\ e"\n',
  'a: {b: nginx:1.27, c: https://x:80/y, d:e: f, g: 1:20}\nh: [a:b c:d, x:y:z]\ni: {j: k:_ }\n',
  'a: [b, c,]\nd: {e: f, }\ng: [{h: i,}, [j, ], ]\n',
  'yes: a\n1: b\n0x10: c\n1.50: d\na b c: d\n',
  'a: 1\na: 2\n',
  'a:\n  b:\n    c:\n      - d:\n          - e: f\n            # g\n          - h\n    # i\n  # j\n# k\n',
];

const WHOLE: readonly string[] = [
  'a: &x b\nc: *x\n',
  'a: !!str 1\n',
  'a: >-\n  b\n',
  'a: |2\n    b\n',
  'a:\n  b\n',
  'a: "b\nc"\n',
  'a:\n  b: "c\n  d"\n',
  'a: "b\\\n  c"\n',
  'a: b\n  c: d\n',
  'a: b\n  c # d\n  e\n',
  'a: b # c\n  d\n',
  'a: "b\n  c" d\n',
  'a: [b,\n  c]\n',
  'a: {b}\n',
  'a: [b: c]\n',
  'a: [b:, c]\n',
  'a: {b:}\n',
  'a: {b: c:d: e}\n',
  'a: [b:"c"]\n',
  'a: [b:{c}]\n',
  'a: {b: c,, }\n',
  'a: [, ]\n',
  '? a\n: b\n',
  '<<: { a: b }\n',
  '~: a\n',
  'a:\tb\n',
  'a: b\r\n',
  'a: b: c\n',
  'a: - b\n',
  'a: @b\n',
  'a: "\\x41"\n',
  'a: "\\ud83d\\ude00"\n',
  'a: "b\\ \n  c"\n',
  'a: b\n---\nc: d\n',
  'a: b\n...\n',
  '%YAML 1.1\n---\na: b\n',
  '\uFEFFa: b\n',
  'a\u2028: b\n',
  'a: \u0007\n',
  '{ a: b }\n',
  '- # c\n  a\n',
  '-\n- a\n',
  'a:\n  b: c\n d: e\n',
  'a: "b" c\n',
  'a: b\n  # c\n    d: e\n',
  `a:\n${Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth + 1)}a:\n`).join('')}`,
  `${'a'.repeat(1100)}: b\n`,
  'just a text\n',
  '# nothing\n',
  '',
];

const BITS: readonly string[] = [
  ...[
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\n   \n',
    '# c\n',
    '  # c\n',
    '    # c\n',
    ' #',
    '#',
    '- ',
    '-',
    '- - ',
    ':',
    ': ',
    '"',
    "'",
    '\\',
  ],
  ...['{}', '[]', '{ a: b }', '[a, b]', '|\n', '|-\n', '|+\n', '>', 'a: b\n', '  a: b\n', '- a\n', 'a:\n', '~', '<<: ', '&a '],
  ...['*a', '!x ', '?', '%', '@', '{', '}', '[', ']', ',', '\t', '---\n', '...\n', '\u00e9', '\u0085', '      '],
];

/** Lines moved, indented otherwise, copied, taken out; bits put in or cut out. */
function mutate(draw: Draw, text: string): string {
  const lines = text.split('\n');
  const line = draw.upTo(lines.length - 1);
  const at = draw.upTo(text.length);
  switch (draw.upTo(6)) {
    case 0:
      return text.slice(0, at) + draw.of(BITS) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + draw.upTo(3));
    case 2:
      return lines.toSpliced(line, 1).join('\n');
    case 3:
      return lines.toSpliced(line, 0, draw.of(lines)).join('\n');
    case 4:
      return lines.with(line, ' '.repeat(draw.upTo(6)) + (lines[line]?.trimStart() ?? '')).join('\n');
    case 5:
      return lines.with(line, (lines[line] ?? '') + draw.of(BITS)).join('\n');
    default:
      return lines.toSpliced(line, 0, `${' '.repeat(draw.upTo(6))}# c`).join('\n');
  }
}

describe('common YAML', () => {
  for (const text of COMMON)
    it(`${JSON.stringify(text)} is read in one pass, as yaml reads it`, () => {
      assert.ok(isCommon(text));
      assertSame(text);
    });

  for (const text of WHOLE)
    it(`${JSON.stringify(text.slice(0, 60))} is left to yaml`, () => {
      assert.ok(!isCommon(text));
    });

  it('marks what templates fill in as yaml does', () => {
    const text = 'a: xxxx\nb: [xxxx]\nxxxx: c\n';
    const spans = [...text.matchAll(/xxxx/g)].map(({ index }) => ({ start: index, end: index + 4 }));
    const behind = spans.map(({ start, end }) => ({ start: start + FOR_ALL.length, end: end + FOR_ALL.length }));
    const { root } = parseText(text, spans);
    const whole = parseText(FOR_ALL + text, behind).root;
    assert.ok(readCommonYaml(text, spans, 90_000));
    assert.deepEqual(root, whole && shifted(whole, FOR_ALL.length));
  });

  const LENGTHS: readonly (readonly [name: string, text: string])[] = [
    ['lines', `a:\n${'- b\n'.repeat(40_000)}`],
    ['entries on one line', `a: [${'b,'.repeat(50_000)}]\n`],
    ['blank lines', `a: b\n${'\n'.repeat(100_001)}c: d\n`],
    ['blank lines at the end', `a: b\n${'\n'.repeat(100_001)}`],
  ];
  for (const [name, text] of LENGTHS)
    it(`is read no further than other YAML where it has too many ${name}, and once`, () => {
      assert.equal(readCommonYaml(text, [], 100_000), 'too long');
      const [common, whole] = [parseText(text), parseText(FOR_ALL + text)];
      assert.equal(common.refused, whole.refused);
      assert.ok(common.refused !== undefined && common.size <= 100_001);
    });

  it('is the same in 5,000 mutated texts wherever it is read', () => {
    let read = 0;
    for (let seed = 0; seed < 5000; seed += 1) {
      const draw = new Draw('common', seed);
      let text = draw.of(COMMON) + (draw.chance(0.3) ? draw.of(COMMON) : '');
      for (let count = draw.upTo(3); count >= 0; count -= 1) text = mutate(draw, text);
      assertSame(text);
      if (isCommon(text)) read += 1;
    }
    assert.ok(read > 1900, `${read} are read`);
  }).timeout(60_000);
});

import { strict as assert } from 'node:assert';
import { Parser } from 'yaml';
import { GoLexer } from '../../src/manifest/goLexer';
import { Outline } from '../../src/manifest/outline';
import { parseText } from '../../src/manifest/parse';
import { Draw } from '../support/draw';

const PARTS: readonly string[] = [
  ...['a', 'b: ', 'c: 1\n', '\n', '\n  ', '\n    ', ' ', '  ', '\t', '\r\n', '# c\n', '%Y\n', '---\n', '...\n', '\uFEFF'],
  ...['- ', '? ', ': ', ':', '-', '?', '-\n', '?\n', ':\n', '- - ', '- ? a\n', '? - b\n', ': - c\n', '- x\n', 'm:\n'],
  ...['[', ']', '{', '}', ',', ', ', '[[', ']]', 'l: [1, 2]\n', 'k: {a: b}\n', '[x]: 1\n', '{y: z}: ', '{"v": {"w": 1}}'],
  ...['"x"', "'y'", '"x\n y"', '"', "'", '"q": ', "'q' : ", '"s",', '"t": "u",', 'x: "1"\n [x]\n', '\\'],
  ...['&a ', '*a', '!t ', '!<!x> ', '<<: *a\n', '|\n', '>-\n', ' |\n  t\n', '? |\n  z\n', '- |\n  z\n', 'n: &b |\n  z\n'],
];

function drawn(seed: number): string {
  const draw = new Draw('a text', seed);
  const parts = draw.chance(0.7) ? Array.from({ length: 1 + draw.upTo(5) }, () => draw.of(PARTS)) : PARTS;
  const lines = Array.from({ length: 3 + draw.upTo(90) }, () => draw.of(parts));
  return draw.of(['kind: x\n', '# x\n---\na: ', '{', '[', '']) + lines.join('');
}

describe('what is told of lexemes', () => {
  it('holds of what the parser makes of them: one document that has not ended, with no more open than said', () => {
    const MOST_OPEN = 16;
    let told = 0;
    for (let seed = 0; seed < 2_000; seed++) {
      const text = drawn(seed);
      const lexer = new GoLexer(text, 1_000, false);
      const outline = new Outline(MOST_OPEN);
      const parser = new Parser();
      const ended: unknown[] = [];
      for (let at = 0, lexeme = lexer.lexemeAt(0); lexeme !== undefined; at += 1, lexeme = lexer.lexemeAt(at)) {
        outline.add(lexeme);
        for (const token of parser.next(lexeme)) if (token.type === 'document' || token.type === 'error') ended.push(token);
        if (!outline.isWithin) continue;
        told += 1;
        assert.deepEqual(ended, [], JSON.stringify(text));
        assert.ok(parser.stack.length <= MOST_OPEN, JSON.stringify(text));
      }
    }
    assert.ok(told > 20_000, `${told}`);
  });

  const LONG: readonly (readonly [what: string, text: string, refused: string])[] = [
    ['keys without values', 'kind: x\n' + 'a: *b\n'.repeat(20_000), 'the document is longer than anything that is applied'],
    ['JSON', `{"a": [${'{"b": 1},\n'.repeat(20_000)}`, 'the document is longer than anything that is applied'],
    ['keys that nest', 'kind: x\n' + `${'? '.repeat(300)}\n`.repeat(200), 'nested too deeply'],
    ['brackets that nest', `kind: x\na: ${'['.repeat(30_000)}`, 'nested too deeply'],
    ['tags without a line end', `kind: x\na: ${'!!str '.repeat(60_000)}`, 'the document is longer than anything that is applied'],
  ];
  for (const [what, text, refused] of LONG)
    it(`does not change why too much is refused: ${what}`, () => {
      assert.equal(parseText(text).refused, refused);
    });
});

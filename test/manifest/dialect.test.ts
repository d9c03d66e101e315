import assert from 'node:assert/strict';
import { resolvePlainScalar } from '../../src/manifest/dialect';
import { parseText } from '../../src/manifest/parse';
import { findEntry, type TextRange } from '../../src/manifest/source';

/** What sigs.k8s.io/yaml of Kubernetes 1.36.4 makes of a plain scalar. */
const TABLE: readonly (readonly [text: string, value: unknown])[] = [
  ['010', 8],
  ['08', 8],
  ['0o10', 8],
  ['1_000', 1000],
  ['yes', true],
  ['on', true],
  ['1:30', '1:30'],
  ['0b11', 3],
  ['-0b11', -3],
  ['0x1F', 31],
  ['+12', 12],
  ['-7', -7],
  ['n', false],
  ['Off', false],
  ['yEs', 'yEs'],
  ['~', null],
  ['Null', null],
  ['nUll', 'nUll'],
  ['1.5', 1.5],
  ['1e3', 1000],
  ['.5', 0.5],
  ['.5_0', '.5_0'],
  ['1_0.5', 10.5],
  ['25%', '25%'],
  ['100m', '100m'],
  ['1.25.3', '1.25.3'],
  ['2001-12-14', '2001-12-14'],
  ['0x', '0x'],
  ['0b2', '0b2'],
  ['-', '-'],
  ['.', '.'],
  ['18446744073709551615', 18446744073709552000],
  ['99999999999999999999', 1e20],
  ['1e999', '1e999'],
];

describe("Kubernetes' YAML scalars", () => {
  for (const [text, value] of TABLE) {
    it(`reads ${text} as ${JSON.stringify(value)}`, () => {
      assert.deepEqual(resolvePlainScalar(text), value);
    });
  }

  for (const [text, value] of TABLE.filter(([text]) => text !== '-')) {
    it(`reads ${text} in a document the same way`, () => {
      const { root } = parseText(`a: ${text}\n`);
      const node = findEntry(root, 'a')?.value;
      assert.deepEqual(node?.kind === 'scalar' ? node.value : node, value);
    });
  }

  it('reads an empty document as null', () => {
    for (const text of ['---\n', '--- # nothing\n', '---\n---\n']) {
      const { root } = parseText(text);
      assert.deepEqual(root?.kind === 'scalar' ? root.value : root, null, text);
    }
  });

  it('leaves quoted and block scalars alone', () => {
    const { root } = parseText('a: "010"\nb: \'yes\'\nc: |\n  010\n');
    const values = ['a', 'b', 'c'].map((key) => {
      const node = findEntry(root, key)?.value;
      return node?.kind === 'scalar' ? node.value : undefined;
    });
    assert.deepEqual(values, ['010', 'yes', '010\n']);
  });

  it('reads a text again where other parts of it are templates', () => {
    const text = '? a\n: b\nc: "x"\n';
    const isTemplated = (spans: readonly TextRange[]): boolean | undefined => {
      const node = findEntry(parseText(text, spans).root, 'c')?.value;
      return node?.kind === 'scalar' ? node.templated : undefined;
    };
    const span = { start: text.indexOf('"x"'), end: text.length - 1 };
    assert.deepEqual([isTemplated([]), isTemplated([span]), isTemplated([])], [false, true, false]);
  });

  it('reads more of what is written as most are than of all else', () => {
    const lines = 'a: b\n'.repeat(12_500);
    assert.equal(parseText(lines).refused, undefined);
    assert.match(parseText(`? x\n: y\n${lines}`).refused ?? '', /longer than anything that is applied/);
  });
});

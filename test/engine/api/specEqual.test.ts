import { strict as assert } from 'node:assert';
import { specEqual } from '../../../src/engine/api/specEqual';

const pod = (memory: string, extra: object = {}): object => ({
  containers: [{ name: 'c', resources: { requests: { memory }, limits: undefined } }],
  ...extra,
});

describe('Two specs', () => {
  const cases: readonly (readonly [name: string, a: unknown, b: unknown, equal: boolean])[] = [
    ['with one quantity written in two ways are equal', pod('1Gi'), pod('1073741824'), true],
    ['with different quantities differ', pod('1Gi'), pod('1G'), false],
    ['with quantities that cannot be read differ', pod('x'), pod('y'), false],
    ['of which one has an undefined field are equal', pod('1Gi', { nodeName: undefined }), pod('1Gi'), true],
    ['of which one has a field more differ', pod('1Gi'), pod('1Gi', { nodeName: 'n' }), false],
    [
      'with an emptyDir of the same size are equal',
      { emptyDir: { sizeLimit: '1Gi' } },
      { emptyDir: { sizeLimit: '1024Mi' } },
      true,
    ],
    ['with labels that look like quantities compare the texts', { labels: { a: '1' } }, { labels: { a: '1.0' } }, false],
    [
      'with lists in another order differ',
      { tolerations: [{ key: 'a' }, { key: 'b' }] },
      { tolerations: [{ key: 'b' }, { key: 'a' }] },
      false,
    ],
  ];
  for (const [name, a, b, equal] of cases) {
    it(name, () => {
      assert.equal(specEqual(a, b), equal);
      assert.equal(specEqual(b, a), equal);
    });
  }
});

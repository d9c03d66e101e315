import { strict as assert } from 'node:assert';
import { semanticEqual } from '../../../src/engine/api/schema/semanticEqual';

const pod = (memory: string, extra: object = {}): object => ({
  containers: [{ name: 'c', resources: { requests: { memory }, limits: undefined } }],
  ...extra,
});

describe('Two objects, as the API server compares them,', () => {
  const cases: readonly (readonly [name: string, type: string, a: object, b: object, equal: boolean])[] = [
    ['with one quantity written in two ways are equal', 'PodSpec', pod('1Gi'), pod('1073741824'), true],
    ['with different quantities differ', 'PodSpec', pod('1Gi'), pod('1G'), false],
    ['with quantities that cannot be read differ', 'PodSpec', pod('x'), pod('y'), false],
    ['of which one has an undefined field are equal', 'PodSpec', pod('1Gi', { nodeName: undefined }), pod('1Gi'), true],
    ['of which one has a null are equal', 'PodTemplateSpec', { metadata: { creationTimestamp: null } }, {}, true],
    ['of which one has an empty list are equal', 'PodSpec', pod('1Gi', { tolerations: [] }), pod('1Gi'), true],
    ['of which one has a zero are equal', 'DeploymentSpec', { minReadySeconds: 0 }, {}, true],
    ['of which one has a zero behind a pointer differ', 'DeploymentSpec', { replicas: 0 }, {}, false],
    ['of which one has an empty emptyDir differ', 'Volume', { emptyDir: {} }, {}, false],
    ['of which one has a field more differ', 'PodSpec', pod('1Gi', { nodeName: 'n' }), pod('1Gi'), false],
    [
      'with an emptyDir of the same size are equal',
      'Volume',
      { emptyDir: { sizeLimit: '1Gi' } },
      { emptyDir: { sizeLimit: '1024Mi' } },
      true,
    ],
    ['with labels that look like quantities differ', 'ObjectMeta', { labels: { a: '1' } }, { labels: { a: '1.0' } }, false],
    [
      'with lists in another order differ',
      'PodSpec',
      { tolerations: [{ key: 'a' }, { key: 'b' }] },
      { tolerations: [{ key: 'b' }, { key: 'a' }] },
      false,
    ],
  ];
  for (const [name, type, a, b, equal] of cases) {
    it(name, () => {
      assert.equal(semanticEqual(type, a, b), equal);
      assert.equal(semanticEqual(type, b, a), equal);
    });
  }
});

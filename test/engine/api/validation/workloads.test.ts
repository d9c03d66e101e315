import assert from 'node:assert/strict';
import { daemonSetJson, deploymentJson, errorsOf, type Json } from '../../../support/workloadDocuments';

function messages(kind: 'Deployment' | 'DaemonSet', spec: Json): string[] {
  const json = kind === 'Deployment' ? deploymentJson({ spec }) : daemonSetJson(spec);
  return errorsOf(kind, json).map((error) => error.message.replace(/^spec\./, ''));
}

describe('what the server rejects in a Deployment', () => {
  const cases: readonly [spec: Json, errors: string[]][] = [
    [{ replicas: -1 }, ['replicas: Invalid value: -1: must be greater than or equal to 0']],
    [
      { selector: null },
      [
        'selector: Required value',
        'template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`',
      ],
    ],
    [{ selector: {} }, ['selector: Invalid value: {}: empty selector is invalid for deployment']],
    [
      { strategy: { type: 'OnDelete' } },
      ['strategy: Unsupported value: {"Type":"OnDelete","RollingUpdate":null}: supported values: "Recreate", "RollingUpdate"'],
    ],
    [
      { strategy: { type: 'Recreate', rollingUpdate: {} } },
      ["strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      { strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } },
      ['strategy.rollingUpdate.maxUnavailable: Invalid value: "0%": may not be 0 when `maxSurge` is 0'],
    ],
    [
      { strategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      ['strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [{ minReadySeconds: 600 }, ['progressDeadlineSeconds: Invalid value: 600: must be greater than minReadySeconds']],
  ];
  for (const [spec, errors] of cases) {
    it(`rejects ${JSON.stringify(spec)}`, () => {
      assert.deepEqual(messages('Deployment', spec), errors);
    });
  }

  it('places an error where it is in the document, whatever the server calls the place', () => {
    const template = { metadata: { labels: { app: 'web', bad: 'a b' } }, spec: { containers: [{ name: 'a', image: 'b' }] } };
    const [error] = errorsOf('Deployment', deploymentJson({ spec: { template } }));
    assert.equal(error?.field, 'spec.template.labels');
    assert.deepEqual(error.path, ['spec', 'template', 'metadata', 'labels', 'bad']);
  });
});

describe('what the server rejects in metadata', () => {
  const owner = (name: string): Json => ({ controller: true, uid: 'u', name, kind: 'Job', apiVersion: 'batch/v1' });
  const cases: readonly [metadata: Json, errors: string[]][] = [
    [
      { ownerReferences: [owner('a'), owner('b')] },
      [
        'ownerReferences: Invalid value: [{"apiVersion":"batch/v1","kind":"Job","name":"a","uid":"u","controller":true},{"apiVersion":"batch/v1","kind":"Job","name":"b","uid":"u","controller":true}]: Only one reference can have Controller set to true. Found "true" in references for Job/a and Job/b',
      ],
    ],
    [
      { finalizers: ['a'], managedFields: [{ fieldsType: 'x' }, { operation: 'Apply', fieldsType: 'FieldsV1' }] },
      [
        'managedFields[0].operation: Invalid value: "": must be `Apply` or `Update`',
        'managedFields[0].fieldsType: Invalid value: "x": must be `FieldsV1`',
        'finalizers[0]: Invalid value: "a": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [{ labels: { 'a/b/c': 'd' } }, [/^labels: Invalid value: "a\/b\/c": a valid label key must consist/.source]],
  ];
  for (const [metadata, expected] of cases) {
    it(`rejects ${JSON.stringify(metadata).slice(0, 80)}`, () => {
      const json = { ...deploymentJson(), metadata: { name: 'web', ...metadata } };
      const errors = errorsOf('Deployment', json).map(({ message }) => message.replace('metadata.', ''));
      assert.equal(errors.length, expected.length);
      expected.forEach((text, index) => {
        assert.ok(errors[index] === text || new RegExp(text).test(errors[index] ?? ''), errors[index]);
      });
    });
  }
});

describe('what the server rejects in a DaemonSet', () => {
  const cases: readonly [spec: Json, errors: string[]][] = [
    [
      { updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      ['updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      { updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      ['updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [
      { updateStrategy: { type: 'Recreate' } },
      [
        'updateStrategy: Unsupported value: {"Type":"Recreate","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [{ selector: {} }, ['selector: Invalid value: {}: empty selector is invalid for daemonset']],
  ];
  for (const [spec, errors] of cases) {
    it(`rejects ${JSON.stringify(spec)}`, () => {
      assert.deepEqual(messages('DaemonSet', spec), errors);
    });
  }

  it('takes a surge with nothing unavailable', () => {
    assert.deepEqual(messages('DaemonSet', { updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } }), []);
  });
});

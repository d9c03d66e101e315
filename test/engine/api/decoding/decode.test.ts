import assert from 'node:assert/strict';
import { decodeWorkload } from '../../../../src/engine/api/admission/decodeWorkload';
import { daemonSetJson, deploymentJson, type Json } from '../../../support/workloadDocuments';

const INT32 = (field: string, found: string): string =>
  `json: cannot unmarshal ${found} into Go struct field ${field} of type int32`;

function decodeErrorOf(json: Json): string | undefined {
  return decodeWorkload('Deployment', json).decodeError?.message;
}

describe('the strict decoder', () => {
  const wrongTypes: readonly [what: string, json: Json, message: string][] = [
    ['a text for a number', deploymentJson({ spec: { replicas: '3' } }), INT32('DeploymentSpec.spec.replicas', 'string')],
    ['a fraction', deploymentJson({ spec: { replicas: 3.5 } }), INT32('DeploymentSpec.spec.replicas', 'number 3.5')],
    [
      'more than 32 bits',
      deploymentJson({ spec: { replicas: 2 ** 31 } }),
      INT32('DeploymentSpec.spec.replicas', 'number 2147483648'),
    ],
    [
      'a number for a label',
      deploymentJson({ spec: { selector: { matchLabels: { app: 5 } } } }),
      'json: cannot unmarshal number into Go struct field LabelSelector.spec.selector.matchLabels of type string',
    ],
    [
      'a text for a named text type',
      deploymentJson({ container: { imagePullPolicy: 5 } }),
      'json: cannot unmarshal number into Go struct field Container.spec.template.spec.containers.imagePullPolicy of type v1.PullPolicy',
    ],
    [
      'an object for a list',
      deploymentJson({ pod: { containers: {} } }),
      'json: cannot unmarshal object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container',
    ],
    [
      'an embedded struct, which is named',
      deploymentJson({ container: { readinessProbe: { exec: { command: 'cat' } } } }),
      'json: cannot unmarshal string into Go struct field ExecAction.spec.template.spec.containers.readinessProbe.ProbeHandler.exec.command of type []string',
    ],
    [
      'no int-or-string',
      deploymentJson({ spec: { strategy: { rollingUpdate: { maxSurge: true } } } }),
      INT32('RollingUpdateDeployment.spec.strategy.rollingUpdate.maxSurge', 'bool'),
    ],
  ];
  for (const [what, json, message] of wrongTypes) {
    it(`refuses ${what}`, () => {
      assert.equal(decodeErrorOf(json), message);
    });
  }

  it('tells the first wrong type in the order of the keys, whatever their order in the document', () => {
    const json = deploymentJson({ spec: { template: 5, replicas: 'x', minReadySeconds: 'y' } });
    assert.equal(decodeErrorOf(json), INT32('DeploymentSpec.spec.minReadySeconds', 'string'));
  });

  it('lets a value that decodes itself outrank wrong types before it', () => {
    const json = deploymentJson({ spec: { minReadySeconds: 'x' }, container: { resources: { limits: { cpu: '1x' } } } });
    assert.match(decodeErrorOf(json) ?? '', /^quantities must match/);
  });

  it('reports unknown fields with their place, in the order of the keys, and leaves them out', () => {
    const { object, strictErrors } = decodeWorkload(
      'Deployment',
      deploymentJson({ spec: { foo: 1, Replicas: 3 }, container: { imgae: 'x' } }),
    );
    const said = strictErrors.map(({ message, path }) => ({ message, path }));
    assert.deepEqual(said, [
      { message: 'unknown field "spec.Replicas"', path: ['spec', 'Replicas'] },
      { message: 'unknown field "spec.foo"', path: ['spec', 'foo'] },
      {
        message: 'unknown field "spec.template.spec.containers[0].imgae"',
        path: ['spec', 'template', 'spec', 'containers', 0, 'imgae'],
      },
    ]);
    const [ofSpec, , ofContainer] = strictErrors.map(({ known }) => known);
    assert.ok(ofSpec?.includes('replicas') === true && ofContainer?.includes('image') === true);
    assert.equal(Object.hasOwn(object?.spec ?? {}, 'foo'), false);
  });

  it('takes null for absent, except in lists and maps, where it is empty', () => {
    const spec = { replicas: null, template: { metadata: { labels: { app: null } }, spec: { containers: [null] } } };
    const { object } = decodeWorkload('Deployment', deploymentJson({ spec }));
    assert.equal(Object.hasOwn(object?.spec ?? {}, 'replicas'), false);
    const { metadata, spec: pod } = object?.spec?.template ?? {};
    assert.deepEqual(metadata?.labels, { app: '' });
    assert.deepEqual(pod?.containers, [{ resources: {} }]);
  });

  it('reads the template generation from its annotation', () => {
    const json = daemonSetJson();
    const annotations = { 'deprecated.daemonset.template.generation': 'five' };
    const { decodeError } = decodeWorkload('DaemonSet', { ...json, metadata: { name: 'a', annotations } });
    assert.equal(decodeError?.message, 'strconv.ParseInt: parsing "five": invalid syntax');
  });

  it('survives anything in place of an object', () => {
    for (const json of [null, 5, 'x', [], true, { spec: [[]] }, { metadata: { labels: [] } }]) {
      assert.doesNotThrow(() => decodeWorkload('Deployment', json));
    }
  });
});

import assert from 'node:assert/strict';
import { applyDefaults, prepareForUpdate, validateUpdate } from '../../../../src/engine/api/admission/admission';
import { decodeWorkload } from '../../../../src/engine/api/admission/decodeWorkload';
import { badRequestText, invalidText, noMatchText } from '../../../conformance/kubectlApply/kubectlText';
import { warningsForUpdate } from '../../../conformance/kubectlApply/warningsForUpdate';
import { admitted, daemonSetJson, deploymentJson, type Json } from '../../../support/workloadDocuments';

function updated(old: Json, next: Json): { bumped: boolean; errors: string[]; warnings: string[] } {
  const stored = admitted('Deployment', old);
  const { object = {} } = decodeWorkload('Deployment', next);
  const result = prepareForUpdate('Deployment', applyDefaults('Deployment', object), stored);
  return {
    bumped: result.metadata?.generation !== stored.metadata?.generation,
    errors: validateUpdate('Deployment', result, stored).map((error) => error.message),
    warnings: warningsForUpdate('Deployment', result, stored),
  };
}

describe('an update of a Deployment', () => {
  it('is a new generation when the spec means something else', () => {
    assert.equal(updated(deploymentJson(), deploymentJson({ spec: { replicas: 2 } })).bumped, true);
    assert.equal(updated(deploymentJson(), deploymentJson({ spec: { replicas: 1 } })).bumped, false);
  });

  it('is none when only the writing of a quantity changes', () => {
    const memory = (value: unknown): Json => deploymentJson({ container: { resources: { requests: { memory: value } } } });
    assert.equal(updated(memory('1Gi'), memory(1073741824)).bumped, false);
  });

  it('is none when the zero of a field is left out that the server always writes', () => {
    const header = (rest: Json): Json =>
      deploymentJson({ container: { readinessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'X-A', ...rest }] } } } });
    assert.equal(updated(header({}), header({ value: '' })).bumped, false);
    assert.equal(updated(header({ value: '' }), header({ value: 'b' })).bumped, true);
    const sleep = (action: Json): Json => deploymentJson({ container: { lifecycle: { preStop: { sleep: action } } } });
    assert.equal(updated(sleep({}), sleep({ seconds: 0 })).bumped, false);
  });

  it('is one when a pointer gets the zero it points to', () => {
    assert.equal(updated(deploymentJson(), deploymentJson({ pod: { shareProcessNamespace: false } })).bumped, true);
  });

  it('is one when an annotation changes', () => {
    const next = { ...deploymentJson(), metadata: { name: 'web', annotations: { a: 'b' } } };
    assert.equal(updated(deploymentJson(), next).bumped, true);
  });

  it('must keep the selector', () => {
    const spec = { selector: { matchLabels: { app: 'web', tier: 'x' } } };
    const template = { metadata: { labels: { app: 'web', tier: 'x' } }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    assert.deepEqual(updated(deploymentJson(), deploymentJson({ spec: { ...spec, template } })).errors, [
      'spec.selector: Invalid value: {"matchLabels":{"app":"web","tier":"x"}}: field is immutable',
    ]);
  });

  it('is warned of only when something changed', () => {
    const negative = deploymentJson({ pod: { terminationGracePeriodSeconds: -1 } });
    assert.equal(updated(deploymentJson(), negative).warnings.length, 1);
    assert.equal(updated(negative, negative).warnings.length, 0);
  });
});

describe('an update of a DaemonSet', () => {
  it('counts the changes of its template', () => {
    const stored = admitted('DaemonSet', daemonSetJson());
    const next = admitted(
      'DaemonSet',
      daemonSetJson({ template: { metadata: { labels: { app: 'web', v: 'b' } }, spec: { containers: [] } } }),
    );
    const generation = prepareForUpdate('DaemonSet', next, stored).metadata?.annotations?.[
      'deprecated.daemonset.template.generation'
    ];
    assert.equal(generation, '2');
  });
});

describe("kubectl's words", () => {
  it('list several errors, each of them once', () => {
    assert.equal(invalidText('Deployment', 'web', [{ message: 'a' }]), 'The Deployment "web" is invalid: a');
    const several = invalidText('Deployment', 'web', [{ message: 'a' }, { message: 'b' }, { message: 'a' }]);
    assert.equal(several, 'The Deployment "web" is invalid: \n* a\n* b');
  });

  it('name the file', () => {
    assert.equal(
      badRequestText('DaemonSet', 'm.yaml', 'x'),
      'Error from server (BadRequest): error when creating "m.yaml": DaemonSet in version "v1" cannot be handled as a DaemonSet: x',
    );
    assert.match(
      noMatchText('Deployment', 'apps/v2', 'web', '', 'm.yaml'),
      /^error: resource mapping not found for name: "web" namespace: ""/,
    );
  });
});

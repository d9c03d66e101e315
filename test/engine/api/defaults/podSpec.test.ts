import assert from 'node:assert/strict';
import { encodeWorkload } from '../../../../src/engine/api/admission/admission';
import { admitted, daemonSetJson, deploymentJson, storedPod, type Json } from '../../../support/workloadDocuments';

function storedVolume(source: Json): unknown {
  return (storedPod({ pod: { volumes: [{ name: 'v', ...source }] } })['volumes'] as Json[])[0];
}

function storedContainer(container: Json): Json {
  return (storedPod({ container })['containers'] as Json[])[0] ?? {};
}

describe('defaults of a pod template', () => {
  const volumes: readonly [source: Json, stored: Json][] = [
    [{}, { emptyDir: {} }],
    [{ hostPath: { path: '/x' } }, { hostPath: { path: '/x', type: '' } }],
    [{ secret: { secretName: 's' } }, { secret: { secretName: 's', defaultMode: 420 } }],
    [{ configMap: { name: 'c', defaultMode: 0 } }, { configMap: { name: 'c', defaultMode: 0 } }],
    [
      { projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      { projected: { defaultMode: 420, sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: 't' } }] } },
    ],
    [
      { downwardAPI: { items: [{ path: 'l', fieldRef: { fieldPath: 'metadata.labels' } }] } },
      { downwardAPI: { defaultMode: 420, items: [{ path: 'l', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.labels' } }] } },
    ],
    [
      {
        ephemeral: {
          volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } },
        },
      },
      {
        ephemeral: {
          volumeClaimTemplate: {
            metadata: {},
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, volumeMode: 'Filesystem' },
          },
        },
      },
    ],
  ];
  for (const [source, stored] of volumes) {
    it(`completes a volume with ${JSON.stringify(source)}`, () => {
      assert.deepEqual(storedVolume(source), { name: 'v', ...stored });
    });
  }

  it('completes probes, ports and references', () => {
    const stored = storedContainer({
      ports: [{ containerPort: 80 }],
      readinessProbe: { grpc: { port: 5 } },
      lifecycle: { preStop: { httpGet: { port: 80 } } },
      env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } }],
    });
    assert.deepEqual(stored['ports'], [{ containerPort: 80, protocol: 'TCP' }]);
    assert.deepEqual(stored['readinessProbe'], {
      grpc: { port: 5, service: '' },
      timeoutSeconds: 1,
      periodSeconds: 10,
      successThreshold: 1,
      failureThreshold: 3,
    });
    assert.deepEqual(stored['lifecycle'], { preStop: { httpGet: { path: '/', port: 80, scheme: 'HTTP' } } });
    assert.deepEqual(stored['env'], [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '0' } } }]);
  });

  it('drops what belongs to gates that are off', () => {
    assert.equal(storedContainer({ lifecycle: { stopSignal: 'SIGUSR1' } })['lifecycle'], undefined);
    assert.deepEqual(storedContainer({ lifecycle: {} })['lifecycle'], {});
  });

  it('does not change what it is given', () => {
    const json = deploymentJson({ pod: { volumes: [{ name: 'v' }] } });
    const before = structuredClone(json);
    admitted('Deployment', json);
    assert.deepEqual(json, before);
  });
});

describe('defaults of strategies', () => {
  const strategies: readonly [spec: Json, stored: unknown][] = [
    [{}, { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } }],
    [
      { strategy: { rollingUpdate: { maxSurge: 2 } } },
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2, maxUnavailable: '25%' } },
    ],
    [{ strategy: { type: 'Recreate' } }, { type: 'Recreate' }],
  ];
  for (const [spec, stored] of strategies) {
    it(`completes a Deployment with ${JSON.stringify(spec)}`, () => {
      const json = encodeWorkload('Deployment', admitted('Deployment', deploymentJson({ spec })));
      assert.deepEqual((json['spec'] as Json)['strategy'], stored);
    });
  }

  it('gives a DaemonSet one unavailable pod even if only a surge is written', () => {
    const daemonSet = admitted('DaemonSet', daemonSetJson({ updateStrategy: { rollingUpdate: { maxSurge: 1 } } }));
    assert.deepEqual(daemonSet.spec?.updateStrategy?.rollingUpdate, { maxSurge: 1, maxUnavailable: 1 });
  });

  it('counts template generations from 1', () => {
    const daemonSet = admitted('DaemonSet', daemonSetJson());
    assert.equal(daemonSet.metadata?.annotations?.['deprecated.daemonset.template.generation'], '1');
  });
});

import assert from 'node:assert/strict';
import {
  CrashLoopBackOff,
  imagePullBackOffSeconds,
  planPodRun,
  terminationSeconds,
  type PodRun,
  type ProcessBehavior,
} from '../../../../src/engine/cluster/kubelet/podRun';
import type { Container, Pod, PodSpec } from '../../../../src/model/apiTypes';

const HEALTHY: ProcessBehavior = {
  answersAfter: 0,
  neverReady: false,
  crashesAfter: undefined,
  handledBefore: 0,
  looksUpPorts: true,
  shutDown: 0,
};
const http = { httpGet: { port: 80 } };

describe('a run of a pod', () => {
  const table: readonly (readonly [string, PodSpec, Partial<ProcessBehavior>, Partial<PodRun>])[] = [
    ['is ready at once without probes', { containers: [{ name: 'a' }] }, {}, { readyAfter: 0, end: undefined }],
    [
      'is ready with its slowest container',
      { containers: [{ name: 'a' }, { name: 'b', readinessProbe: { ...http, periodSeconds: 4 } }] },
      { answersAfter: 3 },
      { readyAfter: 4 },
    ],
    ['is never ready when its process is not', { containers: [{ name: 'a' }] }, { neverReady: true }, { readyAfter: undefined }],
    [
      'ends when its process does, and is not ready if that comes first',
      { containers: [{ name: 'a', readinessProbe: http }] },
      { answersAfter: 3, crashesAfter: 5 },
      { readyAfter: undefined, end: { after: 5, why: 'crash' } },
    ],
    [
      'ends when a probe kills it, after the time it takes to stop',
      { containers: [{ name: 'a', livenessProbe: http }], terminationGracePeriodSeconds: 30 },
      { answersAfter: 100, shutDown: 7 },
      { end: { after: 27, why: 'livenessProbe' } },
    ],
    [
      'stops within the probe’s own grace period',
      { containers: [{ name: 'a', livenessProbe: { ...http, terminationGracePeriodSeconds: 2 } }] },
      { answersAfter: 100, shutDown: 7 },
      { end: { after: 22, why: 'livenessProbe' } },
    ],
    [
      'waits for its sidecars to be ready, too',
      {
        initContainers: [{ name: 's', restartPolicy: 'Always', readinessProbe: { ...http, periodSeconds: 6 } }],
        containers: [{ name: 'a' }],
      },
      { answersAfter: 1 },
      { readyAfter: 6 },
    ],
    [
      'does not probe ordinary init containers',
      { initContainers: [{ name: 'i', readinessProbe: http }], containers: [{ name: 'a' }] },
      { answersAfter: 1 },
      { readyAfter: 0 },
    ],
  ];
  for (const [name, spec, process, expected] of table) {
    it(name, () => {
      const run = planPodRun(spec, { ...HEALTHY, ...process });
      assert.deepEqual({ ...run, ...expected }, run);
    });
  }
});

describe('CrashLoopBackOff', () => {
  it('restarts at once, then after 10, 20, 40, 80, 160 and at most 300 s', () => {
    const backOff = new CrashLoopBackOff();
    let now = 0;
    const waits = Array.from({ length: 8 }, () => {
      const wait = backOff.next((now += 1));
      now += wait;
      return wait;
    });
    assert.deepEqual(waits, [0, 10, 20, 40, 80, 160, 300, 300]);
  });

  it('begins anew when a run has lasted more than 600 s', () => {
    const backOff = new CrashLoopBackOff();
    assert.deepEqual([backOff.next(0), backOff.next(1), backOff.next(12), backOff.next(12 + 20 + 600)], [0, 10, 20, 40]);
    assert.equal(backOff.next(12 + 20 + 600 + 40 + 601), 0);
  });
});

describe('ImagePullBackOff', () => {
  it('waits 10, 20, 40 and at most 300 s after each failed pull', () => {
    assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(imagePullBackOffSeconds), [10, 20, 40, 80, 160, 300, 300]);
  });
});

describe('the termination of a pod', () => {
  const sleeping = (seconds: number, name = 'a'): Container => ({ name, lifecycle: { preStop: { sleep: { seconds } } } });
  const sidecar = (name: string): Container => ({ name, restartPolicy: 'Always' });

  const table: readonly (readonly [string, PodSpec, number, number])[] = [
    ['takes as long as the process', { containers: [{ name: 'a' }] }, 4, 4],
    ['takes no longer than the grace period of 30 s', { containers: [{ name: 'a' }] }, 1000, 30],
    ['honors the pod’s own grace period', { containers: [{ name: 'a' }], terminationGracePeriodSeconds: 90 }, 1000, 90],
    [
      'treats a grace period of 0 as 1 s, and leaves 2 s to stop',
      { containers: [{ name: 'a' }], terminationGracePeriodSeconds: 0 },
      5,
      2,
    ],
    ['sleeps first, then stops', { containers: [sleeping(10)] }, 4, 14],
    ['has what preStop left of the grace period', { containers: [sleeping(25)] }, 10, 30],
    [
      'waits for the sleep of a shell, too',
      { containers: [{ name: 'a', lifecycle: { preStop: { exec: { command: ['sh', '-c', 'sleep 25'] } } } }] },
      10,
      30,
    ],
    ['has at least 2 s after a preStop that used it up', { containers: [sleeping(60)] }, 10, 32],
    ['stops containers side by side', { containers: [sleeping(10), { name: 'b' }] }, 4, 14],
    [
      'stops sidecars afterwards, one after the other',
      { initContainers: [sidecar('s'), sidecar('t')], containers: [{ name: 'a' }] },
      4,
      12,
    ],
    [
      'gives sidecars what is left',
      { initContainers: [sidecar('s')], containers: [{ name: 'a' }], terminationGracePeriodSeconds: 6 },
      5,
      7,
    ],
  ];
  for (const [name, spec, shutDown, seconds] of table) {
    it(name, () => {
      const pod: Pod = { metadata: { name: 'p' }, spec };
      assert.equal(terminationSeconds(pod, shutDown), seconds);
    });
  }

  it('is shortened by the delete that asked for it', () => {
    const pod: Pod = { metadata: { name: 'p', deletionGracePeriodSeconds: 3 }, spec: { containers: [{ name: 'a' }] } };
    assert.equal(terminationSeconds(pod, 20), 3);
  });
});

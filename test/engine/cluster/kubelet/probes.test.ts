import assert from 'node:assert/strict';
import { probeContainer, probeFailure, type ProbeOutcome } from '../../../../src/engine/cluster/kubelet/probes';
import type { Container, Probe } from '../../../../src/model/apiTypes';

interface Case {
  readonly name: string;
  readonly container: Omit<Container, 'name'>;
  /** The process answers from here on. */
  readonly answersAfter: number;
  /** The kubelet has handled the pod for so long before the container started. */
  readonly handledBefore?: number;
  readonly outcome: ProbeOutcome;
}

const probe = (fields: Probe = {}): Probe => ({ httpGet: { port: 80 }, ...fields });

const READY_AT = (readyAfter: number | undefined, startedAfter = 0): ProbeOutcome => ({
  startedAfter,
  readyAfter,
  killed: undefined,
});

const CASES: readonly Case[] = [
  { name: 'without probes a container is ready as soon as it runs', container: {}, answersAfter: 30, outcome: READY_AT(0) },
  {
    name: 'a process that answers at once is ready with the extra probe after the start',
    container: { readinessProbe: probe() },
    answersAfter: 0,
    outcome: READY_AT(0),
  },
  {
    name: 'a process that answers after 3 s is seen at the next tick, 10 s after the first probe',
    container: { readinessProbe: probe() },
    answersAfter: 3,
    outcome: READY_AT(10),
  },
  {
    name: 'a shorter period sees it sooner',
    container: { readinessProbe: probe({ periodSeconds: 2 }) },
    answersAfter: 3,
    outcome: READY_AT(4),
  },
  {
    name: 'successThreshold wants successes in a row',
    container: { readinessProbe: probe({ periodSeconds: 2, successThreshold: 3 }) },
    answersAfter: 3,
    outcome: READY_AT(8),
  },
  {
    name: 'initialDelaySeconds holds the first probe back to the first tick after it',
    container: { readinessProbe: probe({ initialDelaySeconds: 5, periodSeconds: 10 }) },
    answersAfter: 0,
    outcome: READY_AT(10),
  },
  {
    name: 'ticks count from the creation of the worker, before the container started',
    container: { readinessProbe: probe({ initialDelaySeconds: 5, periodSeconds: 10 }) },
    answersAfter: 0,
    handledBefore: 4,
    outcome: READY_AT(6),
  },
  {
    name: 'a process that never answers is never ready',
    container: { readinessProbe: probe() },
    answersAfter: Infinity,
    outcome: READY_AT(undefined),
  },
  {
    name: 'readiness waits for the startup probe',
    container: { startupProbe: probe({ periodSeconds: 5 }), readinessProbe: probe({ periodSeconds: 10 }) },
    answersAfter: 7,
    outcome: READY_AT(10, 10),
  },
  {
    name: 'a startup probe that runs out of failures kills: initialDelay 10, 3 failures every 5 s',
    container: { startupProbe: probe({ initialDelaySeconds: 10, periodSeconds: 5, failureThreshold: 3 }) },
    answersAfter: 60,
    outcome: { startedAfter: undefined, readyAfter: undefined, killed: { after: 20, by: 'startupProbe' } },
  },
  {
    name: 'a liveness probe kills a slow starter: 3 failures every 10 s',
    container: { livenessProbe: probe(), readinessProbe: probe() },
    answersAfter: 45,
    outcome: { startedAfter: 0, readyAfter: undefined, killed: { after: 20, by: 'livenessProbe' } },
  },
  {
    name: 'a startup probe holds the liveness probe back',
    container: { startupProbe: probe({ failureThreshold: 30 }), livenessProbe: probe() },
    answersAfter: 45,
    outcome: READY_AT(50, 50),
  },
  {
    name: 'a liveness probe that starts late enough spares it',
    container: { livenessProbe: probe({ initialDelaySeconds: 60 }) },
    answersAfter: 45,
    outcome: READY_AT(0),
  },
];

describe('probes', () => {
  for (const { name, container, answersAfter, handledBefore = 0, outcome } of CASES) {
    it(name, () => {
      assert.deepEqual(probeContainer({ name: 'c', ...container }, { answersAfter, handledBefore, looksUpPorts: true }), outcome);
    });
  }

  it('say in events what the kubelet would have seen', () => {
    assert.equal(probeFailure('Readiness', probe()), 'Readiness probe failed: HTTP probe failed with statuscode: 503');
    assert.equal(probeFailure('Liveness', { tcpSocket: { port: 1 } }), 'Liveness probe failed: connect: connection refused');
  });
});

import assert from 'node:assert/strict';
import type { PodBehavior } from '../../../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../../../src/engine/simulation/timeline/timeline';
import { podLife } from '../../../../src/engine/simulation/timeline/timelineQueries';
import type { Container } from '../../../../src/model/apiTypes';
import { deployment, play } from '../../../simulation/support';

/** The first new pod of a rollout of one, as its events and its states tell it. */
function newPod(
  after: PodBehavior,
  container: Partial<Container> = {},
): { events: string[]; states: string[]; timeline: Timeline } {
  const before = deployment(1, { image: 'web:1' });
  const timeline = play(deployment(1, { container, maxSurge: 1, maxUnavailable: 0, progressDeadlineSeconds: 60 }), {
    before,
    after,
  });
  const pod = timeline.pods.names.findIndex((_, index) => (timeline.pods.createdAt[index] ?? -1) >= 0);
  const events = timeline.events
    .filter((event) => event.pod === pod)
    .map(({ t, reason, message }) => `${t} ${reason}: ${message.replaceAll(timeline.pods.names[pod] ?? '', 'POD')}`);
  const states = podLife(timeline.pods, pod).map(({ t, state }) => `${t} ${state}`);
  return { events, states, timeline };
}

const PRESENT = 'Container image "web:2" already present on machine and can be accessed by the pod';

describe('the kubelet’s story of a pod', () => {
  it('pulls, starts and is ready', () => {
    const { events, states } = newPod({ imagePull: 4, start: 2 });
    assert.match(events.shift() ?? '', /^0 Scheduled: Successfully assigned default\/POD to node-\d$/);
    assert.deepEqual(events, [
      '0 Pulling: Pulling image "web:2"',
      '4 Pulled: Successfully pulled image "web:2" in 4s (4s including waiting)',
      '6 Created: Container created',
      '6 Started: Container started',
    ]);
    assert.deepEqual(states, ['0 Unscheduled', '0 Creating', '6 Available']);
  });

  it('waits for its readiness probe, which says so', () => {
    const { events, states } = newPod({ warmUp: 5 }, { readinessProbe: { httpGet: { port: 80 }, periodSeconds: 2 } });
    assert.ok(events.includes('1 Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 503'));
    assert.deepEqual(states, ['0 Unscheduled', '0 Creating', '1 Running', '7 Available']);
  });

  it('crashes and is restarted: after a second, then after 10, 20 and 40', () => {
    const { timeline, states } = newPod(
      { failure: { kind: 'crash', after: 3 } },
      { readinessProbe: { httpGet: { port: 80 }, initialDelaySeconds: 5 } },
    );
    assert.deepEqual(
      timeline.events.filter(({ reason }) => reason === 'Started').map(({ t }) => t),
      [1, 5, 18, 41],
    );
    assert.deepEqual(states.slice(0, 6), [
      '0 Unscheduled',
      '0 Creating',
      '1 Running',
      '8 CrashLoop',
      '18 Running',
      '21 CrashLoop',
    ]);
    assert.match(
      timeline.events.find(({ reason }) => reason === 'BackOff')?.message ?? '',
      /^Back-off restarting failed container web in pod web-\S+_default\([0-9a-f-]+\)$/,
    );
  });

  it('cannot pull its image: 10, 20, 40 seconds between the attempts', () => {
    const { events, timeline } = newPod({ failure: { kind: 'imagePullError' } });
    assert.deepEqual(events.slice(1, 6), [
      '0 Pulling: Pulling image "web:2"',
      '0 Failed: Failed to pull image "web:2": not found',
      '0 Failed: Error: ErrImagePull',
      '1 BackOff: Back-off pulling image "web:2"',
      '1 Failed: Error: ImagePullBackOff',
    ]);
    const attempts = timeline.events.filter(({ reason }) => reason === 'Pulling').map(({ t }) => t);
    assert.deepEqual(attempts, [0, 10, 30]);
  });

  it('is killed by its liveness probe', () => {
    const { events } = newPod(
      { warmUp: 1000 },
      { livenessProbe: { tcpSocket: { port: 80 }, periodSeconds: 5, failureThreshold: 2 } },
    );
    const killed = events.slice(4, 7).map((text) => text.replace(/^\S+ /, ''));
    assert.deepEqual(killed, [
      'Unhealthy: Liveness probe failed: connect: connection refused',
      'Killing: Container web failed liveness probe, will be restarted',
      'Created: Container created',
    ]);
  });

  it('does not pull an image twice on a node', () => {
    const timeline = play(deployment(6), { nodeCount: 1, all: { imagePull: 5 } });
    const messages = timeline.events.filter(({ reason }) => reason === 'Pulled').map(({ message }) => message);
    assert.ok(messages.filter((message) => message === PRESENT).length >= 3);
  });

  it('stops when it is deleted, and is gone when its process has ended', () => {
    const timeline = play(deployment(1, { maxSurge: 1, maxUnavailable: 0 }), { all: { shutDown: 7 } });
    assert.deepEqual(
      podLife(timeline.pods, 0).map(({ t, state }) => `${t} ${state}`),
      ['0 Available', '1 Terminating', '8 Gone'],
    );
    assert.ok(timeline.events.some(({ t, message }) => t === 1 && message === 'Stopping container web'));
  });
});

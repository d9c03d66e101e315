import assert from 'node:assert/strict';
import { verdict } from '../../../src/engine/simulation/verdict/verdict';
import { assertCompletes, assertStalls, deployment, messages, play } from '../support';

const NEVER = { failure: { kind: 'neverReady' } } as const;

describe('story: minReadySeconds', () => {
  it('adds its whole time to every batch: three pods one by one with 60 seconds take three minutes and more', () => {
    const timeline = play(deployment(3, { maxSurge: 0, maxUnavailable: 1, minReadySeconds: 60 }));
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at >= 3 * 61 && timeline.outcome.at < 3 * 63, `took ${timeline.outcome.at} s`);
  });

  it('starts anew when a container restarts within it', () => {
    const workload = deployment(1, { maxSurge: 1, maxUnavailable: 0, minReadySeconds: 60 });
    const steady = play(workload).outcome.at;
    const timeline = play(workload, { after: { failure: { kind: 'crash', after: 50, times: 1 } } });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at >= steady + 50, `took ${timeline.outcome.at} s instead of ${steady} s`);
  });
});

describe('story: the progress deadline', () => {
  it('reports the failure and does nothing about it: no rollback', () => {
    const timeline = play(deployment(4, { progressDeadlineSeconds: 60 }), { after: NEVER });
    assertStalls(timeline, '2 new pods never get ready');
    assert.equal(timeline.outcome.deadlineExceededAt, 61);
    assert.deepEqual(verdict(timeline).details[0], 'rollout reported failed after 61 s');
    assert.equal(timeline.revisions.find(({ current }) => current)?.image, 'web:2');
  });

  it('is of no consequence when the new version gets ready after it', () => {
    const timeline = play(deployment(4, { progressDeadlineSeconds: 60 }), { after: { start: 100 } });
    assertCompletes(timeline);
    assert.ok((timeline.outcome.deadlineExceededAt ?? Infinity) < timeline.outcome.at);
  });

  it('does not blame a rollout for the deadline that the running version had missed before', () => {
    const before = deployment(4, { image: 'web:0', container: { resources: { requests: { cpu: '1k' } } } });
    const timeline = play(deployment(4), { before, nodeCount: 3 });
    assert.equal(timeline.outcome.deadlineExceededAt, undefined);
    assert.match(
      timeline.notes?.[0]?.sentence ?? '',
      /^at the start only 3 of 4 of the running version are available: a pod fits on no node/,
    );
  });
});

describe('story: a crash after the rollout was complete', () => {
  it('is told, for kubectl rollout status would have reported success', () => {
    const timeline = play(deployment(4), { after: { failure: { kind: 'crash', after: 5 } } });
    assert.equal(verdict(timeline).headline, 'Completes in 2 s, then 4 of 4 new pods crash and restart');
    assert.equal(verdict(timeline).tone, 'bad');
    assert.equal(messages(timeline, 'BackOff').length > 0, true);
  });

  it('is forgiven when it happens once', () => {
    const timeline = play(deployment(4), { after: { failure: { kind: 'crash', after: 5, times: 1 } } });
    assertCompletes(timeline);
    assert.equal(timeline.facts.restarts, 4);
  });
});

describe('story: kubectl rollout undo', () => {
  const undone = play(deployment(4), { after: NEVER, actions: [{ at: 30, action: 'undo' }] });

  it('gets the rollout out of its stall', () => {
    assertCompletes(undone);
    assert.equal(undone.outcome.at, 31);
  });

  it('uses the old ReplicaSet again and gives it a new number', () => {
    assert.deepEqual(
      undone.revisions.map(({ revision, current }) => ({ revision, current })),
      [
        { revision: 3, current: true },
        { revision: 2, current: false },
      ],
    );
  });

  it('has no effect when there is nothing to go back to', () => {
    const same = deployment(2);
    const { markers } = play(same, { before: same, actions: [{ at: 1, action: 'undo' }] });
    assert.match(markers[0]?.problem ?? '', /^no rollout history found for deployment "web"$/);
  });
});

describe('story: scaling in the middle of a rollout', () => {
  const counts = (t: number, timeline: ReturnType<typeof play>): number[] =>
    timeline.revisionCounts.map(({ times, values, columns }) => {
      const row = times.findLastIndex((time) => time <= t);
      return row < 0 ? 0 : (values[row * columns.length] ?? 0);
    });

  it('shares the new pods out in proportion, and the paused rollout stays where it is', () => {
    const actions = [
      { at: 1.5, action: 'pause' },
      { at: 10, action: 'scale', replicas: 30 },
    ] as const;
    const timeline = play(deployment(10), { all: { start: 2 }, actions });
    assertStalls(timeline, 'the Deployment is paused: a new template is not rolled out');
    assert.deepEqual(counts(9, timeline), [8, 5]);
    assert.deepEqual(counts(20, timeline), [23, 15]);
  });

  it('goes on when it is resumed', () => {
    const actions = [
      { at: 1.5, action: 'pause' },
      { at: 10, action: 'scale', replicas: 30 },
      { at: 20, action: 'resume' },
    ] as const;
    const timeline = play(deployment(10), { all: { start: 2 }, actions });
    assertCompletes(timeline);
    assert.deepEqual(counts(Infinity, timeline), [0, 30]);
  });
});

import assert from 'node:assert/strict';
import type { Workload } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podLife } from '../../src/engine/simulation/timeline/timelineQueries';
import { simulate } from '../../src/engine/simulation/simulate';
import { daemonSet, deployment, play, scenario, type StoryOptions } from './support';

/** What was seen on a running control plane and has no other place. */
describe('as measured on a running cluster', () => {
  const moment = ({ nodeChanges }: Timeline, change: string): number =>
    nodeChanges.find((found) => found.change === change)?.t ?? Number.NaN;

  it('the taint of a cordon comes and goes some milliseconds after the field', () => {
    const timeline = play(deployment(2), {
      actions: [
        { at: 10, action: 'cordon', node: 'node-1' },
        { at: 20, action: 'uncordon', node: 'node-1' },
        { at: 30, action: 'pause' },
      ],
    });
    const delays = [moment(timeline, 'tainted') - 10, moment(timeline, 'untainted') - 20];
    assert.deepEqual([moment(timeline, 'cordoned'), moment(timeline, 'uncordoned')], [10, 20]);
    for (const delay of delays) assert.ok(delay > 0 && delay < 0.1, `after ${delay} s`);
  });

  it('pods of a removed node fail before they are gone, and are replaced at once then', () => {
    const timeline = play(deployment(3), { actions: [{ at: 20, action: 'removeNode', node: 'node-1' }] });
    const lives = Array.from({ length: timeline.pods.count }, (_, pod) => podLife(timeline.pods, pod));
    const failed = lives.flatMap((life) => life.filter(({ state }) => state === 'Failed'));
    assert.equal(failed.length, 1);
    const replaced = [...timeline.pods.createdAt].filter((t) => t > 20);
    assert.equal(replaced.length, 1);
    assert.ok(Math.abs((replaced[0] ?? 0) - (failed[0]?.t ?? 0)) < 0.1);
  });

  it('what happens together happens some milliseconds apart, and not at all without latency', () => {
    const readyTimes = (latencyMs: number): number => {
      const { pods } = play(deployment(6, { maxSurge: '100%' }), { latencyMs });
      const ready = [...pods.createdAt.keys()].flatMap((pod) =>
        pods.createdAt[pod] === undefined || pods.createdAt[pod] < 0
          ? []
          : podLife(pods, pod).filter(({ state }) => state === 'Available'),
      );
      return new Set(ready.map(({ t }) => t)).size;
    };
    assert.equal(readyTimes(0), 1);
    assert.ok(readyTimes(10) > 1);
  });

  it('what comes of the last action is waited for, though no controller has heard of it yet', () => {
    for (const latencyMs of [0, 10, 100])
      for (const informerLagMs of [undefined, 0, 300]) {
        const actions = [{ at: 70, action: 'addNode', node: { name: 'extra', count: 1 } }] as const;
        const lag = informerLagMs === undefined ? {} : { informerLagMs };
        const { pods, end } = play(daemonSet(), { latencyMs, ...lag, actions });
        assert.ok((pods.createdAt.at(-1) ?? 0) >= 70 && end > 71, `${latencyMs} ms, news ${informerLagMs ?? 0} ms late`);
      }
  });

  /** On which nodes the first pod is deleted, over so many seeds. */
  const firstNodes = (workload: Workload, options: StoryOptions): readonly string[] => {
    const nodes = Array.from({ length: 24 }, (_, seed) => {
      const timeline = play(workload, { latencyMs: 10, nodeCount: 4, ...options, seed: seed + 1 });
      const { message = '' } = timeline.events.find(({ reason }) => reason === 'SuccessfulDelete') ?? {};
      const pod = timeline.pods.names.findIndex((name) => message.endsWith(name));
      return timeline.nodes[timeline.pods.node[pod] ?? -1]?.name ?? '';
    });
    return [...new Set(nodes)].sort();
  };

  it('which of equal pods goes first, and which node a DaemonSet takes first, depends on the seed', () => {
    const all = ['node-1', 'node-2', 'node-3', 'node-4'];
    assert.deepEqual(firstNodes(deployment(4, { maxSurge: 0, maxUnavailable: 1 }), {}), all);
    assert.deepEqual(firstNodes(daemonSet({ maxUnavailable: 1 }), {}), all);
  });

  it('a ReplicaSet that a quota refuses fails once more at each change of a pod, which doubles its back-off each time', () => {
    const metadata = { name: 'team', namespace: 'default' };
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '3' } } };
    const { events } = play(deployment(3, { maxSurge: 1, maxUnavailable: 1 }), {
      latencyMs: 10,
      surroundings: { resourceQuotas: [quota] },
      all: { start: 20, shutDown: 2 },
    });
    const refused = events.filter(({ reason }) => reason === 'FailedCreate').map(({ t }) => t);
    const created = events.find(({ reason, t }) => reason === 'SuccessfulCreate' && t > 1)?.t ?? 0;
    const between = (from: number, to: number): number => refused.filter((t) => t > from && t < to).length;
    // The sync that creates the pod, and one for the pod that is there, that is bound, and of which its kubelet first reports;
    // two that come at once are one.
    const atOnce = between(created - 0.01, created + 0.1);
    assert.ok(atOnce === 3 || atOnce === 4, refused.join());
  });

  it('`stopAt: horizon` goes there, whatever is complete before', () => {
    const short = simulate(scenario(deployment(2)));
    const long = simulate({ ...scenario(deployment(2)), stopAt: 'horizon', horizonSeconds: 90 });
    assert.equal(long.outcome.kind, 'complete');
    assert.ok(short.end < 10 && long.end === 90, `${short.end} and ${long.end}`);
  });

  it('after completion it goes on until nothing changes any more, availability included', () => {
    const { end, outcome, status } = play(deployment(1, { minReadySeconds: 7 }));
    const available = status.columns.indexOf('available');
    assert.equal(outcome.kind, 'complete');
    assert.equal(status.values.at(available - status.columns.length), 1);
    assert.ok(end >= 8, `ends at ${end} s`);
  });
});

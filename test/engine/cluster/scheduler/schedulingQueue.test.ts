import assert from 'node:assert/strict';
import type { ClusterEvent } from '../../../../src/engine/cluster/scheduler/clusterEvents';
import { SchedulingQueue, type QueuedPod } from '../../../../src/engine/cluster/scheduler/schedulingQueue';
import type { Pod } from '../../../../src/model/apiTypes';
import { clusterOf, node, pod, podOn, type PodOptions } from './schedulerWorld';

const FIT = new Set(['NodeResourcesFit']);
const gone = (name: string, options: PodOptions = {}): ClusterEvent => ({
  resource: 'AssignedPod',
  action: 'delete',
  object: podOn('a', name, options),
});

function queueOf(...pods: Pod[]): SchedulingQueue {
  const queue = new SchedulingQueue(clusterOf([node('a')]));
  for (const each of pods) queue.add(each, 0);
  return queue;
}

function fail(queue: SchedulingQueue, now: number, plugins: ReadonlySet<string> = FIT): QueuedPod {
  const queued = queue.pop(now);
  if (queued === undefined) throw new Error('nothing to try');
  queue.addUnschedulable(queued, plugins, now);
  return queued;
}

describe('SchedulingQueue', () => {
  it('tries pods by priority, then in the order in which they came', () => {
    const queue = queueOf(pod('one'), pod('two'), pod('vip', { spec: { priority: 1 } }));
    queue.remove(pod('one'));
    queue.add(pod('three'), 5);
    const order = [queue.pop(9), queue.pop(9), queue.pop(9), queue.pop(9)];
    assert.deepEqual(
      order.map((queued) => queued?.pod.metadata.name),
      ['vip', 'two', 'three', undefined],
    );
  });

  it('keeps an unschedulable pod until something happens that can help', () => {
    const queue = queueOf(pod('new', { requests: { cpu: '1' } }));
    const queued = fail(queue, 0);
    assert.equal(queue.pop(10_000), undefined);
    assert.equal(queue.onEvent({ resource: 'AssignedPod', action: 'add', object: podOn('a', 'other') }, 10_000), 0);
    assert.equal(queue.onEvent(gone('other'), 10_000), 1);
    assert.equal(queue.pop(10_000), queued);
    assert.equal(queued.attempts, 2);
  });

  it('backs off 1, 2, 4, 8, 10, 10 seconds, to the end of a whole second', () => {
    const queue = queueOf(pod('new'));
    const waits = [1, 2, 3, 4, 5, 6].map((attempt) => {
      const { backoffUntil } = fail(queue, attempt * 100_000 + 300);
      queue.onEvent(gone('x'), attempt * 100_000 + 50_000);
      return backoffUntil - attempt * 100_000;
    });
    assert.deepEqual(waits, [1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('lets a pod in backoff go first when nothing is active', () => {
    const queue = queueOf(pod('failed'));
    const queued = fail(queue, 0);
    queue.onEvent(gone('x'), 100);
    assert.equal(queued.place, 'backoff');
    queue.add(pod('fresh'), 200);
    assert.equal(queue.pop(200)?.pod.metadata.name, 'fresh');
    assert.equal(queue.pop(200), queued);
  });

  it('makes a pod wait out its backoff after an error', () => {
    const queue = queueOf(pod('new'));
    fail(queue, 0, new Set());
    assert.equal(queue.nextAt(500), 1000);
    assert.equal(queue.pop(999), undefined);
    assert.equal(queue.pop(1000)?.attempts, 2);
  });

  it('tries forgotten pods again after five minutes, looking every thirty seconds', () => {
    const queue = queueOf(pod('new'));
    fail(queue, 10_000);
    assert.equal(queue.nextAt(10_000), 330_000);
    assert.equal(queue.pop(329_999), undefined);
    assert.notEqual(queue.pop(330_000), undefined);
  });

  it('does not miss what happens during the try', () => {
    const queue = queueOf(pod('new'));
    const queued = queue.pop(0) as QueuedPod;
    queue.onEvent(gone('x'), 0);
    queue.addUnschedulable(queued, FIT, 0);
    assert.equal(queued.place, 'backoff');
  });

  it('forgets a pod that was bound or deleted during the try', () => {
    const queue = queueOf(pod('new'));
    const queued = queue.pop(0) as QueuedPod;
    queue.remove(queued.pod);
    queue.addUnschedulable(queued, FIT, 0);
    assert.equal(queue.size, 0);
    assert.equal(queue.nextAt(0), undefined);
  });

  it('holds gated pods until the gates are gone', () => {
    const gated = pod('new', { spec: { schedulingGates: [{ name: 'wait' }] } });
    const queue = queueOf(gated);
    assert.equal(queue.pop(0), undefined);
    queue.update({ ...gated, spec: { ...gated.spec, schedulingGates: [] } }, 5);
    assert.equal(queue.pop(5)?.pod.metadata.name, 'new');
  });

  it('takes no notice of a changed status', () => {
    const own = pod('new');
    const queue = queueOf(own);
    fail(queue, 0);
    queue.update({ ...own, status: { conditions: [] } }, 10);
    assert.equal(queue.get(own)?.place, 'unschedulable');
  });
});

import { strict as assert } from 'node:assert';
import { ObjectStore } from '../../../../src/engine/api/objectStore';
import { EventRecorder, type RecordedEvent } from '../../../../src/engine/client/eventRecorder';
import { EventLoop } from '../../../../src/engine/kernel/eventLoop';
import { SchedulerLoop } from '../../../../src/engine/cluster/scheduler/schedulerLoop';
import type { Pod } from '../../../../src/model/apiTypes';

const PHASE = 0;

/** A store with one node of two CPUs and a scheduler at work. */
function cluster(preemptionMs = 0): {
  store: ObjectStore;
  loop: EventLoop;
  events: RecordedEvent[];
  pod: (name: string) => Pod | undefined;
} {
  const loop = new EventLoop(0);
  let uids = 0;
  const store = new ObjectStore({ clock: loop, newUid: () => String(++uids), generateName: (prefix) => `${prefix}${++uids}` });
  const events: RecordedEvent[] = [];
  const recorder = new EventRecorder((event) => events.push(event));
  new SchedulerLoop({ store, loop, phase: PHASE, recorder, random: () => 0, preemptionMs: () => preemptionMs });
  store.create('Node', { metadata: { name: 'n1' }, status: { allocatable: { cpu: '2', memory: '4Gi', pods: '10' } } });
  return { store, loop, events, pod: (name) => store.get('Pod', `default/${name}`) };
}

function podOf(name: string, cpu: string, priority = 0): Pod {
  const containers = [{ name: 'c', image: 'app:1', resources: { requests: { cpu } } }];
  return { metadata: { name, namespace: 'default' }, spec: { containers, priority }, status: { phase: 'Pending' } };
}

describe('The scheduler at work', () => {
  it('binds a pod at once where there is room', () => {
    const { store, loop, events, pod } = cluster();
    store.create('Pod', podOf('a', '1'));
    loop.runUntil(0);
    assert.equal(pod('a')?.spec.nodeName, 'n1');
    assert.deepEqual(
      events.map(({ reason, message }) => [reason, message]),
      [['Scheduled', 'Successfully assigned default/a to n1']],
    );
  });

  it('says why a pod waits, and binds it when another has gone', () => {
    const { store, loop, pod } = cluster();
    store.create('Pod', podOf('a', '2'));
    store.create('Pod', podOf('b', '1'));
    loop.runUntil(0);
    assert.equal(pod('b')?.spec.nodeName, undefined);
    assert.match(pod('b')?.status?.conditions?.[0]?.message ?? '', /^0\/1 nodes are available: 1 Insufficient cpu\./);
    store.remove('Pod', 'default/a');
    loop.runUntil(2000);
    assert.equal(pod('b')?.spec.nodeName, 'n1');
  });

  it('evicts pods of lower priority, keeps their place for the pod that they went for, and binds it there', () => {
    const { store, loop, events, pod } = cluster();
    store.create('Pod', podOf('low', '2'));
    loop.runUntil(0);
    store.create('Pod', podOf('high', '2', 1000));
    loop.runUntil(0);
    assert.equal(pod('high')?.status?.nominatedNodeName, 'n1');
    const target = pod('low')?.status?.conditions?.find(({ type }) => type === 'DisruptionTarget');
    assert.deepEqual([target?.status, target?.reason], ['True', 'PreemptionByScheduler']);
    assert.notEqual(pod('low')?.metadata.deletionTimestamp, undefined);
    assert.equal(events.find(({ reason }) => reason === 'Preempted')?.name, 'low');
    store.create('Pod', podOf('latecomer', '2'));
    store.remove('Pod', 'default/low');
    loop.runUntil(15_000);
    assert.equal(pod('high')?.spec.nodeName, 'n1');
    assert.equal(pod('high')?.status?.nominatedNodeName, undefined);
    assert.equal(pod('latecomer')?.spec.nodeName, undefined);
  });

  it('chooses no others while the victims of a pod are on their way out', () => {
    const { store, loop, events } = cluster(50);
    for (const name of ['low', 'other']) store.create('Pod', podOf(name, '1'));
    loop.runUntil(0);
    store.create('Pod', podOf('high', '1', 1000));
    loop.runUntil(20);
    const preempted = (): number => events.filter(({ reason }) => reason === 'Preempted').length;
    assert.equal(preempted(), 0);
    store.patch('Node', 'n1', (node) => ({ ...node, metadata: { ...node.metadata, labels: { news: 'yes' } } }));
    loop.runUntil(100);
    store.patch('Node', 'n1', (node) => ({ ...node, metadata: { ...node.metadata, labels: { news: 'more' } } }));
    loop.runUntil(200);
    assert.equal(preempted(), 1);
  });

  it('tries a pod again whose victims have gone by themselves before they were deleted', () => {
    const { store, loop, events, pod } = cluster(50);
    store.create('Pod', podOf('low', '2'));
    loop.runUntil(0);
    store.create('Pod', podOf('high', '2', 1000));
    loop.runUntil(20);
    store.remove('Pod', 'default/low');
    loop.runUntil(40);
    assert.equal(pod('high')?.spec.nodeName, undefined);
    loop.runUntil(2000);
    assert.equal(pod('high')?.spec.nodeName, 'n1');
    assert.ok(events.every(({ reason }) => reason !== 'Preempted'));
  });
});

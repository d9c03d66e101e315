import assert from 'node:assert/strict';
import { objectKey } from '../../../src/model/meta';
import type { Time } from '../../../src/model/time';
import type { Kind } from '../../../src/engine/api/kinds';
import type { Informer } from '../../../src/engine/client/informer';
import type { InformerFactory } from '../../../src/engine/client/informerFactory';
import type { LoopQueueOptions, LoopWorkQueue } from '../../../src/engine/client/workQueue';
import type { PodWorkersOptions } from '../../../src/engine/cluster/kubelet/podWorkers';
import type { ClusterSnapshot } from '../../../src/engine/cluster/scheduler/clusterSnapshot';
import type { SchedulingQueue } from '../../../src/engine/cluster/scheduler/schedulingQueue';
import type { ControllerName } from '../../../src/engine/controllers/decisions';
import { slowStartBatch } from '../../../src/engine/controllers/slowStart';
import type { ControllerExpectations } from '../../../src/engine/controllers/expectations';
import { InsideRecorder } from '../../../src/engine/simulation/inside/insideRecorder';
import { InsideState, type CacheName } from '../../../src/engine/simulation/inside/insideState';
import { batchesOf } from '../../../src/engine/simulation/inside/recordedPodControl';
import type { RecordedPodWorkers } from '../../../src/engine/simulation/inside/recordedScheduler';
import type { RecordedQueue } from '../../../src/engine/simulation/inside/recordedQueue';
import type { Guards } from '../../../src/engine/simulation/world/probe';
import { originOf } from '../../../src/engine/simulation/setUp';
import { Rollout } from '../../../src/engine/simulation/rollout';
import { checkScenario } from '../../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { serializeTimeline } from '../../../src/engine/simulation/timeline/serializeTimeline';
import { simulate } from '../../../src/engine/simulation/simulate';
import { TRAPS } from '../../../webview/traps/traps';

const READS = {
  deployment: ['Deployment', 'ReplicaSet', 'Pod'],
  replicaset: ['ReplicaSet', 'Pod'],
  daemonset: ['DaemonSet', 'ControllerRevision', 'Pod', 'Node'],
} as const;

/** The recorder, with the engine's own parts at hand. */
class OpenRecorder extends InsideRecorder {
  readonly queues: RecordedQueue[] = [];
  readonly expectations = new Map<ControllerName, ControllerExpectations>();
  readonly caches = new Map<CacheName, Informer>();
  scheduler: SchedulingQueue | undefined;
  kubelets: RecordedPodWorkers | undefined;

  override newQueue(controller: ControllerName): (options: LoopQueueOptions) => LoopWorkQueue {
    const make = super.newQueue(controller);
    return (options) => {
      const queue = make(options) as RecordedQueue;
      this.queues.push(queue);
      return queue;
    };
  }

  override parts(controller: ControllerName, guards: Guards): ReturnType<InsideRecorder['parts']> {
    const parts = super.parts(controller, guards);
    this.expectations.set(controller, parts.expectations);
    return parts;
  }

  override manager(op: 'starts' | 'stops'): void {
    super.manager(op);
    this.queues.length = 0;
    this.expectations.clear();
    this.caches.clear();
  }

  override watch(informers: InformerFactory, readers: readonly ControllerName[], owner: ControllerName | undefined): void {
    super.watch(informers, readers, owner);
    for (const kind of new Set<Kind>(readers.flatMap((reader) => READS[reader])))
      this.caches.set(owner === undefined ? kind : `${owner} ${kind}`, informers.informer(kind));
  }
}

function openRecorder(origin: Time): OpenRecorder {
  const recorder = new OpenRecorder(origin);
  const { newSchedulingQueue, newPodWorkers } = recorder;
  return Object.assign(recorder, {
    newSchedulingQueue: (cluster: ClusterSnapshot, start: Time) => (recorder.scheduler = newSchedulingQueue(cluster, start)),
    newPodWorkers: (options: PodWorkersOptions) => (recorder.kubelets = newPodWorkers(options)),
  });
}

const sorted = <T>(items: Iterable<readonly [string, T]>): (readonly [string, T])[] =>
  [...items].sort(([a], [b]) => (a < b ? -1 : 1));

/** What the rows say, in the form in which the engine is asked. */
function rebuilt(state: InsideState, recorder: OpenRecorder): object {
  return {
    caches: [...recorder.caches.keys()].map((name) => [name, sorted(state.caches.get(name) ?? [])]),
    queues: recorder.queues.map(({ queueName }) => {
      const queue = state.queues.get(queueName);
      return {
        queueName,
        length: queue?.line.length ?? 0,
        delayed: sorted(queue?.delayed ?? []).map(([key, at]) => [key, Math.round(at * 1000)]),
        failures: sorted(queue?.failures ?? []),
      };
    }),
    expectations: [...recorder.expectations.keys()].map((controller) =>
      sorted(state.expectations.get(controller) ?? []).map(([key, { adds, deletes }]) => [key, adds, deletes]),
    ),
    scheduler: sorted(state.scheduler),
    kubelets: sorted(state.kubelets),
  };
}

/** What the engine has. */
function actual(recorder: OpenRecorder, origin: Time, keys: ReadonlySet<string>): object {
  return {
    caches: [...recorder.caches].map(([name, informer]) => {
      const objects = [...informer.list()];
      return [name, sorted(objects.map((object) => [objectKey(object), object.metadata.resourceVersion ?? 0]))];
    }),
    queues: recorder.queues.map((queue) => ({
      queueName: queue.queueName,
      length: queue.length,
      delayed: sorted(queue.waiting).map(([key, at]) => [key, Math.round(at - origin)]),
      failures: sorted([...keys].map((key) => [key, queue.numRequeues(key)] as const).filter(([, failures]) => failures > 0)),
    })),
    expectations: [...recorder.expectations.values()].map((expectations) =>
      sorted(
        [...keys].flatMap((key) => {
          const known = expectations.get(key);
          return known === undefined ? [] : [[key, known] as const];
        }),
      ).map(([key, [adds, deletes]]) => [key, adds, deletes]),
    ),
    scheduler: sorted([...(recorder.scheduler?.list() ?? [])].map(({ pod, place }) => [objectKey(pod), place] as const)),
    kubelets: sorted([...(recorder.kubelets?.all() ?? [])].map(({ key, node }) => [key, node] as const)),
  };
}

/** Plays step by step; after each the rows so far must say what the engine has. Returns how many moments were compared. */
function compareAtEveryMoment(scenario: Scenario): { moments: number; rows: number } {
  const origin = originOf(scenario);
  const recorder = openRecorder(origin);
  const rollout = new Rollout(checkScenario(scenario), { probe: recorder });
  const state = new InsideState();
  const keys = new Set<string>();
  const { rows } = recorder.recording();
  let read = 0;
  let moments = 0;
  for (;;) {
    const goesOn = rollout.advance(1);
    const isNews = read < rows.length;
    for (; read < rows.length; read++) {
      const row = rows[read];
      if (row === undefined) break;
      if (row.row === 'queue' && row.op === 'get') assert.equal(state.queues.get(row.queue)?.line[0], row.key);
      if (row.row === 'queue' || row.row === 'expectations') keys.add(row.key);
      state.apply(row);
    }
    if (isNews) {
      moments++;
      assert.deepEqual(rebuilt(state, recorder), actual(recorder, origin, keys), `after row ${read}`);
    }
    if (!goesOn) return { moments, rows: rows.length };
  }
}

/** Those from `room` on are refused. */
function requestsSent(wanted: number, room: number): number {
  let sent = 0;
  slowStartBatch(wanted, 1, () => {
    if (sent++ >= room) throw new Error('exceeded quota');
  });
  return sent;
}

const PLAYED = [
  'defaults',
  'recreate',
  'quota-admits-no-surge',
  'anti-affinity-fills-nodes',
  'undo-a-crash-loop',
  'daemonset-surge-host-port',
  'daemonset-dead-nodes',
  'budget-blocks-drain',
];

describe('what is recorded inside the machine', () => {
  for (const { id, scenario } of TRAPS.filter((trap) => PLAYED.includes(trap.id)))
    it(`rebuilds caches, queues and expectations at every moment: ${id}`, function () {
      this.timeout(60_000);
      // With a real control plane's times: watches are late, and syncs take their time.
      const { latencyMs: _exact, ...timed } = scenario;
      const { moments, rows } = compareAtEveryMoment({ ...timed, actions: timed.actions });
      assert.ok(moments > 50 && rows > 200, `${moments} moments, ${rows} rows`);
    });

  it('rebuilds them where watches are late, caches of their own, requests fail, and the controllers are restarted', function () {
    this.timeout(60_000);
    const [first] = TRAPS;
    assert.ok(first);
    const { latencyMs: _exact, ...timed } = first.scenario;
    const machine = {
      watchLagMs: { Pod: 200 },
      deployment: { watchLagMs: { ReplicaSet: 300 } },
      replicaset: { workers: 1, burstReplicas: 2, staleControllerConsistency: false, withoutExpectations: true },
    };
    const actions: Scenario['actions'] = [
      { at: 1, action: 'requestErrors', verb: 'updateStatus', count: 3 },
      { at: 2, action: 'restartControllers', awaySeconds: 3 },
      { at: 6, action: 'restartControllers', awaySeconds: 0 },
    ];
    const { moments } = compareAtEveryMoment({ ...timed, machine, actions });
    assert.ok(moments > 50, `${moments} moments`);
  });

  it('tells the batches that the slow start sends, wherever one fails', () => {
    for (const wanted of [1, 2, 7, 10, 100])
      for (let room = 0; room <= wanted; room++) {
        const ends: number[] = [];
        // Who fails sees where its batch ends: so the batches before are those that end before it.
        for (let failing = 0; failing <= room; failing++) ends.push(requestsSent(wanted, failing));
        const sent = requestsSent(wanted, room);
        const sums = batchesOf(sent, wanted).map((_size, index, all) =>
          all.slice(0, index + 1).reduce((sum, size) => sum + size, 0),
        );
        assert.deepEqual(
          sums,
          [...new Set(ends)].filter((end) => end <= sent),
          `${wanted} wanted, room for ${room}`,
        );
      }
  });

  it('changes nothing of what is played', () => {
    for (const { scenario } of TRAPS.slice(0, 6)) {
      const rollout = new Rollout(checkScenario(scenario), { probe: new InsideRecorder(originOf(scenario)) });
      while (rollout.advance(Infinity));
      assert.equal(serializeTimeline(rollout.timeline()), serializeTimeline(simulate(scenario)));
    }
  });
});

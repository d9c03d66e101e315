import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../../src/engine/simulation/scenario/actions';
import { actionWords } from '../../../src/engine/simulation/scenario/actionWords';
import { checkScenario } from '../../../src/engine/simulation/scenario/checkScenario';
import type { Scenario, Workload } from '../../../src/engine/simulation/scenario/scenario';
import { InsideRecorder } from '../../../src/engine/simulation/inside/insideRecorder';
import type { InsideRow } from '../../../src/engine/simulation/inside/insideRows';
import { originOf } from '../../../src/engine/simulation/setUp';
import { Rollout } from '../../../src/engine/simulation/rollout';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { assumptionsText } from '../../../src/engine/simulation/words/assumedText';
import { daemonSet, deployment, named, scenario, type StoryOptions } from '../support';

type MachineSettings = NonNullable<Scenario['machine']>;

type RowOf<R extends InsideRow['row']> = Extract<InsideRow, { readonly row: R }>;

interface Recorded {
  readonly rows: readonly InsideRow[];
  readonly timeline: Timeline;
}

function record(played: Scenario): Recorded {
  const probe = new InsideRecorder(originOf(played));
  const rollout = new Rollout(checkScenario(played), { probe });
  while (rollout.advance(Infinity));
  return { rows: probe.recording().rows.filter(({ t }) => t >= 0), timeline: rollout.timeline() };
}

const ofRow = <R extends InsideRow['row']>(rows: readonly InsideRow[], name: R): RowOf<R>[] =>
  rows.filter((row): row is RowOf<R> => row.row === name);
const created = ({ rows }: Recorded): number =>
  ofRow(rows, 'request').filter(({ verb, error }) => verb === 'create' && error === undefined).length;
const syncsOf = ({ rows }: Recorded, queue: string): RowOf<'sync'>[] =>
  ofRow(rows, 'sync').filter((row) => row.queue === queue && row.phase === 'end');
const errorsOf = (recorded: Recorded, queue: string): (string | undefined)[] =>
  syncsOf(recorded, queue).flatMap(({ error }) => (error === undefined ? [] : [error]));

interface MachineStory extends StoryOptions {
  readonly machine?: MachineSettings;
  readonly until?: number;
}

/** What runs stays as it is, but for what is done to it. */
function running(workload: Workload, { machine = {}, until = 60, ...options }: MachineStory): Scenario {
  const story = scenario(workload, { before: workload, latencyMs: 10, ...options });
  return { ...story, stopAt: 'horizon', horizonSeconds: until, machine };
}

const KILLED: ScenarioAction = { at: 10, action: 'killPod', choose: 'oldest' };
const LATE = { watchLagMs: { Pod: 500 } };
const GATE_OFF = { staleControllerConsistency: false };
const UNGUARDED: MachineSettings = { ...LATE, replicaset: { ...GATE_OFF, withoutExpectations: true } };
const killed = (machine: MachineSettings): Scenario => running(deployment(3), { actions: [KILLED], machine });

describe('expectations and a stale cache', () => {
  it('creates a pod too many where nobody waits for expectations', () => {
    const recorded = record(killed(UNGUARDED));
    assert.equal(created(recorded), 2);
    assert.equal(recorded.timeline.facts.maxPods, 4);
    assert.ok(ofRow(recorded.rows, 'expectations').some(({ verdict }) => verdict === 'ignored'));
  });

  for (const [guard, replicaset] of [
    ['expectations', GATE_OFF],
    ['versions', { withoutExpectations: true }],
    ['both', {}],
  ] as const)
    it(`creates none too many where ${guard} hold back`, () => {
      const recorded = record(killed({ ...LATE, replicaset }));
      assert.equal(created(recorded), 1);
      assert.equal(recorded.timeline.facts.maxPods, 3);
    });

  it('holds for DaemonSets, too', () => {
    const story = (machine: MachineSettings): Recorded => record(running(daemonSet(), { actions: [KILLED], machine }));
    const { watchLagMs } = LATE;
    assert.equal(created(story({ watchLagMs, daemonset: GATE_OFF })), 1);
    assert.ok(created(story({ watchLagMs, daemonset: { ...GATE_OFF, withoutExpectations: true } })) > 1);
  });

  it('says that this is not Kubernetes', () => {
    const sentence = 'not Kubernetes: the ReplicaSet controller does not wait for what it expects';
    const { timeline } = record(killed(UNGUARDED));
    assert.deepEqual(
      timeline.notes?.filter(({ kind }) => kind === 'machine'),
      [{ kind: 'machine', t: undefined, sentence }],
    );
    const assumed = assumptionsText(killed(UNGUARDED));
    assert.ok(assumed.endsWith(`news of Pods 500 ms late · the ReplicaSet controller does not compare versions · ${sentence}`));
    assert.equal(record(killed(LATE)).timeline.notes?.length, 0);
  });

  it('begins with what is wrong at second 0', () => {
    const requestsBefore = (machine: MachineSettings): readonly InsideRow[] => {
      const probe = new InsideRecorder(originOf(killed(machine)));
      const rollout = new Rollout(checkScenario(killed(machine)), { probe });
      while (rollout.advance(Infinity));
      return probe.recording().rows.filter(({ t, row }) => t < 0 && row === 'request');
    };
    assert.equal(requestsBefore(UNGUARDED).length, 3);
    assert.deepEqual(requestsBefore(UNGUARDED), requestsBefore({}));
  });
});

describe('late watches', () => {
  it('are those of one kind', () => {
    const { rows } = record(killed(LATE));
    const late = (kind: string): number[] => ofRow(rows, 'watch').flatMap((row) => (row.kind === kind ? [row.lagMs] : []));
    assert.ok(late('Pod').every((lagMs) => lagMs >= 500 && lagMs < 600));
    assert.ok(late('ReplicaSet').every((lagMs) => lagMs < 100));
  });

  it('are those of one controller, which has caches of its own then', () => {
    const { rows } = record(killed({ replicaset: LATE }));
    const lagOf = (controller: string | undefined): number[] =>
      ofRow(rows, 'watch').flatMap((row) => (row.kind === 'Pod' && row.controller === controller ? [row.lagMs] : []));
    assert.ok(lagOf('replicaset').length > 3 && lagOf('replicaset').every((lagMs) => lagMs >= 500));
    assert.ok(lagOf(undefined).length > 3 && lagOf(undefined).every((lagMs) => lagMs < 100));
  });
});

describe('a restart of the controllers', () => {
  const restart: ScenarioAction = { at: 20, action: 'restartControllers', awaySeconds: 5 };
  const recorded = record(running(deployment(3), { actions: [restart, { ...KILLED, at: 22 }] }));

  it('leaves everything as it is while nobody is there', () => {
    const { rows, timeline } = recorded;
    assert.deepEqual(
      ofRow(rows, 'manager').map(({ t, op }) => [t, op]),
      [
        [20, 'stops'],
        [25, 'starts'],
      ],
    );
    assert.deepEqual(
      rows.filter(({ t, row }) => t > 20 && t < 25 && ['sync', 'queue', 'watch', 'request'].includes(row)),
      [],
    );
    assert.deepEqual(
      timeline.markers.filter(({ t }) => t === 20).map(({ source }) => actionWords(source)),
      ['restart the controllers, away for 5 s'],
    );
  });

  it('lists everything again and looks at each object once', () => {
    const { rows } = recorded;
    assert.deepEqual(
      ofRow(rows, 'list').map(({ t, kind }) => `${t} ${kind}`),
      ['25 Deployment', '25 ReplicaSet', '25 Pod', '25 Pod'],
    );
    const first = (queue: string): number | undefined => syncsOf({ ...recorded, rows }, queue).find(({ t }) => t > 20)?.t;
    assert.deepEqual([first('deployment'), first('replicaset')], [25, 25]);
    assert.equal(created(recorded), 1);
    assert.equal(ofRow(rows, 'request').find(({ verb }) => verb === 'create')?.t, 25);
  });

  it('forgets what was expected, and is none the worse for it', () => {
    const story = running(deployment(3), {
      actions: [KILLED, { at: 10.6, action: 'restartControllers', awaySeconds: 0 }],
      machine: { ...LATE, replicaset: GATE_OFF },
    });
    const { rows, timeline } = record(story);
    const asked = ofRow(rows, 'expectations').filter(({ op }) => op === 'check');
    assert.equal(asked.find(({ t }) => t >= 10.6)?.verdict, 'none');
    assert.equal(timeline.facts.maxPods, 3);
  });

  it('takes as long as the lease lasts, unless something else is said', () => {
    const lost = record(running(deployment(3), { actions: [{ at: 20, action: 'restartControllers' }] }));
    assert.deepEqual(
      ofRow(lost.rows, 'manager').map(({ t }) => t),
      [20, 35],
    );
  });

  it('goes on with a rollout where it was', () => {
    const web = deployment(10);
    const story = { ...scenario(web, { latencyMs: 10 }), actions: [{ ...restart, at: 1.5 }] };
    const { outcome } = record(story).timeline;
    assert.deepEqual([outcome.kind, outcome.at > 6.5], ['complete', true]);
  });

  it('happens to DaemonSets, whose nodes are looked at again', () => {
    const { rows, timeline } = record({ ...scenario(daemonSet({ maxUnavailable: 1 })), actions: [{ ...restart, at: 1.5 }] });
    assert.ok(ofRow(rows, 'queue').some(({ t, queue, op }) => t === 6.5 && queue === 'daemonset nodes' && op === 'add'));
    assert.equal(timeline.outcome.kind, 'complete');
  });

  it('begins once only where it is restarted twice', () => {
    const again = record(running(deployment(3), { actions: [restart, { ...restart, at: 23 }] }));
    assert.deepEqual(
      ofRow(again.rows, 'manager').map(({ t }) => t),
      [20, 23, 28],
    );
  });
});

describe('requests that fail', () => {
  it('are conflicts where something is updated: the ReplicaSet’s status is written at the second try', () => {
    const conflict: ScenarioAction = { at: 5, action: 'requestErrors', verb: 'updateStatus', kind: 'ReplicaSet', count: 1 };
    const once = record(running(deployment(3), { actions: [conflict, KILLED] }));
    assert.deepEqual(
      errorsOf(once, 'replicaset').filter((error) => error?.includes('modified')),
      [],
    );
    const twice = record(running(deployment(3), { actions: [{ ...conflict, count: 2 }, KILLED] }));
    assert.deepEqual(
      errorsOf(twice, 'replicaset').filter((error) => error?.includes('modified')),
      [
        'Operation cannot be fulfilled on replicasets.apps "web-7d69448768": the object has been modified; please apply your changes to the latest version and try again',
      ],
    );
    assert.equal(created(twice), 1);
  });

  it('are errors of the API server elsewhere, and only those of controllers', () => {
    const broken: ScenarioAction = { at: 5, action: 'requestErrors', verb: 'create', count: 2, message: 'etcd is away' };
    const recorded = record(running(deployment(3), { actions: [broken, KILLED] }));
    const refused = ofRow(recorded.rows, 'request').flatMap(({ error }) => (error === undefined ? [] : [error]));
    assert.deepEqual(refused, ['etcd is away', 'etcd is away']);
    assert.equal(created(recorded), 1);
    const { markers } = recorded.timeline;
    assert.deepEqual(
      markers.filter(({ t }) => t === 5).map(({ source }) => actionWords(source)),
      ['fail the next 2 create requests'],
    );
  });
});

describe('queues, workers and bursts', () => {
  it('waits after a failure as its queue says', () => {
    const broken: ScenarioAction = { at: 5, action: 'requestErrors', verb: 'create', count: 3 };
    const retries = { baseMs: 1000, maxMs: 1500 };
    const { rows } = record(running(deployment(3), { actions: [broken, KILLED], machine: { replicaset: { retries } } }));
    const waits = ofRow(rows, 'queue').flatMap((row) =>
      row.queue === 'replicaset' && row.op === 'addAfter' ? [row.delayMs] : [],
    );
    assert.deepEqual(waits, [1000, 1500, 1500]);
  });

  it('lets a bucket without tokens wait', () => {
    const broken: ScenarioAction = { at: 5, action: 'requestErrors', verb: 'create', count: 3 };
    const retries = { qps: 0.5, burst: 1 };
    const { rows } = record(running(deployment(3), { actions: [broken, KILLED], machine: { replicaset: { retries } } }));
    const waits = ofRow(rows, 'queue').flatMap((row) =>
      row.queue === 'replicaset' && row.op === 'addAfter' ? [row.delayMs ?? 0] : [],
    );
    assert.ok(waits.length > 0 && waits.slice(1).every((delayMs) => delayMs > 1000), waits.join());
  });

  it('syncs so many keys at once', () => {
    const others = ['api', 'jobs', 'mail'].map((name) => ({ after: named(deployment(3), name) }));
    const busiest = (machine: MachineSettings): number => {
      const { rows } = record({ ...scenario(deployment(3), { latencyMs: 50, others }), machine });
      let busy = 0;
      let most = 0;
      for (const { queue, op } of ofRow(rows, 'queue')) {
        if (queue !== 'replicaset') continue;
        if (op === 'get') most = Math.max(most, ++busy);
        if (op === 'done') busy--;
      }
      return most;
    };
    assert.equal(busiest({ replicaset: { workers: 1 } }), 1);
    assert.equal(busiest({ replicaset: { workers: 2 } }), 2);
    assert.ok(busiest({}) > 2);
  });

  it('creates and deletes so many pods in one sync', () => {
    const most = (workload: Workload, machine: MachineSettings): number => {
      const { rows } = record({ ...scenario(workload, { nodeCount: 8 }), machine });
      let pods = 0;
      let highest = 0;
      for (const row of rows) {
        if (row.row === 'sync') pods = 0;
        else if (row.row === 'request') highest = Math.max(highest, ++pods);
      }
      return highest;
    };
    const web = deployment(8, { maxSurge: 8 });
    assert.deepEqual([most(web, {}), most(web, { replicaset: { burstReplicas: 3 } })], [8, 3]);
    const agent = daemonSet({ maxUnavailable: 8 });
    assert.deepEqual([most(agent, {}), most(agent, { daemonset: { burstReplicas: 3 } })], [8, 3]);
  });
});

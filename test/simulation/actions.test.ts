import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import { actionWords } from '../../src/engine/simulation/scenario/actionWords';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podsAt, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { assertCompletes, daemonSet, deployment, messages, nodesWith, play, scenario } from './support';

/** The rollout of four pods is over after a few seconds; the action comes at 20. */
function afterwards(...actions: readonly ScenarioAction[]): Timeline {
  return play(deployment(4), { actions });
}
type ActionOf<A> = A extends ScenarioAction ? Omit<A, 'at' | 'id'> : never;
const at20 = (body: ActionOf<ScenarioAction>): ScenarioAction => ({ at: 20, ...body });

function available(timeline: Timeline, t: number): number | undefined {
  return valuesAt(timeline.totals, t)?.available;
}

function nodesOfPods(timeline: Timeline, t: number): (string | undefined)[] {
  return podsAt(timeline, t).map(({ pod }) => timeline.nodes[timeline.pods.node[pod] ?? -1]?.name);
}

describe('edits of the workload', () => {
  it('patch changes any field of it', () => {
    const timeline = afterwards(at20({ action: 'patch', patch: { spec: { replicas: 7, minReadySeconds: 5 } } }));
    assertCompletes(timeline);
    assert.deepEqual([timeline.envelope.desired, timeline.workload.minReadySeconds], [7, 5]);
    assert.deepEqual(
      timeline.markers.map(({ source }) => actionWords(source)),
      ['edit spec.replicas, spec.minReadySeconds'],
    );
  });

  it('patch is refused where the API server refuses it', () => {
    const timeline = afterwards(at20({ action: 'patch', patch: { spec: { selector: { matchLabels: { app: 'other' } } } } }));
    assert.match(timeline.markers[0]?.problem ?? '', /^Deployment\.apps "web" is invalid: /);
    assert.equal(timeline.outcome.kind, 'complete');
  });

  it('patch is refused where it makes something else of it', () => {
    const refusal = (patch: Readonly<Record<string, unknown>>): string | undefined =>
      afterwards(at20({ action: 'patch', patch })).markers[0]?.problem;
    assert.match(refusal({ spec: { minReadySeconds: 'three' } }) ?? '', /cannot unmarshal string into Go struct field/);
    assert.match(refusal({ spec: null }) ?? '', /spec\.selector: Required value/);
    assert.match(refusal({ spec: { template: { spec: { containers: null } } } }) ?? '', /containers: Required value/);
    assert.equal(refusal({ metadata: null }), 'a patch cannot rename an object');
    assert.equal(refusal({ metadata: { name: 'other' } }), 'a patch cannot rename an object');
  });

  it('patch is refused where it breaks the pod template', () => {
    const containers = [{ name: 'Not_A_Name', image: 'web:2' }];
    const timeline = afterwards(at20({ action: 'patch', patch: { spec: { template: { spec: { containers } } } } }));
    assert.match(timeline.markers[0]?.problem ?? '', /spec\.template\.spec\.containers\[0\]\.name: Invalid value: "Not_A_Name"/);
  });

  it('setImage rolls another version out', () => {
    const timeline = afterwards(at20({ action: 'setImage', image: 'web:3' }));
    assertCompletes(timeline);
    assert.equal(timeline.workload.image, 'web:3');
    assert.equal(timeline.revisions.find(({ current }) => current)?.image, 'web:3');
    assert.ok(timeline.outcome.at > 20);
  });

  it('scale makes more pods, or fewer', () => {
    assert.equal(available(afterwards(at20({ action: 'scale', replicas: 9 })), 30), 9);
    assert.equal(available(afterwards(at20({ action: 'scale', replicas: 0 })), 30), 0);
  });

  it('scale means nothing to a DaemonSet, and says so', () => {
    const { markers } = play(daemonSet(), { actions: [at20({ action: 'scale', replicas: 2 })] });
    assert.equal(markers[0]?.problem, 'a DaemonSet has no replicas: it runs one pod on every node that fits');
  });

  it('pause holds a rollout where it is, resume lets it go on', () => {
    const actions = [
      { at: 0.5, action: 'pause' },
      { at: 60, action: 'resume' },
    ] as const;
    const timeline = play(deployment(10), { actions });
    assertCompletes(timeline);
    assert.equal(valuesAt(timeline.totals, 59)?.oldPods, 8);
    assert.ok(timeline.outcome.at > 60);
    const conditions = timeline.conditions.filter(({ type, t }) => type === 'Progressing' && t > 0).map(({ reason }) => reason);
    assert.ok(conditions.includes('DeploymentPaused') && conditions.includes('DeploymentResumed'));
  });

  it('pause twice has no effect, nor has pause of a DaemonSet', () => {
    const pause = at20({ action: 'pause' });
    assert.match(afterwards(pause, pause).markers[1]?.problem ?? '', /already paused/);
    assert.match(play(daemonSet(), { actions: [pause] }).markers[0]?.problem ?? '', /pausing is not supported/);
  });

  for (const workload of [deployment(4), daemonSet()]) {
    it(`restart replaces every pod of a ${workload.kind}`, () => {
      const timeline = play(workload, { before: workload, actions: [at20({ action: 'restart' })] });
      assertCompletes(timeline);
      assert.equal(timeline.facts.podsCreated, workload.kind === 'Deployment' ? 4 : 3);
    });

    it(`undo goes back to the version before, of a ${workload.kind}`, () => {
      const timeline = play(workload, { actions: [at20({ action: 'undo' })] });
      assertCompletes(timeline);
      assert.deepEqual(
        timeline.revisions.map(({ revision }) => revision),
        [3, 2],
      );
    });
  }

  it('undo goes to a numbered revision', () => {
    const actions = [
      { at: 20, action: 'setImage', image: 'web:3' },
      { at: 40, action: 'undo', toRevision: 1 },
    ] as const;
    const timeline = play(deployment(4), { actions });
    assertCompletes(timeline);
    assert.equal(timeline.workload.image, 'web:2');
    assert.equal(timeline.revisions[0]?.revision, 4);
  });
});

describe('what happens to pods', () => {
  it('killPod takes the oldest, the newest, so many, of one version, or one by name', () => {
    const names = (action: Partial<ScenarioAction>): string[] => {
      const timeline = afterwards(at20({ action: 'killPod', ...action } as ScenarioAction));
      const dying = podsAt(timeline, 20.5).filter(({ state }) => state === 'Terminating');
      return dying.map(({ pod }) => timeline.pods.names[pod] ?? '');
    };
    const running = podsAt(afterwards(), 19).map(({ pod }) => afterwards().pods.names[pod] ?? '');
    assert.deepEqual(names({}), running.slice(0, 1));
    assert.deepEqual(names({ choose: 'newest' }), running.slice(-1));
    assert.deepEqual(names({ count: 3 }), running.slice(0, 3));
    assert.deepEqual(names({ pod: running[2] } as Partial<ScenarioAction>), running.slice(2, 3));
    assert.deepEqual(names({ revision: 'old' }), []);
  });

  it('killed pods are replaced', () => {
    const timeline = afterwards(at20({ action: 'killPod', count: 2 }));
    assertCompletes(timeline);
    assert.deepEqual([available(timeline, 20.5), available(timeline, 25), timeline.facts.podsCreated], [2, 4, 6]);
  });

  it('breakRevision breaks running pods, and fixes them again', () => {
    const timeline = afterwards(at20({ action: 'breakRevision', revision: 'after', failure: { kind: 'crash', after: 1 } }), {
      at: 60,
      action: 'breakRevision',
      revision: 'after',
      failure: null,
    });
    assertCompletes(timeline);
    assert.equal(available(timeline, 59), 0);
    assert.equal(available(timeline, timeline.end), 4);
    assert.ok(timeline.facts.restarts >= 8);
    assert.match(
      messages(timeline, 'BackOff')[0] ?? '',
      /^Back-off restarting failed container web in pod web-\S+_default\([0-9a-f-]+\)$/,
    );
  });

  it('createErrors refuses the next creations; the ReplicaSet tries again', () => {
    const timeline = afterwards(at20({ action: 'createErrors', count: 3, message: 'no' }), at20({ action: 'killPod' }));
    assertCompletes(timeline);
    assert.deepEqual(messages(timeline, 'FailedCreate'), ['Error creating: no']);
    assert.equal(timeline.notes?.[0]?.kind, 'refusals');
  });
});

describe('what happens to nodes', () => {
  it('cordon keeps new pods away, uncordon lets them come', () => {
    const cordons = ['node-1', 'node-2', 'node-3'].map((node) => ({ at: 0, action: 'cordon', node }) as const);
    const stuck = play(deployment(4), { actions: cordons });
    assert.equal(stuck.outcome.sentence, '2 pods fit on no node (the nodes are cordoned on 3/3)');
    const freed = play(deployment(4), { actions: [...cordons, { at: 60, action: 'uncordon', node: 'node-2' }] });
    assertCompletes(freed);
    assert.deepEqual([...new Set(nodesOfPods(freed, freed.end))], ['node-2']);
  });

  it('drain empties a node, and leaves daemon pods alone', () => {
    const timeline = afterwards(at20({ action: 'drain', node: 'node-1' }));
    assertCompletes(timeline);
    assert.equal(nodesOfPods(timeline, timeline.end).includes('node-1'), false);
    const daemon = play(daemonSet(), { actions: [at20({ action: 'drain', node: 'node-1' })] });
    assert.equal(nodesOfPods(daemon, daemon.end).includes('node-1'), true);
  });

  it('addNode brings a daemon pod; several nodes come as a group', () => {
    const added = [
      at20({ action: 'addNode', node: nodesWith('4', 'extra')[0] as never }),
      at20({ action: 'addNode', node: { name: 'pool', count: 2 } }),
    ];
    const timeline = play(daemonSet(), { nodeCount: 2, actions: added });
    assert.deepEqual(nodesOfPods(timeline, timeline.end).toSorted(), ['extra', 'node-1', 'node-2', 'pool-1', 'pool-2']);
  });

  it('addNode with a name that is taken has no effect', () => {
    assert.equal(
      afterwards(at20({ action: 'addNode', node: { name: 'node', count: 3 } })).markers[0]?.problem,
      'there is a node node-1 already',
    );
  });

  it('taintNode evicts what does not tolerate NoExecute; untaintNode lets pods come again', () => {
    const taint = { key: 'gpu', effect: 'NoExecute' } as const;
    const timeline = play(daemonSet(), {
      actions: [
        at20({ action: 'taintNode', node: 'node-1', taint }),
        { at: 40, action: 'untaintNode', node: 'node-1', key: 'gpu' },
      ],
    });
    assert.equal(nodesOfPods(timeline, 35).includes('node-1'), false);
    assert.equal(nodesOfPods(timeline, timeline.end).includes('node-1'), true);
    assert.match(messages(timeline, 'TaintManagerEviction')[0] ?? '', /^Marking for deletion Pod default\/agent-/);
  });

  it('applyObject changes what surrounds the workload, and refuses what it cannot', () => {
    const job = { kind: 'Job', metadata: { name: 'j' } };
    const { markers } = afterwards(at20({ action: 'applyObject', object: job }));
    assert.equal(markers[0]?.problem, 'objects of kind Job cannot be applied here');
  });
});

describe('actions at one moment', () => {
  it('are done in the order of the list', () => {
    const timeline = afterwards(at20({ action: 'scale', replicas: 9 }), at20({ action: 'scale', replicas: 2 }));
    assert.equal(timeline.envelope.desired, 2);
    assert.deepEqual(
      timeline.markers.map(({ source, action }) => [actionWords(source), action]),
      [
        ['scale to 9', 0],
        ['scale to 2', 1],
      ],
    );
  });

  it('may come before the first pod exists', () => {
    const created = { ...scenario(deployment(3)), workload: { after: deployment(3) } };
    const timeline = simulate({ ...created, actions: [{ at: 0, action: 'scale', replicas: 5 }] });
    assertCompletes(timeline);
    assert.equal(timeline.facts.podsCreated, 5);
  });
});

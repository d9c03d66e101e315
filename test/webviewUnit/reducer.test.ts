import assert from 'node:assert/strict';
import { editsOf, nodeCountOf, scenarioWith } from '../../webview/model/edits';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Deployment } from '../../src/model/apiTypes';
import { valuesOf } from '../../webview/model/values';
import { TRAPS } from '../../webview/traps/traps';
import { testScenario } from '../webview/support/scenarios';
import { after, opened, SESSION } from './openedState';

const specOf = (workload: unknown): Deployment['spec'] => (workload as Deployment).spec;

describe('The page’s state', () => {
  it('shows the run of what was opened, before the change and at rest', () => {
    const state = opened();
    const { shown, playback } = state;
    assert.deepEqual([shown?.timeline.envelope.desired, playback.playing], [10, false]);
    assert.equal(playback.time, shown?.scene.axis.start);
  });

  it('lays what-if values over the scenario and takes them off again', () => {
    const tuned = after([{ type: 'tuned', tuning: { maxSurge: 5, maxUnavailable: 0 } }], opened());
    assert.deepEqual([tuned.shown?.timeline.envelope.ceiling, tuned.shown?.timeline.envelope.floor], [15, 10]);
    const back = after(
      [
        { type: 'untuned', field: 'maxSurge' },
        { type: 'untuned', field: 'maxUnavailable' },
      ],
      tuned,
    );
    assert.deepEqual(back.wanted, opened().wanted);
  });

  it('takes a value that was set back for unchanged, as written or as defaulted', () => {
    const base = opened();
    const moved = after([{ type: 'tuned', tuning: { maxSurge: 5, replicas: 4 } }], base);
    assert.deepEqual(moved.edits.tuning, { maxSurge: 5, replicas: 4 });
    const back = after([{ type: 'tuned', tuning: { maxSurge: '25%', replicas: 10, progressDeadlineSeconds: 600 } }], moved);
    assert.equal(back.edits, back.given);
    assert.deepEqual(back.wanted, base.wanted);
    assert.equal(after([{ type: 'undone' }], back).edits, moved.edits);
  });

  it('makes no step of undo of a value that holds already', () => {
    const base = opened();
    const same = after([{ type: 'tuned', tuning: { minReadySeconds: 0 } }], base);
    assert.deepEqual([same.past, same.wanted], [[], base.wanted]);
  });

  it('takes a what-if for done once the manifest says the same', () => {
    const tuned = after([{ type: 'tuned', tuning: { maxSurge: 5 } }], opened());
    const { wanted = testScenario() } = tuned;
    const followed = after([{ type: 'baseChanged', session: SESSION, scenario: wanted, notes: [] }], tuned);
    assert.equal(followed.edits, followed.given);
  });

  it('forgets what was said about values once others hold', () => {
    const said = after([{ type: 'noticed', text: 'Written into web.yaml.', tone: 'info' }], opened());
    assert.equal(said.notice?.text, 'Written into web.yaml.');
    assert.equal(after([{ type: 'seeked', time: 3 }], said).notice, said.notice);
    assert.equal(after([{ type: 'tuned', tuning: { maxSurge: 5 } }], said).notice, undefined);
    const scenario = testScenario({ replicas: 7 });
    assert.equal(after([{ type: 'baseChanged', session: SESSION, scenario, notes: [] }], said).notice, undefined);
  });

  it('changes replicas before and after, so that the rollout is not also a scaling', () => {
    const scenario = scenarioWith(testScenario(), { tuning: { replicas: 4 }, actions: [] });
    assert.deepEqual([specOf(scenario.workload.before).replicas, specOf(scenario.workload.after).replicas], [4, 4]);
  });

  it('writes every what-if value where the engine reads it', () => {
    const { workload, behavior, cluster, clientLimits } = scenarioWith(testScenario(), {
      tuning: {
        imagePullSeconds: 6,
        minReadySeconds: 7,
        progressDeadlineSeconds: 99,
        terminationGracePeriodSeconds: 5,
        startSeconds: 3,
        shutDownSeconds: 4,
        failure: { kind: 'neverReady' },
        nodeCount: 8,
        zoneCount: 2,
        clientQps: 5,
        image: 'x:9',
      },
      actions: [],
    });
    const spec = specOf(workload.after);
    assert.deepEqual([spec.minReadySeconds, spec.progressDeadlineSeconds], [7, 99]);
    assert.equal(spec.template.spec.terminationGracePeriodSeconds, 5);
    assert.equal(spec.template.spec.containers[0]?.image, 'x:9');
    assert.deepEqual(
      [behavior?.default?.imagePull, behavior?.default?.start, behavior?.revisions?.['after']?.failure],
      [6, 3, { kind: 'neverReady' }],
    );
    assert.deepEqual(behavior?.default?.shutDown, { min: 2, max: 6 }, 'what varies goes on to vary');
    assert.deepEqual(cluster, { nodeCount: 8, zoneCount: 2 });
    assert.deepEqual(clientLimits, { qps: 5, burst: 1 });
  });

  it('takes what is assumed, set back to what it was, for unchanged', () => {
    const base = scenarioFor(testScenario().workload.after, { cluster: { nodeCount: 3 } });
    const values = valuesOf(base);
    assert.deepEqual(
      [
        values.imagePullSeconds,
        values.startSeconds,
        values.warmUpSeconds,
        values.shutDownSeconds,
        values.zoneCount,
        values.clientQps,
      ],
      [2, 3, 2.5, 2, 3, 20],
    );
    const tuning = { imagePullSeconds: 2, startSeconds: 3, warmUpSeconds: 2.5, shutDownSeconds: 2, zoneCount: 3, clientQps: 20 };
    const state = after([{ type: 'tuned', tuning }], opened(base));
    assert.deepEqual(state.edits.tuning, {});
    assert.deepEqual(after([{ type: 'tuned', tuning: { warmUpSeconds: 2.6 } }], state).edits.tuning, { warmUpSeconds: 2.6 });
  });

  it('knows what taking a run back comes to for that run only, and goes back to where there is nothing to show', () => {
    const state = opened();
    const known = after([{ type: 'undoKnown', scenario: testScenario(), text: 'takes 9 s' }], state);
    assert.notEqual(known.undo?.scenario, known.shown?.scenario);
    const empty = after([{ type: 'laneShown', lane: 'story', open: false }, { type: 'emptied' }], known);
    assert.equal(empty.shown, undefined);
    assert.deepEqual(empty.lanes, { story: false });
  });

  it('counts nodes by the largest group where a scenario has groups', () => {
    const scenario = {
      ...testScenario(),
      cluster: {
        groups: [
          { name: 'a', count: 2 },
          { name: 'b', count: 7 },
        ],
      },
    };
    const more = scenarioWith(scenario, { tuning: { nodeCount: 9 }, actions: [] });
    assert.deepEqual([nodeCountOf(scenario), nodeCountOf(more), more.cluster.groups?.[0]?.count], [7, 9, 2]);
  });

  it('asks about a restart or a new image instead of the edit that was brought along', () => {
    const scenario = testScenario();
    const edit: Scenario = { ...scenario, workload: { after: scenario.workload.after, before: scenario.workload.after } };
    assert.equal(simulate(edit).outcome.kind, 'nothingToDo');
    const asked = (replaced: 'restart' | 'newImage'): Scenario => scenarioWith(edit, { tuning: { replaced }, actions: [] });
    for (const replaced of ['restart', 'newImage'] as const) {
      const { outcome, facts } = simulate(asked(replaced));
      assert.deepEqual([replaced, outcome.kind, facts.podsCreated], [replaced, 'complete', 10]);
    }
    assert.equal(asked('restart').behavior?.revisions?.['after']?.imagePull, 0, 'the nodes have the image');
    assert.equal(asked('newImage').behavior?.revisions?.['after']?.imagePull, undefined);
  });

  it('undoes and redoes; the drag of a slider is one step', () => {
    const dragged = after(
      [3, 4, 5].map((replicas) => ({ type: 'tuned', tuning: { replicas }, dragging: 'replicas' }) as const),
      opened(),
    );
    assert.equal(dragged.past.length, 1);
    const undone = after([{ type: 'undone' }], dragged);
    assert.deepEqual(undone.edits.tuning, {});
    assert.deepEqual(after([{ type: 'redone' }], undone).edits.tuning, { replicas: 5 });
  });

  it('takes a scenario’s own actions as removable edits, and reset brings them back', () => {
    const { scenario } = TRAPS.find(({ id }) => id === 'undo-a-crash-loop') ?? { scenario: testScenario() };
    const state = opened(scenario);
    assert.deepEqual(state.edits, editsOf(scenario));
    const removed = after([{ type: 'actionRemoved', index: 0 }], state);
    assert.deepEqual([removed.edits.actions, removed.wanted?.actions], [[], []]);
    assert.deepEqual(after([{ type: 'editsReset' }], removed).wanted?.actions, scenario.actions);
  });

  it('orders actions by time', () => {
    const state = after(
      [
        { type: 'actionAdded', action: { at: 9, action: 'pause' } },
        { type: 'actionAdded', action: { at: 2, action: 'scale', replicas: 12 } },
      ],
      opened(),
    );
    assert.deepEqual(
      state.wanted?.actions.map(({ at }) => at),
      [2, 9],
    );
  });

  it('keeps the what-ifs when the manifest changes, and the time', () => {
    const before = after(
      [
        { type: 'tuned', tuning: { maxSurge: 1 } },
        { type: 'seeked', time: 3 },
      ],
      opened(),
    );
    const changed = after(
      [{ type: 'baseChanged', session: SESSION, scenario: testScenario({ replicas: 6 }), notes: [] }],
      before,
    );
    assert.deepEqual(
      [changed.shown?.timeline.envelope.desired, changed.shown?.timeline.envelope.surge, changed.playback.time],
      [6, 1, 3],
    );
  });

  it('keeps the last good picture while a run fails', () => {
    const state = opened();
    const failed = after([{ type: 'runFailed', scenario: testScenario(), message: 'no' }], state);
    assert.equal(failed.shown, state.shown);
    assert.equal(failed.run.status, 'failed');
  });

  it('drops the values that were written into the manifest and keeps the others', () => {
    const state = after([{ type: 'tuned', tuning: { maxSurge: 1, startSeconds: 9 } }, { type: 'written' }], opened());
    assert.deepEqual(state.edits.tuning, { startSeconds: 9 });
  });

  it('pins a run and compares it with the next', () => {
    const state = after([{ type: 'pinned' }, { type: 'tuned', tuning: { maxSurge: '100%' } }], opened());
    assert.equal(state.pinned?.timeline.envelope.ceiling, 13);
    assert.equal(state.shown?.timeline.envelope.ceiling, 20);
    assert.equal(after([{ type: 'unpinned' }], state).pinned, undefined);
  });
});

describe('Playback', () => {
  it('goes by display seconds and stops at the end', () => {
    const state = after([{ type: 'speedSet', speed: 2 }, { type: 'played' }, { type: 'ticked', seconds: 0.5 }], opened());
    const start = state.shown?.scene.axis.start ?? 0;
    assert.ok(Math.abs(state.playback.time - (start + 1)) < 1e-9);
    const ended = after([{ type: 'ticked', seconds: 1e6 }], state);
    assert.deepEqual([ended.playback.playing, ended.playback.time], [false, state.shown?.scene.axis.end]);
  });

  it('starts over when played at the end', () => {
    const state = after([{ type: 'seeked', time: 1e9 }, { type: 'played' }], opened());
    assert.equal(state.playback.time, state.shown?.scene.axis.start);
  });

  it('stops when the user jumps', () => {
    const state = after([{ type: 'played' }, { type: 'seeked', time: 4 }], opened());
    assert.deepEqual([state.playback.playing, state.playback.time, state.playback.moving], [false, 4, false]);
  });

  it('steps from decision to decision and back to where it was', () => {
    const first = after([{ type: 'stepped', direction: 1 }], opened());
    const second = after([{ type: 'stepped', direction: 1 }], first);
    assert.ok(first.playback.time >= 0 && second.playback.time > first.playback.time);
    assert.equal(after([{ type: 'stepped', direction: -1 }], second).playback.time, first.playback.time);
  });

  it('goes to the ends when there is nothing more to step to', () => {
    const state = after(
      [
        { type: 'seeked', time: 1e9 },
        { type: 'stepped', direction: 1 },
      ],
      opened(),
    );
    assert.equal(state.playback.time, state.shown?.scene.axis.end);
    const start = after(
      [
        { type: 'seeked', time: -1e9 },
        { type: 'stepped', direction: -1 },
      ],
      opened(),
    );
    assert.equal(start.playback.time, start.shown?.scene.axis.start);
  });

  it('chooses a speed that plays the rollout in reasonable time, until the user chooses', () => {
    const slow = opened(testScenario({ replicas: 3, maxSurge: 0, maxUnavailable: 1 }));
    const length = slow.shown?.scene.axis.length ?? 0;
    assert.ok(length / slow.playback.speed <= 15);
    const chosen = after(
      [
        { type: 'speedStepped', direction: 1 },
        { type: 'tuned', tuning: { replicas: 2 } },
      ],
      slow,
    );
    assert.ok(chosen.playback.speed > slow.playback.speed);
  });
});

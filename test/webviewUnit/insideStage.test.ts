import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { MachineReader } from '../../webview/model/inside/machineState';
import { positionAt, stepPositions } from '../../webview/model/inside/position';
import { INITIAL_STAGE, momentOf, reduceStage, type StageEvent, type StageState } from '../../webview/model/inside/stageState';
import { stationsAt } from '../../webview/model/inside/stations';
import { syncAt } from '../../webview/model/inside/syncView';
import { activeStations, type Shown } from '../../webview/model/inside/told';
import { testScenario } from '../webview/support/scenarios';
import { recordedTrap } from './insideRecording';
import { after, opened } from './openedState';

const recorded = recordedTrap('defaults');
const scenario = testScenario();

const play = (events: readonly StageEvent[], from: StageState = INITIAL_STAGE): StageState => events.reduce(reduceStage, from);
const opening = play([
  { type: 'recording', scenario },
  { type: 'recorded', scenario, recorded },
]);

/** The moment that the page would show. */
const momentIn = ({ place }: StageState): number => (place === undefined ? 0 : momentOf(recorded, place));

function shownIn(state: StageState): Shown {
  const position = positionAt(recorded, momentIn(state), state.place);
  const look = { recorded, state: new MachineReader(recorded).after(position.row + 1), position, machine: state.machine };
  return { look, views: stationsAt(look), sync: syncAt(look) };
}

describe('The stage of the machine', () => {
  it('steps from place to place, and keeps its place when there is none further', () => {
    const first = play([{ type: 'stepped', direction: 1, t: 0 }], opening);
    assert.notEqual(first.place?.step, undefined);
    const back = play(
      [
        { type: 'stepped', direction: 1, t: momentIn(first) },
        { type: 'stepped', direction: -1, t: momentIn(first) },
      ],
      first,
    );
    assert.deepEqual(back.place, first.place);
    const start = play([{ type: 'stepped', direction: -1, size: 'event', t: -1e9 }], opening);
    assert.equal(start.place, undefined);
  });

  it('plays a sync in slow motion from its first step to its end, and stops there', () => {
    const at = play([{ type: 'stepped', direction: 1, size: 'sync', t: 1 }], opening);
    let state = play([{ type: 'slowed', isSlow: true, t: momentIn(at) }], at);
    const span = recorded.syncs[recorded.syncOf[state.place?.row ?? -1] ?? -1];
    if (span === undefined) assert.fail('there is no sync');
    const seen = [state.place];
    for (let step = 0; state.isSlow && step < 50; step++) {
      state = reduceStage(state, { type: 'slowStepped', t: momentIn(state) });
      seen.push(state.place);
    }
    assert.deepEqual(seen, [...stepPositions(recorded, span), { row: span.end }]);
  });

  it('ends slow motion where one goes elsewhere', () => {
    const slow = play([{ type: 'slowed', isSlow: true, t: 1 }], opening);
    assert.equal(play([{ type: 'stepped', direction: 1, t: momentIn(slow) }], slow).isSlow, false);
    assert.equal(play([{ type: 'slowStepped', t: momentIn(slow) + 5 }], slow).isSlow, false);
    assert.equal(play([{ type: 'slowed', isSlow: false, t: 0 }], slow).isSlow, false);
  });

  it('goes to a break with the machine whose sync it is', () => {
    const state = play(
      [
        { type: 'breakSet', breakOn: { kind: 'step', name: 'slowStartBatch' } },
        { type: 'brokeTo', direction: 1, t: 0 },
      ],
      opening,
    );
    assert.equal(play([{ type: 'wentTo', place: state.place ?? { row: 0 } }], opening).machine, 'replicaset');
    assert.deepEqual(
      [state.machine, shownIn(state).sync?.steps[state.place?.step ?? -1]?.name],
      ['replicaset', 'slowStartBatch'],
    );
    assert.equal(
      play(
        [
          { type: 'breakSet', breakOn: { kind: 'step', name: 'never' } },
          { type: 'brokeTo', direction: 1, t: 0 },
        ],
        opening,
      ).place,
      undefined,
    );
  });

  it('keeps what was chosen of a recording for the next one, and leaves a machine that is not there', () => {
    const { machine } = play(
      [
        { type: 'machineShown', machine: 'kubelets' },
        { type: 'recorded', scenario, recorded },
      ],
      opening,
    );
    assert.equal(machine, 'kubelets');
    const daemons = recordedTrap('daemonset-surge-host-port');
    assert.equal(play([{ type: 'recorded', scenario, recorded: daemons }], opening).machine, 'daemonset');
  });

  it('says why nothing could be recorded', () => {
    const state = play([
      { type: 'recording', scenario },
      { type: 'notRecorded', message: 'too many pods' },
    ]);
    assert.deepEqual([state.problem, state.recording], ['too many pods', undefined]);
  });
});

describe('A tour on the stage', () => {
  const tour: NonNullable<Scenario['tour']> = [
    { at: 0.5, station: 'queue', text: 'one' },
    { at: 1, station: 'slowStart', machine: 'replicaset', step: 'slowStartBatch', text: 'two' },
    { at: 2, station: 'sync', machine: 'deployment', step: 'rolloutRecreate', text: 'three' },
    { at: 3, station: 'scheduler', text: 'four' },
  ];
  const guided = { ...scenario, tour };
  const begun = play([{ type: 'recorded', scenario: guided, recorded }], INITIAL_STAGE);

  it('begins at its first stop, and shows each with its machine and station', () => {
    const machines = tour.map((_, stop) => {
      const state = play([{ type: 'stopShown', stop }], begun);
      const [asked] = tour.slice(stop);
      const active = [...activeStations(state, shownIn(state).look)];
      assert.deepEqual(active, state.place?.step === undefined ? [asked?.station] : ['sync', asked?.station]);
      return state.machine;
    });
    assert.equal(begun.stop, 0);
    assert.deepEqual(machines, ['deployment', 'replicaset', 'deployment', 'scheduler']);
  });

  it('lights what its step is about, until one goes on', () => {
    const lit = (state: StageState): string[] => [...activeStations(state, shownIn(state).look)].sort();
    const stop = { at: 1, station: 'sync', machine: 'replicaset', step: 'SatisfiedExpectations', text: 'one' } as const;
    const there = play([{ type: 'recorded', scenario: { ...scenario, tour: [stop] }, recorded }], INITIAL_STAGE);
    assert.deepEqual(lit(there), ['expectations', 'sync']);
    const next = play([{ type: 'stepped', direction: 1, size: 'event', t: momentIn(there) }], there);
    assert.ok(!lit(next).includes('sync'), lit(next).join());
  });

  it('shows the moment of a stop whose step this run never takes', () => {
    const { place } = play([{ type: 'stopShown', stop: 2 }], begun);
    assert.ok((recorded.rows[place?.row ?? 0]?.t ?? 0) <= 2 && place?.step === undefined);
  });

  it('opens the stage, and waits for who is guided', () => {
    const state = opened(guided);
    assert.deepEqual([state.stage, state.panel, state.playback.playing], ['inside', 'inside', false]);
    assert.equal(opened(scenario).stage, 'pods');
  });
});

describe('The page with the stage', () => {
  it('shows what is said of the machine beside it, and goes back to why', () => {
    const inside = after([{ type: 'panelShown', panel: 'inside' }], opened());
    assert.deepEqual([inside.stage, inside.panel], ['inside', 'inside']);
    assert.equal(after([{ type: 'panelShown', panel: 'whatIf' }], inside).stage, 'inside');
    const pods = after([{ type: 'stageShown', stage: 'pods' }], inside);
    assert.deepEqual([pods.stage, pods.panel], ['pods', 'why']);
    assert.equal(after([{ type: 'stageShown', stage: 'inside' }], pods).panel, 'inside');
  });
});

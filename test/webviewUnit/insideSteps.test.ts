import assert from 'node:assert/strict';
import type { WriteRow } from '../../src/engine/simulation/inside/insideRows';
import { BREAKS, breaks, brokenBetween, choices, nextBreak, READS } from '../../webview/model/inside/breakOn';
import { MachineReader, MachineState } from '../../webview/model/inside/machineState';
import {
  positionAt,
  stepFrom,
  stepPositions,
  syncShown,
  type Position,
  type StepSize,
} from '../../webview/model/inside/position';
import { countUntil, machineOf, type Recorded } from '../../webview/model/inside/recording';
import { stepRows } from '../../webview/model/inside/stepRows';
import { placeOfStop } from '../../webview/model/inside/stops';
import { recordedTrap } from './insideRecording';

const TRAPS_PLAYED = ['defaults', 'recreate', 'quota-admits-no-surge', 'undo-a-crash-loop', 'daemonset-surge-host-port'];

/** All places in a direction, from one end to the other. */
function walk(recorded: Recorded, size: StepSize, direction: 1 | -1): Position[] {
  const machine = recorded.machines[0] ?? 'deployment';
  const places: Position[] = [];
  let at: Position | undefined = { row: direction > 0 ? -1 : recorded.rows.length };
  for (;;) {
    at = stepFrom(recorded, at, { size, machine }, direction);
    if (at === undefined) return places;
    places.push(at);
  }
}

/** All that is known of it. */
function plainOf(state: MachineState): object {
  return structuredClone(Object.fromEntries(Object.entries(state)));
}

describe('A machine that was recorded', () => {
  for (const id of TRAPS_PLAYED) {
    it(`is the same after any row, whichever way one comes there: ${id}`, () => {
      const recorded = recordedTrap(id);
      const { rows } = recorded;
      const reader = new MachineReader(recorded);
      const straight = new MachineState();
      const wanted = [0.1, 0.35, 0.6, 0.9].map((share) => Math.floor(rows.length * share));
      const plain = new Map<number, unknown>();
      rows.forEach((row, index) => {
        straight.see(row, index, recorded);
        if (wanted.includes(index + 1)) plain.set(index + 1, plainOf(straight.copy()));
      });
      for (const count of [rows.length, ...wanted.toReversed(), ...wanted])
        if (plain.has(count)) assert.deepEqual(plainOf(reader.after(count)), plain.get(count), `after ${count}`);
    });

    it(`has delivered all news when it is at rest, and differs from the truth only in what is under way: ${id}`, () => {
      const recorded = recordedTrap(id);
      const state = new MachineState();
      let differing = 0;
      recorded.rows.forEach((row, index) => {
        state.see(row, index, recorded);
        if (row.t < 0) return;
        for (const kind of recorded.caches.keys())
          for (const [key, version] of state.stored.get(kind) ?? []) {
            if (state.caches.get(kind)?.get(key) === version) continue;
            differing++;
            assert.ok(state.underWay.has(`${kind} ${key}`), `${kind} ${key} at row ${index}`);
          }
      });
      assert.ok(differing > 10);
    });
  }

  it('knows how many rows there are up to a moment', () => {
    const { rows } = recordedTrap('defaults');
    for (const t of [-1, 0, 0.5, 2, 7.25, 1e9]) assert.equal(countUntil(rows, t), rows.filter((row) => row.t <= t).length);
  });
});

describe('The steps of a sync', () => {
  for (const id of TRAPS_PLAYED)
    it(`end in their order and within the sync, and every write belongs to one that writes: ${id}`, () => {
      const recorded = recordedTrap(id);
      let writes = 0;
      for (const span of recorded.syncs) {
        if (span.steps.length === 0) continue;
        const ends = stepRows(recorded, span);
        assert.deepEqual(
          ends,
          ends.toSorted((a, b) => a - b),
        );
        assert.equal(ends.at(-1), Math.max(span.begin, span.end - 1));
        const inner = recorded.rows.slice(span.begin, span.end);
        for (const row of inner.filter((each): each is WriteRow => each.row === 'write')) {
          writes++;
          const step = span.steps[ends.findIndex((end) => end >= recorded.rows.indexOf(row))];
          assert.notEqual(step?.state, 'skipped', `${row.kind} ${row.key} by ${step?.step ?? ''}`);
        }
      }
      assert.ok(writes > 5);
    });

  it('scale a ReplicaSet in the step that has decided it', () => {
    const recorded = recordedTrap('defaults');
    const scaling = new Set<string>();
    for (const span of recorded.syncs.filter(({ queue }) => queue === 'deployment')) {
      const ends = stepRows(recorded, span);
      recorded.rows.slice(span.begin, span.end).forEach((row, index) => {
        if (row.row !== 'write' || row.kind !== 'ReplicaSet' || row.type !== 'modified') return;
        const at = ends.findIndex((end, step) => end >= span.begin + index && span.steps[step]?.state !== 'skipped');
        scaling.add(span.steps[at]?.step ?? '');
      });
    }
    assert.ok(
      scaling.has('reconcileNewReplicaSet') && scaling.has('scaleDownOldReplicaSetsForRollingUpdate'),
      [...scaling].join(),
    );
  });
});

describe('Stepping', () => {
  for (const size of ['event', 'sync', 'step'] as const)
    it(`by ${size} passes the same places forwards and backwards`, () => {
      for (const id of TRAPS_PLAYED) {
        const forwards = walk(recordedTrap(id), size, 1);
        assert.ok(forwards.length > 5, id);
        assert.deepEqual(walk(recordedTrap(id), size, -1).toReversed(), forwards, id);
      }
    });

  it('by step goes through what was taken, and leaves out what was skipped', () => {
    const recorded = recordedTrap('defaults');
    const spans = recorded.syncs.filter(({ queue }) => queue === 'deployment');
    const all = spans.flatMap((span) => stepPositions(recorded, span));
    assert.deepEqual(walk(recorded, 'step', 1), all);
    assert.ok(spans.some(({ steps }) => steps.some(({ state }) => state === 'skipped')));
  });

  it('stays where it was as long as the moment is the same', () => {
    const recorded = recordedTrap('defaults');
    const { begin, end } = recorded.syncs.find(({ end: last, begin: first }) => last - first > 3) ?? { begin: 0, end: 0 };
    const t = recorded.rows[begin]?.t ?? 0;
    assert.deepEqual(positionAt(recorded, t, { row: begin + 1 }), { row: begin + 1 });
    assert.ok(positionAt(recorded, t, undefined).row >= end);
    assert.notDeepEqual(positionAt(recorded, t + 1, { row: begin + 1 }), { row: begin + 1 });
  });

  it('shows the sync under way, or the last one of the machine', () => {
    const recorded = recordedTrap('defaults');
    const span = recorded.syncs.findLast(({ queue }) => queue === 'replicaset');
    assert.equal(span && syncShown(recorded, { row: span.begin }, 'replicaset'), span);
    assert.equal(syncShown(recorded, { row: recorded.rows.length - 1 }, 'replicaset'), span);
    assert.equal(syncShown(recorded, { row: -1 }, 'replicaset'), undefined);
  });
});

describe('Breaks', () => {
  const recorded = recordedTrap('defaults');

  it('are places where the machine is as was asked for', () => {
    for (const kind of BREAKS) {
      const name = kind === 'step' ? 'reconcileNewReplicaSet' : kind === 'verdict' ? 'scaledUp' : undefined;
      for (const { row, step } of breaks(recorded, { kind, name })) {
        const span = recorded.syncs[recorded.syncOf[row] ?? -1];
        assert.ok(span !== undefined, kind);
        if (kind === 'step') assert.equal(span.steps[step ?? -1]?.step, name);
        if (kind === 'verdict') assert.ok(span.decided.some(({ verdict }) => verdict === name));
        if (kind === 'error') assert.notEqual(span.error, undefined);
      }
    }
  });

  it('on expectations stop where a sync has to wait for what it has asked for', () => {
    const { rows } = recordedTrap('daemonset-dead-nodes');
    const places = breaks(recordedTrap('daemonset-dead-nodes'), { kind: 'heldBack' });
    const waiting = rows.filter((row) => row.row === 'expectations' && row.verdict === 'waiting');
    assert.deepEqual(
      places.map(({ row }) => rows[row]),
      waiting,
    );
    assert.ok(waiting.length > 0);
  });

  it('on a cache that lags stop where a sync begins with news under way', () => {
    const places = new Set(breaks(recorded, { kind: 'lag', machine: 'replicaset' }).map(({ row }) => row));
    const reader = new MachineReader(recorded);
    for (const { begin, queue } of recorded.syncs) {
      if (machineOf(queue) !== 'replicaset') continue;
      const behind = [...reader.after(begin + 1).underWay.keys()].some((place) =>
        READS.replicaset.some((kind) => place.startsWith(`${kind} `)),
      );
      assert.equal(places.has(begin), behind, `sync at row ${begin}`);
    }
    assert.ok(places.size > 0);
  });

  it('are of one key or one controller where that is asked for, and found in both directions', () => {
    const { keys } = choices(recorded, 'replicaset');
    const ofKey = breaks(recorded, { kind: 'sync', machine: 'replicaset', key: keys[0] });
    assert.ok(ofKey.length > 0 && ofKey.length < breaks(recorded, { kind: 'sync' }).length);
    assert.deepEqual(nextBreak(ofKey, { row: -1 }, 1), ofKey[0]);
    assert.deepEqual(nextBreak(ofKey, ofKey[1] ?? { row: 0 }, -1), ofKey[0]);
    assert.equal(nextBreak(ofKey, ofKey.at(-1) ?? { row: 0 }, 1), undefined);
    assert.deepEqual(brokenBetween(ofKey, -1, recorded.rows.length), ofKey[0]);
    assert.equal(brokenBetween(ofKey, ofKey.at(-1)?.row ?? 0, recorded.rows.length), undefined);
  });
});

describe('A stop of a tour', () => {
  const recorded = recordedTrap('defaults');
  const stop = { station: 'sync', text: '' } as const;

  it('is a moment, or a step of the first sync from there on that takes it', () => {
    assert.deepEqual(placeOfStop(recorded, { ...stop, at: 2 }), { row: countUntil(recorded.rows, 2) - 1 });
    const place = placeOfStop(recorded, { ...stop, at: 0, machine: 'replicaset', step: 'slowStartBatch' });
    const span = recorded.syncs[recorded.syncOf[place?.row ?? -1] ?? -1];
    assert.deepEqual([span?.queue, span?.steps[place?.step ?? -1]?.step], ['replicaset', 'slowStartBatch']);
    const later = placeOfStop(recorded, { ...stop, at: 3, machine: 'replicaset', step: 'slowStartBatch' });
    assert.ok((later?.row ?? 0) > (place?.row ?? 0));
  });

  it('is nowhere where the run never does that', () => {
    assert.equal(placeOfStop(recorded, { ...stop, at: 0, step: 'rolloutRecreate' }), undefined);
  });
});

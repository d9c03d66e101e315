import assert from 'node:assert/strict';
import { insideAt } from '../../src/engine/simulation/inside/insideState';
import { MachineReader } from '../../webview/model/inside/machineState';
import { stepFrom, stepPositions, type Position } from '../../webview/model/inside/position';
import { countUntil } from '../../webview/model/inside/recording';
import { stationsAt } from '../../webview/model/inside/stations';
import { stationOf, type Look, type StationView } from '../../webview/model/inside/stationViews';
import { isSilent, syncAt } from '../../webview/model/inside/syncView';
import { recordedTrap } from './insideRecording';

function lookAt(id: string, at: Position | number, machine: Look['machine']): Look {
  const recorded = recordedTrap(id);
  const position = typeof at === 'number' ? { row: countUntil(recorded.rows, at) - 1 } : at;
  return { recorded, state: new MachineReader(recorded).after(position.row + 1), position, machine };
}

const stationIn = (views: readonly StationView[], id: string): StationView =>
  views.find((view) => view.id === id) ?? assert.fail(`no station ${id}`);

describe('The stations of a controller', () => {
  it('mark in the caches what differs from the truth, and show it under way', () => {
    const recorded = recordedTrap('defaults');
    let compared = 0;
    for (let row = 200; row < recorded.rows.length; row += 37) {
      const views = stationsAt(lookAt('defaults', { row }, 'replicaset'));
      const behind = stationIn(views, 'caches').items.filter(({ tone }) => tone === 'behind');
      const underWay = stationIn(views, 'watch').items;
      for (const { text } of behind) {
        compared++;
        assert.ok(
          underWay.some((item) => item.text.endsWith(` ${text}`)) || stationIn(views, 'watch').more > 0,
          `${text} at row ${row}`,
        );
      }
    }
    assert.ok(compared > 10);
  });

  it('show each key of the work queue in its place', () => {
    const recorded = recordedTrap('quota-admits-no-surge');
    const seen = new Set<string>();
    recorded.rows.forEach((row, index) => {
      if (row.row !== 'queue' || row.queue !== 'replicaset' || row.t < 0) return;
      const { queues } = insideAt(recorded.rows.slice(0, index + 1), row.t);
      const queue = queues.get('replicaset');
      const { items, more } = stationIn(stationsAt(lookAt('quota-admits-no-surge', { row: index }, 'replicaset')), 'queue');
      const sizes = queue && [queue.processing.size, queue.line.length, queue.delayed.size, queue.failures.size];
      assert.equal(
        items.length + more,
        sizes?.reduce((sum, size) => sum + size, 0),
      );
      for (const { aside = '' } of items) seen.add(aside);
    });
    for (const words of [/^is being processed$/, /^comes in [\d.]+ (ms|s|min)/, /^failed \d times in a row$/])
      assert.ok(
        [...seen].some((each) => words.test(each)),
        `${String(words)} among ${[...seen].join(' | ')}`,
      );
  });

  it('show what is awaited, how long, and nothing for who creates no pods', () => {
    const recorded = recordedTrap('defaults');
    const set = recorded.rows.findIndex((row) => row.row === 'expectations' && row.op === 'set' && row.t >= 0 && row.adds > 0);
    const { items, summary } = stationIn(stationsAt(lookAt('defaults', { row: set }, 'replicaset')), 'expectations');
    assert.match(items[0]?.aside ?? '', /^\d+ creations? awaited for 0 ms/);
    assert.equal(summary, '1 key held back');
    const ofDeployment = stationIn(stationsAt(lookAt('defaults', { row: set }, 'deployment')), 'expectations');
    assert.deepEqual([ofDeployment.items, ofDeployment.more], [[], 0]);
  });

  it('show the batches of a slow start, and what a refusal left untried', () => {
    const recorded = recordedTrap('quota-and-slow-shutdown');
    const row = recorded.rows.findLastIndex((each) => each.row === 'slowStart' && each.skipped > 0);
    const last = recorded.rows[row];
    if (last?.row !== 'slowStart') assert.fail('no creation was left out');
    const { items } = stationIn(stationsAt(lookAt('quota-and-slow-shutdown', { row }, 'replicaset')), 'slowStart');
    assert.deepEqual(
      items.map(({ text }) => text),
      [...last.batches.map((size, index) => `batch ${index + 1}: ${size}`), `${last.skipped} more`],
    );
    const refused = items.map(({ aside = '' }) => Number(/^(\d+) refused/.exec(aside)?.[1] ?? 0));
    assert.equal(
      refused.reduce((sum, count) => sum + count, 0),
      last.failed,
    );
  });

  it('list what the sync on show writes, as far as it has come', () => {
    const recorded = recordedTrap('defaults');
    const span = recorded.syncs.find(({ queue, begin, end }) => queue === 'replicaset' && end - begin > 8);
    if (span === undefined) assert.fail('no sync creates pods');
    const count = (row: number): number => {
      const { items, more } = stationIn(stationsAt(lookAt('defaults', { row }, 'replicaset')), 'writes');
      return items.length + more;
    };
    const writes = recorded.rows.slice(span.begin, span.end + 1).filter((row) => row.row === 'write').length;
    assert.deepEqual([count(span.begin), count(span.end)], [0, writes]);
  });
});

describe('The stations around the controllers', () => {
  it('have each pod of the scheduler in one place, with what moved it', () => {
    const id = 'anti-affinity-fills-nodes';
    const look = lookAt(id, 3, 'scheduler');
    const views = stationsAt(look).filter(({ station, id: name }) => station === 'scheduler' && name !== 'moves');
    const shown = views.reduce((sum, { items, more }) => sum + items.length + more, 0);
    assert.equal(shown, look.state.scheduler.size);
    const [stuck] = stationIn(views, 'unschedulable').items;
    assert.match(stuck?.aside ?? '', /^refused by /);
  });

  it('have a worker for each pod that a kubelet runs', () => {
    const look = lookAt('defaults', 4, 'kubelets');
    const nodes = stationsAt(look).filter(({ id }) => id.startsWith('node-'));
    const shown = nodes.reduce((sum, { items, more }) => sum + items.length + more, 0);
    assert.equal(shown, look.state.kubelets.size);
  });

  it('are known for every kind of row', () => {
    for (const row of recordedTrap('defaults').rows) assert.notEqual(stationOf(row), undefined);
  });
});

describe('The tree of a sync', () => {
  it('lights what is done, the step at hand, and what is to come', () => {
    const recorded = recordedTrap('defaults');
    let at: Position | undefined = { row: countUntil(recorded.rows, 0) - 1 };
    let seen = 0;
    for (let step = 0; step < 60; step++) {
      at = stepFrom(recorded, at, { size: 'step', machine: 'deployment' }, 1);
      if (at === undefined) break;
      const sync = syncAt(lookAt('defaults', at, 'deployment'));
      assert.equal(sync?.current, at.step);
      const phases = sync?.steps.map(({ phase }) => phase) ?? [];
      assert.deepEqual(
        phases,
        phases.map((_, index) => (index < (at?.step ?? 0) ? 'done' : index === at?.step ? 'current' : 'coming')),
      );
      seen++;
    }
    assert.ok(seen > 20);
  });

  it('knows which steps nothing is heard of', () => {
    const recorded = recordedTrap('defaults');
    const span = recorded.syncs.find(({ queue, begin, end }) => queue === 'replicaset' && end - begin > 8);
    const heard = stepPositions(recorded, span ?? assert.fail('no sync'))
      .filter((place) => !isSilent(lookAt('defaults', place, 'replicaset')))
      .map(({ step }) => span?.steps[step ?? -1]?.step);
    assert.deepEqual(heard, ['SatisfiedExpectations', 'manageReplicas', 'slowStartBatch', 'updateReplicaSetStatus']);
  });

  it('has the formula of a step at the step', () => {
    const recorded = recordedTrap('defaults');
    const names = new Set<string>();
    for (const span of recorded.syncs) {
      if (span.queue === 'daemonset nodes') continue;
      const steps = syncAt(lookAt('defaults', { row: span.end }, span.queue))?.steps ?? [];
      const shown = steps.flatMap(({ decided }) => decided).length;
      assert.equal(shown, span.decided.length, span.decided.map(({ step }) => step).join());
      for (const { decided } of steps) for (const { formula } of decided) if (formula !== undefined) names.add(formula);
    }
    assert.ok(names.size > 3);
  });

  it('says a reason once for a branch that was not taken', () => {
    const recorded = recordedTrap('defaults');
    const span = recorded.syncs.findLast(({ queue }) => queue === 'deployment');
    const steps = syncAt(lookAt('defaults', { row: span?.end ?? 0 }, 'deployment'))?.steps ?? [];
    const recreate = steps.filter(({ name }) => /Recreate|oldPodsRunning/.test(name));
    assert.deepEqual(
      recreate.map(({ why }) => why),
      ['the strategy is RollingUpdate', undefined, undefined, undefined],
    );
  });
});

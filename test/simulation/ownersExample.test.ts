import assert from 'node:assert/strict';
import { watchTable } from '../../src/engine/simulation/words/renderText';
import { deployment, play } from './support';

/** The first five new pods get ready one second after the other, and so do all that follow them. */
const ONE_POD_PER_SECOND = { start: { list: [4, 5, 6, 7, 8, 5, 5, 5, 5, 5] } };

interface Row {
  readonly name: string;
  readonly desired: number;
  readonly current: number;
  readonly ready: number;
}

function rowsOf(table: string): Row[] {
  return table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [name = '', desired, current, ready] = line.trim().split(/\s+/);
      return { name, desired: Number(desired), current: Number(current), ready: Number(ready) };
    });
}

/** `new 3`, `old 8` … each time a ReplicaSet’s desired count changes. */
function desiredCounts(rows: readonly Row[], newName: string): string[] {
  const last = new Map<string, number>();
  return rows.flatMap(({ name, desired }) => {
    if (last.get(name) === desired) return [];
    last.set(name, desired);
    return [`${name === newName ? 'new' : 'old'} ${desired}`];
  });
}

describe('10 replicas, 25 % / 25 %, nginx 1.8 → 1.9.3, one pod ready per second', () => {
  const before = deployment(10, { image: 'nginx:1.8' });
  const after = deployment(10, { image: 'nginx:1.9.3' });
  const timeline = play(after, { before, after: ONE_POD_PER_SECOND });
  const rows = rowsOf(watchTable(timeline));
  const newName = timeline.revisions.find(({ image }) => image === 'nginx:1.9.3')?.name ?? '';

  it('may have 3 more and lack 2', () => {
    const { surge, unavailable, floor, ceiling } = timeline.envelope;
    assert.deepEqual({ surge, unavailable, floor, ceiling }, { surge: 3, unavailable: 2, floor: 8, ceiling: 13 });
  });

  it('shows in `kubectl get rs -w` how one grows while the other shrinks', () => {
    assert.deepEqual(desiredCounts(rows, newName), [
      'old 10',
      'new 3',
      'old 8',
      'new 5',
      ...['old 7', 'new 6', 'old 6', 'new 7', 'old 5', 'new 8', 'old 4', 'new 9', 'old 3', 'new 10'],
      ...['old 2', 'old 1', 'old 0'],
    ]);
  });

  it('begins with the old ReplicaSet and ends with all 10 new pods ready', () => {
    assert.deepEqual(rows[0], { name: rows[0]?.name, desired: 10, current: 10, ready: 10 });
    const last = rows.findLast(({ name }) => name === newName);
    assert.deepEqual(last, { name: newName, desired: 10, current: 10, ready: 10 });
  });
});

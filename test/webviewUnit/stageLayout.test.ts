import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { withPast } from '../../webview/model/past';
import { advanceCells, buildScene, emptyCells, type Scene } from '../../webview/model/scene';
import { AGGREGATE_ABOVE, layoutStage, unitAt, unitPlace } from '../../webview/model/stageLayout';
import { testScenario } from '../webview/support/scenarios';

const sceneOf = (options: Parameters<typeof testScenario>[0] = {}): Scene =>
  buildScene(withPast(simulate(testScenario(options))), { shortenQuiet: true });

const pods = sceneOf();
const nodes = sceneOf({ kind: 'DaemonSet', nodes: 12, maxUnavailable: 3 });
const SPACE = { width: 960, height: 260, labelWidth: 150 };

describe('the stage at a size of cells', () => {
  const gaps: readonly (readonly [size: number, gap: number])[] = [
    [30, 8],
    [29, 6],
    [24, 6],
    [23, 4],
    [14, 4],
    [13, 2],
    [9, 2],
    [8, 1],
    [4, 1],
  ];
  for (const [size, gap] of gaps) {
    it(`of ${size} has gaps of ${gap}, and as many columns as fit beside the labels`, () => {
      const layout = layoutStage(pods, SPACE, size);
      const columns = Math.floor((960 - 150 + gap) / (size + gap));
      assert.equal(layout.gap, gap);
      let top = 0;
      for (const lane of layout.lanes) {
        const rows = Math.ceil(lane.lane.cells / columns);
        assert.deepEqual(
          [lane.columns, lane.units, lane.x, lane.y, lane.unitWidth, lane.unitHeight],
          [columns, lane.lane.cells, 150, top, size + gap, size + gap],
        );
        assert.equal(lane.height, Math.max(32, rows * (size + gap) - gap));
        top = lane.y + lane.height + 14;
      }
    });
  }

  it('has pairs for nodes, with a small gap in between', () => {
    for (const [size, pair] of [
      [30, 66],
      [10, 23],
    ] as const) {
      const layout = layoutStage(nodes, SPACE, size);
      const [lane] = layout.lanes;
      assert.deepEqual([lane?.units, lane?.unitWidth], [12, pair + layout.gap]);
    }
  });

  it('keeps its cells where the labels alone are too tall: smaller ones would gain nothing', () => {
    const layout = layoutStage(pods, { width: 700, height: 60, labelWidth: 150 }, 'fit');
    assert.ok(layout.size >= 26, `cells of ${layout.size}`);
    assert.equal(layout.height, layout.lanes.length * 32 + (layout.lanes.length - 1) * 14);
  });

  it('has one column where there is room for none', () => {
    const layout = layoutStage(pods, { width: 20, height: 260, labelWidth: 150 }, 30);
    assert.deepEqual(
      layout.lanes.map(({ columns, x }) => [columns, x]),
      layout.lanes.map(() => [1, 0]),
    );
    assert.ok((layout.lanes[0]?.y ?? 0) > 0, 'no room for the label above');
  });

  it('puts labels above below 560 pixels only', () => {
    assert.equal(layoutStage(pods, { ...SPACE, width: 559 }, 20).labelsAbove, true);
    assert.equal(layoutStage(pods, { ...SPACE, width: 560 }, 20).labelsAbove, false);
  });

  it('finds nothing in front of, behind, above and below the units of a lane', () => {
    const layout = layoutStage(pods, SPACE, 20);
    const [lane] = layout.lanes;
    assert.ok(lane !== undefined);
    const last = unitPlace(lane, lane.units - 1);
    assert.equal(unitAt(layout, { x: lane.x - 1, y: lane.y }), undefined);
    assert.deepEqual(unitAt(layout, { x: lane.x, y: lane.y }), { lane: 0, unit: 0, dx: 0 });
    assert.equal(unitAt(layout, { x: last.x + lane.unitWidth, y: last.y }), undefined);
    assert.equal(unitAt(layout, { x: last.x, y: lane.y + lane.height }), undefined);
    assert.equal(unitAt(layout, { x: last.x, y: lane.y - 1 }), undefined);
  });
});

describe('many places', () => {
  const tiles: readonly (readonly [cells: number, perUnit: number])[] = [
    [AGGREGATE_ABOVE, 1],
    [AGGREGATE_ABOVE + 1, 4],
    // At most 420 tiles.
    ...[4, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000].map((nice) => [420 * nice, nice] as const),
    [420 * 4 + 1, 5],
    [420 * 50 + 1, 100],
    [420 * 5000 + 1, 5001],
  ];
  for (const [cells, perUnit] of tiles) {
    it(`${cells} are ${perUnit === 1 ? 'shown' : `aggregated by ${perUnit}`}`, () => {
      const lanes = [{ label: '', detail: '', revision: 0, firstCell: 0, cells }];
      assert.equal(layoutStage({ ...pods, lanes, cellCount: cells }, SPACE, 'fit').cellsPerUnit, perUnit);
    });
  }
});

describe('the cells', () => {
  it('are as empty as at first when time goes back to before everything', () => {
    const cells = emptyCells(pods);
    assert.equal(advanceCells(pods, cells, Infinity), 'forward');
    assert.equal(advanceCells(pods, cells, -Infinity), 'rewound');
    assert.deepEqual(cells, emptyCells(pods));
    assert.ok(cells.pods.every((pod) => pod === -1) && cells.states.every((state) => state === -1));
  });

  it('tell what changed when time goes on, not when it goes back', () => {
    const cells = emptyCells(pods);
    const changed: number[] = [];
    const note = (cell: number): void => void changed.push(cell);
    advanceCells(pods, cells, 0, note);
    const first = changed.length;
    assert.ok(first > 0 && changed.every((cell) => cell >= 0));
    assert.equal(advanceCells(pods, cells, 0, note), 'forward');
    assert.equal(changed.length, first);
    advanceCells(pods, cells, -1, note);
    assert.equal(changed.length, first);
  });
});

import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { POD_STATES } from '../../src/engine/simulation/timeline/timeline';
import { podStateAt, podsAt, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { chartData, sampled, violations } from '../../webview/model/chartData';
import { withPast } from '../../webview/model/past';
import { advanceCells, buildScene, emptyCells, type Scene } from '../../webview/model/scene';
import { AGGREGATE_ABOVE, layoutStage, unitAt, unitCells, unitOfCell, unitPlace } from '../../webview/model/stageLayout';
import { layoutStory, podAtHeight, rowOfPod, storyHeight } from '../../webview/model/storyLayout';
import { escapeXml, pictureSvg } from '../../webview/model/pictureSvg';
import { wantedRevision } from '../../webview/model/versions';
import { fromHere } from '../support/caughtRollouts';
import { testScenario } from '../webview/support/scenarios';

const sceneOf = (options: Parameters<typeof testScenario>[0] = {}): Scene =>
  buildScene(withPast(simulate(testScenario(options))), { shortenQuiet: true });

const small = sceneOf();
const nodes = sceneOf({ kind: 'DaemonSet', nodes: 12, maxUnavailable: 3 });

describe('The time before 0', () => {
  it('shows what was there already', () => {
    const before = valuesAt(small.timeline.totals, -1);
    assert.deepEqual([before?.total, before?.oldPods, before?.newPods, before?.available], [10, 10, 0, 10]);
    assert.equal(podsAt(small.timeline, -1).length, 10);
  });

  it('shows all that a snapshot holds, also of a rollout that has begun a moment before', () => {
    const timeline = withPast(simulate(fromHere(testScenario(), 0.5)));
    const scene = buildScene(timeline, { shortenQuiet: true });
    const { start } = scene.axis;
    const young = timeline.pods.createdAt.filter((t) => t < 0 && t > start).length;
    assert.ok(young > 0, 'pods are younger than what is shown of the time before');
    const inSnapshot = timeline.pods.createdAt.filter((t) => t < 0).length;
    assert.equal(podsAt(timeline, start).length, inSnapshot);
    assert.equal(valuesAt(timeline.totals, start)?.total, inSnapshot);
    const cells = emptyCells(scene);
    advanceCells(scene, cells, start);
    assert.equal(cells.pods.filter((pod) => pod >= 0).length, inSnapshot);
    assert.equal(wantedRevision(timeline, start), wantedRevision(timeline, 0));
  });
});

describe('The scene of a Deployment', () => {
  it('has a lane per revision and a place of its own for every pod that lives at the same time', () => {
    assert.equal(small.lanes.length, 2);
    for (let t = small.axis.start; t < small.axis.end; t += 0.25) {
      const places = podsAt(small.timeline, t).map(({ pod }) => small.cellOfPod[pod]);
      assert.equal(new Set(places).size, places.length, `at ${t}`);
    }
  });

  it('empties the old lane from its right end', () => {
    const [old] = small.lanes;
    assert.ok(old !== undefined);
    const first = small.story[0]?.pods.find((pod) => small.cellOfPod[pod] === old.firstCell);
    const last = small.story[0]?.pods.at(-1);
    assert.ok(first !== undefined && last !== undefined);
    assert.equal(podLifeEnd(small, first), podLifeEnd(small, last));
  });

  it('gives the same cells going forward step by step as jumping', () => {
    const walked = emptyCells(small);
    for (let t = small.axis.start; t <= small.axis.end; t += 0.1) advanceCells(small, walked, t);
    const middle = (small.axis.start + small.axis.end) / 2;
    advanceCells(small, walked, middle);
    const jumped = emptyCells(small);
    advanceCells(small, jumped, middle);
    assert.deepEqual([walked.pods, walked.states], [jumped.pods, jumped.states]);
    for (let cell = 0; cell < small.cellCount; cell++) {
      const pod = jumped.pods[cell] as number;
      if (pod >= 0) assert.equal(POD_STATES[jumped.states[cell] as number], podStateAt(small.timeline.pods, pod, middle));
    }
  });

  it('orders the story as a staircase: old pods by their end, new ones by their beginning', () => {
    const [old, fresh] = small.story;
    const ends = Array.from(old?.pods ?? [], (pod) => podLifeEnd(small, pod));
    assert.deepEqual(
      ends,
      [...ends].sort((a, b) => a - b),
    );
    const starts = Array.from(fresh?.pods ?? [], (pod) => small.timeline.pods.createdAt[pod] as number);
    assert.deepEqual(
      starts,
      [...starts].sort((a, b) => a - b),
    );
  });
});

function podLifeEnd({ timeline: { pods } }: Scene, pod: number): number {
  const terminating = POD_STATES.indexOf('Terminating');
  for (let index = pods.changeOffsets[pod] as number; index < (pods.changeOffsets[pod + 1] as number); index++) {
    if (pods.changeStates[index] === terminating) return pods.changeTimes[index] as number;
  }
  return Infinity;
}

describe('The scene of a DaemonSet', () => {
  it('has two places per node, the old pod left and the new one right', () => {
    assert.equal(nodes.cellCount, 24);
    for (let pod = 0; pod < nodes.timeline.pods.count; pod++) {
      const isNew = nodes.timeline.revisions[nodes.timeline.pods.revision[pod] as number]?.current === true;
      assert.equal(nodes.cellOfPod[pod], (nodes.timeline.pods.node[pod] as number) * 2 + (isNew ? 1 : 0));
    }
  });
});

describe('The stage’s layout', () => {
  for (const [width, height] of [
    [960, 260],
    [380, 270],
    [300, 120],
  ] as const) {
    it(`fits ten pods into ${width} × ${height}`, () => {
      const layout = layoutStage(small, { width, height, labelWidth: 150 }, 'fit');
      assert.ok(layout.height <= height, `${layout.height}`);
      assert.equal(layout.aggregated, false);
      for (const lane of layout.lanes) {
        const last = unitPlace(lane, lane.units - 1);
        assert.ok(last.x + layout.size <= width + 0.5);
      }
    });
  }

  it('finds the unit under a point, and the cells of a unit', () => {
    const layout = layoutStage(small, { width: 960, height: 260, labelWidth: 150 }, 'fit');
    const lane = layout.lanes[1];
    assert.ok(lane !== undefined);
    const { x, y } = unitPlace(lane, 3);
    assert.deepEqual(unitAt(layout, { x: x + 5, y: y + 5 }), { lane: 1, unit: 3, dx: 5 });
    const [from, to] = unitCells(layout, lane, 3);
    assert.equal(to - from, 1);
    assert.equal(unitOfCell(layout, lane, from), 3);
    assert.equal(unitAt(layout, { x: 2, y: 2 }), undefined);
  });

  it('aggregates above a thousand places, and shows single pods again when zoomed', () => {
    const large = sceneOf({ replicas: 600, nodes: 30 });
    assert.ok(large.cellCount > AGGREGATE_ABOVE);
    const fit = layoutStage(large, { width: 960, height: 270, labelWidth: 150 }, 'fit');
    assert.ok(fit.aggregated && fit.cellsPerUnit >= 2 && fit.height <= 270);
    const cells = fit.lanes.reduce((sum, lane) => sum + lane.lane.cells, 0);
    let covered = 0;
    for (const lane of fit.lanes)
      for (let unit = 0; unit < lane.units; unit++) covered += unitCells(fit, lane, unit)[1] - unitCells(fit, lane, unit)[0];
    assert.equal(covered, cells);
    const zoomed = layoutStage(large, { width: 960, height: 270, labelWidth: 150 }, 18);
    assert.deepEqual([zoomed.aggregated, zoomed.size], [false, 18]);
  });
});

describe('The story’s layout', () => {
  it('takes 18 pixels for a pod and 10 between groups when there is room for all', () => {
    const pods = small.story.reduce((sum, group) => sum + group.pods.length, 0);
    assert.ok(pods > 3 && small.story.length > 1);
    assert.equal(storyHeight(small), 18 * pods + 10 * (small.story.length - 1));
    assert.equal(layoutStory(small, storyHeight(small)).height, storyHeight(small));
  });

  it('names every row while there is room', () => {
    const layout = layoutStory(small, 400);
    assert.deepEqual([layout.named, layout.podsPerRow], [true, 1]);
  });

  it('lets several pods share a row when there are more pods than pixels', () => {
    const layout = layoutStory(small, 20);
    assert.ok(layout.height <= 40);
    const tiny = sceneOf({ replicas: 300, nodes: 20 });
    const shared = layoutStory(tiny, 150);
    assert.ok(shared.podsPerRow >= 4 && shared.height <= 170, JSON.stringify(shared));
  });

  it('finds a pod by its row and a row by its pod', () => {
    const layout = layoutStory(small, 400);
    const pod = small.story[1]?.pods[2];
    assert.ok(pod !== undefined);
    const row = rowOfPod(small, layout, pod);
    assert.equal(podAtHeight(small, layout, (row ?? 0) + 2), pod);
  });
});

describe('The chart’s data', () => {
  it('is made of steps without holes, ascending in time', () => {
    const [x, ...lines] = chartData(small.timeline, small.axis, undefined);
    assert.ok(x !== undefined && x.every((value, index) => index === 0 || value > (x[index - 1] as number)));
    for (const line of lines) assert.ok(line.every((value) => Number.isInteger(value)));
  });

  it('takes the last of several rows of one moment', () => {
    const series = {
      columns: ['total'],
      times: Float64Array.of(0, 1, 1, 2),
      values: Int32Array.of(1, 2, 3, 4),
      versions: Int32Array.of(0, 0, 0, 0),
    } as never;
    assert.deepEqual([...sampled(series, 'total', Float64Array.of(-1, 0, 1, 1.5, 9))], [NaN, 1, 3, 3, 4]);
  });

  it('finds no violation in a rollout that keeps its promise, and one where a node dies', () => {
    assert.deepEqual(violations(small.timeline, small.axis.end), []);
    const killed = simulate({
      ...testScenario({ maxUnavailable: 0 }),
      actions: [{ at: 1, action: 'killPod', count: 3, choose: 'oldest', revision: 'old' }],
    });
    assert.ok(violations(killed, killed.end).some(({ kind }) => kind === 'belowFloor'));
  });
});

describe('The picture as SVG', () => {
  const colors = {
    background: '#1f1f1f',
    foreground: '#cccccc',
    muted: '#999999',
    border: '#444444',
    error: '#ff0000',
    warning: '#cca700',
    accent: '#0078d4',
    revisions: ['#3794ff', '#89d185'],
  };

  it('holds the verdict and every pod that lives', () => {
    const svg = pictureSvg(small, 5, colors, 'image pull 1 s', '');
    assert.match(svg, /Completes in/);
    assert.ok((svg.match(/<rect/g) ?? []).length > podsAt(small.timeline, 5).length);
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/);
  });

  it('escapes what comes from the manifest', () => {
    assert.equal(escapeXml('<a href="x">&\u0000</a>'), '&lt;a href=&quot;x&quot;&gt;&amp; &lt;/a&gt;');
    const odd = { ...small, timeline: { ...small.timeline, workload: { ...small.timeline.workload, name: '</text><script>' } } };
    assert.doesNotMatch(pictureSvg(odd, 0, colors, '', ''), /<script/);
  });

  it('has no character that XML does not have, and none that turns words around', () => {
    const name = 'a\uFFFFb\uFFFEc\uD800d\u202Ee\u0001f';
    const odd = { ...small, timeline: { ...small.timeline, workload: { ...small.timeline.workload, name } } };
    const svg = pictureSvg(odd, 0, colors, name, '');
    assert.match(svg, /a\\u\{FFFF\}b/);
    assert.doesNotMatch(svg, /[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[\u202A-\u202E\u2066-\u2069]/u);
  });

  it('draws a DaemonSet and a thousand pods as well', () => {
    for (const scene of [nodes, sceneOf({ replicas: 1000, nodes: 50 })])
      assert.doesNotMatch(pictureSvg(scene, 3, colors, '', ''), /NaN|undefined/);
  });
});

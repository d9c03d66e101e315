import assert from 'node:assert/strict';
import { LANES, planLanes, type ChosenLanes } from '../../webview/model/lanes';

describe('The lanes of the scene', () => {
  for (const [what, height, chosen, open] of [
    ['all where there is room', 700, {}, ['pods', 'story', 'chart']],
    ['no story beside an editor', 360, {}, ['pods', 'chart']],
    ['the chart alone in a zoomed window', 170, {}, ['chart']],
    ['the chart even where nothing fits', 20, {}, ['chart']],
    ['what is chosen, whatever it takes', 170, { story: true }, ['story']],
    ['others beside what is chosen while they fit', 360, { story: true }, ['story', 'chart']],
    ['nothing that was closed', 900, { chart: false, story: false }, ['pods']],
    ['nothing at all where all was closed', 900, { chart: false, story: false, pods: false }, []],
  ] as const satisfies readonly (readonly [string, number, ChosenLanes, readonly string[]])[]) {
    it(`are ${what}`, () => {
      assert.deepEqual(
        LANES.filter((lane) => planLanes(height, chosen).open.has(lane)),
        open,
      );
    });
  }

  it('show requests only where somebody asks for them, and before the story', () => {
    const open = (height: number, hasRequests: boolean): readonly string[] =>
      LANES.filter((lane) => planLanes(height, {}, hasRequests).open.has(lane));
    assert.deepEqual(open(700, true), ['pods', 'story', 'chart', 'requests']);
    assert.deepEqual(open(400, true), ['pods', 'chart', 'requests']);
    assert.deepEqual(open(700, false), ['pods', 'story', 'chart']);
  });

  it('share what is left over, and leave the chart what it needs', () => {
    const small = planLanes(300, {});
    const large = planLanes(900, {});
    assert.ok(small.podsHeight < large.podsHeight);
    assert.ok(small.podsHeight + small.timeHeight <= 300);
    assert.ok(planLanes(5000, {}).podsHeight <= 320);
    assert.ok(planLanes(900, { chart: false, story: false }).podsHeight > 800);
  });
});

import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { laneName } from '../../webview/model/scene';
import type { Shown } from '../../webview/model/state';
import { appliedRevision, numberAt, numbersOf, otherVersions, wantedRevision } from '../../webview/model/versions';
import { fromHere } from '../support/caughtRollouts';
import { testScenario } from '../webview/support/scenarios';
import { after, opened } from './openedState';

const plain = opened().shown as Shown;
const UNDO_AT = 4;
const undone = after([{ type: 'actionAdded', action: { at: UNDO_AT, action: 'undo' } }], opened()).shown as Shown;

function byAge({ timeline }: Shown, t: number): (number | undefined)[] {
  const row = valuesAt(timeline.totals, t);
  return [row?.oldPods, row?.newPods];
}

describe('Versions over time', () => {
  it('keep their colors whatever is done later', () => {
    assert.deepEqual(otherVersions(plain.timeline.revisions), [0]);
    assert.deepEqual(otherVersions(undone.timeline.revisions), [0]);
    const pushed = after([{ type: 'actionAdded', action: { at: 4, action: 'setImage', image: 'web:3' } }], opened()).shown;
    assert.deepEqual(otherVersions(pushed?.timeline.revisions ?? []), [0, 2]);
  });

  it('keep them, too, when what a snapshot has caught is undone at once', () => {
    const caught = fromHere(testScenario(), 1);
    const [waiting, undo] = [[], [{ at: 0, action: 'undo' as const }]].map((actions) => simulate({ ...caught, actions }));
    assert.ok(waiting !== undefined && undo !== undefined);
    assert.equal(undo.revisions.find(({ current }) => current)?.revision, 3);
    assert.deepEqual(otherVersions(undo.revisions), otherVersions(waiting.revisions));
  });

  it('have the number of their time: an undo gives the old one another', () => {
    const [old] = undone.timeline.revisions;
    assert.ok(old !== undefined);
    assert.deepEqual([numberAt(old, -1), numberAt(old, UNDO_AT - 0.1), numberAt(old, UNDO_AT + 1)], [1, 1, 3]);
    assert.equal(numbersOf(old), '1 → 3');
    const names = (t: number): string[] => undone.scene.lanes.map((lane) => laneName(undone.scene, lane, t));
    assert.deepEqual(
      [names(-1), names(UNDO_AT + 1)],
      [
        ['revision 1', 'revision 2'],
        ['revision 3', 'revision 2'],
      ],
    );
  });

  it('count as old and new by their age, so that an undo brings old pods back and makes no new ones', () => {
    for (const t of [-1, 0, 1, UNDO_AT - 0.1]) assert.deepEqual(byAge(undone, t), byAge(plain, t), `at ${t}`);
    const atEnd = (shown: Shown): (number | undefined)[] => byAge(shown, shown.timeline.end);
    assert.deepEqual(
      [byAge(undone, -1), atEnd(undone), atEnd(plain)],
      [
        [10, 0],
        [10, 0],
        [0, 10],
      ],
    );
    for (const t of undone.timeline.totals.times) {
      const row = valuesAt(undone.timeline.totals, t);
      assert.equal((row?.oldPods ?? 0) + (row?.newPods ?? 0), row?.total);
    }
  });

  it('are wanted in turn', () => {
    const { timeline } = undone;
    assert.equal(appliedRevision(timeline.revisions), 1);
    assert.deepEqual([wantedRevision(timeline, 2), wantedRevision(timeline, timeline.end)], [1, 0]);
  });

  it('stay on their side of a DaemonSet’s nodes', () => {
    const daemon = opened(testScenario({ kind: 'DaemonSet', nodes: 6 }));
    const { timeline, scene } = after([{ type: 'actionAdded', action: { at: 6, action: 'undo' } }], daemon).shown as Shown;
    for (let pod = 0; pod < timeline.pods.count; pod++)
      assert.equal((scene.cellOfPod[pod] as number) % 2, timeline.pods.revision[pod] === 1 ? 1 : 0);
  });
});

import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { formulaOf } from '../../src/engine/simulation/words/describeDecision';
import { decisionGroups, isSignificant, metConflict, nextTime, previousTime, stepTimes } from '../../webview/model/happenings';
import { withPast } from '../../webview/model/past';
import { watchRowsAt } from '../../webview/model/watch';
import { decisionsBefore, holdAt, holdingSteps, subjectPods } from '../../webview/model/why';
import { announcement } from '../../webview/model/words';
import { actionWords } from '../../src/engine/simulation/scenario/actionWords';
import { TRAPS } from '../../webview/traps/traps';
import { deployment, scenario } from '../simulation/support';
import { fromHere } from '../support/caughtRollouts';
import { testScenario } from '../webview/support/scenarios';

const timeline = simulate(testScenario());

describe('Why', () => {
  it('groups the decisions of one moment and steps from group to group', () => {
    const groups = decisionGroups(timeline);
    assert.ok(groups.length >= 3);
    assert.deepEqual(
      [...stepTimes(timeline, 'decision')],
      groups.map(({ to }) => to),
    );
    assert.ok(groups.every(({ from, to }) => to - from <= 0.5));
  });

  it('takes a conflict that is tried again for daily business, any other error for news', () => {
    const [conflict] = timeline.decisions.filter(metConflict);
    assert.ok(conflict !== undefined);
    assert.equal(isSignificant({ ...conflict, steps: [] }), false);
    const refused = { ...conflict, steps: [], error: 'pods "web" is forbidden: exceeded quota' };
    assert.deepEqual([metConflict(refused), isSignificant(refused)], [false, true]);
  });

  it('tells only what had been decided by then', () => {
    assert.deepEqual(decisionsBefore(timeline, -1, 5), []);
    const [last] = decisionsBefore(timeline, 0, 1);
    assert.ok(last?.decisions.every(({ t }) => t <= 0));
  });

  it('finds the pods that a decision touched', () => {
    const [group] = decisionsBefore(timeline, 1, 1);
    assert.ok(group !== undefined && subjectPods(timeline, group.decisions).length > 0);
  });

  it('fills the numbers into a formula', () => {
    const inputs = { allPods: 13, minAvailable: 8 };
    assert.deepEqual(formulaOf({ formula: 'maxScaledDown = allPods − minAvailable', inputs, outcome: 5 }), {
      target: 'maxScaledDown',
      parts: [['allPods', '13'], ' − ', ['minAvailable', '8']],
      result: '5',
    });
  });

  it('leaves words without a number alone', () => {
    const formula = formulaOf({ formula: 'n = min(replicas, 5)', inputs: { replicas: 3 }, outcome: 3 });
    assert.deepEqual(formula?.parts, ['min', '(', ['replicas', '3'], ', 5)']);
  });

  it('knows of a new version to come, and of none where the rollout was under way before 0', () => {
    assert.deepEqual(holdAt(withPast(timeline), -1).lines, ['The new version has not been applied yet.']);
    const isYoung = timeline.revisions.map((revision) => ({ ...revision, createdAt: Math.min(revision.createdAt, -2) }));
    const createdAt = timeline.pods.createdAt.map((t) => (t < 1 ? Math.min(t, -2) : t));
    const underWay = withPast({ ...timeline, revisions: isYoung, pods: { ...timeline.pods, createdAt } });
    assert.match(holdAt(underWay, -1).lines.join(), /^\d+ new pods are not available yet: \D+\.$/);
    assert.doesNotMatch(holdAt({ ...underWay, pods: { ...underWay.pods, count: 0 } }, -30).lines.join(), /applied/);
  });

  it('says what is waited for in the middle and that nothing is at the end', () => {
    assert.ok(holdingSteps(timeline, 1).length > 0);
    assert.match(holdAt(timeline, 1).lines.join(' '), /not available yet/);
    assert.match(holdAt(timeline, timeline.end).lines.join(' '), /complete/i);
  });

  it('names the blocker of a stall and what would help', () => {
    const stalled = simulate(TRAPS.find(({ id }) => id === 'anti-affinity-fills-nodes')?.scenario ?? testScenario());
    const hold = holdAt(stalled, stalled.end);
    assert.equal(hold.stuck, true);
    assert.ok(hold.lines.length > 0 && hold.remedies.length > 0);
  });

  it('names it from the beginning where a snapshot has caught it', () => {
    const [old, young] = ['web:1', 'web:2'].map((image) => deployment(2, { image, maxSurge: 1, maxUnavailable: 0 }));
    assert.ok(old !== undefined && young !== undefined);
    const stuck = scenario(young, { before: old, after: { failure: { kind: 'imagePullError' } } });
    const { lines, remedies, stuck: isStuck } = holdAt(withPast(simulate(fromHere(stuck, 900))), -1);
    assert.match(lines.join(), /^the image web:2 cannot be pulled \(1 pod in ImagePullBackOff\)/);
    assert.deepEqual([remedies, isStuck], [['push the image, or correct its name'], true]);
  });

  it('finds neighbors in time', () => {
    const times = Float64Array.of(1, 2, 3);
    assert.deepEqual(
      [nextTime(times, 2), previousTime(times, 2), nextTime(times, 3), previousTime(times, 1)],
      [3, 1, undefined, undefined],
    );
  });

  it('shows the watch table as far as it was printed', () => {
    const early = watchRowsAt(timeline, 0, 100);
    const late = watchRowsAt(timeline, timeline.end, 100);
    assert.match(early[0] ?? '', /^NAME +DESIRED +CURRENT +READY +AGE/);
    assert.ok(late.length > early.length);
    assert.equal(watchRowsAt(timeline, timeline.end, 3).length, 4);
  });

  it('announces where things stand', () => {
    assert.match(announcement(timeline, timeline.end), /10 of 10 available, 10 new pods, 0 old pods/);
  });

  it('has words for every action', () => {
    assert.equal(actionWords({ at: 0, action: 'killPod', choose: 'newest' }), 'kill the newest pod');
    assert.equal(actionWords({ at: 0, action: 'killPod', count: 3, revision: 'new' }), 'kill 3 oldest new pods');
    assert.equal(actionWords({ at: 0, action: 'nodeDown', node: 'node-1', forSeconds: 30 }), 'node-1 falls silent for 30 s');
    assert.equal(actionWords({ at: 0, action: 'undo' }), 'undo the rollout');
    assert.equal(actionWords({ at: 0, action: 'addNode', node: { name: 'x', count: 2 } }), 'add 2 nodes');
  });
});

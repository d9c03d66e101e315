import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../../src/engine/simulation/scenario/actions';
import type { OtherWorkload, StandingPods } from '../../../src/engine/simulation/scenario/scenario';
import { podStateAt } from '../../../src/engine/simulation/timeline/timelineQueries';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { verdictText } from '../../../src/engine/simulation/verdict/verdict';
import { assertCompletes, deployment, nodesWith, play } from '../support';

/** Pods of something else, which ask for so much each. */
function standing(kind: string, count: number, cpu: string, more: Partial<StandingPods> = {}): OtherWorkload {
  const containers = [{ name: 'c', image: 'other:1', resources: { requests: { cpu } } }];
  return { standing: { kind, count, pod: { metadata: { name: 'db', labels: { app: 'db' } }, spec: { containers } }, ...more } };
}

const asking = (cpu: string): { readonly container: object } => ({ container: { resources: { requests: { cpu } } } });
const drain: ScenarioAction = { action: 'drain', at: 0, node: 'a', force: true };
const web = deployment(1, asking('100m'));

/** How many pods of the other there have been, and how many are there in the end. */
function podsOf({ others = [], end }: Timeline): readonly [made: number, left: number] {
  const { pods } = others[0] ?? assert.fail('no others');
  const left = Array.from({ length: pods.count }, (_, pod) => podStateAt(pods, pod, end)).filter(
    (state) => state === 'Available',
  );
  return [pods.count, left.length];
}

describe('story: pods that only run', () => {
  it('are there before the story begins, and stay', () => {
    const timeline = play(web, {
      others: [standing('StatefulSet', 3, '100m', { inOrder: true })],
      nodes: nodesWith('2', 'a', 'b'),
    });
    assertCompletes(timeline);
    assert.deepEqual(podsOf(timeline), [3, 3]);
    assert.deepEqual(
      timeline.others?.map(({ kind, name, desired }) => ({ kind, name, desired })),
      [{ kind: 'StatefulSet', name: 'db', desired: 3 }],
    );
  });

  const LACKING: readonly (readonly [how: string, other: OtherWorkload, made: number])[] = [
    ['a StatefulSet makes none before the one that has no place', standing('StatefulSet', 3, '1500m', { inOrder: true }), 2],
    ['one that is not ordered makes them all', standing('StatefulSet', 3, '1500m'), 3],
    ['so does a ReplicaSet', standing('ReplicaSet', 3, '1500m'), 3],
  ];
  for (const [how, other, made] of LACKING) {
    it(`run as far as they find room: ${how}`, () => {
      const timeline = play(web, { others: [other], nodes: nodesWith('2', 'a') });
      assert.deepEqual(podsOf(timeline), [made, 1]);
      assert.match(verdictText(timeline), new RegExp(`${other.standing?.kind ?? ''} db is not whole at the start`));
    });
  }

  const DRAINED: readonly (readonly [what: string, other: OtherWorkload, left: number])[] = [
    ['come again elsewhere, those of a StatefulSet', standing('StatefulSet', 2, '100m', { inOrder: true }), 2],
    ['come again elsewhere, those of a ReplicaSet', standing('ReplicaSet', 2, '100m'), 2],
    ['stay away where nobody keeps them', standing('Pod', 1, '100m'), 0],
  ];
  for (const [what, other, left] of DRAINED) {
    it(`${what}, when their node is drained`, () => {
      const join: ScenarioAction = { action: 'addNode', at: 0, node: { metadata: { name: 'b' } } };
      const timeline = play(web, { others: [other], nodes: nodesWith('2', 'a'), actions: [join, drain] });
      assert.equal(podsOf(timeline)[1], left);
    });
  }

  it('are counted by a budget with a share of them', () => {
    const budget = { metadata: { name: 'all' }, spec: { selector: { matchLabels: {} }, maxUnavailable: 1 } };
    const timeline = play(web, {
      others: [standing('StatefulSet', 2, '100m')],
      nodes: nodesWith('2', 'a', 'b'),
      surroundings: { podDisruptionBudgets: [budget] },
    });
    const [first] = timeline.budgets ?? [];
    assert.ok(first);
    const healthy = first.series.columns.indexOf('healthy');
    assert.equal(first.series.values[healthy], 3);
  });
});

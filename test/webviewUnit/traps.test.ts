import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import type { OutcomeKind } from '../../src/engine/simulation/timeline/timeline';
import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { readScenario } from '../../src/shared/scenarioFile';
import { TRAPS } from '../../webview/traps/traps';

/** What each trap must show, or its sentence would be untrue. */
const SHOWS: Readonly<Record<string, OutcomeKind>> = {
  defaults: 'complete',
  'one-replica-full-cluster': 'stalled',
  'rounding-of-three': 'complete',
  'terminating-pods-do-not-count': 'complete',
  'surge-zero-overlaps': 'complete',
  'quota-and-slow-shutdown': 'complete',
  'quota-admits-no-surge': 'stalled',
  'anti-affinity-fills-nodes': 'stalled',
  'host-port-one-node': 'stalled',
  'daemonset-surge-host-port': 'stalled',
  'daemonset-dead-nodes': 'stalled',
  'daemonset-ten-percent': 'complete',
  'budget-does-not-limit': 'complete',
  'budget-blocks-drain': 'complete',
  'min-ready-in-batches': 'complete',
  'deadline-does-not-roll-back': 'stalled',
  'undo-a-crash-loop': 'complete',
  'no-readiness-probe': 'complete',
  'scale-while-rolling': 'complete',
  'pushed-again': 'complete',
  recreate: 'complete',
};

describe('The traps', () => {
  it('are at least twelve, each with one sentence and a source', () => {
    assert.ok(TRAPS.length >= 12);
    assert.equal(new Set(TRAPS.map(({ id }) => id)).size, TRAPS.length);
    for (const { sentence, source } of TRAPS) {
      assert.match(sentence, /^\S.{20,}\.$/);
      assert.match(source, /#\d+$/);
    }
  });

  for (const { id, scenario } of TRAPS) {
    it(`${id} ends as its sentence says`, () => {
      assert.equal(readScenario(scenario).problem, undefined);
      assert.equal(simulate(scenario).outcome.kind, SHOWS[id]);
    });
  }

  const timelineOf = (id: string): ReturnType<typeof simulate> => {
    const found = TRAPS.find((trap) => trap.id === id);
    assert.ok(found !== undefined, id);
    return simulate(found.scenario);
  };

  it('terminating-pods-do-not-count: 7 new pods at once, and more pods than the ceiling', () => {
    const timeline = timelineOf('terminating-pods-do-not-count');
    const { facts, envelope } = timeline;
    assert.equal(valuesAt(timeline.totals, 0.5)?.newPods, 7);
    assert.ok(facts.maxPodsWithTerminating > envelope.ceiling);
  });

  it('recreate: nothing is available in between', () => {
    assert.equal(timelineOf('recreate').facts.minAvailable, 0);
  });

  it('pushed-again: three revisions', () => {
    assert.equal(timelineOf('pushed-again').revisions.length, 3);
  });

  it('undo-a-crash-loop: the old ReplicaSet gets number 3', () => {
    assert.ok(timelineOf('undo-a-crash-loop').revisions.some(({ revision, current }) => revision === 3 && current));
  });

  it('budget-does-not-limit: half of the pods are away', () => {
    assert.equal(timelineOf('budget-does-not-limit').facts.minAvailable, 4);
  });

  it('no-readiness-probe: the crash takes the service down', () => {
    assert.ok(timelineOf('no-readiness-probe').facts.minAvailable <= 2);
  });

  it('min-ready-in-batches: three times the wait', () => {
    assert.ok((timelineOf('min-ready-in-batches').facts.duration ?? 0) > 3 * 550);
  });
});

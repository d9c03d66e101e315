import assert from 'node:assert/strict';
import { valuesAt, rowOf } from '../../src/engine/simulation/timeline/timelineQueries';
import type { BudgetStatus, QuotaUse } from '../../src/engine/simulation/timeline/policies';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { markdownSummary } from '../../src/engine/simulation/words/renderText';
import type { PodDisruptionBudget, ResourceQuota } from '../../src/model/apiTypes';
import { assertCompletes, deployment, named, play } from './support';

function budget(spec: PodDisruptionBudget['spec'], namespace?: string): PodDisruptionBudget {
  const metadata = namespace === undefined ? { name: 'web' } : { name: 'web', namespace };
  return { kind: 'PodDisruptionBudget', metadata, spec: { selector: { matchLabels: { app: 'web' } }, ...spec } };
}

function quota(hard: Readonly<Record<string, string>>): ResourceQuota {
  return { kind: 'ResourceQuota', metadata: { name: 'team' }, spec: { hard } };
}

function budgetOf({ budgets = [] }: Timeline): BudgetStatus {
  const [first] = budgets;
  assert.ok(first);
  return first;
}

function quotaOf({ quotas = [] }: Timeline): QuotaUse {
  const [first] = quotas;
  assert.ok(first);
  return first;
}

const asking = { container: { resources: { requests: { cpu: '250m', memory: '1Gi' } } } };

describe('the timeline of a disruption budget', () => {
  const timeline = play(deployment(4, { maxSurge: 0, maxUnavailable: 2 }), {
    surroundings: { podDisruptionBudgets: [budget({ maxUnavailable: 1 }), budget({ maxUnavailable: 0 }, 'elsewhere')] },
    actions: [
      { at: 60, action: 'applyObject', object: budget({ minAvailable: '50%' }) },
      { at: 70, action: 'scale', replicas: 6 },
    ],
  });
  const { series } = budgetOf(timeline);

  it('tells what it counts, wants and allows', () => {
    assert.equal(timeline.budgets?.length, 1, 'of its namespace only');
    assert.deepEqual(valuesAt(series, 0.5), { healthy: 2, wanted: 3, allowed: 0 });
    assert.deepEqual(valuesAt(series, 30), { healthy: 4, wanted: 3, allowed: 1 });
    assert.deepEqual(valuesAt(series, 65), { healthy: 4, wanted: 2, allowed: 2 });
    assert.deepEqual(rowOf(series, series.times.length - 1), { healthy: 6, wanted: 3, allowed: 3 });
  });

  it('is told in the summary', () => {
    assert.match(
      markdownSummary(timeline),
      /\n## Budgets and quotas\n\n- budget web: wants 3 healthy pods, has 2 at the least \(at 0:00\) and 6 at the end, which allows 3 disruptions\n/,
    );
  });
});

describe('the timeline of a quota', () => {
  const timeline = play(deployment(4, { maxSurge: 1, maxUnavailable: 0, ...asking }), {
    others: [{ before: named(deployment(2, asking), 'api') }],
    surroundings: { resourceQuotas: [quota({ pods: '8', 'requests.memory': '10Gi' })] },
    actions: [{ at: 60, action: 'deleteObject', kind: 'Deployment', name: 'api' }],
  });
  const { name, hard, rows } = quotaOf(timeline);

  it('tells what all pods of the namespace use', () => {
    assert.deepEqual(
      { name, hard, first: rows[0] },
      {
        name: 'team',
        hard: { pods: '8', 'requests.memory': '10Gi' },
        first: { t: 0, used: { pods: '6', 'requests.memory': '6Gi' } },
      },
    );
    assert.deepEqual(rows.at(-1)?.used, { pods: '4', 'requests.memory': '4Gi' });
    assert.ok(rows.some(({ used }) => used['pods'] === '8'));
  });

  it('is told in the summary', () => {
    assert.match(
      markdownSummary(timeline),
      /\n- quota team: pods 6 at first, 8 at the most \(at 0:\d\d\), 4 at the end, of 8\n- quota team: requests\.memory 6Gi at first, 8Gi at the most/,
    );
  });

  it('is not there without one', () => {
    const { quotas, budgets } = play(deployment(1));
    assert.deepEqual([quotas, budgets], [undefined, undefined]);
  });
});

describe('a quota without room for an extra pod', () => {
  const minutes = (maxSurge: number, room: number): number => {
    const timeline = play(deployment(10, { maxSurge, maxUnavailable: 1 }), {
      surroundings: { resourceQuotas: [quota({ pods: `${10 + room}` })] },
      horizonSeconds: 36_000,
    });
    assertCompletes(timeline);
    return timeline.end / 60;
  };

  it('makes hours of a rollout that takes seconds when no extra pod is asked for, or when one fits', () => {
    assert.ok(minutes(1, 0) > 60);
    assert.ok(minutes(0, 0) < 2);
    assert.ok(minutes(1, 1) < 2);
  });
});

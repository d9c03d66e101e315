import assert from 'node:assert/strict';
import { EngineError } from '../../src/engine/kernel/engineError';
import { simulate } from '../../src/engine/simulation/simulate';
import { simulateInSteps } from '../../src/engine/simulation/simulateInSteps';
import { serializeTimeline } from '../../src/engine/simulation/timeline/serializeTimeline';
import { deployment, scenario } from './support';

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof EngineError ? error.code : String(error);
  }
}

const GOOD = scenario(deployment(10));

describe('limits of a simulation', () => {
  it('too many steps end it with an error', () => {
    assert.equal(
      codeOf(() => simulate({ ...GOOD, limits: { maxSteps: 50 } })),
      'StepLimit',
    );
  });

  it('more replicas than pods allowed are refused before it begins', () => {
    assert.equal(
      codeOf(() => simulate({ ...GOOD, limits: { maxPods: 5 } })),
      'InvalidInput',
    );
  });

  it('more pods at once than allowed end it with an error', () => {
    const nodes = Array.from({ length: 30 }, (_, index) => ({ metadata: { name: `n${index}` } }));
    const daemon = { ...GOOD, cluster: { nodes }, limits: { maxPods: 10 } };
    const workload = { kind: 'DaemonSet' as const, metadata: { name: 'agent' } };
    const { template, selector } = GOOD.workload.after.spec;
    const after = { ...workload, spec: { template, selector } };
    assert.equal(
      codeOf(() => simulate({ ...daemon, workload: { after } })),
      'MemoryLimit',
    );
  });

  it('what is too much to be recorded is left out, and that is said', () => {
    const timeline = simulate({ ...GOOD, limits: { maxRecords: 5 } });
    assert.equal(timeline.events.length, 5);
    assert.equal(timeline.decisions.length, 5);
    assert.deepEqual(timeline.omissions, [
      'events after the first 5 are not recorded',
      'decisions after the first 5 are not recorded',
    ]);
    assert.equal(timeline.outcome.kind, 'complete');
  });

  it('a horizon ends a rollout that is not complete yet', () => {
    const timeline = simulate({ ...scenario(deployment(10), { all: { start: 20 } }), horizonSeconds: 30 });
    assert.deepEqual([timeline.outcome.kind, timeline.outcome.at, timeline.end], ['horizon', 30, 30]);
    assert.equal(timeline.outcome.sentence, 'it is still going on');
  });

  it('`stopAt: deadline` ends it when the progress deadline is exceeded', () => {
    const stuck = scenario(deployment(4), { after: { failure: { kind: 'neverReady' } } });
    const { outcome } = simulate({ ...stuck, stopAt: 'deadline' });
    assert.deepEqual([outcome.kind, outcome.at], ['deadlineExceeded', 601]);
  });
});

describe('simulateInSteps', () => {
  it('reports progress in slices and gives the same timeline', async () => {
    const run = simulateInSteps(GOOD, { sliceSteps: 20 });
    const reports: number[] = [];
    for (;;) {
      const slice = await run.next();
      if (slice.done === true) {
        assert.equal(serializeTimeline(slice.value.timeline), serializeTimeline(simulate(GOOD)));
        assert.ok(slice.value.steps > Math.max(...reports));
        break;
      }
      reports.push(slice.value.steps);
    }
    assert.ok(reports.length > 2);
    assert.deepEqual(
      reports,
      reports.toSorted((a, b) => a - b),
    );
  });

  it('ends with an error when it is aborted', async () => {
    let asked = 0;
    const run = simulateInSteps(GOOD, { sliceSteps: 20, isAborted: () => ++asked > 2 });
    await assert.rejects(
      async () => {
        while ((await run.next()).done !== true);
      },
      { name: 'EngineError', code: 'Aborted' },
    );
    assert.equal(asked, 3);
  });
});

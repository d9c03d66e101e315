import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { simulate } from '../../src/engine/simulation/simulate';
import { withOtherTemplate } from '../../src/model/otherTemplate';
import type { Deployment } from '../../src/model/apiTypes';
import { withStrategyBefore } from '../../webview/model/beforeEdit';
import { chartData } from '../../webview/model/chartData';
import { testScenario } from '../webview/support/scenarios';
import { after, opened } from './openedState';

/** An edit of the image and of a bound. */
function edited(spec: Partial<Deployment['spec']>): Scenario {
  const scenario = testScenario();
  const old = withOtherTemplate<Deployment>(scenario.workload.after);
  return { ...scenario, workload: { before: { ...old, spec: { ...old.spec, ...spec } }, after: scenario.workload.after } };
}

const ONE_BY_ONE: Partial<Deployment['spec']> = {
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
};

describe('the rollout with the strategy of before the edit', () => {
  it('has the bounds of what runs, and the pods of the edit', () => {
    const scenario = edited(ONE_BY_ONE);
    const other = withStrategyBefore(scenario)?.workload.after as Deployment;
    assert.deepEqual(other.spec.strategy, ONE_BY_ONE.strategy);
    assert.deepEqual(other.spec.template, scenario.workload.after.spec.template);
  });

  it('is none where the edit leaves the strategy alone, and none where nothing runs', () => {
    assert.equal(withStrategyBefore(edited({})), undefined);
    const { workload, ...rest } = testScenario();
    assert.equal(withStrategyBefore({ ...rest, workload: { after: workload.after } }), undefined);
  });

  it('is pinned beside the run on show; what comes for another scenario is dropped', () => {
    const state = opened(edited(ONE_BY_ONE));
    assert.ok(state.shown !== undefined);
    const scenario = withStrategyBefore(state.shown.scenario);
    assert.ok(scenario !== undefined);
    const event = { type: 'comparedWith', scenario, timeline: simulate(scenario), changes: '', label: 'before' } as const;
    const pinned = after([event], state).pinned;
    assert.equal(pinned?.timeline.facts.maxPods, 11);
    assert.equal(after([event], opened()).pinned, undefined);
  });

  it('is drawn from the first moment on, whichever of the two begins earlier', () => {
    const state = opened(edited(ONE_BY_ONE));
    assert.ok(state.shown !== undefined);
    const { scenario, timeline, scene } = state.shown;
    const other = simulate(withStrategyBefore(scenario) ?? scenario);
    for (const [shown, pinned] of [
      [timeline, other],
      [timeline, { ...other, totals: later(other.totals) }],
    ] as const)
      for (const column of chartData(shown, scene.axis, pinned)) assert.ok(!column.includes(Number.NaN));
  });
});

/** The same, begun a moment later. */
function later(totals: Timeline['totals']): Timeline['totals'] {
  return { ...totals, times: totals.times.map((t, index) => (index === 0 ? t + 0.01 : t)) };
}

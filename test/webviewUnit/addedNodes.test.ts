import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { growthOf, scenarioWith, type Tuning } from '../../webview/model/edits';
import { deployment, nodesWith, scenario } from '../simulation/support';

const container = { resources: { requests: { cpu: '1' } } };
const strict = { maxSurge: 1, maxUnavailable: 0, container };
/** Pods fill all nodes: the extra one fits nowhere. */
const FULL = scenario(deployment(4, { image: 'web:2', ...strict }), {
  before: deployment(4, { image: 'web:1', ...strict }),
  nodes: nodesWith('2', 'node-1', 'node-2'),
});
const GROUP = { name: 'general', count: 0, max: 3, readyAfterSeconds: 60, allocatable: { cpu: '2', memory: '8Gi' } };

function tuned(base: Scenario, tuning: Tuning): { readonly groups: Scenario['cluster']['groups']; readonly verdict: string } {
  const grown = scenarioWith(base, { tuning, actions: [] });
  return { groups: grown.cluster.groups, verdict: verdictText(simulate(grown)) };
}

describe('nodes that are added, as the page changes them', () => {
  it('are none unless a scenario says so', () => {
    assert.deepEqual(growthOf(FULL), { addedNodes: 0, nodeReadySeconds: 120 });
    assert.match(tuned(FULL, {}).verdict, /^Stalls at .* fits on no node/);
  });

  it('are such as there are, and let a rollout wait for them instead of stalling', () => {
    const { groups, verdict } = tuned(FULL, { addedNodes: 2, nodeReadySeconds: 30 });
    assert.deepEqual(groups, [{ name: 'added', count: 0, max: 2, readyAfterSeconds: 30 }]);
    assert.match(verdict, /^Completes in .* the cluster autoscaler adds added-1 to group added, which may have 2; .* after 30 s/);
  });

  it('are more or fewer of the group that grows', () => {
    const growing = { ...FULL, cluster: { ...FULL.cluster, groups: [{ name: 'fixed', count: 0 }, GROUP] } };
    assert.deepEqual(growthOf(growing), { addedNodes: 3, nodeReadySeconds: 60 });
    assert.match(tuned(growing, {}).verdict, /adds general-1 to group general, which may have 3/);
    const none = tuned(growing, { addedNodes: 0, nodeReadySeconds: 300 });
    assert.deepEqual(none.groups, [
      { name: 'fixed', count: 0 },
      { ...GROUP, max: 0, readyAfterSeconds: 300 },
    ]);
    assert.match(none.verdict, /^Stalls at .* group general may have no node/);
  });
});

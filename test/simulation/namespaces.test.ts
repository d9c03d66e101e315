import assert from 'node:assert/strict';
import type { Deployment, ResourceQuota } from '../../src/model/apiTypes';
import { assertCompletes, deployment, play } from './support';

function inShop(workload: Deployment): Deployment {
  return { ...workload, metadata: { ...workload.metadata, namespace: 'shop' } };
}

function quotaIn(namespace: string): { readonly resourceQuotas: readonly ResourceQuota[] } {
  return { resourceQuotas: [{ metadata: { name: 'team', namespace }, spec: { hard: { pods: '3' } } }] };
}

describe('a workload in a namespace', () => {
  const workload = inShop(deployment(3, { maxSurge: 1, maxUnavailable: 0 }));

  it('is bound by the quota of its namespace', () => {
    const timeline = play(workload, { surroundings: quotaIn('shop') });
    assert.equal(timeline.outcome.blockers[0]?.rule, 'quota');
    assert.equal(timeline.workload.namespace, 'shop');
  });

  it('does not care about the quota of another', () => {
    assertCompletes(play(workload, { surroundings: quotaIn('default') }));
  });

  it('has the events of its pods in the timeline', () => {
    const timeline = play(workload);
    const started = timeline.events.filter(({ reason }) => reason === 'Started');
    assert.equal(started.length, 3);
    assert.ok(started.every(({ pod, name }) => pod !== undefined && timeline.pods.names[pod] === name));
  });
});

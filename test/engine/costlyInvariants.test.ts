import { strict as assert } from 'node:assert';
import { ClusterAdmission } from '../../src/engine/simulation/world/clusterAdmission';
import { NodeInfo } from '../../src/engine/cluster/scheduler/nodeInfo';
import { newPodInfo } from '../../src/engine/cluster/scheduler/podInfo';
import { preparePod } from '../../src/engine/cluster/scheduler/preparePod';
import type { Pod } from '../../src/model/apiTypes';
import { TestCluster } from '../support/testCluster';

function pod(name: string): Pod {
  const requests = { cpu: '100m', memory: '1Mi', 'ephemeral-storage': '1Mi', 'example.com/gpu': '1' };
  const containers = [{ name: 'c', image: 'c:1', resources: { requests, limits: { 'example.com/gpu': '1' } } }];
  return { metadata: { name, namespace: 'default', uid: name }, spec: { containers }, status: { phase: 'Pending' } };
}

describe('Invariants that only tests pay for', () => {
  for (const sum of ['milliCPU', 'memory', 'ephemeralStorage', 'nonZeroMilliCPU', 'nonZeroMemory'] as const)
    it(`notice that a node's ${sum} is off by one`, () => {
      const info = (name: string) => newPodInfo(preparePod(pod(name)));
      const node = new NodeInfo('a');
      node.addPod(info('first'));
      node[sum] += 1;
      assert.throws(() => {
        node.addPod(info('second'));
      }, /a: its sums are not those of its pods/);
      assert.throws(() => node.removePod(info('first')), /a: its sums are not those of its pods/);
    });

  it('notice that an admission counts a pod too few for a quota', () => {
    const { store, loop } = new TestCluster();
    store.create('ResourceQuota', { metadata: { name: 'quota', namespace: 'default' }, spec: { hard: { pods: '10' } } });
    const admission = new ClusterAdmission(store, loop, {
      maxPods: 100,
      newSuffix: () => 'x',
      isFromController: () => false,
      companyAssumed: [],
      refusalOf: () => undefined,
    });
    assert.doesNotThrow(() => admission.beforeCreate('Pod', pod('first')));
    const list = store.list.bind(store);
    let looks = 0;
    // Who looks for the second time, the invariant, sees a pod that the admission has not seen.
    store.list = (kind) => {
      if (kind === 'Pod' && ++looks === 2) store.create('Pod', pod('unseen'));
      return list(kind);
    };
    assert.throws(() => admission.beforeCreate('Pod', pod('second')), /quota: does not count pods as its controller does/);
  });
});

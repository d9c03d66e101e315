import type { Taint } from '../../src/model/apiTypes';
import assert from 'node:assert/strict';
import { kubeletAdmit } from './kubeletAdmit';
import { node, pod, podOn } from '../engine/cluster/scheduler/schedulerWorld';

describe('kubeletAdmit', () => {
  it('takes a pod that fits, past cordons and NoSchedule taints', () => {
    const taints: Taint[] = [{ key: 'k', effect: 'NoSchedule' }];
    assert.equal(kubeletAdmit(pod('new'), node('a', { taints, unschedulable: true }), []), undefined);
  });

  it('tells the first failure and keeps all', () => {
    const others = [podOn('a', 'old', { requests: { cpu: '3', memory: '1Gi' } })];
    const wanted = pod('new', { requests: { cpu: '2' }, spec: { nodeSelector: { disk: 'ssd' } } });
    const rejection = kubeletAdmit(wanted, node('a'), others);
    assert.equal(rejection?.reason, 'OutOfcpu');
    assert.equal(
      rejection.message,
      "Pod was rejected: Node didn't have enough resource: cpu, requested: 2000, used: 3000, capacity: 4000",
    );
    assert.deepEqual(
      rejection.failures.map((failure) => ('name' in failure ? failure.name : failure.resource)),
      ['cpu', 'NodeAffinity'],
    );
  });

  it('refuses untolerated NoExecute taints', () => {
    const rejection = kubeletAdmit(pod('new'), node('a', { taints: [{ key: 'k', effect: 'NoExecute' }] }), []);
    assert.equal(
      rejection?.message,
      "Pod was rejected: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
    );
  });

  it('does not ask for extended resources that the node does not know', () => {
    const wanted = pod('new', { requests: { 'example.com/gpu': '1' } });
    assert.equal(kubeletAdmit(wanted, node('a'), []), undefined);
    assert.equal(
      kubeletAdmit(wanted, node('a', { allocatable: { 'example.com/gpu': '0' } }), [])?.reason,
      'OutOfexample.com/gpu',
    );
  });
});

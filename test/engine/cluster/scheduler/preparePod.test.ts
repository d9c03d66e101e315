import assert from 'node:assert/strict';
import { preparePod, withDefaultTolerations } from '../../../../src/engine/cluster/scheduler/preparePod';
import type { Toleration } from '../../../../src/model/apiTypes';
import { pod } from './schedulerWorld';

describe('preparePod', () => {
  it('gives pods of one template the same lists, also once they are bound', () => {
    const template = pod('any', { spec: { tolerations: [{ key: 'k', operator: 'Exists' }] } }).spec;
    const one = preparePod({ ...pod('one'), spec: template });
    const two = preparePod({ ...pod('two'), spec: { ...template, nodeName: 'a' } });
    assert.equal(one.spec.containers, two.spec.containers);
    assert.equal(one.spec.tolerations, two.spec.tolerations);
  });

  it('changes nothing the second time', () => {
    const term = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } }, matchLabelKeys: ['rev'] };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const once = preparePod(pod('p', { labels: { rev: '1' }, spec: { affinity, hostNetwork: true } }));
    const twice = preparePod(once);
    assert.deepEqual(twice, once);
    assert.equal(twice.spec.containers, once.spec.containers);
    assert.equal(twice.spec.affinity, once.spec.affinity);
  });

  it('merges label keys by the values of each pod', () => {
    const constraint = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule' as const,
      labelSelector: {},
      matchLabelKeys: ['rev', 'no'],
    };
    const spec = { topologySpreadConstraints: [constraint] };
    const selectorOf = (rev: string) =>
      preparePod(pod('p', { labels: { rev }, spec })).spec.topologySpreadConstraints?.[0]?.labelSelector;
    assert.deepEqual(selectorOf('1'), { matchExpressions: [{ key: 'rev', operator: 'In', values: ['1'] }] });
    assert.deepEqual(selectorOf('2'), { matchExpressions: [{ key: 'rev', operator: 'In', values: ['2'] }] });
  });

  const unreachable = 'node.kubernetes.io/unreachable';
  const notReady = 'node.kubernetes.io/not-ready';
  const cases: readonly [string, Toleration[], string[]][] = [
    ['adds both default tolerations', [], [notReady, unreachable]],
    ['leaves out the one the pod has', [{ key: notReady, operator: 'Exists', effect: 'NoExecute' }], [unreachable]],
    ['leaves both out for a pod that tolerates everything', [{ operator: 'Exists' }], []],
    [
      'adds both for one that tolerates them as NoSchedule only',
      [{ operator: 'Exists', effect: 'NoSchedule' }],
      [notReady, unreachable],
    ],
  ];
  for (const [name, own, added] of cases) {
    it(name, () => {
      assert.deepEqual(
        withDefaultTolerations(own).slice(own.length),
        added.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 })),
      );
    });
  }
});

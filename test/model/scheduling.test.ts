import { strict as assert } from 'node:assert';
import type { Node, NodeSelectorRequirement, NodeSelectorTerm, Taint, Toleration } from '../../src/model/apiTypes';
import {
  findUntoleratedTaint,
  nodeSelectorMatcher,
  nodeSelectorTermMatcher,
  requiredNodeAffinityMatcher,
  toleratesTaint,
} from '../../src/model/scheduling';

const TAINT: Taint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
const NODE: Node = { metadata: { name: 'n1', labels: { disk: 'ssd', cpus: '8', 'example.com/zone': 'a' } } };

describe('A toleration', () => {
  const cases: readonly (readonly [name: string, toleration: Toleration, tolerates: boolean])[] = [
    ['without anything but Exists tolerates everything', { operator: 'Exists' }, true],
    ['with the key and Exists tolerates any value', { key: 'dedicated', operator: 'Exists' }, true],
    ['with the key and the value tolerates it', { key: 'dedicated', operator: 'Equal', value: 'gpu' }, true],
    ['without an operator means Equal', { key: 'dedicated', value: 'gpu' }, true],
    ['with another value does not', { key: 'dedicated', value: 'db' }, false],
    ['with another key does not', { key: 'other', operator: 'Exists' }, false],
    ['with another effect does not', { operator: 'Exists', effect: 'NoExecute' }, false],
    ['with the effect does', { operator: 'Exists', effect: 'NoSchedule' }, true],
    ['with Gt never does', { key: 'dedicated', operator: 'Gt', value: '1' }, false],
  ];
  for (const [name, toleration, tolerates] of cases) {
    it(name, () => {
      assert.equal(toleratesTaint(toleration, TAINT), tolerates);
    });
  }

  it('leaves the first taint of the effects asked for that it does not cover', () => {
    const taints: Taint[] = [{ key: 'soft', effect: 'PreferNoSchedule' }, TAINT, { key: 'hard', effect: 'NoExecute' }];
    assert.equal(findUntoleratedTaint(taints, [], ['NoSchedule', 'NoExecute']), TAINT);
    assert.equal(findUntoleratedTaint(taints, [{ key: 'dedicated', operator: 'Exists' }], ['NoSchedule']), undefined);
    assert.equal(findUntoleratedTaint(undefined, undefined, ['NoSchedule']), undefined);
  });
});

describe('A node selector term', () => {
  const cases: readonly (readonly [requirement: NodeSelectorRequirement, matches: boolean | 'unreadable'])[] = [
    [{ key: 'disk', operator: 'In', values: ['ssd', 'nvme'] }, true],
    [{ key: 'disk', operator: 'In', values: ['hdd'] }, false],
    [{ key: 'disk', operator: 'In' }, 'unreadable'],
    [{ key: 'gone', operator: 'NotIn', values: ['x'] }, true],
    [{ key: 'disk', operator: 'NotIn', values: ['ssd'] }, false],
    [{ key: 'disk', operator: 'Exists' }, true],
    [{ key: 'disk', operator: 'Exists', values: ['ssd'] }, 'unreadable'],
    [{ key: 'gone', operator: 'DoesNotExist' }, true],
    [{ key: 'cpus', operator: 'Gt', values: ['4'] }, true],
    [{ key: 'cpus', operator: 'Gt', values: ['8'] }, false],
    [{ key: 'cpus', operator: 'Lt', values: ['10'] }, true],
    // No label value begins with a sign.
    [{ key: 'cpus', operator: 'Lt', values: ['+10'] }, 'unreadable'],
    [{ key: 'disk', operator: 'Lt', values: ['10'] }, false],
    [{ key: 'cpus', operator: 'Gt', values: ['four'] }, 'unreadable'],
    [{ key: 'cpus', operator: 'Lt', values: ['9223372036854775808'] }, 'unreadable'],
    [{ key: 'example.com/zone', operator: 'In', values: ['a'] }, true],
    [{ key: 'a/b/c', operator: 'Exists' }, 'unreadable'],
    [{ operator: 'Exists' } as NodeSelectorRequirement, 'unreadable'],
    [{ key: 'disk' } as NodeSelectorRequirement, 'unreadable'],
    [{ key: 'bad key!', operator: 'In', values: ['x'] }, 'unreadable'],
    [{ key: 'disk', operator: 'In', values: ['bad value!'] }, 'unreadable'],
  ];
  for (const [requirement, matches] of cases) {
    const { key, operator, values = [] } = requirement;
    it(`${key} ${operator} [${values.join(', ')}]: ${String(matches)}`, () => {
      const matcher = nodeSelectorTermMatcher({ matchExpressions: [requirement] });
      assert.equal(matcher === undefined ? 'unreadable' : matcher(NODE), matches);
    });
  }

  const fields: readonly (readonly [requirement: NodeSelectorRequirement, matches: boolean | 'unreadable'])[] = [
    [{ key: 'metadata.name', operator: 'In', values: ['n1'] }, true],
    [{ key: 'metadata.name', operator: 'NotIn', values: ['n1'] }, false],
    [{ key: 'metadata.namespace', operator: 'NotIn', values: ['default'] }, true],
    [{ key: 'metadata.name', operator: 'In', values: ['n1', 'n2'] }, 'unreadable'],
    [{ key: 'metadata.name', operator: 'Exists' }, 'unreadable'],
  ];
  for (const [requirement, matches] of fields) {
    it(`field ${requirement.key} ${requirement.operator} [${(requirement.values ?? []).join(', ')}]: ${String(matches)}`, () => {
      const matcher = nodeSelectorTermMatcher({ matchFields: [requirement] });
      assert.equal(matcher === undefined ? 'unreadable' : matcher(NODE), matches);
    });
  }

  it('compares numbers of 64 bits, the smallest included', () => {
    const lessThan5 = nodeSelectorTermMatcher({ matchExpressions: [{ key: 'n', operator: 'Lt', values: ['5'] }] });
    const matches = (n: string): boolean | undefined => lessThan5?.({ metadata: { name: 'n1', labels: { n } } });
    assert.equal(matches('-9223372036854775808'), true);
    assert.equal(matches('-9223372036854775809'), false);
    assert.equal(matches('+4'), true);
    assert.equal(matches('5'), false);
  });

  it('that is empty selects nothing, and no terms select nothing', () => {
    assert.equal(nodeSelectorMatcher({ nodeSelectorTerms: [{}] })(NODE), false);
    assert.equal(nodeSelectorMatcher({ nodeSelectorTerms: [] })(NODE), false);
  });

  it('that cannot be read does not spoil the others', () => {
    const unreadable: NodeSelectorTerm = { matchExpressions: [{ key: 'bad key!', operator: 'Exists' }] };
    const matching: NodeSelectorTerm = { matchExpressions: [{ key: 'disk', operator: 'Exists' }] };
    assert.equal(nodeSelectorMatcher({ nodeSelectorTerms: [unreadable, matching] })(NODE), true);
  });
});

describe('A pod', () => {
  it('needs both its node selector and its required affinity to match', () => {
    const affinity = (name: string) => ({
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }] }],
        },
      },
    });
    assert.equal(requiredNodeAffinityMatcher({})(NODE), true);
    assert.equal(requiredNodeAffinityMatcher({ nodeSelector: { disk: 'ssd' }, affinity: affinity('n1') })(NODE), true);
    assert.equal(requiredNodeAffinityMatcher({ nodeSelector: { disk: 'hdd' }, affinity: affinity('n1') })(NODE), false);
    assert.equal(requiredNodeAffinityMatcher({ nodeSelector: { disk: 'ssd' }, affinity: affinity('n2') })(NODE), false);
  });
});

import { strict as assert } from 'node:assert';
import type { PodCondition } from '../../../../src/model/apiTypes';
import { withCondition } from '../../../../src/engine/cluster/kubelet/podStatus';

const SCHEDULED: PodCondition = { type: 'PodScheduled', status: 'True' };
const READY: PodCondition = { type: 'Ready', status: 'True' };
const UNREADY: PodCondition = { type: 'Ready', status: 'False', reason: 'ContainersNotReady' };

/** Type, status and second of each. */
const told = (conditions: readonly PodCondition[]): readonly string[] =>
  conditions.map(({ type, status, lastTransitionTime = 0 }) => `${type} ${status} ${lastTransitionTime / 1000}`);

describe('The conditions of a pod', () => {
  it('are added, and replaced where they stand; a time moves only with a status', () => {
    let conditions = withCondition(undefined, SCHEDULED, 1_400);
    assert.deepEqual(told(conditions), ['PodScheduled True 1']);
    conditions = withCondition(conditions, UNREADY, 2_000);
    conditions = withCondition(conditions, READY, 3_999);
    assert.deepEqual(told(conditions), ['PodScheduled True 1', 'Ready True 3']);
    conditions = withCondition(conditions, SCHEDULED, 5_000);
    conditions = withCondition(conditions, READY, 6_000);
    assert.deepEqual(told(conditions), ['PodScheduled True 1', 'Ready True 3']);
  });

  it('are shared by pods of which the same is said within a second, and by no others', () => {
    const first = withCondition(undefined, SCHEDULED, 1_000);
    assert.equal(withCondition(undefined, SCHEDULED, 1_999), first);
    const others: readonly (readonly [PodCondition, number])[] = [
      [SCHEDULED, 2_000],
      [{ ...SCHEDULED, status: 'False' }, 1_000],
      [{ ...SCHEDULED, reason: 'Unschedulable' }, 1_000],
      [{ ...SCHEDULED, message: 'no room' }, 1_000],
    ];
    for (const [condition, now] of others) {
      assert.equal(withCondition(undefined, SCHEDULED, 1_000).length, 1);
      const [other] = withCondition(undefined, condition, now);
      assert.equal(other?.status, condition.status);
      assert.equal(other.reason, condition.reason);
      assert.equal(other.message, condition.message);
      assert.equal(other.lastTransitionTime, now);
    }
  });
});

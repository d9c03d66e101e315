import { strict as assert } from 'node:assert';
import { daemonSetEnvelope, deploymentEnvelope } from '../../../src/engine/simulation/envelope';

type Numbers = readonly [surge: number, unavailable: number, minAvailable: number, maxTotal: number, bothZero: boolean];
type Input = readonly [pods: number, maxSurge: number | string, maxUnavailable: number | string];

const DEPLOYMENTS: readonly (readonly [...Input, Numbers])[] = [
  [10, '25%', '25%', [3, 2, 8, 13, false]],
  [1, '25%', '25%', [1, 0, 1, 2, false]],
  [10, 0, '1%', [0, 1, 9, 10, true]],
  [10, '1%', '1%', [1, 0, 10, 11, false]],
  [3, 0, 5, [0, 3, 0, 3, false]],
  [0, 1, 1, [1, 0, 0, 1, false]],
];

const DAEMON_SETS: readonly (readonly [...Input, Numbers])[] = [
  [10, 0, '25%', [0, 3, 7, 10, false]],
  [10, '25%', 0, [3, 0, 10, 13, false]],
  [10, 0, 0, [0, 1, 9, 10, true]],
  [11, 0, '10%', [0, 2, 9, 11, false]],
  [2, 0, 5, [0, 2, 0, 2, false]],
];

describe('The envelope of a rolling update', () => {
  for (const [replicas, maxSurge, maxUnavailable, expected] of DEPLOYMENTS) {
    it(`of a Deployment of ${replicas} with surge ${maxSurge}, unavailable ${maxUnavailable} is ${expected.join(' ')}`, () => {
      const found = deploymentEnvelope({ replicas, maxSurge, maxUnavailable });
      assert.ok(!('problem' in found));
      const { surge, unavailable, minAvailable, maxTotal, bothZero } = found;
      assert.deepEqual([surge.effective, unavailable.effective, minAvailable, maxTotal, bothZero], expected);
    });
  }

  for (const [nodes, maxSurge, maxUnavailable, expected] of DAEMON_SETS) {
    it(`of a DaemonSet on ${nodes} nodes with surge ${maxSurge}, unavailable ${maxUnavailable} is ${expected.join(' ')}`, () => {
      const found = daemonSetEnvelope({ nodes, maxSurge, maxUnavailable });
      assert.ok(!('problem' in found));
      const { surge, unavailable, minAvailable, maxTotal, bothZero } = found;
      assert.deepEqual([surge.effective, unavailable.effective, minAvailable, maxTotal, bothZero], expected);
    });
  }

  it('shows the parts of its formulas: 25 % of 10 is 2.5, up 3, down 2', () => {
    const found = deploymentEnvelope({ replicas: 10, maxSurge: '25%', maxUnavailable: '25%' });
    assert.ok(!('problem' in found));
    assert.deepEqual(found.surge, { value: '25%', percent: 25, exact: 2.5, rounding: 'up', rounded: 3, effective: 3 });
    assert.deepEqual(found.unavailable, { value: '25%', percent: 25, exact: 2.5, rounding: 'down', rounded: 2, effective: 2 });
  });

  it('says what is wrong with a value that is neither count nor percentage', () => {
    const found = deploymentEnvelope({ replicas: 10, maxSurge: 'many', maxUnavailable: 0 });
    assert.deepEqual(found, { problem: 'invalid value for IntOrString: invalid type: string is not a percentage' });
  });
});

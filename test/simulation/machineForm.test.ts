import assert from 'node:assert/strict';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import { deployment, scenario } from './support';

describe('a machine that is none is refused', () => {
  const BAD: readonly (readonly [string, object, string])[] = [
    [
      'a late watch of a kind that no controller reads',
      { watchLagMs: { Service: 5 } },
      'scenario.machine.watchLagMs.Service: is not known here; known are Deployment, ReplicaSet, DaemonSet, ControllerRevision, Pod, Node',
    ],
    [
      'expectations of a controller that has none',
      { deployment: { withoutExpectations: true } },
      'scenario.machine.deployment.withoutExpectations: is not known here; known are watchLagMs, workers, retries',
    ],
    ['nobody who works', { daemonset: { workers: 0 } }, 'scenario.machine.daemonset.workers: must be at least 1, not 0'],
    [
      'a bucket that is never filled',
      { replicaset: { retries: { qps: 0 } } },
      'scenario.machine.replicaset.retries.qps: must be at least 0.001, not 0',
    ],
  ];
  for (const [what, machine, message] of BAD)
    it(what, () => {
      assert.throws(() => checkScenario({ ...scenario(deployment(3)), machine }), { message });
    });

  it('failing requests of no known sort', () => {
    const actions = [{ at: 1, action: 'requestErrors', verb: 'watch', count: 1 }];
    const message = 'scenario.actions[0].verb: must be one of create, update, updateStatus, delete, not "watch"';
    assert.throws(() => checkScenario({ ...scenario(deployment(3)), actions }), { message });
  });
});

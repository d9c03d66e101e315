import { strict as assert } from 'node:assert';
import { ApiError } from '../../../../src/engine/api/apiError';
import { DaemonWorld } from './daemonWorld';

describe('A decision of the DaemonSet controller', () => {
  function rolled(): DaemonWorld {
    const world = new DaemonWorld();
    world.addNodes('n1', 'n2', 'n3');
    world.addDaemonSet();
    world.sync();
    world.startPods();
    world.sync();
    world.setImage('v2');
    world.decisions.length = 0;
    return world;
  }

  it('shows the budget of a rolling update, what was deleted and what was skipped', () => {
    const world = rolled();
    const [first] = world.pods();
    world.sync();
    const steps = world.decisions[0]?.steps ?? [];
    assert.deepEqual(
      steps.map(({ step, verdict }) => [step, verdict]),
      [
        ['constructHistory', 'created'],
        ['rollingUpdate', 'rolling'],
        ['updateDaemonSetStatus', 'progressing'],
      ],
    );
    const [, roll] = steps;
    assert.ok(roll !== undefined);
    assert.deepEqual(roll.inputs, {
      maxUnavailable: 1,
      numUnavailable: 0,
      desiredNumberScheduled: 3,
      allowedReplacements: 0,
      candidates: 3,
      skipped: 2,
    });
    assert.equal(roll.outcome, 1);
    assert.deepEqual(roll.subjects, [
      { kind: 'Pod', name: first?.metadata.name, role: 'deleted', facts: { node: 'n1', why: 'candidate' } },
      { kind: 'Node', name: 'n2', role: 'skipped' },
      { kind: 'Node', name: 'n3', role: 'skipped' },
    ]);
  });

  it('says which nodes a waiting rolling update waits for', () => {
    const world = rolled();
    world.sync();
    world.decisions.length = 0;
    world.sync();
    const roll = world.decisions[0]?.steps.find(({ step }) => step === 'rollingUpdate');
    assert.ok(roll !== undefined);
    assert.equal(roll.verdict, 'waiting');
    assert.deepEqual(roll.subjects?.[0], { kind: 'Node', name: 'n1', role: 'unavailable', facts: { state: 'vacant' } });
  });

  it('keeps the error of a sync that failed', () => {
    const world = rolled();
    world.store.admission = {
      beforeDelete: () => {
        throw new ApiError('InternalError', 'no');
      },
    };
    assert.throws(() => {
      world.sync();
    });
    assert.equal(world.decisions[0]?.error, 'unable to delete pods: no');
  });

  it('with a surge is made while nodes have two pods, and not when nothing is old any more', () => {
    const world = new DaemonWorld();
    world.addNodes('n1', 'n2');
    world.addDaemonSet('agent', { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 2 } } });
    const rolls = (): unknown[] => {
      world.decisions.length = 0;
      world.sync();
      const steps = world.decisions.flatMap((decision) => decision.steps).filter(({ step }) => step === 'rollingUpdate');
      return steps.map(({ inputs }) => {
        const { numSurge, candidates } = inputs as Record<string, unknown>;
        return [numSurge, candidates];
      });
    };
    world.sync();
    world.startPods();
    assert.deepEqual(rolls(), []);
    world.setImage('v2');
    assert.deepEqual(rolls(), [[0, 2]]);
    assert.deepEqual(rolls(), [[2, 0]]);
    world.startPods();
    rolls();
    assert.deepEqual(rolls(), []);
  });

  it('is not made for a sync that had nothing to do', () => {
    const world = rolled();
    world.setImage('v1');
    world.sync();
    world.decisions.length = 0;
    world.sync();
    assert.deepEqual(world.decisions, []);
  });
});

import { strict as assert } from 'node:assert';
import { ApiError, conflict } from '../../../../src/engine/api/apiError';
import { forbidden } from '../../../support/forbidden';
import { NAMESPACE_TERMINATING_CAUSE } from '../../../../src/engine/controllers/podControl';
import { DaemonWorld, LABELS } from './daemonWorld';

const KEY = 'default/agent';

/** A DaemonSet on one node whose first sync is done and whose pod has been seen. */
function started(): DaemonWorld {
  const world = new DaemonWorld();
  world.addNodes('n1');
  world.addDaemonSet();
  world.sync();
  return world;
}

describe('The DaemonSet controller', () => {
  it('takes the refusals of a namespace on its way out for no errors, and says nothing', () => {
    const world = new DaemonWorld();
    world.addNodes('n1', 'n2', 'n3');
    world.addDaemonSet();
    world.store.admission = {
      beforeCreate: (kind, object) => {
        if (kind === 'Pod') throw forbidden('pods', '', 'namespace is being terminated', NAMESPACE_TERMINATING_CAUSE);
        return object;
      },
    };
    world.sync();
    assert.deepEqual(world.events, []);
    assert.deepEqual(world.controller.expectations.get(KEY), [3, 0]);
  });

  it('stops after the first refused batch and does not wait for the pods it has not asked for', () => {
    const world = new DaemonWorld();
    world.addNodes('n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8');
    world.addDaemonSet();
    let allowed = 1;
    world.store.admission = {
      beforeCreate: (kind, object) => {
        if (kind === 'Pod' && allowed-- <= 0) throw new ApiError('Forbidden', `no ${allowed}`);
        return object;
      },
    };
    world.deliver();
    // The batches are 1, 2 and 4 (and a last one of 1): the second fails.
    assert.throws(() => {
      world.controller.sync(KEY);
    }, /^Error: \[no -1, no -2\]$/);
    assert.deepEqual(world.controller.expectations.get(KEY), [1, 0]);
  });

  it('leaves a pod alone that another DaemonSet has adopted meanwhile', () => {
    const world = new DaemonWorld();
    world.addNodes('n1');
    world.addDaemonSet('agent');
    world.addDaemonSet('rival');
    world.store.create('Pod', {
      metadata: { name: 'orphan', namespace: 'default', labels: LABELS },
      spec: { nodeName: 'n1', containers: [] },
    });
    world.deliver();
    world.controller.sync(KEY);
    assert.throws(() => {
      world.controller.sync('default/rival');
    }, /Only one reference can have Controller set to true. Found "true" in references for DaemonSet\/agent and DaemonSet\/rival$/);
    world.sync('rival');
    const owners = world.pods().map(({ metadata }) => [metadata.name, metadata.ownerReferences?.map(({ name }) => name)]);
    assert.deepEqual(owners[0], ['orphan', ['agent']]);
    assert.deepEqual(owners[1]?.[1], ['rival']);
  });

  it('does not adopt for a DaemonSet that the API no longer has', () => {
    const world = started();
    world.store.create('Pod', {
      metadata: { name: 'orphan', namespace: 'default', labels: LABELS, uid: 'u' },
      spec: { nodeName: 'n1', containers: [] },
    });
    world.deliver();
    world.store.delete('DaemonSet', KEY);
    assert.throws(
      () => {
        world.controller.sync(KEY);
      },
      {
        message:
          `couldn't get node to daemon pod mapping for daemon set "agent": can't adopt Pod default/orphan (u): ` +
          `can't recheck DeletionTimestamp: daemonsets.apps "agent" not found`,
      },
    );
  });

  it('starts anew for a DaemonSet of the same name with another uid', () => {
    const world = started();
    world.startPods();
    world.store.delete('DaemonSet', KEY);
    world.addDaemonSet();
    world.sync();
    assert.equal(world.pods().length, 2, 'the pod of the first one is not its own');
  });

  it('refuses to select all pods', () => {
    const world = new DaemonWorld();
    world.addNodes('n1');
    world.addDaemonSet('agent', { selector: {} });
    world.sync();
    assert.deepEqual(world.events, [
      'Warning SelectingAll: This daemon set is selecting all pods. A non-empty selector is required.',
    ]);
    assert.deepEqual(world.pods(), []);
  });

  it('deletes pods that have succeeded and says so', () => {
    const world = started();
    world.startPods();
    world.changePod(world.pods()[0]?.metadata.name ?? '', (pod) => ({ ...pod, status: { phase: 'Succeeded' } }));
    world.events.length = 0;
    world.sync();
    assert.match(
      world.events[0] ?? '',
      /^Normal SucceededDaemonPod: Found succeeded daemon pod default\/agent-\d+ on node n1, will try/,
    );
    assert.match(world.events[1] ?? '', /^Normal SuccessfulDelete: Deleted pod: agent-\d+$/);
  });

  it('does not wait for the deletion of a pod that is gone already', () => {
    const world = started();
    world.startPods();
    world.changePod(world.pods()[0]?.metadata.name ?? '', (pod) => ({ ...pod, status: { phase: 'Failed' } }));
    world.deliver();
    world.store.remove('Pod', `default/${world.pods()[0]?.metadata.name ?? ''}`);
    world.controller.sync(KEY);
    assert.deepEqual(world.controller.expectations.get(KEY), [0, 0]);
  });

  it('comes back to a failed pod after the delay of its node, which doubles', () => {
    const world = started();
    const fail = (): void => {
      world.startPods();
      for (const { metadata } of world.pods()) world.changePod(metadata.name, (pod) => ({ ...pod, status: { phase: 'Failed' } }));
      world.queued.length = 0;
      world.sync();
    };
    fail();
    assert.deepEqual(world.pods(), [], 'the first one goes at once');
    world.sync();
    fail();
    assert.equal(world.pods().length, 1);
    assert.ok(world.queued.includes(`${KEY}+1`));
    world.loop.advanceTo(world.loop.now + 1000);
    world.sync();
    world.sync();
    fail();
    assert.ok(world.queued.includes(`${KEY}+2`));
  });

  for (const refusals of [1, 2]) {
    it(`stores its status at the second attempt: ${refusals} refused`, () => {
      const world = new DaemonWorld();
      world.addNodes('n1');
      world.addDaemonSet();
      let left = refusals;
      world.store.admission = {
        beforeStatusUpdate: () => {
          if (left-- > 0) throw conflict('daemonsets.apps', 'agent');
        },
      };
      const sync = (): void => {
        world.sync();
      };
      if (refusals === 1) sync();
      else
        assert.throws(
          sync,
          /^Error: error storing status for daemon set: Operation cannot be fulfilled on daemonsets.apps "agent"/,
        );
      const expected = refusals === 1 ? 1 : undefined;
      assert.equal(world.store.get('DaemonSet', KEY)?.status?.desiredNumberScheduled, expected);
    });
  }

  it('reports the error of the update rather than that of the status', () => {
    const world = new DaemonWorld();
    world.addNodes('n1');
    world.addDaemonSet();
    world.store.admission = {
      beforeCreate: (kind, object) => {
        if (kind === 'Pod') throw forbidden('pods', 'x', 'full');
        return object;
      },
      beforeStatusUpdate: () => {
        throw conflict('daemonsets.apps', 'agent');
      },
    };
    assert.throws(
      () => {
        world.sync();
      },
      { message: 'pods "x" is forbidden: full' },
    );
  });

  it('ignores updates of nodes that do not exist any more', () => {
    const world = started();
    world.queued.length = 0;
    world.controller.syncNodeUpdate('gone');
    assert.deepEqual(world.queued, []);
  });
});

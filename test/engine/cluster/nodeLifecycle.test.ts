import assert from 'node:assert/strict';
import { EvictionQueue } from '../../../src/engine/cluster/evictionQueue';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import type { Node } from '../../../src/model/apiTypes';
import { podLife } from '../../../src/engine/simulation/timeline/timelineQueries';
import { deployment, messages, play } from '../../simulation/support';

function node(name: string, zone: string, ready = true): Node {
  return {
    metadata: { name, labels: { 'topology.kubernetes.io/zone': zone } },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'Unknown' }] },
  };
}

/** `down` of `size` nodes of each zone are silent; returns when how many of them get their taint within a while. */
function taintTimes(
  zones: Readonly<Record<string, { readonly size: number; readonly down: number }>>,
  untilSeconds: number,
): number[] {
  const store = new ObjectStore({ clock: { now: 0 }, newUid: () => '1', generateName: (prefix) => prefix });
  const queue = new EvictionQueue(store);
  for (const [zone, { size, down }] of Object.entries(zones)) {
    for (let index = 0; index < size; index++) {
      const created = store.create('Node', node(`${zone}-${index}`, zone, index >= down));
      if (index < down) queue.add(created);
    }
  }
  const times: number[] = [];
  for (let now: number | undefined = 0; now !== undefined && now <= untilSeconds * 1000;) {
    const { due, nextAt } = queue.take(now);
    times.push(...due.map(() => (now as number) / 1000));
    now = nextAt;
  }
  return times;
}

describe('silent nodes get the taint that evicts their pods', () => {
  it('ten seconds apart', () => {
    assert.deepEqual(taintTimes({ a: { size: 10, down: 3 } }, 100), [0, 10, 20]);
  });

  it('in each zone for itself', () => {
    assert.deepEqual(taintTimes({ a: { size: 10, down: 2 }, b: { size: 10, down: 1 } }, 100), [0, 0, 10]);
  });

  it('not at all when most nodes of a small zone are silent: then the trouble is elsewhere', () => {
    assert.deepEqual(taintTimes({ a: { size: 5, down: 3 }, b: { size: 5, down: 0 } }, 1000), []);
  });

  it('a hundred seconds apart when most nodes of a large zone are silent', () => {
    assert.deepEqual(taintTimes({ a: { size: 60, down: 40 } }, 250), [0, 100, 200]);
  });

  it('at the usual pace when a whole zone is gone and others are well', () => {
    assert.deepEqual(taintTimes({ a: { size: 3, down: 3 }, b: { size: 3, down: 0 } }, 25), [0, 10, 20]);
  });

  it('not at all when everything is silent', () => {
    assert.deepEqual(taintTimes({ a: { size: 3, down: 3 }, b: { size: 3, down: 3 } }, 1000), []);
  });
});

describe('a node that falls silent for good', () => {
  const timeline = play(deployment(6), { actions: [{ at: 20, action: 'nodeDown', node: 'node-1' }] });
  const place = timeline.nodes.findIndex(({ name }) => name === 'node-1');
  const lost = [...timeline.pods.node.keys()].filter((pod) => {
    const life = podLife(timeline.pods, pod);
    return timeline.pods.node[pod] === place && life.some(({ t }) => t > 60);
  });

  const noticed = timeline.nodeChanges.find(({ change }) => change === 'notReady')?.t ?? 0;
  const tainted = timeline.nodeChanges.find(({ detail = '' }) => detail.endsWith('NoExecute'))?.t ?? 0;

  it('is noticed by the first look after 50 s, one every 5 s: it becomes Unknown, takes no pods any more, and its pods are marked unready; the taint that evicts them comes within 0.1 s', () => {
    const changes = timeline.nodeChanges
      .filter(({ node: index }) => index === place)
      .map(({ t, change, detail }) => [t, change, detail]);
    assert.ok(noticed > 70 && noticed <= 75, `noticed at ${noticed} s`);
    assert.deepEqual(changes, [
      [noticed, 'notReady', undefined],
      [noticed, 'tainted', 'node.kubernetes.io/unreachable:NoSchedule'],
      [tainted, 'tainted', 'node.kubernetes.io/unreachable:NoExecute'],
    ]);
    assert.ok(tainted > noticed && tainted <= noticed + 0.1, `tainted at ${tainted} s`);
    assert.deepEqual(messages(timeline, 'NodeNotReady'), ['Node node-1 status is now: NodeNotReady', 'Node is not ready']);
  });

  it('is noticed by a look exactly 50 s after one: all looks are multiples of 5 s apart', () => {
    const actions = [
      { at: 20, action: 'nodeDown', node: 'node-1' },
      { at: 21, action: 'removeNode', node: 'node-2' },
    ] as const;
    const both = play(deployment(6), { actions });
    const looked = both.events.find(({ message }) => message.includes('Removing Node node-2'))?.t ?? Number.NaN;
    const seen = both.nodeChanges.find(({ change }) => change === 'notReady')?.t ?? 0;
    const apart = Math.round((seen - looked) * 1000);
    assert.equal(apart % 5000, 0, `${apart} ms`);
  });

  it('loses its pods 300 s after the taint; they stay Terminating, for nobody confirms their end', () => {
    assert.ok(lost.length > 0);
    for (const pod of lost) {
      const states = podLife(timeline.pods, pod).filter(({ t }) => t > 60);
      assert.deepEqual(states, [
        { t: noticed, state: 'Running' },
        { t: tainted + 300, state: 'Terminating' },
      ]);
    }
  });

  it('has its pods replaced elsewhere then', () => {
    const replaced = timeline.events.filter(({ reason, t }) => reason === 'SuccessfulCreate' && t === tainted + 300);
    assert.equal(replaced.length, lost.length);
  });
});

describe('a node that comes back when its pods are about to be evicted', () => {
  it('keeps them: the taint goes with the look that comes before', () => {
    const toleration = {
      key: 'node.kubernetes.io/unreachable',
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: 10,
    } as const;
    const tolerations = [toleration];
    for (let seed = 1; seed <= 8; seed++) {
      const actions = [{ at: 0, action: 'nodeDown' as const, node: 'node-1', forSeconds: 59.5 }];
      const timeline = play(deployment(6, { pod: { tolerations } }), { seed, actions });
      const noticed = timeline.nodeChanges.find(({ change }) => change === 'notReady')?.t ?? 0;
      assert.ok(noticed > 50 && noticed <= 55, `noticed at ${noticed} s`);
      assert.equal(timeline.facts.podsCreated, 6, `seed ${seed}, noticed at ${noticed} s`);
    }
  });
});

describe('a node that is silent for a minute', () => {
  const timeline = play(deployment(6), { actions: [{ at: 20, action: 'nodeDown', node: 'node-1', forSeconds: 60 }] });

  it('keeps its pods, which are ready again when it is back', () => {
    assert.equal(timeline.facts.podsCreated, 6);
    assert.equal(
      timeline.nodeChanges.some(({ change, t }) => change === 'ready' && t === 80),
      true,
    );
    assert.equal(timeline.totals.values.at(-timeline.totals.columns.length + timeline.totals.columns.indexOf('available')), 6);
  });
});

describe('a node that is removed', () => {
  it('has its pods failed and collected 40 to 80 s later, by rounds every 20 s', () => {
    const timeline = play(deployment(6), { actions: [{ at: 20, action: 'removeNode', node: 'node-1' }] });
    const place = timeline.nodes.findIndex(({ name }) => name === 'node-1');
    const gone = [...timeline.pods.node.keys()]
      .filter((pod) => timeline.pods.node[pod] === place)
      .flatMap((pod) => podLife(timeline.pods, pod).filter(({ t, state }) => t > 20 && state === 'Gone'));
    assert.ok(gone.length > 0);
    for (const { t } of gone) assert.ok(t > 60 && t <= 100.01, `gone at ${t} s`);
  });
});

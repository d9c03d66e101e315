import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import type { Pod } from '../../../../src/model/apiTypes';
import { RandomSource } from '../../../../src/engine/kernel/random';
import { BY_NAME, drawnOrder, inArrivalOrder, listedOrder } from '../../../../src/engine/controllers/daemon/nodeOrder';
import { NodePlaces } from '../../../../src/engine/controllers/daemon/nodePlaces';

function named(names: readonly string[]): readonly { readonly name: string }[] {
  return names.map((name) => ({ name }));
}

function namesOf(nodes: readonly { readonly name: string }[]): string {
  return nodes.map(({ name }) => name).join('');
}

describe('Lists of nodes', () => {
  it('are merged in name order, as far as asked', () => {
    const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(names, { maxLength: 4 }), fc.nat({ max: 20 }), (groups, limit) => {
        const lists = groups.map((group) => named(group.toSorted()));
        const taken = BY_NAME.take(lists, limit).map(({ name }) => name);
        assert.deepEqual(taken, groups.flat().sort().slice(0, limit));
      }),
    );
  });

  it('are drawn from all of them when there are many, each once', () => {
    const order = drawnOrder(new RandomSource(7).stream('order'));
    const lists = [named(['a', 'c', 'e']), named(['b', 'd'])];
    const draws = Array.from({ length: 200 }, () => order.take(lists, 2).map(({ name }) => name));
    assert.deepEqual([...new Set(draws.flat())].sort(), ['a', 'b', 'c', 'd', 'e']);
    assert.ok(draws.every(([first, second]) => first !== second));
    const all = order.take(lists, 9).map(({ name }) => name);
    assert.deepEqual(all.sort(), ['a', 'b', 'c', 'd', 'e']);
  });

  it('come in the order of a list, which is asked for only when there is a choice', () => {
    let asked = 0;
    const order = listedOrder(() => {
      asked++;
      return ['d', 'b', 'a', 'c'];
    });
    assert.equal(namesOf(order.take([named(['a'])], 5)), 'a');
    assert.equal(asked, 0);
    assert.equal(namesOf(order.take([named(['a', 'b']), named(['d', 'z'])], 5)), 'dbaz');
    assert.equal(namesOf(order.take([named(['a', 'b', 'c'])], 2)), 'ba');
    assert.equal(asked, 1);
  });
});

describe('The requests of a sync for pods of a DaemonSet', () => {
  it('arrive in any order within a batch of one, two, four …', () => {
    const random = new RandomSource(3).stream('arrivals');
    const arrivals = Array.from({ length: 300 }, () => inArrivalOrder(['1', '2', '3', '4', '5'], random).join(''));
    assert.deepEqual([...new Set(arrivals)].sort(), ['12345', '12354', '13245', '13254']);
    assert.deepEqual(inArrivalOrder(['1', '2', '3'], undefined), ['1', '2', '3']);
  });
});

describe('The maps by which a DaemonSet\u2019s nodes are looked at', () => {
  const podOn = (name: string, nodeName: string): Pod => ({ metadata: { name }, spec: { nodeName, containers: [] } });
  const places = (): NodePlaces => {
    const made = new NodePlaces();
    for (const [index, node] of ['x', 'z', 'y'].entries()) {
      made.setNode(node, false, true);
      made.setPod(podOn(`pod-${index}`, node), true);
    }
    return made;
  };
  const lists = [named(['x', 'y', 'z'])];

  it('have the nodes in the order in which their pods came, from a place that is drawn', () => {
    const drawn = (...slots: number[]): string =>
      namesOf(
        places()
          .ofPods(() => (slots.shift() ?? 0) / 8)
          .take(lists, 3),
      );
    assert.equal(drawn(0, 0), 'xzy');
    assert.equal(drawn(1, 0), 'zyx');
    assert.equal(drawn(0, 2), 'yxz');
    assert.equal(drawn(1, 1), 'yxz');
    assert.equal(drawn(7, 3), 'xzy');
  });

  it('give a new pod the place of the one that it replaces', () => {
    const made = places();
    made.setPod(podOn('pod-0', 'x'), false);
    assert.equal(namesOf(made.ofPods(() => 0).take(lists, 3)), 'zyx');
    made.setPod(podOn('pod-3', 'x'), true);
    assert.equal(namesOf(made.ofPods(() => 0).take(lists, 3)), 'xzy');
  });

  it('have nodes that come and go', () => {
    const made = places();
    made.setNode('z', true, false);
    made.setNode('a', false, true);
    assert.equal(namesOf(made.ofNodes(() => 0).take([named(['a', 'x', 'y'])], 3)), 'xay');
  });
});

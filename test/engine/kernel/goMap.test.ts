import { strict as assert } from 'node:assert';
import { GoMapKeys, inGoMapOrder } from '../../../src/engine/kernel/goMap';

describe('The order of a small Go map', () => {
  it('begins at the slot that is drawn, the empty ones leading back to the first', () => {
    const orders = Array.from({ length: 8 }, (_, slot) => inGoMapOrder(['a', 'b', 'c'], () => slot / 8).join(''));
    assert.deepEqual(orders, ['abc', 'bca', 'cab', 'abc', 'abc', 'abc', 'abc', 'abc']);
  });
});

describe('The keys of a Go map', () => {
  const draw =
    (slot: number, slots = 8) =>
    (): number =>
      slot / slots;

  it('take the first free slot, and a loop begins at one that is drawn, empty ones included', () => {
    const keys = new GoMapKeys();
    for (const key of ['a', 'b', 'c', 'd']) keys.add(key);
    keys.remove('b');
    assert.equal(keys.inOrder(draw(1)).join(''), 'cda');
    keys.add('e');
    assert.equal(keys.inOrder(draw(0)).join(''), 'aecd');
    assert.equal(keys.inOrder(draw(7)).join(''), 'aecd');
    assert.equal(keys.count, 4);
  });

  it('are in one circle whatever the beginning, and more than eight stay in several groups', () => {
    const keys = new GoMapKeys();
    const names = Array.from({ length: 100 }, (_, index) => `pod-${index}`);
    for (const name of names) keys.add(name);
    const circle = keys.inOrder(draw(0, 128));
    assert.deepEqual(circle.toSorted(), names.toSorted());
    const other = keys.inOrder(draw(77, 128));
    assert.equal([...other, ...other].join().includes(circle.join()), true);
    for (const name of names.slice(3)) keys.remove(name);
    assert.equal(new Set(Array.from({ length: 128 }, (_, slot) => keys.inOrder(draw(slot, 128))[0])).size, 3);
  });

  it('are where they would be had each been given its place at once, however late they are asked for', () => {
    const [early, late] = [new GoMapKeys(), new GoMapKeys()];
    for (let index = 0; index < 6000; index++) {
      for (const keys of [early, late]) {
        keys.add(`pod-${index}`);
        if (index % 3 === 2) keys.remove(`pod-${index >> 1}`);
      }
      early.inOrder(draw(0));
    }
    assert.deepEqual(late.inOrder(draw(0)), early.inOrder(draw(0)));
  });

  it('say so, when they are asked for, that one has left which was not there', () => {
    const keys = new GoMapKeys();
    keys.remove('a');
    assert.throws(() => keys.inOrder(draw(0)), /leaves a map in which it was not/);
  });
});

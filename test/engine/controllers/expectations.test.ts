import { strict as assert } from 'node:assert';
import { ControllerExpectations, EXPECTATIONS_TIMEOUT_MS } from '../../../src/engine/controllers/expectations';

function build(): { readonly clock: { now: number }; readonly expectations: ControllerExpectations } {
  const clock = { now: 1000 };
  return { clock, expectations: new ControllerExpectations(clock) };
}

describe('ControllerExpectations', () => {
  it('are satisfied before anything was expected', () => {
    assert.equal(build().expectations.satisfied('a'), true);
  });

  it('are never of fewer than no pods, and of each deletion once', () => {
    const { expectations } = build();
    const violated = { code: 'InvariantViolated' };
    assert.throws(() => {
      expectations.setExpectations('a', -1, 0);
    }, violated);
    assert.throws(() => {
      expectations.expectDeletions('a', ['p', 'p']);
    }, violated);
  });

  it('wait for each creation to be seen', () => {
    const { expectations } = build();
    expectations.expectCreations('a', 2);
    expectations.creationObserved('a');
    assert.equal(expectations.satisfied('a'), false);
    expectations.creationObserved('a');
    assert.equal(expectations.satisfied('a'), true);
  });

  it('are satisfied by more than was expected', () => {
    const { expectations } = build();
    expectations.expectCreations('a', 1);
    expectations.creationObserved('a');
    expectations.creationObserved('a');
    assert.deepEqual(expectations.get('a'), [-1, 0]);
    assert.equal(expectations.satisfied('a'), true);
  });

  it('count the deletion of a pod once, however often it is seen, and of others not at all', () => {
    const { expectations } = build();
    expectations.expectDeletions('a', ['default/p1', 'default/p2']);
    expectations.deletionObserved('a', 'default/p1');
    expectations.deletionObserved('a', 'default/p1');
    expectations.deletionObserved('a', 'default/stranger');
    assert.deepEqual(expectations.get('a'), [0, 1]);
    assert.equal(expectations.satisfied('a'), false);
    expectations.deletionObserved('a', 'default/p2');
    assert.equal(expectations.satisfied('a'), true);
  });

  it('are given up after five minutes, not at five minutes', () => {
    const { clock, expectations } = build();
    expectations.expectCreations('a', 1);
    clock.now += EXPECTATIONS_TIMEOUT_MS;
    assert.equal(expectations.satisfied('a'), false);
    clock.now += 1;
    assert.equal(expectations.satisfied('a'), true);
  });

  it('are lowered by what was never tried, and forgotten with their object', () => {
    const { expectations } = build();
    expectations.expectCreations('a', 5);
    expectations.lowerExpectations('a', 5, 0);
    assert.equal(expectations.satisfied('a'), true);
    expectations.expectCreations('a', 5);
    expectations.deleteExpectations('a');
    assert.equal(expectations.get('a'), undefined);
  });
});

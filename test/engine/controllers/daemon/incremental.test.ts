import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { HistoryWorld, type HistoryOp } from './historyWorld';

const index = fc.nat({ max: 15 });
const node = fc.nat({ max: 5 });
const flag = fc.boolean();

/** Steps of a history: what clusters, users and the controller do to the objects, and what of it the caches have seen. */
const op: fc.Arbitrary<HistoryOp> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ op: fc.constant('addPod' as const), node, bound: flag, old: flag, orphan: flag }) },
  { weight: 5, arbitrary: fc.record({ op: fc.constantFrom('ready', 'ready', 'unready', 'bind', 'failed', 'succeeded'), index }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom('delete', 'remove', 'relabel', 'relabelBack', 'finalize'), index }) },
  {
    weight: 2,
    arbitrary: fc.record({ op: fc.constantFrom('addNode', 'removeNode', 'taint', 'untaint', 'evict', 'label'), index: node }),
  },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('strategy' as const), index: fc.nat({ max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constantFrom('image', 'selectNodes', 'minReady'), index: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('advance' as const), index: fc.nat({ max: 6 }) }) },
  { weight: 8, arbitrary: fc.record({ op: fc.constantFrom('deliverPods', 'deliverAll', 'deliverAll', 'deliverAll'), index }) },
  { weight: 6, arbitrary: fc.record({ op: fc.constantFrom('manage', 'rollingUpdate', 'status', 'sync'), index }) },
);

describe('What a sync keeps incrementally', () => {
  it('is what counting everything anew gives, whatever has happened', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(fc.array(op, { minLength: 10, maxLength: 120, size: 'max' }), (history) => {
        const world = new HistoryWorld();
        for (const [step, next] of history.entries()) {
          const difference = world.play(next);
          assert.equal(difference, undefined, `step ${step} ${JSON.stringify(next)}: ${difference ?? ''}`);
        }
      }),
      { numRuns: 300 },
    );
  });
});

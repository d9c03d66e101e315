import { strict as assert } from 'node:assert';
import type { Kind } from '../../../src/engine/api/kinds';
import { ConsistencyStore, StaleCacheError } from '../../../src/engine/controllers/consistency';

function build(): { readonly seen: Map<Kind, number>; readonly store: ConsistencyStore } {
  const seen = new Map<Kind, number>();
  return { seen, store: new ConsistencyStore((kind) => seen.get(kind) ?? 0) };
}

describe('ConsistencyStore', () => {
  it('holds a sync back until the caches have seen what the controller wrote', () => {
    const { seen, store } = build();
    store.wroteAt('a', 'Pod', 7);
    store.wroteAt('a', 'Pod', 5);
    seen.set('Pod', 6);
    assert.throws(() => {
      store.ensureReady('a');
    }, StaleCacheError);
    seen.set('Pod', 7);
    store.ensureReady('a');
  });

  it('asks of each kind by itself, and of other objects not at all', () => {
    const { seen, store } = build();
    store.wroteAt('a', 'Pod', 3);
    store.wroteAt('a', 'ReplicaSet', 9);
    seen.set('Pod', 100);
    store.ensureReady('b');
    assert.throws(() => {
      store.ensureReady('a');
    }, /read version is not as new as written version/);
  });

  it('forgets what has been seen, and what is cleared', () => {
    const { seen, store } = build();
    store.wroteAt('a', 'Pod', 3);
    seen.set('Pod', 3);
    store.ensureReady('a');
    seen.set('Pod', 0);
    store.ensureReady('a');
    store.wroteAt('a', 'Pod', 9);
    store.clear('a');
    store.ensureReady('a');
  });
});

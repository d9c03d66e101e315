import { strict as assert } from 'node:assert';
import type { Pod } from '../../../src/model/apiTypes';
import type { Kind } from '../../../src/engine/api/kinds';
import { ObjectStore } from '../../../src/engine/api/objectStore';
import { InformerFactory } from '../../../src/engine/client/informerFactory';
import { EventLoop } from '../../../src/engine/kernel/eventLoop';

function pod(name: string, labels: Record<string, string> = {}): Pod {
  return { metadata: { name, namespace: 'default', labels }, spec: { containers: [] } };
}

function buildStore(loop = new EventLoop(0)): { readonly loop: EventLoop; readonly store: ObjectStore } {
  let uids = 0;
  const store = new ObjectStore({ clock: loop, newUid: () => `uid-${++uids}`, generateName: (prefix) => prefix });
  return { loop, store };
}

function names(pods: Iterable<Pod>): string[] {
  return Array.from(pods, ({ metadata }) => metadata.name);
}

describe('Informer', () => {
  it('lists what exists, without telling the handlers', () => {
    const { store } = buildStore();
    store.create('Pod', pod('a'));
    const informers = new InformerFactory(store, { mode: 'manual' });
    const informer = informers.informer('Pod');
    informer.addHandlers({ onAdd: () => assert.fail('nothing was added since') });
    informers.deliver();
    assert.deepEqual(names(informer.list()), ['a']);
    assert.equal(informer.lastResourceVersion, 1);
  });

  it('shows nothing new before it is delivered, and tells what changed', () => {
    const { store } = buildStore();
    const informers = new InformerFactory(store, { mode: 'manual' });
    const informer = informers.informer('Pod');
    const told: string[] = [];
    informer.addHandlers({
      onAdd: ({ metadata }) => told.push(`added ${metadata.name}`),
      onUpdate: (old, { metadata }) =>
        told.push(`updated ${metadata.name} from ${old.metadata.resourceVersion} to ${metadata.resourceVersion}`),
      onDelete: ({ metadata }) => told.push(`deleted ${metadata.name}`),
    });
    store.create('Pod', pod('a'));
    assert.equal(informer.get('default/a'), undefined);
    informers.deliver();
    store.patch('Pod', 'default/a', (current) => ({ ...current, spec: { ...current.spec, nodeName: 'n1' } }));
    store.delete('Pod', 'default/a', { gracePeriodSeconds: 0 });
    assert.equal(informers.deliver({ max: 1 }), 1);
    assert.equal(informer.get('default/a')?.spec.nodeName, 'n1');
    informers.deliver();
    assert.deepEqual(told, ['added a', 'updated a from 1 to 2', 'deleted a']);
    assert.equal(informer.size, 0);
  });

  it('keeps an index up with every change, one per name', () => {
    const { store } = buildStore();
    const informers = new InformerFactory(store, { mode: 'manual' });
    const informer = informers.informer('Pod');
    const byApp = informer.index('app', ({ metadata }) => metadata.labels?.['app']);
    assert.equal(
      informer.index('app', () => undefined),
      byApp,
    );
    store.create('Pod', pod('a', { app: 'web' }));
    store.create('Pod', pod('b', { app: 'web' }));
    informers.deliver();
    assert.deepEqual(names(byApp.group('web')), ['a', 'b']);
    store.patch('Pod', 'default/a', (current) => ({ ...current, metadata: { ...current.metadata, labels: { app: 'api' } } }));
    informers.deliver();
    assert.deepEqual([names(byApp.group('web')), names(byApp.group('api'))], [['b'], ['a']]);
    store.remove('Pod', 'default/b');
    informers.deliver();
    assert.deepEqual(names(byApp.group('web')), []);
  });

  it('delivers on the loop after the lag of the kind, in the order of the writes', () => {
    const { loop, store } = buildStore();
    const lagMs = (kind: Kind): number => (kind === 'Pod' ? 30 : 0);
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: 1, lagMs });
    const informer = informers.informer('Pod');
    const seen: string[] = [];
    informer.addHandlers({ onAdd: ({ metadata }) => seen.push(`${metadata.name} at ${loop.now}`) });
    loop.schedule(10, 2, () => {
      store.create('Pod', pod('b'));
      store.create('Pod', pod('a'));
    });
    loop.schedule(20, 2, () => {
      store.create('Pod', pod('c'));
    });
    loop.runUntil(100);
    assert.deepEqual(seen, ['b at 40', 'a at 40', 'c at 50']);
  });

  it('tells of a write that waits to be sent after what others write meanwhile, and of one object in order', () => {
    const { store, loop } = buildStore();
    let waitMs = 50;
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: 1, lagMs: () => waitMs, delayMs: () => waitMs });
    const informer = informers.informer('Pod');
    const seen: string[] = [];
    informer.addHandlers({
      onAdd: ({ metadata }) => seen.push(`${metadata.name} at ${loop.now}`),
      onUpdate: (_, { metadata }) => seen.push(`${metadata.name} again at ${loop.now}`),
    });
    store.create('Pod', pod('late'));
    loop.schedule(10, 2, () => {
      waitMs = 0;
      store.create('Pod', pod('other'));
      store.patch('Pod', 'default/late', (current) => ({ ...current, spec: { ...current.spec, nodeName: 'n1' } }));
    });
    loop.runUntil(100);
    assert.deepEqual(seen, ['other at 10', 'late at 50', 'late again at 50']);
    assert.deepEqual(names(informer.list()), ['other', 'late']);
  });

  it('tells of what one writes while another is still at its last request before that, and of nothing before an earlier write', () => {
    const { store, loop } = buildStore();
    let delayMs = 0;
    let lagMs = 0;
    const lag = (): number => delayMs + lagMs;
    const informers = new InformerFactory(store, { mode: 'loop', loop, phase: 1, lagMs: lag, delayMs: () => delayMs });
    const seen: string[] = [];
    informers.informer('Pod').addHandlers({ onAdd: ({ metadata }) => seen.push(`${metadata.name} at ${loop.now}`) });
    informers.informer('Node').addHandlers({ onAdd: ({ metadata }) => seen.push(`${metadata.name} at ${loop.now}`) });
    const write = (name: string, delay: number, lagOfIt: number): void => {
      [delayMs, lagMs] = [delay, lagOfIt];
      store.create('Pod', pod(name));
    };
    write('first', 5, 20);
    write('second', 10, 1);
    write('last', 60, 1);
    loop.schedule(20, 2, () => {
      write('meanwhile', 0, 3);
      write('slow', 0, 50);
      store.create('Node', { metadata: { name: 'node' }, spec: {} });
    });
    loop.runUntil(100);
    // 'second' is written after 'first'; 'slow' before 'last', which arrives at 61: not later than that.
    assert.deepEqual(seen, ['first at 25', 'second at 25', 'meanwhile at 25', 'last at 61', 'slow at 61', 'node at 70']);
  });
});

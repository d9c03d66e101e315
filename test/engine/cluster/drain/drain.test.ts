import assert from 'node:assert/strict';
import { startDrain, stepDrain, type DrainCluster, type DrainStep } from '../../../../src/engine/cluster/drain/drain';
import type { DrainOptions } from '../../../../src/engine/cluster/drain/podFilters';
import type { EvictionResult } from '../../../../src/engine/cluster/eviction/eviction';
import type { Pod } from '../../../../src/model/apiTypes';

const REFUSED: EvictionResult = { allowed: false, code: 429, reason: 'TooManyRequests', message: 'Cannot evict pod.' };

interface PodOptions {
  readonly owner?: string | undefined;
  readonly emptyDir?: boolean;
  readonly mirror?: boolean;
  readonly phase?: 'Running' | 'Succeeded';
}
function pod(name: string, { owner = 'ReplicaSet', emptyDir, mirror, phase = 'Running' }: PodOptions = {}): Pod {
  const reference = { apiVersion: 'apps/v1', kind: owner, name: 'owner', uid: 'o', controller: true };
  return {
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      ownerReferences: owner === '' ? [] : [reference],
      annotations: mirror === true ? { 'kubernetes.io/config.mirror': 'x' } : {},
    },
    spec: { containers: [], volumes: emptyDir === true ? [{ name: 'tmp', emptyDir: {} }] : [] },
    status: { phase },
  };
}

/** A node whose pods take `terminationMs` to go; `answer` decides about evictions. */
class Scene implements DrainCluster {
  now = 0;
  cordoned = false;
  readonly printed: string[] = [];
  pods: Pod[];
  daemonSets: readonly string[] = ['owner'];
  answer: (pod: Pod) => EvictionResult | 'notFound' = (item) => ({ allowed: true, pod: item });
  terminationMs = 1500;
  readonly #goneAt = new Map<string, number>();

  constructor(...pods: Pod[]) {
    this.pods = pods;
  }

  podsOnNode(): readonly Pod[] {
    return this.pods;
  }
  getPod(_namespace: string, name: string): Pod | undefined {
    const goneAt = this.#goneAt.get(name);
    return goneAt !== undefined && goneAt <= this.now ? undefined : this.pods.find((item) => item.metadata.name === name);
  }
  hasDaemonSet(_namespace: string, name: string): boolean {
    return this.daemonSets.includes(name);
  }
  cordon(): void {
    this.cordoned = true;
  }
  evict(item: Pod): EvictionResult | 'notFound' {
    const result = this.answer(item);
    if (result !== 'notFound' && result.allowed) this.#goneAt.set(item.metadata.name, this.now + this.terminationMs);
    return result;
  }
  delete(item: Pod): void {
    assert.ok(this.pods.includes(item), 'the API server knows no such pod');
    this.#goneAt.set(item.metadata.name, this.now + this.terminationMs);
  }

  /** Drains until the end, or until `until`; every line with its second. */
  drain(options: DrainOptions = {}, until = 60_000): DrainStep {
    let step = startDrain({ metadata: { name: 'node-1' } }, this, options, this.now);
    this.#print(step);
    while (step.nextAt !== undefined && step.nextAt <= until) {
      this.now = step.nextAt;
      step = stepDrain(step.state, this, this.now);
      this.#print(step);
    }
    return step;
  }
  #print({ output }: DrainStep): void {
    for (const { text } of output) this.printed.push(`${this.now / 1000}s ${text}`);
  }
}

describe('kubectl drain', () => {
  it('cordons, evicts everything at once and waits until it is gone', () => {
    const scene = new Scene(pod('a'), pod('b'));
    assert.equal(scene.drain().state.phase, 'drained');
    assert.equal(scene.cordoned, true);
    assert.deepEqual(scene.printed, [
      '0s node/node-1 cordoned',
      '0s evicting pod shop/a',
      '0s evicting pod shop/b',
      '2s pod/a evicted',
      '2s pod/b evicted',
      '2s node/node-1 drained',
    ]);
  });

  it('tries again every 5 seconds while a budget refuses', () => {
    const scene = new Scene(pod('a'));
    scene.answer = (item) => (scene.now < 10_000 ? REFUSED : { allowed: true, pod: item });
    scene.drain();
    assert.deepEqual(scene.printed.slice(1), [
      '0s evicting pod shop/a',
      '0s error when evicting pods/"a" -n "shop" (will retry after 5s): Cannot evict pod.',
      '5s evicting pod shop/a',
      '5s error when evicting pods/"a" -n "shop" (will retry after 5s): Cannot evict pod.',
      '10s evicting pod shop/a',
      '12s pod/a evicted',
      '12s node/node-1 drained',
    ]);
  });

  it('comes back without a word where the server says when', () => {
    const scene = new Scene(pod('a'));
    scene.answer = (item) => (scene.now < 20_000 ? { ...REFUSED, retryAfterSeconds: 10 } : { allowed: true, pod: item });
    scene.drain();
    assert.deepEqual(scene.printed.slice(1), ['0s evicting pod shop/a', '22s pod/a evicted', '22s node/node-1 drained']);
  });

  it('gives up at its timeout', () => {
    const scene = new Scene(pod('a'));
    scene.answer = () => REFUSED;
    const { state } = scene.drain({ timeoutSeconds: 70 }, 100_000);
    assert.equal(state.phase, 'failed');
    assert.equal(state.error, 'error when evicting pods/"a" -n "shop": global timeout reached: 1m10s');
  });

  it('ends with an error when one pod cannot be evicted at all, but not before the others are gone', () => {
    const scene = new Scene(pod('a'), pod('b'));
    scene.answer = (item) =>
      item.metadata.name === 'a' ? { allowed: false, code: 500, message: 'two budgets' } : { allowed: true, pod: item };
    const { state } = scene.drain();
    assert.equal(state.error, 'error when evicting pods/"a" -n "shop": two budgets');
    assert.equal(scene.now, 2000);
  });

  it('deletes, whatever the budgets say, with --disable-eviction', () => {
    const scene = new Scene(pod('a'));
    scene.answer = () => REFUSED;
    assert.equal(scene.drain({ disableEviction: true }).state.phase, 'drained');
    assert.deepEqual(scene.printed.slice(1), ['2s pod/a deleted', '2s node/node-1 drained']);
  });

  it('deletes with --disable-eviction only what is still there: another drain may have been faster', () => {
    const scene = new Scene(pod('a'), pod('b'));
    const listed = scene.pods;
    const started = startDrain({ metadata: { name: 'node-1' }, spec: {} }, scene, { disableEviction: true }, 0);
    scene.pods = listed.slice(1);
    const { state } = stepDrain(started.state, scene, 0);
    assert.deepEqual(
      state.pods.map(({ state: pod }) => pod.step),
      ['gone', 'terminating'],
    );
  });

  it('takes a pod of the same name but another uid for gone', () => {
    const scene = new Scene(pod('a'));
    scene.answer = (item) => {
      scene.pods = [{ ...item, metadata: { ...item.metadata, uid: 'another' } }];
      return { allowed: true, pod: item };
    };
    assert.equal(scene.drain().state.phase, 'drained');
  });

  it('does not wait for pods that terminate for longer than it is told to', () => {
    const terminating = (seconds: number): Pod => {
      const item = pod(`old-${seconds}`);
      return { ...item, metadata: { ...item.metadata, deletionTimestamp: -seconds * 1000 } };
    };
    const scene = new Scene(terminating(31), terminating(30), terminating(5));
    scene.drain({ skipWaitForDeleteTimeoutSeconds: 30 });
    assert.deepEqual(
      scene.printed.filter((line) => /evicting/.test(line)),
      ['0s evicting pod shop/old-30', '0s evicting pod shop/old-5'],
    );
  });

  it('stops waiting for a pod once it terminates for longer than it is told to', () => {
    const scene = new Scene(pod('a'));
    scene.terminationMs = 1_000_000;
    scene.answer = (item) => {
      scene.pods = [{ ...item, metadata: { ...item.metadata, deletionTimestamp: scene.now } }];
      return { allowed: true, pod: item };
    };
    assert.equal(scene.drain({ skipWaitForDeleteTimeoutSeconds: 9 }).state.phase, 'drained');
    assert.deepEqual(scene.printed.slice(2), [
      '10s pod "a" has DeletionTimestamp older than 9 seconds, skipping',
      '10s node/node-1 drained',
    ]);
  });

  const daemon = pod('agent', { owner: 'DaemonSet' });
  const bare = pod('bare', { owner: '' });
  const cache = pod('cache', { emptyDir: true });
  const table: readonly [title: string, pods: Pod[], options: DrainOptions, outcome: string][] = [
    [
      'refuses DaemonSet pods',
      [daemon],
      {},
      'cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): shop/agent',
    ],
    [
      'leaves them alone when told so',
      [daemon],
      { ignoreDaemonSets: true },
      'Warning: ignoring DaemonSet-managed Pods: shop/agent',
    ],
    ['leaves mirror pods alone', [pod('static', { mirror: true, owner: 'Node' })], {}, 'drained'],
    [
      'refuses pods without a controller',
      [bare],
      {},
      'cannot delete Pods that declare no controller (use --force to override): shop/bare',
    ],
    ['evicts them by force', [bare], { force: true }, 'Warning: deleting Pods that declare no controller: shop/bare'],
    [
      'refuses local storage',
      [cache],
      {},
      'cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/cache',
    ],
    ['evicts it when told so, and warns nobody', [cache], { deleteEmptyDirData: true }, 'evicting pod shop/cache'],
    [
      'does not mind finished pods',
      [pod('done', { owner: '', emptyDir: true, phase: 'Succeeded' })],
      {},
      'evicting pod shop/done',
    ],
    [
      'lists all its reasons',
      [bare, cache, pod('cache-2', { emptyDir: true })],
      {},
      '[cannot delete Pods that declare no controller (use --force to override): shop/bare, cannot delete Pods with local storage (use --delete-emptydir-data to override): shop/cache, shop/cache-2]',
    ],
  ];
  for (const [title, pods, options, outcome] of table) {
    it(title, () => {
      const scene = new Scene(...pods);
      const { state } = scene.drain(options);
      const seen = state.error ?? (scene.printed[1] ?? '').replace('0s ', '').replace('node/node-1 ', '');
      assert.equal(seen, outcome);
      assert.equal(scene.cordoned, true);
    });
  }
});

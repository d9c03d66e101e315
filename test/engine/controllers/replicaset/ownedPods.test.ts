import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { matchesSelector } from '../../../../src/model/labelSelector';
import type { Pod, PodPhase, ReplicaSet, StringMap } from '../../../../src/model/apiTypes';
import { getControllerOf, objectKey } from '../../../../src/model/meta';
import { isPodActive, isPodTerminating } from '../../../../src/model/podConditions';
import { ObjectStore } from '../../../../src/engine/api/objectStore';
import { InformerFactory } from '../../../../src/engine/client/informerFactory';
import { ConsistencyStore } from '../../../../src/engine/controllers/consistency';
import { newControllerRef } from '../../../../src/engine/controllers/controllerRefManager';
import { OwnedPods } from '../../../../src/engine/controllers/replicaset/ownedPods';
import { countActivePodsByNode } from '../../../../src/engine/controllers/replicaset/podRanking';
import { countPods } from '../../../../src/engine/controllers/replicaset/replicaSetStatus';

const NOW = 1_000_000;
/** One set for each hash, and one that selects by another label what the others select too. */
const SELECTORS: readonly StringMap[] = [
  { app: 'web', 'pod-template-hash': '1' },
  { app: 'web', 'pod-template-hash': '2' },
  { app: 'web', tier: 'front' },
];
const LABELS: readonly (StringMap | undefined)[] = [
  ...SELECTORS,
  { ...SELECTORS[0], tier: 'front' },
  { 'pod-template-hash': '1' },
  undefined,
];
const PHASES: readonly PodPhase[] = ['Pending', 'Running', 'Running', 'Failed', 'Succeeded', 'Unknown'];
const NODES = ['', 'n1', 'n2'];

interface Op {
  readonly op: 'add' | 'change' | 'ready' | 'delete' | 'remove' | 'deliver' | 'check';
  readonly pod: number;
  readonly choice: number;
  readonly set: number;
}

/** Replica sets of one Deployment and pods that come, change and go; the caches see of it what has been delivered. */
class World {
  readonly #store: ObjectStore;
  readonly #informers: InformerFactory;
  readonly #owned: OwnedPods;
  readonly #sets: readonly ReplicaSet[];

  constructor(thirdSet: boolean) {
    let uids = 0;
    this.#store = new ObjectStore({ clock: { now: NOW }, newUid: () => `uid-${++uids}`, generateName: (prefix) => prefix });
    const chosen = thirdSet ? SELECTORS : SELECTORS.slice(0, 2);
    this.#sets = chosen.map((labels, index) => this.#store.create('ReplicaSet', replicaSet(`web-${index}`, labels)));
    this.#informers = new InformerFactory(this.#store, { mode: 'manual' });
    const replicaSets = this.#informers.informer('ReplicaSet');
    const pods = this.#informers.informer('Pod');
    this.#owned = new OwnedPods({ store: this.#store, replicaSets, pods, consistency: new ConsistencyStore(() => 0) });
  }

  /** What differs from a plain look at all pods, if anything. */
  play({ op, pod, choice, set }: Op): void {
    const key = `default/p${pod}`;
    const exists = this.#store.get('Pod', key) !== undefined;
    if (op === 'deliver') this.#informers.deliver(choice % 2 === 0 ? {} : { max: choice });
    else if (op === 'check') this.#check(this.#sets[set % this.#sets.length] as ReplicaSet);
    else if (op === 'add' && !exists) this.#store.create('Pod', this.#pod(`p${pod}`, choice, set));
    else if (op === 'change' && exists) this.#store.patch('Pod', key, (current) => this.#changed(current, choice, set), 'whole');
    else if (op === 'ready' && exists) this.#store.patch('Pod', key, (current) => withReady(current, choice % 2 === 0), 'whole');
    else if (op === 'delete' && exists) this.#store.delete('Pod', key);
    else if (op === 'remove' && exists) this.#store.remove('Pod', key);
  }

  #pod(name: string, choice: number, set: number): Pod {
    const nodeName = NODES[choice % NODES.length] as string;
    const blank: Pod = {
      metadata: { name, namespace: 'default' },
      spec: { containers: [], ...(nodeName !== '' && { nodeName }) },
    };
    return this.#changed(blank, choice, set);
  }

  /** Other labels, another phase, and an owner or none. */
  #changed(pod: Pod, choice: number, set: number): Pod {
    const owner = choice % 3 === 0 ? undefined : this.#sets[set % this.#sets.length];
    const labels = LABELS[choice % LABELS.length];
    const ownerReferences = owner === undefined ? undefined : [newControllerRef('ReplicaSet', owner)];
    const phase = PHASES[(choice + set) % PHASES.length];
    return { ...pod, metadata: { ...pod.metadata, labels, ownerReferences }, status: { ...pod.status, phase } };
  }

  #check(set: ReplicaSet): void {
    const cached = [...this.#informers.informer('Pod').list()];
    const selects = ({ spec }: ReplicaSet, pod: Pod): boolean => matchesSelector(spec.selector, pod.metadata.labels);
    const related = cached.filter((pod) => this.#sets.some((other) => selects(other, pod)));
    assert.deepEqual(sorted(this.#owned.relatedPodsByNode(set)), sorted(countActivePodsByNode(related)));
    const terminating = cached.filter((pod) => ownerOf(pod) === set.metadata.uid && isPodTerminating(pod) && selects(set, pod));
    // An orphan of the cache that somebody else has by now, or that is gone, cannot be adopted.
    const orphans = cached.filter((pod) => ownerOf(pod) === undefined && isPodActive(pod) && selects(set, pod));
    const current = orphans.map((pod) => this.#store.get('Pod', objectKey(pod)));
    const isTaken = current.some((pod) => pod !== undefined && ![undefined, set.metadata.uid].includes(ownerOf(pod)));
    if (isTaken) {
      assert.throws(() => this.#owned.claim(set, objectKey(set)), /Only one reference can have Controller set to true/);
      return;
    }
    const adopted = orphans.filter((_, index) => current[index] !== undefined);
    const own = cached.filter((pod) => ownerOf(pod) === set.metadata.uid && isPodActive(pod) && selects(set, pod));
    const claimed = this.#owned.claim(set, objectKey(set));
    const names = [...own, ...adopted].map(({ metadata }) => metadata.name).sort();
    assert.deepEqual(
      claimed
        .list()
        .map(({ metadata }) => metadata.name)
        .sort(),
      names,
    );
    assert.deepEqual(
      claimed
        .ranked()
        .map(({ pod }) => pod.metadata.name)
        .sort(),
      names,
    );
    assert.deepEqual([claimed.count, claimed.terminating], [names.length, terminating.length]);
    assert.deepEqual(claimed.counts(NOW), countPods(set, [...own, ...adopted], NOW));
  }
}

function replicaSet(name: string, labels: StringMap): ReplicaSet {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'deployment', controller: true };
  return {
    metadata: { name, namespace: 'default', labels, ownerReferences: [owner] },
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: { metadata: { labels: { ...labels, tier: 'front' } }, spec: { containers: [] } },
    },
  };
}

function ownerOf(pod: Pod): string | undefined {
  return getControllerOf(pod)?.uid;
}

function withReady(pod: Pod, ready: boolean): Pod {
  return { ...pod, status: { ...pod.status, conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] } };
}

function sorted(counts: ReadonlyMap<string, number>): unknown[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}

const op: fc.Arbitrary<Op> = fc.record({
  op: fc.constantFrom('add', 'add', 'change', 'ready', 'delete', 'remove', 'deliver', 'deliver', 'check', 'check'),
  pod: fc.nat({ max: 7 }),
  choice: fc.nat({ max: 17 }),
  set: fc.nat({ max: 5 }),
});

describe('The pods that a ReplicaSet owns, kept with each watch event', () => {
  it('are those that a look at all pods gives, whatever has happened', function () {
    this.timeout(60_000);
    fc.assert(
      fc.property(fc.boolean(), fc.array(op, { minLength: 10, maxLength: 100, size: 'max' }), (thirdSet, history) => {
        const world = new World(thirdSet);
        for (const next of history) world.play(next);
      }),
      { numRuns: 300 },
    );
  });
});

import assert from 'node:assert/strict';
import { ClusterSnapshot } from '../../../../src/engine/cluster/scheduler/clusterSnapshot';
import { preparePod } from '../../../../src/engine/cluster/scheduler/preparePod';
import { schedule } from '../../../../src/engine/cluster/scheduler/scheduleOne';
import { RandomSource } from '../../../../src/engine/kernel/random';
import type { Node, Pod, PodSpec } from '../../../../src/model/apiTypes';
import { clusterOf, first, node, pod, podOn, verdicts } from './schedulerWorld';

const WEB = { matchLabels: { app: 'web' } };
const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const zoneTerm = { topologyKey: ZONE, labelSelector: WEB };

/** Pods with all that the snapshot keeps count of. */
const SPECS: readonly PodSpec[] = [
  { containers: [{ name: 'c', resources: { requests: { cpu: '500m', memory: '1Gi' } } }] },
  {
    containers: [{ name: 'c' }],
    affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ ...zoneTerm, topologyKey: HOST }] } },
  },
  {
    containers: [{ name: 'c' }],
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [zoneTerm],
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 7, podAffinityTerm: { ...zoneTerm, topologyKey: HOST } }],
      },
    },
  },
  {
    containers: [{ name: 'c' }],
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule', labelSelector: WEB },
      { maxSkew: 1, topologyKey: HOST, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: WEB },
    ],
  },
];

class RandomHistory {
  readonly cluster = new ClusterSnapshot();
  readonly nodes = new Map<string, Node>();
  readonly pods = new Map<string, Pod>();
  readonly #random: () => number;
  #count = 0;

  constructor(seed: number) {
    this.#random = new RandomSource(seed).stream('history');
  }

  draw(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  pick<T>(items: Iterable<T>): T | undefined {
    const list = [...items];
    return list[this.draw(list.length)];
  }

  step(): void {
    const kind = this.draw(10);
    if (kind === 0 || this.nodes.size < 2) this.#setNode(`n${this.draw(6)}`);
    else if (kind === 1) this.#removeNode();
    else if (kind < 6) this.#addPod();
    else if (kind < 8) this.#changePod();
    else this.#removePod();
  }

  #setNode(name: string): void {
    const labels = this.draw(4) === 0 ? {} : { [ZONE]: `z${this.draw(3)}` };
    const changed = node(name, { labels, unschedulable: this.draw(6) === 0 });
    this.nodes.set(name, changed);
    this.cluster.updateNode(changed);
  }

  #removeNode(): void {
    const name = this.pick(this.nodes.keys());
    if (name === undefined) return;
    this.nodes.delete(name);
    this.cluster.removeNode(name);
  }

  newPod(): Pod {
    const labels = { app: this.draw(3) === 0 ? 'db' : 'web' };
    const spec = this.draw(5) === 0 ? this.#portSpec() : (SPECS[this.draw(SPECS.length)] as PodSpec);
    return preparePod(pod(`p${this.#count++}`, { labels, spec }));
  }

  /** A port that no other pod has: how many have one is not counted (see HostPortInfo). */
  #portSpec(): PodSpec {
    return { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 8000 + this.#count }] }] };
  }

  /** The pod to be placed wants what some pod has. */
  newcomer(): Pod {
    const added = this.newPod();
    const taken = this.pick(this.pods.values())?.spec.containers[0]?.ports;
    return taken === undefined ? added : { ...added, spec: { ...added.spec, containers: [{ name: 'c', ports: taken }] } };
  }

  #addPod(): void {
    const added = this.newPod();
    this.#setPod({ ...added, spec: { ...added.spec, nodeName: `n${this.draw(6)}` } });
  }

  #changePod(): void {
    const old = this.pick(this.pods.values());
    if (old === undefined) return;
    const change = this.draw(4);
    const labels = change === 0 ? { app: 'db' } : old.metadata.labels;
    const deletionTimestamp = change === 1 ? 5 : old.metadata.deletionTimestamp;
    const phase = change === 2 ? 'Succeeded' : 'Running';
    this.#setPod({ ...old, metadata: { ...old.metadata, labels, deletionTimestamp }, status: { phase } });
  }

  #setPod(changed: Pod): void {
    this.pods.set(changed.metadata.name, changed);
    this.cluster.updatePod(changed);
  }

  #removePod(): void {
    const gone = this.pick(this.pods.values());
    if (gone === undefined) return;
    this.pods.delete(gone.metadata.name);
    this.cluster.removePod(gone);
  }
}

describe('ClusterSnapshot', () => {
  it('answers after any history as one that was built from what is left', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const history = new RandomHistory(seed);
      for (let step = 0; step < 120; step++) {
        history.step();
        if (step % 4 !== 0) continue;
        const incoming = history.newcomer();
        const fresh = new ClusterSnapshot();
        for (const { name } of history.cluster.nodes) fresh.addNode(history.nodes.get(name) as Node);
        for (const each of history.pods.values()) fresh.addPod(each);
        const answer = (cluster: ClusterSnapshot) => {
          const result = schedule(incoming, cluster, first, { explain: true });
          if (result.kind === 'node') return [result.explanation?.feasible, [...(result.explanation?.scores ?? [])].sort()];
          return result.kind === 'unschedulable' ? result.message : result;
        };
        assert.deepEqual(answer(history.cluster), answer(fresh), `seed ${seed}, step ${step}`);
      }
    }
  });

  it('takes no notice of a status or of a heartbeat', () => {
    const running = preparePod(podOn('a', 'old'));
    const cluster = clusterOf([node('a')]);
    cluster.addPod(running);
    const { generation } = cluster;
    cluster.updatePod({ ...running, status: { phase: 'Running' } });
    const known = cluster.nodes[0]?.node as Node;
    cluster.updateNode({ ...known, status: { ...known.status, conditions: [] } });
    assert.equal(cluster.generation, generation);
  });

  it('counts pods that came before their node', () => {
    const cluster = clusterOf([], [podOn('a', 'early', { requests: { cpu: '3' } })]);
    cluster.addNode(node('a'));
    assert.deepEqual(verdicts(pod('new', { requests: { cpu: '2' } }), cluster), { a: 'Insufficient cpu' });
  });

  it('lists nodes of all zones in turn', () => {
    const zones = ['x', 'x', 'x', 'y', 'z', 'z'];
    const cluster = clusterOf(zones.map((zone, index) => node(`${zone}${index}`, { labels: { [ZONE]: zone } })));
    assert.deepEqual(
      cluster.nodes.map(({ name }) => name),
      ['x0', 'y3', 'z4', 'x1', 'z5', 'x2'],
    );
  });
});

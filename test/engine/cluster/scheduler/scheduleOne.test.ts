import assert from 'node:assert/strict';
import type { ClusterSnapshot } from '../../../../src/engine/cluster/scheduler/clusterSnapshot';
import { eventMessage } from '../../../../src/engine/cluster/scheduler/fitError';
import { preparePod } from '../../../../src/engine/cluster/scheduler/preparePod';
import { schedule } from '../../../../src/engine/cluster/scheduler/scheduleOne';
import type { Pod } from '../../../../src/model/apiTypes';
import { clusterOf, first, node, pod, podOn, unschedulable, verdicts, type PodOptions } from './schedulerWorld';

const big = { requests: { cpu: '3' } };
const withPriority = (priority: number, options: PodOptions = {}): PodOptions => ({
  ...options,
  spec: { ...options.spec, priority },
});

describe('the FailedScheduling message', () => {
  it('counts reasons, sorts them as texts, and says why preemption does not help', () => {
    const full = Array.from({ length: 10 }, (_, index) => `f${index}`);
    const cluster = clusterOf(
      [...full.map((name) => node(name)), node('c', { unschedulable: true }), node('d', { unschedulable: true })],
      full.map((name) => podOn(name, `on-${name}`, big)),
    );
    assert.equal(
      unschedulable(pod('new', big), cluster).message,
      '0/12 nodes are available: 10 Insufficient cpu, 2 node(s) were unschedulable. no new claims to deallocate, preemption: ' +
        '0/12 nodes are available: 10 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.',
    );
  });

  it('has no numbers after a refusal that concerns no node', () => {
    const spec = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'gone' } }] };
    assert.equal(
      unschedulable(pod('new', { spec }), clusterOf([node('a'), node('b')])).message,
      '0/2 nodes are available: persistentvolumeclaim "gone" not found. not found',
    );
  });

  it('is short where there is no node at all', () => {
    assert.equal(unschedulable(pod('new'), clusterOf([])).message, 'no nodes available to schedule pods');
  });

  it('is cut for the event only', () => {
    assert.equal(eventMessage('x'.repeat(1024)).length, 1024);
    assert.equal(eventMessage('x'.repeat(1025)), `${'x'.repeat(1020)} ...`);
  });
});

describe('preemption', () => {
  it('names the victims: only as many as needed, the least important ones', () => {
    const pods = [podOn('a', 'low', withPriority(1, { requests: { cpu: '1' } })), podOn('a', 'lower', withPriority(0, big))];
    const result = unschedulable(pod('new', withPriority(10, big)), clusterOf([node('a')], pods));
    assert.deepEqual(
      result.preemption?.victims.map(({ metadata }) => metadata.name),
      ['lower'],
    );
    assert.equal(result.preemption.node, 'a');
    assert.equal(result.message, '0/1 nodes are available: 1 Insufficient cpu.');
  });

  it('does not touch pods of equal priority', () => {
    const result = unschedulable(
      pod('new', withPriority(1, big)),
      clusterOf([node('a')], [podOn('a', 'old', withPriority(1, big))]),
    );
    assert.match(result.message, /1 No preemption victims found for incoming pod\.$/);
  });

  it('says what would still be in the way', () => {
    const pods = [podOn('a', 'low', withPriority(0, { requests: { cpu: '1' } })), podOn('a', 'high', withPriority(99, big))];
    const result = unschedulable(pod('new', withPriority(10, { requests: { cpu: '2' } })), clusterOf([node('a')], pods));
    assert.match(result.message, /preemption: 0\/1 nodes are available: 1 Insufficient cpu\.$/);
  });

  it('is not for pods with preemptionPolicy Never', () => {
    const spec = { preemptionPolicy: 'Never' };
    const result = unschedulable(
      pod('new', withPriority(10, { ...big, spec })),
      clusterOf([node('a')], [podOn('a', 'old', big)]),
    );
    assert.match(
      result.message,
      /Insufficient cpu\. no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never\.$/,
    );
  });

  it('spares pods whose budget is used up, then prefers the lowest of the highest priorities', () => {
    const labels = { app: 'guarded' };
    const cluster = clusterOf(
      [node('a'), node('b'), node('c')],
      [podOn('a', 'a', { ...big, labels }), podOn('b', 'b', withPriority(5, big)), podOn('c', 'c', withPriority(2, big))],
    );
    cluster.objects.set('PodDisruptionBudget', {
      metadata: { name: 'guard', namespace: 'default' },
      spec: { selector: { matchLabels: labels } },
      status: { disruptionsAllowed: 0 },
    });
    assert.equal(unschedulable(pod('new', withPriority(10, big)), cluster).preemption?.node, 'c');
  });

  it('does not take the pod away that the incoming one wants beside it', () => {
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } } };
    const spec = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } };
    const cluster = clusterOf(
      [node('a')],
      [podOn('a', 'db', withPriority(0, { labels: { app: 'db' }, requests: { cpu: '3' } }))],
    );
    assert.equal(unschedulable(pod('new', withPriority(10, { ...big, spec })), cluster).preemption, undefined);
  });

  it('makes no room for a spread by taking pods of another namespace', () => {
    const topologySpreadConstraints = [
      {
        ...{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' as const },
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ];
    const labels = { app: 'web' };
    const incoming = pod('new', withPriority(10, { labels, requests: { cpu: '3' }, spec: { topologySpreadConstraints } }));
    const own = podOn('a', 'own', withPriority(20, { labels }));
    const full = podOn('b', 'full', withPriority(20, big));
    const foreign = podOn('a', 'foreign', withPriority(0, { labels, namespace: 'other' }));
    assert.equal(unschedulable(incoming, clusterOf([node('a'), node('b')], [own, full, foreign])).preemption, undefined);
    const two = unschedulable(
      incoming,
      clusterOf([node('a'), node('b')], [podOn('a', 'low', withPriority(0, { labels })), full]),
    );
    assert.deepEqual(
      two.preemption?.victims.map(({ metadata }) => metadata.name),
      ['low'],
    );
  });

  it('makes room for anti-affinity, spread and ReadWriteOncePod claims too', () => {
    const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } };
    const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
    const cluster = clusterOf([node('a')], [podOn('a', 'old', { labels: { app: 'web' } })]);
    const result = unschedulable(pod('new', withPriority(10, { spec: { affinity } })), cluster);
    assert.deepEqual(
      result.preemption?.victims.map(({ metadata }) => metadata.name),
      ['old'],
    );
  });
});

describe('preemption for a ReadWriteOncePod claim', () => {
  const mounting = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }] };
  const spec = { accessModes: ['ReadWriteOncePod'], volumeName: 'v' };
  const metadata = { name: 'data', namespace: 'default', annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } };

  function clusterWith(...pods: readonly Pod[]): ClusterSnapshot {
    const cluster = clusterOf([node('a'), node('b')], pods);
    cluster.objects.set('PersistentVolumeClaim', { metadata, spec });
    cluster.objects.set('PersistentVolume', { metadata: { name: 'v' } });
    return cluster;
  }

  const user = podOn('a', 'user', withPriority(20, { spec: mounting }));
  const low = (options: PodOptions): Pod => podOn('b', 'low', withPriority(0, options));
  const cases: readonly [name: string, pods: readonly Pod[], victims: readonly string[] | undefined][] = [
    ['evicts the pod that has it', [low({ spec: mounting })], ['low']],
    ['finds no victim in a pod without it', [user, low({})], undefined],
    [
      'is misled, as upstream, by the same name in another namespace',
      [user, low({ spec: mounting, namespace: 'other' })],
      ['low'],
    ],
  ];
  for (const [name, pods, victims] of cases) {
    it(name, () => {
      const { preemption } = unschedulable(pod('new', withPriority(10, { spec: mounting })), clusterWith(...pods));
      assert.deepEqual(
        preemption?.victims.map(({ metadata: { name: victim } }) => victim),
        victims,
      );
    });
  }
});

describe('nominated pods', () => {
  const nominated = (priority: number): Pod => pod('vip', { ...withPriority(priority, big), status: { nominatedNodeName: 'a' } });

  it('keep their place from pods of lower priority, not from those of higher', () => {
    const cluster = clusterOf([node('a')], [nominated(5)]);
    assert.deepEqual(verdicts(pod('new', withPriority(4, big)), cluster), { a: 'Insufficient cpu' });
    assert.deepEqual(verdicts(pod('new', withPriority(6, big)), cluster), { a: 'ok' });
    cluster.removePod(nominated(5));
    assert.deepEqual(verdicts(pod('new', withPriority(4, big)), cluster), { a: 'ok' });
  });

  it('count for the spread as if they were there, in the domain and in the emptiest one', () => {
    const topologySpreadConstraints = [
      {
        ...{ maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'DoNotSchedule' as const },
        labelSelector: { matchLabels: { app: 'web' } },
      },
    ];
    const labels = { app: 'web' };
    const vip = pod('vip', { ...withPriority(5, { labels }), status: { nominatedNodeName: 'a' } });
    const incoming = pod('new', withPriority(4, { labels, spec: { topologySpreadConstraints } }));
    const cluster = clusterOf([node('a'), node('b')], [vip, podOn('b', 'other', { labels })]);
    assert.equal(verdicts(incoming, cluster)['a'], 'ok');
    const lone = clusterOf([node('a'), node('b')], [vip]);
    assert.match(verdicts(incoming, lone)['a'] ?? '', /topology spread/);
  });

  it('go to their node although others are better', () => {
    const cluster = clusterOf([node('a', { allocatable: { cpu: '3' } }), node('b', { allocatable: { cpu: '64' } })]);
    const result = schedule(preparePod(nominated(5)), cluster, first);
    assert.equal(result.kind === 'node' && result.node, 'a');
  });
});

describe('the choice among nodes', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const nodes = names.map((name) => node(name));
  /** Where a pod goes when there is one already on each of these, and the search begins at the node of this place. */
  const chosenNode = (full: readonly string[], from = 0): string | undefined => {
    const pods = full.map((name) => podOn(name, `old-${name}`, big));
    const cluster = clusterOf(nodes, pods);
    cluster.nextStartNodeIndex = from;
    const result = schedule(preparePod(pod('new')), cluster, first);
    return result.kind === 'node' ? result.node : undefined;
  };

  it('falls among equals on the one that Go’s heap has at its top', () => {
    assert.equal(chosenNode([]), 'a');
    assert.equal(chosenNode(['a']), 'b');
    // The heap is a tree: a over b and c, b over d and e. What lies below b comes up before c does.
    assert.equal(chosenNode(['a', 'b']), 'd');
    assert.equal(chosenNode(['a', 'b', 'd']), 'e');
    assert.equal(chosenNode(['a', 'b', 'd', 'e']), 'c');
  });

  it('depends on where the search begins', () => {
    assert.equal(chosenNode([], 2), 'c');
    assert.equal(chosenNode(['c'], 2), 'd');
  });

  it('is another one after a daemon pod: its single node counts as looked at', () => {
    const cluster = clusterOf(nodes);
    const requirement = { key: 'metadata.name', operator: 'In', values: ['c'] } as const;
    const terms = { nodeSelectorTerms: [{ matchFields: [requirement] }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } };
    schedule(preparePod(pod('daemon', { spec: { affinity } })), cluster, first);
    const result = schedule(preparePod(pod('new')), cluster, first);
    assert.equal(result.kind === 'node' && result.node, 'b');
  });

  it('goes round a large cluster, looking at part of it', () => {
    const large = clusterOf(Array.from({ length: 250 }, (_, index) => node(`n${index}`)));
    const chosen = [1, 2, 3].map(() => {
      const result = schedule(preparePod(pod('new')), large, first);
      return result.kind === 'node' ? result.node : undefined;
    });
    // 250 nodes: 50 − 2 = 48 %, 120 nodes at a time.
    assert.deepEqual(chosen, ['n0', 'n120', 'n240']);
  });
});

describe('scheduling gates', () => {
  it('hold a pod back', () => {
    const spec = { schedulingGates: [{ name: 'example.com/wait' }] };
    assert.deepEqual(schedule(pod('new', { spec }), clusterOf([node('a')]), first), {
      kind: 'gated',
      gates: ['example.com/wait'],
    });
  });
});

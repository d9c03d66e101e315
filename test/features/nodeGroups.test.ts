import assert from 'node:assert/strict';
import { readNodeGroups, type NodeGroupSetting } from '../../src/features/nodeGroupForm';
import { said, sized, type Json } from './bothSay';
import { clusterOf, node, pod } from './cluster/clusters';
import { daemonSet, deployment, object, rolling } from './support';

const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';
const ALONE: Json = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: HOST, labelSelector: { matchLabels: { app: 'web' } } }],
    },
  },
};
const TOGETHER: Json = {
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: ZONE, labelSelector: { matchLabels: { app: 'web' } } }],
    },
  },
};
const PORT = { ports: [{ containerPort: 80, hostPort: 80 }] };

const web = (replicas: number, pods: Json): string => deployment({ replicas, ...rolling(1, 0) }, pods);
const nodes = (count: number, cpu: string, labels: Json = {}): Readonly<Record<string, string>> => ({
  'shop/nodes.yaml': Array.from({ length: count }, (_, index) =>
    object(
      'Node',
      'v1',
      `n${index + 1}`,
      {},
      {
        metadata: { name: `n${index + 1}`, labels },
        status: { allocatable: { cpu, memory: '16Gi', pods: '110' } },
      },
    ),
  ).join('\n---\n'),
});
const general = (more: Partial<NodeGroupSetting> = {}): NodeGroupSetting => ({ name: 'general', max: 3, ...more });

describe('a cluster that grows, in problems and simulations', () => {
  const cases: readonly {
    readonly name: string;
    readonly text: string;
    readonly files?: Readonly<Record<string, string>>;
    readonly groups: readonly NodeGroupSetting[];
    readonly says: RegExp;
    readonly outcome: 'complete' | 'stalled';
    readonly verdict: RegExp;
  }[] = [
    {
      name: 'the extra pod waits for a node like those that there are',
      text: web(4, sized('1')),
      files: nodes(2, '2'),
      groups: [general()],
      says: /^The rollout waits about 2 min for a node of group general, which the cluster autoscaler adds: the nodes have 4 places, but 4 replicas \+ 1 extra pod need one each, and none may be missing\. The nodes are those of nodes\.yaml\.$/,
      outcome: 'complete',
      verdict: /adds general-1 to group general, which may have 3/,
    },
    {
      name: 'it waits as long as nodes take',
      text: web(4, sized('1')),
      files: nodes(2, '2'),
      groups: [general({ readyAfterSeconds: 300 })],
      says: /^The rollout waits about 5 min for a node/,
      outcome: 'complete',
      verdict: /Completes in 5 min/,
    },
    {
      name: 'a group that is full is of no use',
      text: web(4, sized('1')),
      files: nodes(2, '2', { pool: 'x' }),
      groups: [general({ max: 2, labels: { pool: 'x' } })],
      says: /^The rollout stalls: .* The cluster autoscaler does not help: group general has all 2 that it may have\./,
      outcome: 'stalled',
      verdict: /group general has all 2 that it may have/,
    },
    {
      name: 'nor is one whose nodes are too small',
      text: web(4, sized('1')),
      files: nodes(2, '2'),
      groups: [general({ allocatable: { cpu: '500m' } })],
      says: /^The rollout stalls: .* nodes of group general are too small\./,
      outcome: 'stalled',
      verdict: /one of group general would not take it \(Insufficient cpu\)/,
    },
    {
      name: 'nor one that the pods do not tolerate, or whose labels they do not ask for',
      text: web(4, { ...sized('1'), nodeSelector: { disk: 'ssd' } }),
      files: nodes(2, '2', { disk: 'ssd' }),
      groups: [
        general({ labels: { disk: 'ssd' }, taints: [{ key: 'only', effect: 'NoSchedule' }] }),
        general({ name: 'other', labels: { disk: 'hdd' } }),
      ],
      says: /nodes of group general have taints that the pods do not tolerate and nodes of group other do not have the labels\./,
      outcome: 'stalled',
      verdict: /fits on no node/,
    },
    {
      name: 'pods that refuse to share a node get one more',
      text: web(3, { ...sized('100m'), ...ALONE }),
      files: nodes(3, '4'),
      groups: [general()],
      says: /^The rollout waits about 2 min for a node of group general, .*: the nodes have 3 places, but 3 replicas \+ 1 extra pod/,
      outcome: 'complete',
      verdict: /adds general-1/,
    },
    {
      name: 'so do pods with a host port',
      text: web(2, { containers: [{ ...(sized('1')['containers'] as readonly Json[])[0], ...PORT }] }),
      files: nodes(2, '4'),
      groups: [general()],
      says: /^The rollout waits about 2 min for a node of group general/,
      outcome: 'complete',
      verdict: /adds general-1/,
    },
    {
      name: 'pods that want to be together may land where there is room for all of them',
      text: web(1, { ...sized('100m'), ...TOGETHER }),
      files: {
        ...nodes(3, '4', { [ZONE]: 'a' }),
        'shop/small.yaml': object(
          'Node',
          'v1',
          'small',
          {},
          {
            metadata: { name: 'small', labels: { [ZONE]: 'b' } },
            status: { allocatable: { cpu: '4', memory: '16Gi', pods: '1' } },
          },
        ),
      },
      groups: [general()],
      says: /^The rollout may wait about 2 min for a node of group general, .*: where the first one lands the nodes may have 1 place, but 1 replica \+ 1 extra pod need one each, and none may be missing\. The nodes are those of /,
      outcome: 'complete',
      verdict: /^Completes in/,
    },
    {
      name: 'where not even the replicas fit, nodes are there for what runs',
      text: web(7, sized('1')),
      files: nodes(2, '2'),
      groups: [general()],
      says: /^The rollout needs nodes that the cluster autoscaler adds: the nodes have 4 places, but 8 pods need one each\. It takes 2 nodes of group general, each ready after about 2 min\./,
      outcome: 'complete',
      verdict: /^Completes in/,
    },
    {
      name: 'however many come, it may not be enough',
      text: web(12, sized('1')),
      files: nodes(2, '2'),
      groups: [general()],
      says: /^The rollout never completes: .* 3 nodes more of group general would not be enough\./,
      outcome: 'stalled',
      verdict: /group general has all 3 that it may have/,
    },
    {
      name: 'the fewest nodes of the groups are there where no file says more',
      text: web(4, sized('1')),
      groups: [general({ min: 2, allocatable: { cpu: '2', memory: '8Gi' } })],
      says: /^The rollout waits about 2 min for a node of group general, .* The nodes are those of the node groups that are set\.$/,
      outcome: 'complete',
      verdict: /adds general-3 to group general, which may have 3/,
    },
    {
      name: 'daemon pods of others leave too little of a new node',
      text: web(2, sized('3')),
      files: { ...nodes(2, '4'), 'shop/agent.yaml': daemonSet({}, sized('2')).replaceAll('"web"', '"agent"') },
      groups: [general({ allocatable: { cpu: '4' } })],
      says: /nodes of group general are too small/,
      outcome: 'stalled',
      verdict: /fits? on no node/,
    },
    {
      name: 'daemon pods of others that a new node does not take leave all of it',
      text: web(1, sized('3')),
      files: { ...nodes(1, '4'), 'shop/agent.yaml': daemonSet({}, sized('5')).replaceAll('"web"', '"agent"') },
      groups: [general({ allocatable: { cpu: '4' } })],
      says: /^The rollout waits about 2 min for a node of group general/,
      outcome: 'complete',
      verdict: /adds general-1/,
    },
  ];
  for (const { name, text, files = {}, groups, says, outcome, verdict } of cases) {
    it(name, () => {
      const answer = said(text, files, undefined, { nodeGroups: groups });
      assert.match(answer.problems, says);
      assert.equal(answer.outcome, outcome, answer.verdict);
      assert.match(answer.verdict, verdict);
      assert.match(
        answer.notes,
        /The cluster autoscaler adds nodes to .*general \(at most \d+\).* for pods that fit nowhere. It takes none away here, and/,
      );
    });
  }

  it('is a matter of Deployments: a daemon pod is meant for a node that is there', () => {
    const text = daemonSet(
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } },
      sized('3'),
    );
    const { problems, outcome } = said(text, nodes(2, '4'), undefined, { nodeGroups: [general()] });
    assert.match(problems, /^The rollout stalls/);
    assert.equal(outcome, 'stalled');
  });
});

describe('a measured cluster that grows', () => {
  const agent = (on: string): Json => {
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'd', controller: true };
    return {
      ...pod(`agent-${on}`, { cpu: '2', node: on }),
      metadata: { name: `agent-${on}`, namespace: 'shop', ownerReferences: [owner] },
    };
  };
  const cluster = clusterOf(node('node-1'), node('node-2'), agent('node-1'), agent('node-2'), pod('db', { node: 'node-2' }));
  const inShop = (cpu: string): string =>
    deployment({ replicas: 1, ...rolling(1, 0) }, sized(cpu), { metadata: { name: 'web', namespace: 'shop' } });

  it('gets nodes as it has them, with what daemon pods leave of them', () => {
    const { problems, outcome, verdict } = said(inShop('1500m'), {}, cluster, { nodeGroups: [general()] });
    assert.match(
      problems,
      /^The rollout waits about 2 min for a node of group general, .* those of snapshot prod-eu, 3 h old\.$/,
    );
    assert.equal(outcome, 'complete');
    assert.match(verdict, /adds general-1/);
  });

  it('gets none that would not take the pod beside its daemon pods', () => {
    const none = said(inShop('2500m'), {}, cluster, { nodeGroups: [general()] });
    assert.match(none.problems, /nodes of group general are too small/);
    assert.equal(none.outcome, 'stalled');
  });
});

describe('groups of nodes in settings', () => {
  it('are taken as far as they can be so, each name once', () => {
    const good = { name: 'a', max: 3, readyAfterSeconds: 90, labels: { pool: 'a' }, allocatable: { cpu: '4' } };
    const wrong = [
      { name: 'b' },
      { name: 'c', max: 0 },
      { name: 'd', max: 2, min: 3 },
      { name: 'e', max: 2, allocatable: { cpu: 'many' } },
      { name: 'f', max: 2, taints: [{ key: 'x', effect: 'Never' }] },
      { name: 'g', max: 2, more: true },
      'h',
      null,
    ];
    assert.deepEqual(readNodeGroups([good, { ...good, max: 9 }, ...wrong]), [good]);
    for (const value of [undefined, null, {}, 'x', 3]) assert.deepEqual(readNodeGroups(value), []);
  });
});

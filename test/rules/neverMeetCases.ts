import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const PORT = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] };
const disk = (value: string): Json => ({ nodeSelector: { disk: value } });
const node = (name: string, kind: string, status: Json = {}): string =>
  object('Node', 'v1', name, {}, { metadata: { name, labels: { [ZONE]: 'a', disk: kind } }, status });
function nearTo(topologyKey: string): Json {
  const required = [{ topologyKey, labelSelector: { matchLabels: { app: 'db' } } }];
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
function onNodes(key: string, operator: string, values?: readonly string[]): Json {
  const nodeSelectorTerms = [{ matchExpressions: [{ key, operator, values }] }];
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}
function other(kind: string, pod: Json, replicas?: number): string {
  const labels = { app: 'db' };
  const template = { metadata: { labels }, spec: pod };
  return object(kind, 'apps/v1', 'db', { replicas, selector: { matchLabels: labels }, template });
}
const MANY = Array.from({ length: 100 }, (_, index) => `d${index}`);
const ON_NODES: readonly (readonly [when: string, own: Json, theirs: Json, isSaid: boolean])[] = [
  ['on nodes that may be the same', onNodes('gpu', 'Exists'), { nodeSelector: { gpu: 'a' } }, true],
  ['where a label is, and where it is not', onNodes('gpu', 'DoesNotExist'), onNodes('gpu', 'In', ['a', 'b']), false],
  ['on nodes with different labels', disk('ssd'), disk('hdd'), false],
  ['with more labels than are gone through', onNodes('disk', 'In', MANY), disk('hdd'), true],
];
const BOTH = [node('a', 'ssd'), node('b', 'hdd'), node('c', 'ssd')];

/** Others whose node selectors say whether they are ever on a node with these. */
export const NEVER_MEET_CASES: Readonly<Record<'others' | 'room', RuleCases[string]>> = {
  others: [
    ...ON_NODES.map(([when, own, theirs, isSaid]) => ({
      when: `two DaemonSets want the same host port ${when}`,
      text: daemonSet({}, { ...PORT, ...own }),
      around: { others: [other('DaemonSet', { ...PORT, ...theirs })] },
      ...(isSaid ? { says: /^The rollout may stall: DaemonSet “db” in other-0\.yaml takes host port 80 as well/ } : {}),
    })),
    {
      when: 'those whom the pods have to be near to take the same host port, on other nodes of the zone',
      text: deployment({ replicas: 2, ...rolling(0, 1) }, { ...PORT, ...disk('ssd'), ...nearTo(ZONE) }),
      around: { others: [...BOTH, other('DaemonSet', { ...PORT, ...disk('hdd') })] },
    },
    {
      when: 'those whom the pods have to be near to take the same host port, maybe on the same nodes',
      text: deployment({ replicas: 2, ...rolling(0, 1) }, { ...PORT, ...disk('ssd'), ...nearTo(ZONE) }),
      around: { others: [...BOTH, other('DaemonSet', { ...PORT, ...disk('ssd') })] },
      says: /takes host port 80 as well/,
    },
    {
      when: 'those whom the pods have to be near to are on nodes with another label',
      text: deployment({ replicas: 1 }, { ...disk('ssd'), ...nearTo(HOST) }),
      around: { others: [...BOTH, other('DaemonSet', { ...PORT, ...disk('hdd') })] },
      says: /^The rollout may stall: its pods run only near those of DaemonSet “db” in other-3\.yaml \(required affinity\), but cannot be there: no node has the labels that both ask for\./,
      severity: 'warning',
    },
  ],
  room: [
    {
      when: 'those who take the same host port are on nodes with another label',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, { ...PORT, ...disk('ssd') }),
      around: {
        others: [...BOTH, other('DaemonSet', { ...PORT, ...disk('hdd') })],
        settings: { nodeGroups: [{ name: 'pool', max: 5, labels: { disk: 'ssd' } }] },
      },
      says: /^The rollout waits about 2 min for a node of group pool, which the cluster autoscaler adds:/,
      severity: 'information',
    },
  ],
};

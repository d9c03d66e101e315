import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling, rollingDaemons } from '../features/support';
import type { RuleCases } from './ruleCases';

const HOST = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';
const node = (name: string, zone: string): string =>
  object('Node', 'v1', name, {}, { metadata: { name, labels: { [ZONE]: zone } }, status: {} });
const sized = (name: string, allocatable: object): string => object('Node', 'v1', name, {}, { status: { allocatable } });
const TWO_SIZES = [sized('a', { pods: '2' }), sized('b', { pods: '110' })];
const asking = (cpu: string): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests: { cpu } } }],
});
function apartFrom(app: string, topologyKey: string): { readonly affinity: object } {
  const required = [{ topologyKey, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
const selfAntiAffinity = (topologyKey: string): { readonly affinity: object } => apartFrom('web', topologyKey);
function nearTo(app: string): { readonly affinity: object } {
  const required = [{ topologyKey: ZONE, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
const other = (cpu: string): string => another(asking(cpu));
function another(pod: object): string {
  const template = { metadata: { labels: { app: 'db' } }, spec: { containers: [QUIET_CONTAINER], ...pod } };
  return object('StatefulSet', 'apps/v1', 'db', { replicas: 1, selector: { matchLabels: { app: 'db' } }, template });
}
const PORT = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] };
const spreadOverZones = {
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: ZONE,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    },
  ],
};

/** Old pods that keep the new ones from where these have to go. */
export const OLD_PODS_BESIDE_OTHERS_CASES: RuleCases[string] = [
  {
    when: 'new nodes come in the zones of the old pods, which refuse to share these',
    text: deployment({ replicas: 4, ...rolling(1, 0) }, selfAntiAffinity(HOST)),
    around: {
      committed: readManifest(deployment({ replicas: 2 }, selfAntiAffinity(ZONE))),
      others: [node('a', 'x'), node('b', 'y')],
      settings: { nodeGroups: [{ name: 'pool', max: 5 }] },
    },
    says: /keep the new ones away from their topology\.kubernetes\.io\/zone \(required anti-affinity\), they are on both whose nodes the new ones may use/,
    severity: 'information',
  },
  {
    when: 'the new pods may only go to the zone of another workload, whose nodes the old ones may fill',
    text: deployment({ replicas: 2, ...rolling(1, 0) }, nearTo('db')),
    around: {
      committed: readManifest(
        deployment({ replicas: 2 }, { affinity: { ...nearTo('db').affinity, ...selfAntiAffinity(HOST).affinity } }),
      ),
      others: [node('a', 'x'), node('b', 'x'), node('c', 'y'), node('d', 'y'), other('0')],
    },
    says: /^The rollout may stall: .* keep the new ones away from their nodes .* they are on both that the new ones may use/,
    severity: 'information',
  },
  {
    when: 'the topology spread keeps the new pods from the nodes that the old ones leave free',
    text: deployment({ replicas: 5, ...rolling(1, 0) }, spreadOverZones),
    around: {
      committed: readManifest(deployment({ replicas: 5 }, { ...spreadOverZones, ...selfAntiAffinity(HOST) })),
      others: [node('a', 'x'), node('b', 'x'), node('c', 'x'), node('d', 'y')],
    },
    says: /^The rollout may stall: .* they are on 3 of 4 that the new ones may use, and no more of them may go/,
    severity: 'information',
  },
];

/** Others that leave too little room. */
export const ROOM_BESIDE_OTHERS_CASES: RuleCases[string] = [
  {
    when: 'nodes that an autoscaler may add are meant for daemon pods and too small for them',
    text: daemonSet({}, asking('900m')),
    around: { settings: { nodeCount: 3, nodeGroups: [{ name: 'small', max: 5, allocatable: { cpu: '500m', pods: '110' } }] } },
    says: /^The rollout may stall: a node that others need in group small is too small for the pod that is meant for it\.$/,
    severity: 'information',
  },
  {
    when: 'nodes that an autoscaler may add have room for one daemon pod, and the new one comes beside the old one',
    text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 }), asking('900m')),
    around: { settings: { nodeCount: 3, nodeGroups: [{ name: 'small', max: 5, allocatable: { cpu: '1', pods: '110' } }] } },
    says: /^The rollout may stall: a node that others need in group small is too small for the new pod beside the old one\.$/,
    severity: 'information',
  },
  {
    when: 'they have room for one, and the old one goes first',
    text: daemonSet({}, asking('900m')),
    around: { settings: { nodeCount: 3, nodeGroups: [{ name: 'small', max: 5, allocatable: { cpu: '1', pods: '110' } }] } },
  },
  {
    when: 'nodes that an autoscaler may add have taints that daemon pods do not tolerate',
    text: daemonSet({}, asking('900m')),
    around: {
      settings: {
        nodeCount: 3,
        nodeGroups: [{ name: 'small', max: 5, allocatable: { cpu: '500m' }, taints: [{ key: 'gpu', effect: 'NoSchedule' }] }],
      },
    },
  },
  {
    when: 'one pod and another one fill the node before a second pod could be refused',
    text: deployment({ replicas: 2, ...rolling(0, 1) }, selfAntiAffinity(HOST)),
    around: { others: [sized('a', { pods: '2' }), other('0')] },
    says: /^The rollout may stall: 1 node takes 2 pods of this size when it is empty, and StatefulSet “db” in other-1\.yaml runs there, too;/,
    severity: 'information',
  },
  {
    when: 'another one may leave no room on its node for the pod that a DaemonSet puts beside the old one',
    text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })),
    around: { others: [...TWO_SIZES, other('0')] },
    says: /^The rollout may stall: 2 nodes take 112 pods of this size when they are empty, and StatefulSet “db” in other-2\.yaml runs there, too;/,
    severity: 'information',
  },
  {
    when: 'a DaemonSet replaces its pods one after another beside another one',
    text: daemonSet(rollingDaemons({ maxUnavailable: 1 })),
    around: { others: [...TWO_SIZES, other('0')] },
  },
  {
    when: 'those who would have to go are those whom the pods want to be near to',
    text: deployment(
      { replicas: 2, ...rolling(0, 1) },
      { ...asking('600m'), priorityClassName: 'system-cluster-critical', ...nearTo('db') },
    ),
    around: {
      others: [sized('a', { cpu: '2', memory: '1Gi', pods: '10' }), other('900m')],
    },
    says: /^The rollout may stall: 1 node takes 3 pods of this size when it is empty, and StatefulSet “db” in other-1\.yaml runs there, too;/,
    severity: 'information',
  },
];

const onDisks = (rollingUpdate: Readonly<Record<string, unknown>>): string =>
  daemonSet(rollingDaemons(rollingUpdate), { nodeSelector: { disk: 'x' } });
const dead = (name: string): string =>
  object('Node', 'v1', name, {}, { status: { conditions: [{ type: 'Ready', status: 'False' }] } });
const GROWING = { nodeGroups: [{ name: 'pool', max: 5 }] };
const quota = (pods: string): string => object('ResourceQuota', 'v1', 'team', { hard: { pods } });
const DISKS = { nodeGroups: [{ name: 'disks', max: 2, labels: { disk: 'x' } }] };

/** Nodes that others need, which are there or come. */
export const NODES_OF_OTHERS_CASES: Readonly<Record<'room' | 'quota' | 'others' | 'down', RuleCases[string]>> = {
  room: [
    {
      when: 'others may have needed more nodes before, and these may do',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, PORT),
      around: { others: [node('a', 'x'), node('b', 'x'), another(selfAntiAffinity(ZONE))], settings: GROWING },
      says: /^The rollout may wait about 2 min for a node of group pool, which the cluster autoscaler adds:/,
      severity: 'information',
    },
    {
      when: 'pods that want to be together get nodes in the zone where the first of them is',
      text: deployment({ replicas: 3, ...rolling(0, 1) }, { ...PORT, ...nearTo('web') }),
      around: { others: [node('a', 'x'), node('b', 'y')], settings: { nodeGroups: [{ name: 'pool', max: 3 }] } },
      says: /^The rollout needs nodes that the cluster autoscaler adds: .* It takes 2 nodes of group pool,/,
      severity: 'information',
    },
    {
      when: 'others need none',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, PORT),
      around: { others: [node('a', 'x'), node('b', 'x'), other('1')], settings: GROWING },
      says: /^The rollout waits about 2 min for a node of group pool/,
      severity: 'information',
    },
  ],
  quota: [
    {
      when: 'the nodes that the pods themselves need bring daemon pods of others',
      text: deployment({ replicas: 4, ...rolling(0, 1) }, selfAntiAffinity(HOST)),
      around: { others: [quota('7'), node('a', 'x'), node('b', 'x'), daemonSet().replaceAll('web', 'logs')], settings: GROWING },
      says: /^The rollout may stall: quota “team” in other-0\.yaml allows “pods” 7, but 4 replicas need 4 and DaemonSet “logs” in other-3\.yaml wants 4 with 2 nodes more of group pool\./,
      severity: 'information',
    },
    {
      when: 'a node that others need brings one daemon pod more',
      text: daemonSet(),
      around: { others: [quota('3'), node('a', 'x'), node('b', 'x'), other('1')], settings: GROWING },
      says: /^The rollout may stall: quota “team” in other-0\.yaml allows “pods” 3, but 3 daemon pods need 3 and StatefulSet “db” in other-3\.yaml uses 1 once others need a node of group pool\./,
      severity: 'information',
    },
    {
      when: 'it admits that one, too',
      text: daemonSet(),
      around: { others: [quota('4'), node('a', 'x'), node('b', 'x'), other('1')], settings: GROWING },
    },
  ],
  down: [
    {
      when: 'no node is up, and others may need one for which a daemon pod is meant',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 })),
      around: { others: [dead('a'), other('1')], settings: GROWING },
      says: /^The rollout may stall: node a does not answer, and 1 pod without an answer uses up maxUnavailable 1\./,
      severity: 'information',
    },
    {
      when: 'no node is up',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 })),
      around: { others: [dead('a'), other('1')] },
    },
  ],
  others: [
    {
      when: 'others may be before the daemon pod on the node that they need',
      text: daemonSet({}, { nodeSelector: { disk: 'x' } }),
      around: { others: [node('a', 'x'), another(apartFrom('web', ZONE))], settings: DISKS },
      says: /refuse to share a topology\.kubernetes\.io\/zone with these; a node that has one takes no daemon pod\./,
      severity: 'information',
    },
    {
      when: 'daemon pods are meant for no node',
      text: daemonSet({}, { nodeSelector: { disk: 'x' } }),
      around: { others: [node('a', 'x'), another(apartFrom('web', ZONE))] },
    },
  ],
};

/** Daemon pods whose first node is one that others need. */
export const FIRST_NODE_CASES: RuleCases[string] = [
  {
    when: 'a DaemonSet has no node but the one that others may need',
    text: onDisks({ maxUnavailable: 2 }),
    around: { others: [node('a', 'x'), other('1')], settings: DISKS },
    says: /^The rollout may take down all pods at once: no node is meant for them but those of group disks that others may need, and on the first of these the old pod goes before the new one comes\./,
    severity: 'information',
  },
  {
    when: 'nobody else may need a node',
    text: onDisks({ maxUnavailable: 2 }),
    around: { others: [node('a', 'x')], settings: DISKS },
  },
  {
    when: 'the new pod comes up beside the old one on the node that others may need',
    text: onDisks({ maxSurge: 1, maxUnavailable: 0 }),
    around: { others: [node('a', 'x'), other('1')], settings: DISKS },
  },
];

/** Others that may take all nodes of a zone. */
export const WHOLE_ZONE_CASES: RuleCases[string] = [
  {
    when: 'others take the host port of a node, and their zone as well',
    text: deployment({ replicas: 3, ...rolling(0, 1) }, { ...PORT, ...apartFrom('db', ZONE) }),
    around: { others: [node('a', 'a'), node('b', 'a'), node('c', 'b'), node('d', 'b'), another(PORT)] },
    says: /^The rollout may stall: its pods refuse to share a topology\.kubernetes\.io\/zone with those of StatefulSet “db” in other-4\.yaml; that may leave 2 places, but 3 replicas need one each\./,
    severity: 'information',
  },
  {
    when: 'a node is in no zone, and others may take its host port',
    text: deployment({ replicas: 1 }, { ...PORT, ...apartFrom('db', ZONE) }),
    around: { others: [object('Node', 'v1', 'a', {}, { status: {} }), another(PORT)] },
    says: /that may leave no place for 1 replica/,
  },
  {
    when: 'a node is in no zone, and others have another port there',
    text: deployment({ replicas: 1 }, apartFrom('db', ZONE)),
    around: { others: [object('Node', 'v1', 'a', {}, { status: {} }), another(PORT)] },
  },
  {
    when: 'others may be in the zone that has most of the nodes',
    text: deployment({ replicas: 1, ...rolling(1, 0) }, PORT),
    around: {
      others: [node('a', 'a'), node('b', 'b'), node('c', 'b'), another(selfAntiAffinity(ZONE))],
    },
    says: /refuse to share a topology\.kubernetes\.io\/zone with these; that may leave 1 place, but 1 replica \+ 1 extra pod need one each\./,
    severity: 'information',
  },
];

import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling, rollingDaemons } from '../features/support';
import { NODES_OF_OTHERS_CASES, OLD_PODS_BESIDE_OTHERS_CASES as OTHERS } from './besideOthersCases';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const READY = { conditions: [{ type: 'Ready', status: 'True' }] };
const DOWN = { conditions: [{ type: 'Ready', status: 'Unknown' }] };
const zoned = (name: string, zone: string, spec: Json = {}, status: Json = READY): string =>
  object('Node', 'v1', name, spec, { metadata: { name, labels: { 'topology.kubernetes.io/zone': zone, disk: zone } }, status });
const TAINTED = { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] };
const ofSystem = (name: string, os: string): string =>
  object('Node', 'v1', name, {}, { metadata: { name, labels: { 'kubernetes.io/os': os } }, status: READY });
const SMALL = { ...READY, allocatable: { cpu: '500m', memory: '16Gi', pods: '110' } };
const LARGE = { ...READY, allocatable: { cpu: '16', memory: '16Gi', pods: '110' } };
function selfAntiAffinity(topologyKey: string, app = 'web'): { readonly affinity: Json } {
  const required = [{ topologyKey, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
const spread = (topologyKey: string): Json => ({
  topologySpreadConstraints: [
    { maxSkew: 1, topologyKey, whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } } },
  ],
});
const HOST = 'kubernetes.io/hostname';
const togetherIn = (topologyKey: string): { readonly affinity: Json } => ({
  affinity: {
    podAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { app: 'web' } } }],
    },
  },
});
const together = togetherIn(HOST);
const asking = (requests: Json, limits?: Json): Json => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests, limits } }],
});

/** Where pods may run, and whether they may at all. */
export const PLACEMENT_CASES: RuleCases = {
  'stall-anti-affinity': [
    ...OTHERS,
    {
      when: 'a node of a DaemonSet that does not answer shares its zone with another',
      text: daemonSet(rollingDaemons({ maxUnavailable: '100%' }), selfAntiAffinity('topology.kubernetes.io/zone')),
      around: { others: [zoned('a', 'x'), zoned('b', 'x', {}, DOWN), zoned('c', 'y')] },
      says: /may stall: its pods refuse to share a topology\.kubernetes\.io\/zone, and node b, which does not answer, shares it with another/,
      severity: 'information',
    },
    {
      when: 'the pods of the committed version keep the new ones away from all nodes',
      text: deployment({ replicas: 2, ...rolling(1, 0) }),
      around: {
        committed: readManifest(deployment({ replicas: 2 }, selfAntiAffinity('kubernetes.io/hostname'))),
        others: [zoned('a', 'x'), zoned('b', 'y')],
      },
      says: /^The rollout stalls: the pods of the committed version keep the new ones away from their nodes \(required anti-affinity\), they are on both /,
    },
    {
      when: 'so many replicas more are wanted that the free node may not take enough of them',
      text: deployment({ replicas: 6, ...rolling(2, 3) }),
      around: {
        committed: readManifest(deployment({ replicas: 2 }, selfAntiAffinity('kubernetes.io/hostname'))),
        others: [zoned('a', 'x'), zoned('b', 'y'), zoned('c', 'y')],
      },
      says: /^The rollout may stall: .* they are on 2 of 3 that the new ones may use,/,
      severity: 'information',
    },
    {
      when: 'the new pods want to be on the nodes of the old ones, which keep them away from the zone',
      text: deployment({ replicas: 1, ...rolling(1, 0) }, together),
      around: {
        committed: readManifest(deployment({ replicas: 1 }, selfAntiAffinity('topology.kubernetes.io/zone'))),
        others: [zoned('a', 'x'), zoned('b', 'y')],
      },
      says: /^The rollout stalls: .* the new ones may go nowhere else \(required affinity\)/,
    },
    {
      when: 'the new pods may only go to the zone of the old ones, which fill its nodes',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, togetherIn('topology.kubernetes.io/zone')),
      around: {
        committed: readManifest(
          deployment(
            { replicas: 2 },
            { affinity: { ...togetherIn('topology.kubernetes.io/zone').affinity, ...selfAntiAffinity(HOST).affinity } },
          ),
        ),
        others: [zoned('a', 'x'), zoned('b', 'x'), zoned('c', 'y'), zoned('d', 'y')],
      },
      says: /^The rollout stalls: .* keep the new ones away from their nodes .* they are on both that the new ones may use/,
    },
    {
      when: 'the committed version runs no pods, so that nothing is extra',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, selfAntiAffinity('kubernetes.io/hostname')),
      around: {
        committed: readManifest(deployment({ replicas: 0 }, selfAntiAffinity('kubernetes.io/hostname'))),
        others: [zoned('a', 'x'), zoned('b', 'y')],
      },
    },
    {
      when: 'a node is free of pods of the committed version',
      text: deployment({ replicas: 2, ...rolling(1, 0) }),
      around: {
        committed: readManifest(deployment({ replicas: 2 }, selfAntiAffinity('kubernetes.io/hostname'))),
        others: [zoned('a', 'x'), zoned('b', 'y'), zoned('c', 'y')],
      },
    },
    {
      when: 'a pod of the committed version may go first',
      text: deployment({ replicas: 2, ...rolling(1, 1) }),
      around: {
        committed: readManifest(deployment({ replicas: 2 }, selfAntiAffinity('kubernetes.io/hostname'))),
        others: [zoned('a', 'x'), zoned('b', 'y')],
      },
    },
    {
      when: 'as many replicas as nodes',
      text: deployment(rolling(1, 0), selfAntiAffinity('kubernetes.io/hostname')),
      around: { settings: { nodeCount: 4 } },
      says: /4 replicas \+ 1 extra pod do not fit on 4 nodes\./,
    },
    {
      when: 'the nodes are an assumption',
      text: deployment({ ...rolling(1, 0), replicas: 10 }, selfAntiAffinity('kubernetes.io/hostname')),
      says: /needs 11 eligible nodes: 10 replicas \+ 1 extra pod.*With fewer it stalls/,
      severity: 'information',
    },
    {
      when: 'there is a node more',
      text: deployment(rolling(1, 0), selfAntiAffinity(HOST)),
      around: { settings: { nodeCount: 5 } },
    },
    {
      when: 'one pod may be missing',
      text: deployment(rolling(1, 1), selfAntiAffinity('kubernetes.io/hostname')),
      around: { settings: { nodeCount: 4 } },
    },
    {
      when: 'other pods are meant',
      text: deployment(rolling(1, 0), selfAntiAffinity('kubernetes.io/hostname', 'other')),
      around: { settings: { nodeCount: 4 } },
    },
    {
      when: 'the zones are not known',
      text: deployment(rolling(1, 0), selfAntiAffinity('topology.kubernetes.io/zone')),
      says: /needs 5 values of topology\.kubernetes\.io\/zone: 4 replicas \+ 1 extra pod refuse to share one/,
      severity: 'information',
    },
    {
      when: 'not even the replicas find a node each',
      text: deployment(rolling(1, 1), selfAntiAffinity('kubernetes.io/hostname')),
      around: { others: [zoned('a', 'x'), zoned('b', 'x')] },
      says: /never completes: its pods refuse to share a node, and 4 replicas do not fit on 2 nodes\./,
      severity: 'warning',
    },
    {
      when: 'a surging DaemonSet starts the new pod beside the old one',
      text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 }), selfAntiAffinity('kubernetes.io/hostname')),
      around: { others: [zoned('a', 'x')] },
      says: /stalls: its pods refuse to share a node, none may be missing, and the new pod beside the old one does not fit/,
    },
  ],
  'stall-placement': [
    {
      when: 'nothing keeps daemon pods from a Windows node among others',
      text: daemonSet(),
      around: { others: [ofSystem('a', 'linux'), ofSystem('b', 'windows')] },
      says: /^Node b runs Windows, and nothing keeps the daemon pods away/,
      severity: 'information',
    },
    {
      when: 'the daemon pods ask for Linux',
      text: daemonSet({}, { nodeSelector: { 'kubernetes.io/os': 'linux' } }),
      around: { others: [ofSystem('a', 'linux'), ofSystem('b', 'windows')] },
    },
    {
      when: 'all nodes run Windows',
      text: daemonSet(),
      around: { others: [ofSystem('b', 'windows')] },
    },
    {
      when: 'all nodes that daemon pods ask for have a taint that they do not tolerate',
      text: daemonSet({}, { nodeSelector: { disk: 'x' } }),
      around: { others: [zoned('a', 'x', TAINTED), zoned('b', 'x', TAINTED), zoned('c', 'y')] },
      says: /^No pod runs anywhere, and that looks like success: all 2 nodes that the pods ask for have taints that they do not tolerate, as “gpu=yes:NoSchedule”/,
    },
    {
      when: 'one of the nodes that daemon pods ask for takes them',
      text: daemonSet({}, { nodeSelector: { disk: 'x' } }),
      around: { others: [zoned('a', 'x', TAINTED), zoned('b', 'x')] },
    },
    {
      when: 'no node has the label that daemon pods ask for',
      text: daemonSet({}, { nodeSelector: { disk: 'z' } }),
      around: { others: [zoned('a', 'x', TAINTED)] },
    },
    {
      when: 'no node has the label',
      text: deployment(rolling(1, 0), { nodeSelector: { disk: 'tape' } }),
      around: { others: [zoned('a', 'x')] },
      says: /never completes: the nodes that the node selector and affinity ask for leave no place, but 4 replicas are to run\./,
    },
    {
      when: 'all nodes are cordoned',
      text: deployment(rolling(1, 0)),
      around: { others: [zoned('a', 'x', { unschedulable: true })] },
      says: /cordons and taints that they do not tolerate leave no place on the nodes/,
    },
    {
      when: 'the only node is not ready',
      text: deployment(rolling(1, 0)),
      around: { others: [zoned('a', 'x', {}, DOWN)] },
      says: /leave no place on the nodes/,
    },
    {
      when: 'a full zone holds the others down',
      text: deployment(rolling(1, 0), spread('topology.kubernetes.io/zone')),
      around: { others: [zoned('a', 'x'), zoned('b', 'y', { unschedulable: true })] },
      says: /the topology spread that may not be broken leaves 1 place on the nodes, but 4 replicas are to run\./,
    },
    {
      when: 'a zone without room holds the others down',
      text: deployment(rolling(1, 0), { ...spread('topology.kubernetes.io/zone'), ...asking({ cpu: '1' }) }),
      around: { others: [zoned('a', 'x', {}, SMALL), zoned('b', 'y', {}, LARGE), zoned('c', 'z', {}, LARGE)] },
      says: /spread .* leaves 2 places on the nodes, as some of them have too little room, but 4 replicas/,
    },
    {
      when: 'the zones have room',
      text: deployment(rolling(1, 0), spread('topology.kubernetes.io/zone')),
      around: { others: [zoned('a', 'x'), zoned('b', 'y')] },
    },
    {
      when: 'pods that want to be together may land on the smaller node',
      text: deployment(rolling(1, 0), together),
      around: { others: [zoned('a', 'x'), zoned('b', 'y', {}, { ...READY, allocatable: { pods: '2' } })] },
      says: /^The rollout may never complete: .* the node where the first one lands may leave 2 places, but 4 replicas/,
      severity: 'information',
    },
    { when: 'no node is known', text: deployment(rolling(1, 0), { nodeSelector: { disk: 'tape' } }) },
    {
      when: 'a DaemonSet leaves out the nodes that are not its own',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), { nodeSelector: { disk: 'x' } }),
      around: { others: [zoned('a', 'x'), zoned('b', 'y')] },
    },
  ],
  'stall-daemon-nodes': [
    ...NODES_OF_OTHERS_CASES.down,
    {
      when: 'as many nodes are down as may be missing',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 })),
      around: { others: [zoned('a', 'x'), zoned('b', 'x', {}, DOWN)] },
      says: /stalls: node b does not answer, and 1 pod without an answer uses up maxUnavailable 1\./,
    },
    {
      when: 'the lost pod may never have found a place',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), selfAntiAffinity('topology.kubernetes.io/zone')),
      around: { others: [zoned('a', 'x'), zoned('b', 'x', {}, DOWN)] },
      says: /may stall: node b does not answer/,
      severity: 'information',
    },
    {
      when: 'the lost pod may have had to be with others elsewhere',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), together),
      around: { others: [zoned('a', 'x'), zoned('b', 'y', {}, DOWN)] },
      says: /may stall: node b does not answer/,
      severity: 'information',
    },
    {
      when: 'the lost node had no room for its pod',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), {
        containers: [{ ...QUIET_CONTAINER, resources: { requests: { cpu: '2' } } }],
      }),
      around: { others: [zoned('a', 'x'), zoned('b', 'x', {}, { ...DOWN, allocatable: { cpu: '1', pods: '10' } })] },
      says: /may stall: node b does not answer/,
      severity: 'information',
    },
    {
      when: 'more may be missing',
      text: daemonSet(rollingDaemons({ maxUnavailable: 2 })),
      around: { others: [zoned('a', 'x'), zoned('c', 'x'), zoned('b', 'x', {}, DOWN)] },
    },
    {
      when: 'it surges',
      text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })),
      around: { others: [zoned('a', 'x'), zoned('b', 'x', {}, DOWN)] },
    },
    {
      when: 'the node is none of its own',
      text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), { nodeSelector: { disk: 'x' } }),
      around: { others: [zoned('a', 'x'), zoned('b', 'y', {}, DOWN)] },
    },
  ],
};

import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling, rollingDaemons } from '../features/support';
import { autoscaler } from './autoscalerCases';
import { NODES_OF_OTHERS_CASES, ROOM_BESIDE_OTHERS_CASES } from './besideOthersCases';
import { COUNTED_CASES } from './countedCases';
import { NEVER_MEET_CASES } from './neverMeetCases';
import type { RuleCases } from './ruleCases';

const nodeWith = (name: string, status: object): string => object('Node', 'v1', name, {}, { metadata: { name }, status });
const node = (name: string, cpu: string): string => nodeWith(name, { allocatable: { cpu, memory: '1Gi', pods: '10' } });
const inOneZone = (name: string): string => object('Node', 'v1', name, {}, { metadata: { name, labels: { zone: 'x' } } });
const APART = [{ topologyKey: 'zone', labelSelector: { matchLabels: { app: 'web' } } }];
const APART_BY_ZONE = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: APART } } };
const hostPort = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 8080 }] }] };
const quota = (hard: Readonly<Record<string, string>>): string => object('ResourceQuota', 'v1', 'q', { hard });
const asking = (cpu: string, more: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> => ({
  ...QUIET_CONTAINER,
  resources: { requests: { cpu } },
  ...more,
});
const requesting = (cpu: string): Readonly<Record<string, unknown>> => ({ containers: [asking(cpu)] });
const limits = (item: Readonly<Record<string, unknown>>): string =>
  object('LimitRange', 'v1', 'l', { limits: [{ type: 'Container', ...item }] });
/** While the second init container runs, the sidecar before it does, too: 600m for each pod. */
const startingBesideSidecar = {
  containers: [asking('200m')],
  initContainers: [
    asking('100m', { name: 'proxy', restartPolicy: 'Always' }),
    asking('500m', { name: 'prepare', readinessProbe: undefined, lifecycle: undefined }),
  ],
};

/** What the API server rejects, and what never ends. */
export const STALL_CASES: RuleCases = {
  'both-zero': [
    { when: 'both are 0', text: deployment(rolling(0, 0)), says: /both 0/ },
    { when: 'both are 0%', text: deployment(rolling('0%', '0%')), says: /both 0/ },
    { when: 'a percentage only rounds to 0', text: deployment(rolling(0, '1%')) },
    { when: 'the type is Recreate', text: deployment({ strategy: { type: 'Recreate' } }) },
    { when: 'a DaemonSet sets both to 0', text: daemonSet(rollingDaemons({ maxSurge: 0, maxUnavailable: 0 })), says: /both 0/ },
  ],
  'daemonset-surge': [
    { when: 'only maxSurge is written', text: daemonSet(rollingDaemons({ maxSurge: 1 })), says: /defaults to 1/ },
    { when: 'both are written', text: daemonSet(rollingDaemons({ maxSurge: '10%', maxUnavailable: 1 })), says: /not both/ },
    { when: 'maxUnavailable is 0', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })) },
    { when: 'a Deployment has both', text: deployment(rolling(1, 1)) },
  ],
  'deadline-below-min-ready': [
    {
      when: 'they are equal',
      text: deployment({ minReadySeconds: 30, progressDeadlineSeconds: 30 }),
      says: /30 must be greater/,
    },
    { when: 'the default is passed', text: deployment({ minReadySeconds: 600 }), says: /600 \(the default\)/ },
    { when: 'the deadline is one more', text: deployment({ minReadySeconds: 30, progressDeadlineSeconds: 31 }) },
  ],
  'rolling-update-under-recreate': [
    {
      when: 'both are there',
      text: deployment({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
      says: /Recreate/,
    },
    { when: 'rollingUpdate is null', text: deployment({ strategy: { type: 'Recreate', rollingUpdate: null } }) },
  ],
  'selector-mismatch': [
    { when: 'a value differs', text: deployment({ selector: { matchLabels: { app: 'x' } } }), says: /“app: x”/ },
    { when: 'it matches a part of the labels', text: deployment() },
  ],
  'selector-changed': [
    {
      when: 'the committed version selects otherwise',
      text: deployment(),
      around: { committed: readManifest(deployment({ selector: { matchLabels: { app: 'web', tier: 'a' } } })) },
      says: /immutable/,
    },
    {
      when: 'only the order differs',
      text: deployment({ selector: { matchLabels: { app: 'web' }, matchExpressions: [] } }),
      around: { committed: readManifest(deployment({ selector: { matchExpressions: [], matchLabels: { app: 'web' } } })) },
    },
    { when: 'the committed file holds another object', text: deployment(), around: { committed: readManifest(daemonSet()) } },
  ],
  'unknown-field': [
    { when: 'a field is misspelled', text: deployment({ minReadySecond: 3 }), says: /unknown field "spec\.minReadySecond"/ },
    {
      when: 'a patch brings along what another kind needs',
      text: JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'w' }, spec: { serviceName: 'w' } }),
      says: /unknown field "spec\.serviceName"/,
      severity: 'information',
    },
    {
      when: 'a level was left out',
      text: deployment({ containers: [], volumes: [], tolerations: [] }),
      says: /unknown field "spec\.containers", and beside it “tolerations” and “volumes”$/,
    },
    { when: 'it is no patch', text: deployment({ serviceName: 'w' }), says: /serviceName/, severity: 'error' },
    { when: 'all fields are known', text: deployment({ minReadySeconds: 3 }) },
  ],
  'stall-host-port': [
    {
      when: 'as many replicas as nodes',
      text: deployment(rolling(1, 0), hostPort),
      around: { settings: { nodeCount: 4 } },
      says: /host port 8080/,
    },
    {
      when: "the pods are in the host's network",
      text: deployment(rolling(1, 0), {
        hostNetwork: true,
        containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80 }] }],
      }),
      around: { settings: { nodeCount: 1 } },
      says: /host port 80 /,
    },
    {
      when: 'a zone each leaves fewer places still, and the nodes are too few for the port as well',
      text: deployment(rolling(0, 1), { ...hostPort, ...APART_BY_ZONE }),
      around: { others: [inOneZone('a'), inOneZone('b')] },
      says: /^The rollout never completes: host port 8080 can be taken once on a node, and 4 replicas do not fit on 2 nodes\./,
    },
    {
      when: 'fewer replicas are written than their autoscaler keeps, which may be through before it looks',
      text: deployment({ replicas: 1, ...rolling(1, 0) }, hostPort),
      around: { settings: { nodeCount: 2 }, others: [autoscaler] },
      says: /host port 8080.* Applying sets 1 for 15 s at most: a rollout that is through by then does not stall\..* minimum of .*“hpa”/,
    },
    {
      when: 'as many are written as its autoscaler keeps at least',
      text: deployment({ replicas: 2, ...rolling(1, 0) }, hostPort),
      around: { settings: { nodeCount: 2 }, others: [autoscaler] },
      says: /host port 8080(?!.*Applying sets)/,
    },
    { when: 'there are nodes enough', text: deployment(rolling(1, 0), hostPort), around: { settings: { nodeCount: 5 } } },
    { when: 'one pod may be missing', text: deployment(rolling(0, 1), hostPort), around: { settings: { nodeCount: 4 } } },
  ],
  'stall-quota': [
    ...NODES_OF_OTHERS_CASES.quota,
    ...COUNTED_CASES,
    {
      when: 'more of them ran before, and who of all has how much of it nobody knows',
      text: deployment({ ...rolling(1, 0), replicas: 2 }),
      around: {
        committed: readManifest(deployment({ ...rolling(1, 0), replicas: 3 })),
        others: [quota({ pods: '5' }), deployment({ replicas: 3 }).replaceAll('"web"', '"api"')],
      },
      says: /^The rollout may stall: quota “q” in other-0\.yaml allows “pods” 5, but 2 replicas \+ 1 extra pod need 3 and Deployment “api” in other-1\.yaml wants 3/,
      severity: 'information',
    },
    {
      when: 'it counts pods',
      text: deployment(rolling(1, 0)),
      around: { others: [quota({ pods: '4' })] },
      says: /allows “pods” 4/,
    },
    {
      when: 'it counts CPU',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: { others: [quota({ 'requests.cpu': '2' })] },
      says: /need 2500m/,
    },
    {
      when: 'it counts memory',
      text: deployment(rolling(1, 0), { containers: [{ ...QUIET_CONTAINER, resources: { requests: { memory: '512Mi' } } }] }),
      around: { others: [quota({ 'requests.memory': '2Gi' })] },
      says: /allows “requests\.memory” 2Gi, .* need 2560Mi,/,
    },
    {
      when: 'there is room',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: { others: [quota({ 'requests.cpu': '2500m' })] },
    },
    {
      when: 'an init container starts beside a sidecar',
      text: deployment(rolling(1, 0), startingBesideSidecar),
      around: { others: [quota({ 'requests.cpu': '2900m' })] },
      says: /need 3, and/,
    },
    {
      when: 'an init container just fits beside a sidecar',
      text: deployment(rolling(1, 0), startingBesideSidecar),
      around: { others: [quota({ 'requests.cpu': '3' })] },
    },
    {
      when: 'the overhead of the pods is too much',
      text: deployment(rolling(1, 0), { ...requesting('500m'), overhead: { cpu: '100m' } }),
      around: { others: [quota({ 'requests.cpu': '2500m' })] },
      says: /need 3, and/,
    },
    {
      when: 'the whole pod asks for more than its containers',
      text: deployment(rolling(1, 0), { ...requesting('500m'), resources: { requests: { cpu: '600m' } } }),
      around: { others: [quota({ 'requests.cpu': '2500m' })] },
      says: /need 3, and/,
    },
    {
      when: 'a LimitRange makes the requests',
      text: deployment(rolling(1, 0)),
      around: { others: [limits({ default: { cpu: '600m' } }), quota({ 'requests.cpu': '2500m' })] },
      says: /need 3, and/,
    },
    { when: 'one pod may be missing', text: deployment(rolling(1, 1)), around: { others: [quota({ pods: '4' })] } },
  ],
  'slow-quota': [
    {
      when: 'a pod may be missing, and there is no room for an extra one',
      text: deployment(rolling(1, 1)),
      around: { others: [quota({ pods: '4' })] },
      says: /very slow: quota “q” .*allows “pods” 4, but 4 replicas \+ 1 extra pod need 5/,
    },
    { when: 'one extra pod fits', text: deployment(rolling(2, 1)), around: { others: [quota({ pods: '5' })] } },
    { when: 'no extra pod is asked for', text: deployment(rolling(0, 1)), around: { others: [quota({ pods: '4' })] } },
    { when: 'it stalls instead', text: deployment(rolling(1, 0)), around: { others: [quota({ pods: '4' })] } },
    {
      when: 'the rollout is over before',
      text: deployment({ replicas: 2, ...rolling(1, 1) }),
      around: { others: [quota({ pods: '2' })] },
    },
  ],
  'stall-capacity': [
    ...ROOM_BESIDE_OTHERS_CASES,
    ...NODES_OF_OTHERS_CASES.room,
    ...NEVER_MEET_CASES.room,
    {
      when: 'the nodes are full',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: { others: [node('a', '1'), node('b', '1')] },
      says: /2 nodes take 4 pods/,
    },
    {
      when: 'there is room',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: { others: [node('a', '1'), node('b', '2')] },
    },
    { when: 'no node is known', text: deployment(rolling(1, 0), requesting('500m')) },
    {
      when: 'the extra pod needs a device and no node is known',
      text: deployment({ replicas: 1 }, { containers: [{ ...QUIET_CONTAINER, resources: { limits: { 'nvidia.com/gpu': 2 } } }] }),
      says: /needs a spare nvidia\.com\/gpu: the extra pod asks for 2 while the old ones keep theirs/,
      severity: 'information',
    },
    {
      when: 'an old pod goes first and leaves its device',
      text: deployment(rolling(0, 1), { containers: [{ ...QUIET_CONTAINER, resources: { limits: { 'nvidia.com/gpu': 2 } } }] }),
    },
    {
      when: 'the node with the room is not ready',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: {
        others: [node('a', '2'), nodeWith('b', { capacity: { cpu: '4' }, conditions: [{ type: 'Ready', status: 'Unknown' }] })],
      },
      says: /1 node takes 4 pods/,
    },
    {
      when: 'a node that says nothing of pods takes 110',
      text: deployment({ ...rolling(1, 0), replicas: 110 }, requesting('1m')),
      around: { others: [nodeWith('a', { allocatable: { cpu: '4' } })] },
      says: /1 node takes 110 pods/,
    },
    {
      when: 'an init container starts beside a sidecar',
      text: deployment(rolling(1, 0), startingBesideSidecar),
      around: { others: [node('a', '1'), node('b', '2')] },
      says: /2 nodes take 4 pods/,
    },
    {
      when: 'the overhead takes the room',
      text: deployment(rolling(1, 0), { ...requesting('500m'), overhead: { cpu: '100m' } }),
      around: { others: [node('a', '1'), node('b', '2')] },
      says: /2 nodes take 4 pods/,
    },
    {
      when: 'a LimitRange makes the requests',
      text: deployment(rolling(1, 0)),
      around: { others: [limits({ default: { cpu: '600m' } }), node('a', '1'), node('b', '2')] },
      says: /2 nodes take 4 pods/,
    },
    {
      when: 'a request of 0 takes no room',
      text: deployment(rolling(1, 0), requesting('0')),
      around: { others: [node('a', '1')] },
    },
  ],
  'daemonset-surge-host-port': [
    { when: 'it surges', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 }), hostPort), says: /host port 8080/ },
    { when: 'it does not surge', text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), hostPort) },
    { when: 'there is no host port', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })) },
  ],
  'daemonset-surge-min-ready': [
    {
      when: 'it surges and waits',
      text: daemonSet({ ...rollingDaemons({ maxSurge: 1, maxUnavailable: 0 }), minReadySeconds: 5 }),
      says: /may stand still for hours: with maxSurge and minReadySeconds 5/,
      severity: 'information',
    },
    { when: 'it does not wait', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })) },
    { when: 'it does not surge', text: daemonSet({ ...rollingDaemons({ maxUnavailable: 1 }), minReadySeconds: 5 }) },
  ],
};

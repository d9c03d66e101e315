import { daemonSet, deployment, object, QUIET_CONTAINER, rolling, rollingDaemons } from '../features/support';
import { FIRST_NODE_CASES } from './besideOthersCases';
import { autoscaler } from './autoscalerCases';
import type { RuleCases } from './ruleCases';

const service = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const budget = (spec: Readonly<Record<string, unknown>>): string =>
  object('PodDisruptionBudget', 'policy/v1', 'pdb', { selector: { matchLabels: { app: 'web' } }, ...spec });
const hostPort = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 8080 }] }] };
const listening = (name: string): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ports: [{ name, containerPort: 80 }] }],
});
const volume = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const image = (name: string): Readonly<Record<string, unknown>> => ({ containers: [{ ...QUIET_CONTAINER, image: name }] });

/** What goes through and may hurt. */
export const RISK_CASES: RuleCases = {
  'deadline-too-short': [
    {
      when: 'the readiness probe begins later',
      text: deployment(
        { progressDeadlineSeconds: 60 },
        { containers: [{ ...QUIET_CONTAINER, readinessProbe: { initialDelaySeconds: 90 } }] },
      ),
      says: /at least 90 s/,
    },
    {
      when: 'the startup probe allows more',
      text: deployment({}, { containers: [{ ...QUIET_CONTAINER, startupProbe: { periodSeconds: 10, failureThreshold: 90 } }] }),
      says: /allows 15 min, progressDeadlineSeconds is 600 \(the default\)/,
      severity: 'information',
    },
    { when: 'the probes fit', text: deployment({ progressDeadlineSeconds: 60 }) },
  ],
  paused: [
    { when: 'it is', text: deployment({ paused: true }), says: /paused/ },
    { when: 'it is not', text: deployment({ paused: false }) },
  ],
  'single-replica-down': [
    {
      when: 'one may be missing',
      text: deployment({ replicas: 1, ...rolling(1, 1) }),
      around: { others: [service] },
      says: /only replica down: maxUnavailable comes to 1\. Until the new one is ready there is no pod behind Service “front” in other-0\.yaml\. With maxUnavailable 0/,
      severity: 'warning',
    },
    {
      when: 'its claim is described nowhere',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, volume),
      around: { others: [service] },
      says: /the new pod starts first, if two pods at a time can have claim “data”\.$/,
      severity: 'information',
    },
    {
      when: 'it takes a port of the host, on nobody knows how many nodes',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, hostPort),
      around: { others: [service] },
      says: /the new pod starts first, if two pods at a time can have host port 8080\.$/,
      severity: 'information',
    },
    {
      when: 'it takes a port of the host, and there are nodes enough',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, hostPort),
      around: { others: [service], settings: { nodeCount: 3 } },
      says: /the new pod starts first\.$/,
      severity: 'warning',
    },
    {
      when: 'nobody calls it',
      text: deployment({ replicas: 1, ...rolling(1, 1) }),
      says: /only replica down/,
      severity: 'information',
    },
    {
      when: 'somebody wants the old pod to go first',
      text: deployment({ replicas: 1, ...rolling(0, 1) }),
      around: { others: [service] },
      says: /only replica down/,
      severity: 'information',
    },
    {
      when: 'it listens, and no Service is written anywhere',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, listening('http')),
      says: /only replica down/,
      severity: 'warning',
    },
    {
      when: 'it listens for metrics only',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, listening('http-metrics')),
      says: /only replica down/,
      severity: 'information',
    },
    {
      when: 'the Services beside it are for others',
      text: deployment({ replicas: 1, ...rolling(1, 1) }, listening('http')),
      around: { others: [service.replace('"app":"web"', '"app":"other"')] },
      says: /only replica down/,
      severity: 'information',
    },
    { when: 'both bounds come to 0', text: deployment({ replicas: 1, ...rolling(0, '25%') }), says: /Kubernetes uses 1/ },
    { when: 'the defaults hold', text: deployment({ replicas: 1 }) },
    {
      when: 'a host port leaves no other way',
      text: deployment({ replicas: 1, ...rolling(0, 1) }, hostPort),
      around: { settings: { nodeCount: 1 } },
      says: /comes to 1\. Until the new one is ready there is no pod\. .*would stall \(host port 8080 blocks the extra pod\), so this is the least bad way\./,
      severity: 'hint',
    },
    {
      when: 'an autoscaler runs one at least',
      text: deployment({ replicas: undefined, ...rolling(0, 1) }),
      around: { others: [autoscaler.replace('"minReplicas":2', '"minReplicas":1')] },
      says: /Computed with 1 replica, the minimum of HorizontalPodAutoscaler “hpa” in other-0\.yaml \(1–9\)\./,
    },
    {
      when: 'an autoscaler runs two at least',
      text: deployment({ replicas: undefined, ...rolling(0, 1) }),
      around: { others: [autoscaler] },
    },
    { when: 'there are two', text: deployment({ replicas: 2, ...rolling(1, 1) }) },
  ],
  'all-unavailable': [
    { when: 'all may be missing', text: deployment(rolling(1, '100%')), says: /4 replicas/ },
    { when: 'the count is higher than the replicas', text: deployment(rolling(1, 9)), says: /4 replicas/ },
    { when: 'one stays', text: deployment(rolling(1, 3)) },
    {
      when: 'a DaemonSet that nobody calls allows all',
      text: daemonSet(rollingDaemons({ maxUnavailable: '100%' })),
      says: /all nodes/,
      severity: 'information',
    },
    {
      when: 'a DaemonSet that serves its node allows all',
      text: daemonSet(rollingDaemons({ maxUnavailable: '100%' }), { hostNetwork: true }),
      says: /all nodes/,
      severity: 'warning',
    },
    ...FIRST_NODE_CASES,
    { when: 'a DaemonSet allows as many as nodes are assumed', text: daemonSet(rollingDaemons({ maxUnavailable: 10 })) },
  ],
  'recreate-behind-service': [
    {
      when: 'only metrics are fetched',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [object('Service', 'v1', 'm', { selector: { app: 'web' }, ports: [{ name: 'metrics', port: 9 }] })] },
      says: /“m”/,
      severity: 'information',
    },
    {
      when: 'one pod at a time may have the device',
      text: deployment(
        { replicas: 1, strategy: { type: 'Recreate' } },
        { containers: [{ ...QUIET_CONTAINER, resources: { limits: { 'nvidia.com/gpu': 1 } } }] },
      ),
      around: { others: [service] },
      says: /If one pod at a time can have its nvidia\.com\/gpu, there is no better way\./,
      severity: 'information',
    },
    {
      when: 'a Service selects the pods',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'there is one pod only, and that was chosen',
      text: deployment({ replicas: 1, strategy: { type: 'Recreate' } }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'a Service selects nothing',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [object('Service', 'v1', 'front', {}), object('Service', 'v1', 'outside', { selector: {} })] },
    },
    {
      when: 'one pod at a time can have the volume',
      text: deployment({ replicas: 1, strategy: { type: 'Recreate' } }, volume),
      around: { others: [service, object('PersistentVolumeClaim', 'v1', 'data', { accessModes: ['ReadWriteOnce'] })] },
      says: /would stall \(volume “data” in other-1\.yaml blocks the extra pod\), so this is the least bad way\./,
      severity: 'hint',
    },
    {
      when: 'nothing is known of the claim',
      text: deployment({ replicas: 1, strategy: { type: 'Recreate' } }, volume),
      around: { others: [service] },
      says: /If one pod at a time can have claim “data”, there is no better way\./,
      severity: 'information',
    },
    {
      when: 'the Service selects others',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [service.replace('web', 'x')] },
    },
    {
      when: 'the Service is in another namespace',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [service.replace('"front"', '"front","namespace":"b"')] },
    },
    { when: 'there is no Service', text: deployment({ strategy: { type: 'Recreate' } }) },
  ],
  'percent-rounds-to-zero': [
    {
      when: 'it is written',
      text: deployment({ replicas: 3, ...rolling('25%', '25%') }),
      says: /25 % of 3 = 0\.75 → 0, rounded down\. Where there is no room for an extra pod the rollout stalls\./,
      severity: 'information',
    },
    { when: 'it is the default', text: deployment({ replicas: 3 }) },
    { when: 'there is one replica', text: deployment({ replicas: 1, ...rolling('25%', '25%') }) },
    { when: 'it comes to 1', text: deployment() },
    { when: 'no pod is wanted', text: deployment({ replicas: 0 }) },
  ],
  'percent-rounds-to-all': [
    {
      when: 'a DaemonSet runs on one node',
      text: daemonSet(rollingDaemons({ maxUnavailable: '10%' })),
      around: { settings: { nodeCount: 1 } },
      says: /every node/,
    },
    { when: 'the nodes are an assumption', text: daemonSet(rollingDaemons({ maxUnavailable: '91%' })) },
    { when: 'the surge comes to all', text: deployment({ replicas: 2, ...rolling('60%', 0) }), says: /60 % of 2 = 1\.2 → 2/ },
    { when: 'it was meant', text: deployment({ replicas: 2, ...rolling('100%', 0) }) },
  ],
  'both-round-to-zero': [
    { when: 'they do', text: deployment({ replicas: 3, ...rolling(0, '25%') }), says: /Kubernetes uses 1/ },
    { when: 'one does not', text: deployment({ replicas: 3, ...rolling(1, '25%') }) },
    { when: 'another rule says that the only replica goes down', text: deployment({ replicas: 1, ...rolling(0, '25%') }) },
  ],
  'pdb-violated': [
    {
      when: 'the bound goes lower',
      text: deployment(rolling(0, 2)),
      around: { others: [budget({ minAvailable: 3 })] },
      says: /down to 2 available pods, while minAvailable 3/,
    },
    { when: 'it is a percentage', text: deployment(rolling(0, 2)), around: { others: [budget({ maxUnavailable: '30%' })] } },
    {
      when: 'Recreate takes all down',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [budget({ maxUnavailable: 1 })] },
      says: /0 available/,
    },
    { when: 'the budget is kept', text: deployment(rolling(0, 1)), around: { others: [budget({ minAvailable: 3 })] } },
    { when: 'the budget wants more than there is', text: deployment(), around: { others: [budget({ minAvailable: 9 })] } },
  ],
  'no-history': [
    { when: 'it is 0', text: deployment({ revisionHistoryLimit: 0 }), says: /undo/ },
    { when: 'it is 1', text: deployment({ revisionHistoryLimit: 1 }) },
  ],
  'on-delete': [
    { when: 'it is', text: daemonSet({ updateStrategy: { type: 'OnDelete' } }), says: /OnDelete/ },
    { when: 'it is not', text: daemonSet() },
  ],
  'slow-daemonset': [
    {
      when: 'there are many nodes',
      text: daemonSet(),
      around: { settings: { nodeCount: 1000 } },
      says: /^Without image pulls and slow starts the rollout takes about 4 h 10 min: maxUnavailable 1 \(the default\) on 1,000 nodes makes 1,000 waves of 15 s/,
    },
    { when: 'there are few', text: daemonSet(), around: { settings: { nodeCount: 20 } } },
    { when: 'minReadySeconds is long', text: daemonSet({ minReadySeconds: 600 }), says: /10 nodes \(assumed\)/ },
  ],
  'mutable-tag': [
    {
      when: 'nodes keep what they have',
      text: deployment({}, { containers: [{ ...QUIET_CONTAINER, image: 'web:latest', imagePullPolicy: 'IfNotPresent' }] }),
      says: /Nodes that have an old image of that name keep it, too \(IfNotPresent\)/,
    },
    { when: 'it is latest', text: deployment({}, image('registry:5000/web:latest')), says: /latest/ },
    { when: 'there is none', text: deployment({}, image('registry:5000/web')), says: /no tag/ },
    {
      when: 'several images are, in one finding',
      text: deployment({}, { containers: ['a', 'b:dev'].map((name) => ({ ...QUIET_CONTAINER, name: name[0], image: name })) }),
      says: /“a” and “b:dev” keep the same tag/,
    },
    { when: 'it is a version', text: deployment({}, image('registry:5000/web:1')) },
    { when: 'it is blank, for OpenShift to fill in', text: deployment({}, image(' ')) },
    ...[':', ':latest', 'registry:5000/web:'].map((left) => ({
      when: `a part is left blank: ${left}`,
      text: deployment({}, image(left)),
    })),
    { when: 'a digest pins it', text: deployment({}, image(`web@sha256:${'a'.repeat(64)}`)) },
  ],
};

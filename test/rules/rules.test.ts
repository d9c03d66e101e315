import assert from 'node:assert/strict';
import { readManifest } from '../../src/manifest/manifest';
import { RULES } from '../../src/rules/registry';
import {
  daemonSet,
  deployment,
  diagnosticsOf,
  object,
  QUIET_CONTAINER,
  rolling,
  rollingDaemons,
  type Around,
} from '../features/support';

interface RuleCase {
  readonly when: string;
  readonly text: string;
  readonly around?: Around;
  /** What the message must say; absent: the rule is silent. */
  readonly says?: RegExp;
  readonly severity?: string;
}

const hostPort = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 8080 }] }] };
const selfAntiAffinity = (topologyKey: string, app = 'web'): Readonly<Record<string, unknown>> => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { app } } }],
    },
  },
});
const volume = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const claim = (mode: string): string => object('PersistentVolumeClaim', 'v1', 'data', { accessModes: [mode] });
const quota = (hard: Readonly<Record<string, string>>): string => object('ResourceQuota', 'v1', 'q', { hard });
const requesting = (cpu: string): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests: { cpu } } }],
});
const node = (name: string, cpu: string): string =>
  object('Node', 'v1', name, {}, { metadata: { name }, status: { allocatable: { cpu, memory: '1Gi', pods: '10' } } });
const service = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const budget = (spec: Readonly<Record<string, unknown>>): string =>
  object('PodDisruptionBudget', 'policy/v1', 'pdb', { selector: { matchLabels: { app: 'web' } }, ...spec });
const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  minReplicas: 2,
  maxReplicas: 9,
});
const preStop = (sleep: unknown): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, lifecycle: { preStop: sleep } }],
});
const noProbe = { containers: [{ name: 'web', image: 'web:1.0' }] };
const image = (name: string): Readonly<Record<string, unknown>> => ({ containers: [{ ...QUIET_CONTAINER, image: name }] });

const CASES: Readonly<Record<string, readonly RuleCase[]>> = {
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
    { when: 'all fields are known', text: deployment({ minReadySeconds: 3 }) },
  ],
  rejected: [
    { when: 'replicas are negative', text: deployment({ replicas: -1 }), says: /spec\.replicas: Invalid value: -1/ },
    { when: 'replicas are a text', text: deployment({ replicas: 'three' }), says: /replicas/ },
    { when: 'a percentage is malformed', text: deployment(rolling('25 %')), says: /maxSurge/ },
    { when: 'more than 100 %', text: deployment(rolling(1, '101%')), says: /100%/ },
    { when: 'the selector is missing', text: deployment({ selector: undefined }), says: /spec\.selector: Required value/ },
    { when: 'the version is gone', text: deployment().replace('apps/v1', 'extensions/v1beta1'), says: /extensions\/v1beta1/ },
    { when: 'another rule says it better', text: deployment(rolling(0, 0)) },
    { when: 'another rule says it better for a DaemonSet', text: daemonSet(rollingDaemons({ maxSurge: 1 })) },
    { when: 'a DaemonSet sets both to 0', text: daemonSet(rollingDaemons({ maxSurge: 0, maxUnavailable: 0 })) },
    { when: 'the selector does not match', text: deployment({ selector: { matchLabels: { app: 'x' } } }) },
    { when: 'the deadline is too early', text: deployment({ minReadySeconds: 30, progressDeadlineSeconds: 30 }) },
    {
      when: 'rollingUpdate is given under Recreate',
      text: deployment({ strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } }),
    },
  ],
  'stall-anti-affinity': [
    {
      when: 'as many replicas as nodes',
      text: deployment(rolling(1, 0), selfAntiAffinity('kubernetes.io/hostname')),
      around: { settings: { nodeCount: 4 } },
      says: /4 replicas \+ 1 extra pod do not fit on 4 nodes\./,
    },
    {
      when: 'the nodes are an assumption',
      text: deployment({ ...rolling(1, 0), replicas: 10 }, selfAntiAffinity('kubernetes.io/hostname')),
      says: /10 nodes \(assumed\)/,
    },
    {
      when: 'there is a node more',
      text: deployment(rolling(1, 0), selfAntiAffinity('kubernetes.io/hostname')),
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
    { when: 'the zones are not known', text: deployment(rolling(1, 0), selfAntiAffinity('topology.kubernetes.io/zone')) },
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
    { when: 'there are nodes enough', text: deployment(rolling(1, 0), hostPort), around: { settings: { nodeCount: 5 } } },
    { when: 'one pod may be missing', text: deployment(rolling(0, 1), hostPort), around: { settings: { nodeCount: 4 } } },
  ],
  'stall-volume': [
    {
      when: 'the claim is ReadWriteOnce',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOnce')] },
      says: /unless it lands on the same node/,
    },
    {
      when: 'the claim is ReadWriteOncePod',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOncePod')] },
      says: /ReadWriteOncePod volume “data” until the extra pod is available, and the extra pod waits for it\./,
    },
    { when: 'the claim can be shared', text: deployment({ replicas: 1 }, volume), around: { others: [claim('ReadWriteMany')] } },
    { when: 'the claim is not known', text: deployment({ replicas: 1 }, volume) },
    {
      when: 'the old pod goes first',
      text: deployment({ replicas: 1, ...rolling(0, 1) }, volume),
      around: { others: [claim('ReadWriteOnce')] },
    },
  ],
  'stall-quota': [
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
      when: 'there is room',
      text: deployment(rolling(1, 0), requesting('500m')),
      around: { others: [quota({ 'requests.cpu': '2500m' })] },
    },
    { when: 'one pod may be missing', text: deployment(rolling(1, 1)), around: { others: [quota({ pods: '4' })] } },
  ],
  'stall-capacity': [
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
  ],
  'daemonset-surge-host-port': [
    { when: 'it surges', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 }), hostPort), says: /host port 8080/ },
    { when: 'it does not surge', text: daemonSet(rollingDaemons({ maxUnavailable: 1 }), hostPort) },
    { when: 'there is no host port', text: daemonSet(rollingDaemons({ maxSurge: 1, maxUnavailable: 0 })) },
  ],
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
    { when: 'one may be missing', text: deployment({ replicas: 1, ...rolling(1, 1) }), says: /only replica/ },
    { when: 'both bounds come to 0', text: deployment({ replicas: 1, ...rolling(0, '25%') }), says: /Kubernetes uses 1/ },
    { when: 'the defaults hold', text: deployment({ replicas: 1 }) },
    { when: 'there are two', text: deployment({ replicas: 2, ...rolling(1, 1) }) },
  ],
  'all-unavailable': [
    { when: 'all may be missing', text: deployment(rolling(1, '100%')), says: /4 replicas/ },
    { when: 'the count is higher than the replicas', text: deployment(rolling(1, 9)), says: /4 replicas/ },
    { when: 'one stays', text: deployment(rolling(1, 3)) },
    { when: 'a DaemonSet allows all', text: daemonSet(rollingDaemons({ maxUnavailable: '100%' })), says: /all nodes/ },
    { when: 'a DaemonSet allows as many as nodes are assumed', text: daemonSet(rollingDaemons({ maxUnavailable: 10 })) },
  ],
  'recreate-behind-service': [
    {
      when: 'a Service selects the pods',
      text: deployment({ strategy: { type: 'Recreate' } }),
      around: { others: [service] },
      says: /“front”/,
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
  'no-readiness': [
    {
      when: 'a Service sends traffic',
      text: deployment({}, noProbe),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    { when: 'nobody sends traffic', text: deployment({}, noProbe), says: /no container/, severity: 'hint' },
    { when: 'minReadySeconds waits', text: deployment({ minReadySeconds: 5 }, noProbe) },
    { when: 'there is a probe', text: deployment() },
  ],
  'grace-too-short': [
    {
      when: 'the sleep is longer',
      text: deployment({}, preStop({ exec: { command: ['sh', '-c', 'sleep 45'] } })),
      says: /45 s of a grace period of 30 s \(the default\)/,
    },
    { when: 'it sleeps in minutes', text: deployment({}, preStop({ exec: { command: ['sleep', '1m'] } })), says: /60 s/ },
    {
      when: 'the sleep is the whole period',
      text: deployment({}, { ...preStop({ sleep: { seconds: 10 } }), terminationGracePeriodSeconds: 10 }),
      says: /10 s/,
    },
    { when: 'there is time left', text: deployment({}, preStop({ sleep: { seconds: 10 } })) },
  ],
  'percent-rounds-to-zero': [
    {
      when: 'it is written',
      text: deployment({ replicas: 3, ...rolling('25%', '25%') }),
      says: /25 % of 3 = 0\.75 → 0, rounded down/,
      severity: 'information',
    },
    { when: 'it is the default', text: deployment({ replicas: 3 }), says: /the default/, severity: 'hint' },
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
  ],
  'hpa-owns-replicas': [
    { when: 'replicas are written', text: deployment(), around: { others: [autoscaler] }, says: /back to 4: .*“hpa”.*2–9/ },
    { when: 'they are not', text: deployment({ replicas: undefined }), around: { others: [autoscaler] } },
    { when: 'it owns another', text: deployment(), around: { others: [autoscaler.replace('"web"', '"x"')] } },
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
  'pdb-blocks-drain': [
    { when: 'all must be healthy', text: deployment(), around: { others: [budget({ minAvailable: 4 })] }, says: /wants 4 of 4/ },
    {
      when: '100 % must be healthy',
      text: deployment(),
      around: { others: [budget({ minAvailable: '100%' })] },
      says: /blocks every drain/,
    },
    {
      when: 'a percentage rounds up to all',
      text: deployment({ replicas: 1 }),
      around: { others: [budget({ minAvailable: '50%' })] },
      says: /wants 1 of 1 replica /,
    },
    { when: 'one may go', text: deployment(), around: { others: [budget({ minAvailable: 3 })] } },
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
      says: /about 1 h 57 min: maxUnavailable 1 \(the default\) on 1,000 nodes makes 1,000 waves of 7 s/,
    },
    { when: 'there are few', text: daemonSet(), around: { settings: { nodeCount: 20 } } },
    { when: 'minReadySeconds is long', text: daemonSet({ minReadySeconds: 600 }), says: /10 nodes \(assumed\)/ },
  ],
  'mutable-tag': [
    { when: 'it is latest', text: deployment({}, image('registry:5000/web:latest')), says: /latest/ },
    { when: 'there is none', text: deployment({}, image('registry:5000/web')), says: /no tag/ },
    { when: 'it is a version', text: deployment({}, image('registry:5000/web:1')) },
    { when: 'a digest pins it', text: deployment({}, image(`web@sha256:${'a'.repeat(64)}`)) },
  ],
  'server-warning': [
    {
      when: 'a deprecated label is used',
      text: deployment({}, { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } }),
      says: /deprecated since v1\.14/,
    },
    { when: 'nothing is', text: deployment({}, { nodeSelector: { 'kubernetes.io/os': 'linux' } }) },
  ],
};

describe('rules', () => {
  it('has cases for every rule that speaks and for every rule that is silent', () => {
    assert.deepEqual(Object.keys(CASES).toSorted(), RULES.map(({ id }) => id).toSorted());
    for (const [id, cases] of Object.entries(CASES)) {
      assert.ok(cases.some(({ says }) => says !== undefined) && cases.some(({ says }) => says === undefined), id);
    }
  });

  for (const [id, cases] of Object.entries(CASES)) {
    for (const { when, text, around, says, severity } of cases) {
      it(`${id} ${says === undefined ? 'is silent' : 'speaks'} when ${when}`, () => {
        const found = diagnosticsOf(text, around).filter(({ ruleId }) => ruleId === id);
        if (says === undefined) assert.deepEqual(found, []);
        else assert.match(found[0]?.message ?? '', says);
        if (severity !== undefined) assert.equal(found[0]?.severity, severity);
      });
    }
  }

  it('says each thing once, on one line, to the point', () => {
    for (const { text, around } of Object.values(CASES).flat()) {
      const found = diagnosticsOf(text, around);
      assert.equal(new Set(found.map(({ ruleId, start, message }) => `${ruleId} ${start} ${message}`)).size, found.length, text);
      for (const { message } of found) assert.doesNotMatch(message, /\n|undefined|NaN|\[object/);
    }
  });

  it('has nothing to say about a plain Deployment and a plain DaemonSet', () => {
    assert.deepEqual([...diagnosticsOf(deployment()), ...diagnosticsOf(daemonSet())], []);
  });
});

/** Ids that have been released: settings, comments and links hold them. Add to this list, never change it. */
const RELEASED: readonly string[] = [
  'all-unavailable',
  'both-round-to-zero',
  'both-zero',
  'daemonset-surge',
  'daemonset-surge-host-port',
  'deadline-below-min-ready',
  'deadline-too-short',
  'grace-too-short',
  'hpa-owns-replicas',
  'mutable-tag',
  'no-history',
  'no-readiness',
  'on-delete',
  'paused',
  'pdb-blocks-drain',
  'pdb-violated',
  'percent-rounds-to-all',
  'percent-rounds-to-zero',
  'recreate-behind-service',
  'rejected',
  'rolling-update-under-recreate',
  'selector-changed',
  'selector-mismatch',
  'server-warning',
  'single-replica-down',
  'slow-daemonset',
  'stall-anti-affinity',
  'stall-capacity',
  'stall-host-port',
  'stall-quota',
  'stall-volume',
  'unknown-field',
];

describe('the registry of rules', () => {
  it('keeps the ids that have been released', () => {
    assert.deepEqual(RULES.map(({ id }) => id).toSorted(), RELEASED);
  });
  it('gives every rule a title and an explanation', () => {
    for (const { id, title, explanation } of RULES) assert.ok(title.length > 10 && explanation.length > 60, id);
  });
});

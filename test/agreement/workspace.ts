import type { NodeGroupSetting } from '../../src/features/nodeGroupForm';
import { Draw } from '../support/draw';
import { classesOf, groupsOf, LABELS, securityOf, webhookOf } from './sometimes';
import { HOSTNAME, keptFrom, neighborOf, object, resourcesOf, ZONE, type Json } from './neighborOf';

/** The files of a small workspace; the first holds the workload, `committed` is the version of it that runs. */
export interface Workspace {
  readonly files: readonly { readonly uri: string; readonly text: string }[];
  readonly committed: string | undefined;
  /** To which an autoscaler adds nodes. */
  readonly nodeGroups: readonly NodeGroupSetting[];
}

const FOLDER = 'file:///w/shop/';

/** What a workspace is about is drawn first: most have one or two things that can go wrong, some have many. */
export function workspaceOf(seed: number): Workspace {
  const draw = new Draw('workspace', seed);
  const share = draw.of([0.08, 0.08, 0.2, 0.4]);
  const has = (): boolean => draw.chance(share);
  const pod = { ...podOf(draw, has), ...securityOf(seed) };
  const isDaemon = draw.chance(0.25);
  const spec = isDaemon ? daemonSetSpec(draw) : deploymentSpec(draw, has);
  const workload = workloadOf(isDaemon, spec, pod);
  const others = [
    ...(draw.chance(0.5) ? nodesOf(draw, has) : []),
    ...claimsOf(pod),
    ...classesOf(seed),
    ...(has() ? [quotaOf(draw)] : []),
    ...(has() ? [limitRangeOf(draw)] : []),
    ...(has() ? [budgetOf(draw)] : []),
    ...(has() ? [autoscalerOf(draw)] : []),
    ...(draw.chance(0.3) ? [SERVICE] : []),
    ...webhookOf(seed),
    ...(pod['priorityClassName'] === undefined || draw.chance(0.3) ? [] : [PRIORITY_CLASS]),
  ];
  const committed = has()
    ? workloadOf(isDaemon, ranBefore(draw, spec), {
        ...pod,
        ...containersOf('web:0.9', pod),
        ...(isDaemon ? {} : keptApart(draw, has, pod)),
      })
    : undefined;
  const beside = draw.chance(0.35) ? [neighborOf(draw), ...(draw.chance(0.3) ? [neighborOf(draw, 'db')] : [])] : [];
  return {
    files: spreadOver(draw, workload, [...others, ...beside]),
    committed: committed === undefined ? undefined : textOf([committed]),
    nodeGroups: groupsOf(seed),
  };
}

function workloadOf(isDaemon: boolean, spec: Json, pod: Json): Json {
  const template = { metadata: { labels: LABELS }, spec: pod };
  const whole = { ...spec, selector: { matchLabels: LABELS }, template };
  return object(isDaemon ? 'DaemonSet' : 'Deployment', 'apps/v1', 'web', { spec: whole });
}

/** JSON is YAML; `undefined` is left out. */
function textOf(objects: readonly Json[]): string {
  return objects.map((json) => JSON.stringify(json, undefined, 1)).join('\n---\n');
}

/** Everything in one file, or each sort in its own beside the workload's. */
function spreadOver(draw: Draw, workload: Json, others: readonly Json[]): Workspace['files'] {
  const home = `${FOLDER}web.yaml`;
  if (draw.chance(0.5)) return [{ uri: home, text: textOf([workload, ...others]) }];
  return [
    { uri: home, text: textOf([workload]) },
    ...(others.length === 0 ? [] : [{ uri: `${FOLDER}around.yaml`, text: textOf(others) }]),
  ];
}

function deploymentSpec(draw: Draw, has: () => boolean): Json {
  const progressDeadlineSeconds = has() ? draw.of([15, 60, 1200]) : undefined;
  const minReadySeconds = has() ? draw.of([1, 5, 10]) : undefined;
  return {
    replicas: draw.chance(0.05) ? undefined : draw.upTo(8),
    strategy: draw.chance(0.15) ? { type: 'Recreate' } : strategyOf(draw),
    minReadySeconds,
    progressDeadlineSeconds,
    paused: draw.chance(0.02) ? true : undefined,
  };
}

function strategyOf(draw: Draw): Json | undefined {
  if (draw.chance(0.25)) return undefined;
  const maxSurge = draw.of([0, 1, 1, 2, '10%', '25%', '100%']);
  const maxUnavailable = maxSurge === 0 ? draw.of([1, 2, '10%', '50%', '100%']) : draw.of([0, 0, 1, 3, '25%', '100%']);
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
}

function daemonSetSpec(draw: Draw): Json {
  const rollingUpdate = draw.chance(0.3)
    ? { maxSurge: draw.of([1, '50%']), maxUnavailable: 0 }
    : { maxUnavailable: draw.of([1, 2, '30%', '100%']) };
  const type = draw.chance(0.08) ? { type: 'OnDelete' } : { type: 'RollingUpdate', rollingUpdate };
  return { updateStrategy: draw.chance(0.2) ? undefined : type, minReadySeconds: draw.chance(0.2) ? 5 : undefined };
}

/** Another number of replicas, another bound: what was committed differs from what is open. */
function ranBefore(draw: Draw, spec: Json): Json {
  return spec['replicas'] === undefined || draw.chance(0.5) ? spec : { ...spec, replicas: draw.upTo(6) };
}

/** Pods of before that refused to share a node or zone, whatever the new ones do. */
function keptApart(draw: Draw, has: () => boolean, pod: Json): Json {
  if (!has()) return {};
  const term = { labelSelector: { matchLabels: LABELS }, topologyKey: draw.of([HOSTNAME, HOSTNAME, ZONE]) };
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  return { affinity: { ...(pod['affinity'] as Json | undefined), podAntiAffinity: { [required]: [term] } } };
}

function podOf(draw: Draw, has: () => boolean): Json {
  const ports = has() ? [{ name: 'http', containerPort: 8080, ...(draw.chance(0.7) ? { hostPort: 8080 } : {}) }] : undefined;
  const container = {
    name: 'web',
    image: 'web:1.0',
    ports,
    resources: has() ? resourcesOf(draw) : undefined,
    ...(draw.chance(0.6) ? { readinessProbe: probeOf(draw, has) } : {}),
    ...(has() ? { livenessProbe: { ...probeOf(draw, has), ...draw.of(PATIENCE) } } : {}),
    ...(has() ? { startupProbe: { ...probeOf(draw, has), ...draw.of(PATIENCE) } } : {}),
  };
  return {
    containers: [container],
    hostNetwork: has() && draw.chance(0.3) ? true : undefined,
    nodeSelector: has() ? { disk: draw.of(['ssd', 'ssd', 'tape']) } : undefined,
    tolerations: has() ? [{ key: 'team', operator: 'Exists', effect: 'NoSchedule' }] : undefined,
    affinity: affinityOf(draw, has),
    topologySpreadConstraints: has() ? [spreadConstraint(draw)] : undefined,
    volumes: has() ? volumesOf(draw) : undefined,
    priorityClassName: has() ? 'urgent' : undefined,
    terminationGracePeriodSeconds: has() ? draw.of([0, 5, 60]) : undefined,
  };
}

function containersOf(image: string, pod: Json): Json {
  const [container] = pod['containers'] as readonly Json[];
  return { containers: [{ ...container, image }] };
}

/** How long a process may take to answer. */
const PATIENCE: readonly Json[] = [
  { failureThreshold: 30 },
  { failureThreshold: 3 },
  { failureThreshold: 1 },
  { periodSeconds: 1 },
  { periodSeconds: 3, failureThreshold: 1 },
];

function probeOf(draw: Draw, has: () => boolean): Json {
  const port = has() && draw.chance(0.3) ? draw.of(['http', 'admin']) : 8080;
  return { httpGet: { path: '/', port }, initialDelaySeconds: has() ? draw.of([5, 30, 90]) : undefined };
}

function affinityOf(draw: Draw, has: () => boolean): Json | undefined {
  const term = { labelSelector: { matchLabels: LABELS }, topologyKey: draw.of([HOSTNAME, HOSTNAME, ZONE]) };
  const required = 'requiredDuringSchedulingIgnoredDuringExecution';
  const expression = { key: ZONE, operator: 'In', values: draw.of([['a'], ['a', 'b'], ['z']]) };
  const affinity = {
    podAntiAffinity: has() ? { [required]: [term] } : draw.chance(0.04) ? keptFrom(draw, 'api')['podAntiAffinity'] : undefined,
    podAffinity: has() && draw.chance(0.4) ? { [required]: [draw.chance(0.7) ? term : nearOther(draw)] } : undefined,
    nodeAffinity: has() ? { [required]: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } } : undefined,
  };
  return Object.values(affinity).every((part) => part === undefined) ? undefined : affinity;
}

/** Wants to be where pods of somebody else are. */
function nearOther(draw: Draw): Json {
  return { labelSelector: { matchLabels: { app: draw.of(['api', 'db', 'cache']) } }, topologyKey: draw.of([HOSTNAME, ZONE]) };
}

function spreadConstraint(draw: Draw): Json {
  const whenUnsatisfiable = draw.of(['DoNotSchedule', 'DoNotSchedule', 'ScheduleAnyway']);
  return { maxSkew: 1, topologyKey: draw.of([HOSTNAME, ZONE]), whenUnsatisfiable, labelSelector: { matchLabels: LABELS } };
}

const CLAIMS = {
  once: ['ReadWriteOnce'],
  pod: ['ReadWriteOncePod'],
  many: ['ReadWriteMany'],
  both: ['ReadWriteOnce', 'ReadOnlyMany'],
};

function volumesOf(draw: Draw): readonly Json[] {
  const names = draw.chance(0.85) ? [draw.of(['once', 'once', 'pod', 'many', 'both', 'unknown'])] : ['once', 'many'];
  return names.map((claimName) => ({
    name: claimName,
    persistentVolumeClaim: { claimName, readOnly: draw.chance(0.1) ? true : undefined },
  }));
}

/** The claims that the pods name, but for the one that is in no file. */
function claimsOf(pod: Json): readonly Json[] {
  const volumes = (pod['volumes'] ?? []) as readonly { readonly name: keyof typeof CLAIMS | 'unknown' }[];
  return volumes.flatMap(({ name }) => {
    if (name === 'unknown') return [];
    const spec = { accessModes: CLAIMS[name], resources: { requests: { storage: '1Gi' } } };
    return [object('PersistentVolumeClaim', 'v1', name, { spec })];
  });
}

function nodesOf(draw: Draw, has: () => boolean): readonly Json[] {
  return Array.from({ length: 1 + draw.upTo(6) }, (_, index) => nodeOf(draw, has, index));
}

function nodeOf(draw: Draw, has: () => boolean, index: number): Json {
  const labels = { [ZONE]: draw.of(['a', 'b', 'c']), ...(draw.chance(0.5) ? { disk: 'ssd' } : {}) };
  const allocatable = {
    cpu: draw.of(['1', '2', '4']),
    memory: '8Gi',
    pods: has() ? draw.of(['1', '2', '4']) : '110',
    'nvidia.com/gpu': has() ? draw.of(['1', '2']) : undefined,
  };
  const condition = { type: 'Ready', status: has() && draw.chance(0.5) ? draw.of(['False', 'Unknown']) : 'True' };
  const status = draw.chance(0.85) ? { allocatable, conditions: [condition] } : undefined;
  const taints = has() ? [{ key: draw.of(['team', 'gpu']), effect: draw.of(['NoSchedule', 'PreferNoSchedule']) }] : undefined;
  const spec = { taints, unschedulable: has() && draw.chance(0.5) ? true : undefined };
  return object('Node', 'v1', `n${index + 1}`, { metadata: { labels }, spec, status });
}

function quotaOf(draw: Draw): Json {
  const hard = draw.of<Json>([
    { pods: String(1 + draw.upTo(9)) },
    { 'count/pods': String(1 + draw.upTo(9)) },
    { 'requests.cpu': draw.of(['500m', '2', '4']) },
    { 'limits.cpu': draw.of(['1', '4']) },
    { 'limits.memory': '2Gi' },
    { 'requests.memory': '1Gi', pods: '20' },
    { 'requests.nvidia.com/gpu': String(draw.upTo(4)) },
    { 'nvidia.com/gpu': '1' },
    { services: '1' },
    { 'count/replicasets.apps': draw.of(['1', '2', '3']) },
    { 'count/controllerrevisions.apps': draw.of(['1', '2']), pods: '20' },
  ]);
  const scopes = draw.chance(0.2) ? [draw.of(['BestEffort', 'NotBestEffort', 'Terminating'])] : undefined;
  return object('ResourceQuota', 'v1', 'team', { spec: { hard, scopes } });
}

function limitRangeOf(draw: Draw): Json {
  const limits = draw.of<Json>([
    { default: { cpu: '600m' } },
    { defaultRequest: { cpu: '300m', memory: '128Mi' } },
    { max: { cpu: '800m' } },
    { min: { memory: '64Mi' } },
  ]);
  return object('LimitRange', 'v1', 'sizes', { spec: { limits: [{ type: 'Container', ...limits }] } });
}

function budgetOf(draw: Draw): Json {
  const bound = draw.chance(0.5) ? { minAvailable: draw.of([0, 1, '50%', '100%']) } : { maxUnavailable: draw.of([0, 1]) };
  return object('PodDisruptionBudget', 'policy/v1', 'web', { spec: { selector: { matchLabels: LABELS }, ...bound } });
}

function autoscalerOf(draw: Draw): Json {
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };
  const minReplicas = 1 + draw.upTo(3);
  const spec = { scaleTargetRef, minReplicas, maxReplicas: minReplicas + draw.upTo(4) };
  return object('HorizontalPodAutoscaler', 'autoscaling/v2', 'web', { spec });
}

const SERVICE = object('Service', 'v1', 'front', { spec: { selector: LABELS, ports: [{ port: 80, targetPort: 8080 }] } });
const PRIORITY_CLASS = object('PriorityClass', 'scheduling.k8s.io/v1', 'urgent', { value: 1000 });

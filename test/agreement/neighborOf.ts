import type { Draw } from '../support/draw';

export type Json = Readonly<Record<string, unknown>>;

export const HOSTNAME = 'kubernetes.io/hostname';
export const ZONE = 'topology.kubernetes.io/zone';

export function object(kind: string, apiVersion: string, name: string, rest: Json): Json {
  return { apiVersion, kind, metadata: { name, ...(rest['metadata'] as Json | undefined) }, ...without(rest, 'metadata') };
}

function without(json: Json, name: string): Json {
  return Object.fromEntries(Object.entries(json).filter(([key]) => key !== name));
}

export function resourcesOf(draw: Draw): Json {
  const amounts = draw.of([
    { cpu: '100m' },
    { cpu: '500m', memory: '256Mi' },
    { cpu: '900m' },
    { memory: '1Gi' },
    { 'nvidia.com/gpu': '1' },
    { cpu: '500m', 'nvidia.com/gpu': '1' },
  ]);
  const isLimited = 'nvidia.com/gpu' in amounts || draw.chance(0.4);
  return { requests: amounts, limits: isLimited ? amounts : undefined };
}

/** Something else, which takes quota and room. */
export function neighborOf(draw: Draw, name = 'api'): Json {
  const labels = { app: name };
  const resources = draw.chance(0.7) ? resourcesOf(draw) : undefined;
  const pod = {
    containers: [
      { name, image: `${name}:1.0`, resources, ports: draw.chance(0.2) ? [{ containerPort: 8080, hostPort: 8080 }] : undefined },
    ],
    priorityClassName: draw.chance(0.1) ? 'urgent' : undefined,
    volumes: draw.chance(0.2)
      ? [{ name: 'shared', persistentVolumeClaim: { claimName: draw.of(['once', 'pod', 'many']) } }]
      : undefined,
    affinity: draw.chance(0.15) ? keptFrom(draw, 'web') : undefined,
  };
  const [kind, apiVersion] = draw.of(RUNNERS);
  const template = { metadata: { labels }, spec: pod };
  const many = draw.upTo(5);
  const job = { parallelism: many, template: { spec: { ...pod, restartPolicy: 'Never' } } };
  if (kind === 'Pod') return object(kind, apiVersion, name, { metadata: { labels }, spec: pod });
  if (kind === 'Job') return object(kind, apiVersion, name, { spec: job });
  if (kind === 'CronJob') return object(kind, apiVersion, name, { spec: { schedule: '* * * * *', jobTemplate: { spec: job } } });
  const podManagementPolicy = kind === 'StatefulSet' ? draw.of([undefined, 'Parallel']) : undefined;
  const replicas = draw.chance(0.9) ? many : undefined;
  return object(kind, apiVersion, name, { spec: { replicas, podManagementPolicy, selector: { matchLabels: labels }, template } });
}

/** Refuses to share a node or zone with pods of this name. */
export function keptFrom(draw: Draw, app: string): Json {
  const term = { labelSelector: { matchLabels: { app } }, topologyKey: draw.of([HOSTNAME, HOSTNAME, ZONE]) };
  return { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } };
}

const RUNNERS: readonly (readonly [kind: string, apiVersion: string])[] = [
  ['Deployment', 'apps/v1'],
  ['Deployment', 'apps/v1'],
  ['Deployment', 'apps/v1'],
  ['DaemonSet', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['StatefulSet', 'apps/v1'],
  ['ReplicaSet', 'apps/v1'],
  ['ReplicationController', 'v1'],
  ['Rollout', 'argoproj.io/v1alpha1'],
  ['Pod', 'v1'],
  ['Job', 'batch/v1'],
  ['CronJob', 'batch/v1'],
];

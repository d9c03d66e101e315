import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { BehaviorProfile, ClusterSpec, Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import type { TourName } from '../../src/shared/tours';
import type { IntOrString } from '../../src/model/intOrPercent';
import type { PodSpec } from '../../src/model/apiTypes';

/** A trap that people really stepped into, as a scenario with one sentence. */
export interface Trap {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  /** Where it was reported. */
  readonly source: string;
  /** The tour that shows the controllers at it. */
  readonly tour?: TourName | undefined;
  readonly scenario: Scenario;
}

const OLD_IMAGE = 'example/web:1.0';
export const NEW_IMAGE = 'example/web:2.0';

interface Template {
  readonly name: string;
  readonly image: string;
  readonly cpu?: string | undefined;
  readonly pod?: Partial<PodSpec> | undefined;
  readonly hostPort?: number | undefined;
  readonly probe?: boolean | undefined;
}

const readinessProbe = { httpGet: { path: '/ready', port: 8080 }, periodSeconds: 1 };

function template({ name, image, cpu = '100m', pod, hostPort, probe = true }: Template): Workload['spec']['template'] {
  const ports = hostPort === undefined ? {} : { ports: [{ containerPort: hostPort, hostPort }] };
  return {
    metadata: { labels: { app: name } },
    spec: {
      ...pod,
      containers: [
        { name: 'app', image, resources: { requests: { cpu, memory: '128Mi' } }, ...ports, ...(probe ? { readinessProbe } : {}) },
      ],
    },
  };
}

export interface WorkloadOptions {
  readonly name?: string;
  readonly replicas?: number;
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly strategy?: 'RollingUpdate' | 'Recreate' | 'OnDelete';
  readonly minReadySeconds?: number;
  readonly progressDeadlineSeconds?: number;
  readonly cpu?: string;
  readonly hostPort?: number;
  readonly pod?: Partial<PodSpec>;
  /** A readiness probe; there is one unless this says no. */
  readonly probe?: boolean;
}

function rollingUpdate({ maxSurge, maxUnavailable }: WorkloadOptions): object {
  return { ...(maxSurge === undefined ? {} : { maxSurge }), ...(maxUnavailable === undefined ? {} : { maxUnavailable }) };
}

function deployment(options: WorkloadOptions, image: string): Workload {
  const { name = 'web', replicas = 10, strategy = 'RollingUpdate', minReadySeconds, progressDeadlineSeconds } = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas,
      selector: { matchLabels: { app: name } },
      strategy: strategy === 'RollingUpdate' ? { type: strategy, rollingUpdate: rollingUpdate(options) } : { type: strategy },
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      ...(progressDeadlineSeconds === undefined ? {} : { progressDeadlineSeconds }),
      template: template({ name, image, cpu: options.cpu, pod: options.pod, hostPort: options.hostPort, probe: options.probe }),
    },
  };
}

function daemonSet(options: WorkloadOptions, image: string): Workload {
  const { name = 'agent', strategy = 'RollingUpdate', minReadySeconds } = options;
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: name } },
      updateStrategy:
        strategy === 'RollingUpdate' ? { type: strategy, rollingUpdate: rollingUpdate(options) } : { type: strategy },
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      template: template({ name, image, cpu: options.cpu, pod: options.pod, hostPort: options.hostPort, probe: options.probe }),
    },
  };
}

export interface TrapOptions {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly source: string;
  readonly tour?: TourName;
  readonly kind?: 'Deployment' | 'DaemonSet';
  readonly workload: WorkloadOptions;
  readonly cluster: ClusterSpec;
  readonly behavior?: BehaviorProfile;
  readonly actions?: readonly ScenarioAction[];
  readonly horizonSeconds?: number;
  readonly stopAt?: Scenario['stopAt'];
}

const USUAL: BehaviorProfile = { default: { imagePull: 1, start: 1, warmUp: { min: 2, max: 7 }, shutDown: { min: 1, max: 4 } } };

export function trap(options: TrapOptions): Trap {
  const { id, title, sentence, source, tour, kind = 'Deployment', workload, cluster, behavior = USUAL, actions = [] } = options;
  const make = kind === 'Deployment' ? deployment : daemonSet;
  return {
    id,
    title,
    sentence,
    source,
    tour,
    scenario: {
      version: 1,
      title,
      description: sentence,
      seed: 1,
      horizonSeconds: options.horizonSeconds ?? 4 * 3600,
      ...(options.stopAt === undefined ? {} : { stopAt: options.stopAt }),
      cluster,
      workload: { before: make(workload, OLD_IMAGE), after: make(workload, NEW_IMAGE) },
      behavior,
      actions,
      // A lesson is told to the second: what happens together happens in one instant.
      latencyMs: 0,
    },
  };
}

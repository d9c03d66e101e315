import type {
  DaemonSet,
  DaemonSetUpdateStrategy,
  Deployment,
  DeploymentStrategy,
  PodTemplateSpec,
  RollingUpdateDeployment,
} from '../schema/apiTypes';
import { defaultPodSpec } from './podSpec';

const DEFAULT_PERCENT = '25%';

export function defaultDeployment(deployment: Deployment): Deployment {
  const spec = deployment.spec ?? {};
  return {
    ...deployment,
    spec: {
      ...spec,
      replicas: spec.replicas ?? 1,
      strategy: defaultStrategy(spec.strategy ?? {}),
      revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
      progressDeadlineSeconds: spec.progressDeadlineSeconds ?? 600,
      template: defaultTemplate(spec.template ?? {}),
    },
  };
}

function defaultTemplate(template: PodTemplateSpec): PodTemplateSpec {
  return { ...template, spec: defaultPodSpec(template.spec ?? {}) };
}

function defaultStrategy(strategy: DeploymentStrategy): DeploymentStrategy {
  const { type = 'RollingUpdate', rollingUpdate } = strategy;
  if (type !== 'RollingUpdate') return { ...strategy, type, ...withZeros(rollingUpdate) };
  const { maxUnavailable = DEFAULT_PERCENT, maxSurge = DEFAULT_PERCENT } = rollingUpdate ?? {};
  return { ...strategy, type, rollingUpdate: { maxUnavailable, maxSurge } };
}

/** A rolling update that is not used keeps what is written; inside the server its numbers cannot be absent. */
function withZeros(rollingUpdate: RollingUpdateDeployment | undefined): { rollingUpdate?: RollingUpdateDeployment } {
  if (rollingUpdate === undefined) return {};
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  return { rollingUpdate: { maxUnavailable, maxSurge } };
}

export function defaultDaemonSet(daemonSet: DaemonSet): DaemonSet {
  const spec = daemonSet.spec ?? {};
  return {
    ...daemonSet,
    spec: {
      ...spec,
      updateStrategy: defaultUpdateStrategy(spec.updateStrategy ?? {}),
      revisionHistoryLimit: spec.revisionHistoryLimit ?? 10,
      template: defaultTemplate(spec.template ?? {}),
    },
  };
}

/** Who writes only `maxSurge` still gets `maxUnavailable: 1`, and is then told that both together are not allowed. */
function defaultUpdateStrategy(strategy: DaemonSetUpdateStrategy): DaemonSetUpdateStrategy {
  const { type = 'RollingUpdate', rollingUpdate } = strategy;
  if (type !== 'RollingUpdate') return { ...strategy, type, ...withZeros(rollingUpdate) };
  const { maxUnavailable = 1, maxSurge = 0 } = rollingUpdate ?? {};
  return { ...strategy, type, rollingUpdate: { maxUnavailable, maxSurge } };
}

/** Upstream: pkg/apis/apps/v1/defaults.go (v1.36.4). */
import { withFields } from '../../../model/copies';
import { DAEMON_SET_DEFAULTS, DEPLOYMENT_DEFAULTS, DEFAULT_REPLICAS } from '../../../model/defaults';
import type {
  DaemonSet,
  DaemonSetUpdateStrategy,
  Deployment,
  DeploymentStrategy,
  PodTemplateSpec,
  RollingUpdateDeployment,
} from '../../../model/apiTypes';
import type { Unchecked } from '../schema/unchecked';
import { defaultPodSpec } from './podSpec';

export function defaultDeployment(deployment: Unchecked<Deployment>): Unchecked<Deployment> {
  const spec = deployment.spec ?? {};
  return {
    ...deployment,
    spec: withFields(spec, {
      replicas: spec.replicas ?? DEFAULT_REPLICAS,
      strategy: defaultStrategy(spec.strategy ?? {}),
      revisionHistoryLimit: spec.revisionHistoryLimit ?? DEPLOYMENT_DEFAULTS.revisionHistoryLimit,
      progressDeadlineSeconds: spec.progressDeadlineSeconds ?? DEPLOYMENT_DEFAULTS.progressDeadlineSeconds,
      template: defaultTemplate(spec.template ?? {}),
    }),
  };
}

function defaultTemplate(template: Unchecked<PodTemplateSpec>): Unchecked<PodTemplateSpec> {
  return withFields(template, { spec: defaultPodSpec(template.spec ?? {}) });
}

function defaultStrategy(strategy: Unchecked<DeploymentStrategy>): Unchecked<DeploymentStrategy> {
  const { type = DEPLOYMENT_DEFAULTS.strategy, rollingUpdate } = strategy;
  if (type !== 'RollingUpdate') return { ...strategy, type, ...withZeros(rollingUpdate) };
  const { maxUnavailable = DEPLOYMENT_DEFAULTS.maxUnavailable, maxSurge = DEPLOYMENT_DEFAULTS.maxSurge } = rollingUpdate ?? {};
  return withFields(strategy, { type, rollingUpdate: { maxUnavailable, maxSurge } });
}

/** A rolling update that is not used keeps what is written; inside the server its numbers cannot be absent. */
function withZeros(rollingUpdate: Unchecked<RollingUpdateDeployment> | undefined): {
  rollingUpdate?: Unchecked<RollingUpdateDeployment>;
} {
  if (rollingUpdate === undefined) return {};
  const { maxUnavailable = 0, maxSurge = 0 } = rollingUpdate;
  return { rollingUpdate: { maxUnavailable, maxSurge } };
}

export function defaultDaemonSet(daemonSet: Unchecked<DaemonSet>): Unchecked<DaemonSet> {
  const spec = daemonSet.spec ?? {};
  return {
    ...daemonSet,
    spec: withFields(spec, {
      updateStrategy: defaultUpdateStrategy(spec.updateStrategy ?? {}),
      revisionHistoryLimit: spec.revisionHistoryLimit ?? DAEMON_SET_DEFAULTS.revisionHistoryLimit,
      template: defaultTemplate(spec.template ?? {}),
    }),
  };
}

/** Who writes only `maxSurge` still gets `maxUnavailable: 1`, and is then told that both together are not allowed. */
function defaultUpdateStrategy(strategy: Unchecked<DaemonSetUpdateStrategy>): Unchecked<DaemonSetUpdateStrategy> {
  const { type = DAEMON_SET_DEFAULTS.strategy, rollingUpdate } = strategy;
  if (type !== 'RollingUpdate') return { ...strategy, type, ...withZeros(rollingUpdate) };
  const { maxUnavailable = DAEMON_SET_DEFAULTS.maxUnavailable, maxSurge = DAEMON_SET_DEFAULTS.maxSurge } = rollingUpdate ?? {};
  return withFields(strategy, { type, rollingUpdate: { maxUnavailable, maxSurge } });
}

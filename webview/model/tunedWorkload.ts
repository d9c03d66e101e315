import type { DaemonSet, Deployment } from '../../src/model/apiTypes';
import type { IntOrString } from '../../src/model/intOrPercent';
import { withOtherTemplate } from '../../src/model/otherTemplate';
import type { Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import type { TunableManifestValues } from '../../src/shared/protocol';
import { tuneContainers, type Readiness } from './requestEdits';

/** What-ifs about the manifest. */
export interface WorkloadTuning extends Omit<TunableManifestValues, 'readiness'> {
  readonly readiness?: Readiness;
  readonly image?: string;
  /** Another question than the one that was brought along: what if all pods were replaced, by the same or by others? */
  readonly replaced?: 'restart' | 'newImage';
}

export function isDeployment(workload: Workload): workload is Deployment {
  return workload.kind !== 'DaemonSet';
}

export function tuneVersions({ before, after }: Scenario['workload'], tuning: WorkloadTuning): Scenario['workload'] {
  const tuned = tuneWorkload(after, tuning);
  if (tuning.replaced !== undefined) return { after: tuned, before: withOtherTemplate(tuned) };
  return { after: tuned, ...(before === undefined ? {} : { before: tuneRunning(before, tuning) }) };
}

/**
 * Replicas change on both sides, so that the question stays "this rollout, at that size" and not "a rollout while scaling".
 * How pods stop does as well: those that stop in a rollout are the old ones.
 */
function tuneRunning(workload: Workload, tuning: WorkloadTuning): Workload {
  const { replicas, terminationGracePeriodSeconds, preStopSleepSeconds, readiness } = tuning;
  const scaled = isDeployment(workload) ? scaleDeployment(workload, replicas) : workload;
  const { spec } = scaled;
  const stopping = { terminationGracePeriodSeconds, preStopSleepSeconds, readiness };
  const template = tuneTemplate(spec.template, stopping as WorkloadTuning);
  return template === spec.template ? scaled : { ...scaled, spec: { ...spec, template } };
}

function scaleDeployment(workload: Deployment, replicas: number | undefined): Deployment {
  return replicas === undefined ? workload : { ...workload, spec: { ...workload.spec, replicas } };
}

function tuneWorkload(workload: Workload, tuning: WorkloadTuning): Workload {
  return isDeployment(workload) ? tuneDeployment(workload, tuning) : tuneDaemonSet(workload, tuning);
}

function rollingUpdate(
  given: { readonly maxSurge?: IntOrString | undefined; readonly maxUnavailable?: IntOrString | undefined } | undefined,
  { maxSurge, maxUnavailable }: WorkloadTuning,
): { readonly maxSurge?: IntOrString | undefined; readonly maxUnavailable?: IntOrString | undefined } {
  return {
    ...given,
    ...(maxSurge === undefined ? {} : { maxSurge }),
    ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
  };
}

function tuneDeployment(workload: Deployment, tuning: WorkloadTuning): Workload {
  const { spec } = scaleDeployment(workload, tuning.replicas);
  const touchesStrategy = tuning.maxSurge !== undefined || tuning.maxUnavailable !== undefined;
  return {
    ...workload,
    spec: {
      ...spec,
      ...(touchesStrategy
        ? { strategy: { type: 'RollingUpdate', rollingUpdate: rollingUpdate(spec.strategy?.rollingUpdate, tuning) } }
        : {}),
      ...(tuning.minReadySeconds === undefined ? {} : { minReadySeconds: tuning.minReadySeconds }),
      ...(tuning.progressDeadlineSeconds === undefined ? {} : { progressDeadlineSeconds: tuning.progressDeadlineSeconds }),
      template: tuneTemplate(spec.template, tuning),
    },
  };
}

function tuneDaemonSet(workload: DaemonSet, tuning: WorkloadTuning): Workload {
  const { spec } = workload;
  const touchesStrategy = tuning.maxSurge !== undefined || tuning.maxUnavailable !== undefined;
  return {
    ...workload,
    spec: {
      ...spec,
      ...(touchesStrategy
        ? { updateStrategy: { type: 'RollingUpdate', rollingUpdate: rollingUpdate(spec.updateStrategy?.rollingUpdate, tuning) } }
        : {}),
      ...(tuning.minReadySeconds === undefined ? {} : { minReadySeconds: tuning.minReadySeconds }),
      template: tuneTemplate(spec.template, tuning),
    },
  };
}

function tuneTemplate(template: Deployment['spec']['template'], tuning: WorkloadTuning): Deployment['spec']['template'] {
  const { terminationGracePeriodSeconds, image } = tuning;
  const spec = tuneContainers(template.spec, tuning);
  if (terminationGracePeriodSeconds === undefined && image === undefined && spec === template.spec) return template;
  const [first, ...others] = spec.containers;
  return {
    ...template,
    spec: {
      ...spec,
      ...(terminationGracePeriodSeconds === undefined ? {} : { terminationGracePeriodSeconds }),
      ...(image === undefined || first === undefined ? {} : { containers: [{ ...first, image }, ...others] }),
    },
  };
}

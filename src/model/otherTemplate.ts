import type { DaemonSet, Deployment, PodTemplateSpec } from './apiTypes';

/** Sets the template of the version that is assumed to run apart from the one in the manifest. */
const RUNNING_MARKER_ANNOTATION = 'rollout-lens/running';

/** The same workload with another template: what runs when nothing else is known, and what any new image replaces. */
export function withOtherTemplate<W extends Deployment | DaemonSet>(workload: W): W {
  const { template } = workload.spec;
  const annotations = { ...template.metadata?.annotations, [RUNNING_MARKER_ANNOTATION]: 'true' };
  const marked: PodTemplateSpec = { ...template, metadata: { ...template.metadata, annotations } };
  return { ...workload, spec: { ...workload.spec, template: marked } };
}

/** Whether the version that runs is the assumed one: what differs then is not known. */
export function isAssumedTemplate(before: Deployment | DaemonSet, after: Deployment | DaemonSet): boolean {
  const isMarked = ({ spec }: Deployment | DaemonSet): boolean =>
    spec.template.metadata?.annotations?.[RUNNING_MARKER_ANNOTATION] !== undefined;
  return isMarked(before) && !isMarked(after);
}

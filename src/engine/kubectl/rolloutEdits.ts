/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectpauser.go, objectresumer.go, objectrestarter.go
 * (v1.36.4). The object is given back; kubectl sends the difference. What `kubectl rollout restart`, `pause` and
 * `resume` do to an object before they send the difference as a patch.
 */
import { formatTime, type Time } from '../../model/time';
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { RESTARTED_AT_ANNOTATION } from '../../model/wellKnown';
import { withAnnotation } from './podTemplates';

export type RolloutEdit<T> = { readonly object: T; readonly error: '' } | { readonly object: undefined; readonly error: string };

function edited<T>(object: T): RolloutEdit<T> {
  return { object, error: '' };
}

function refused<T>(error: string): RolloutEdit<T> {
  return { object: undefined, error };
}

export function restartDeployment(deployment: Deployment, now: Time): RolloutEdit<Deployment> {
  if (deployment.spec.paused === true) return refused("can't restart paused deployment (run rollout resume first)");
  return edited({ ...deployment, spec: { ...deployment.spec, template: restarted(deployment, now) } });
}

export function restartDaemonSet(daemonSet: DaemonSet, now: Time): RolloutEdit<DaemonSet> {
  return edited({ ...daemonSet, spec: { ...daemonSet.spec, template: restarted(daemonSet, now) } });
}

function restarted({ spec }: Deployment | DaemonSet, now: Time): Deployment['spec']['template'] {
  return withAnnotation(spec.template, RESTARTED_AT_ANNOTATION, formatTime(now));
}

export function pauseDeployment(deployment: Deployment): RolloutEdit<Deployment> {
  if (deployment.spec.paused === true) return refused('is already paused');
  return edited({ ...deployment, spec: { ...deployment.spec, paused: true } });
}

export function resumeDeployment(deployment: Deployment): RolloutEdit<Deployment> {
  if (deployment.spec.paused !== true) return refused('is not paused');
  return edited({ ...deployment, spec: { ...deployment.spec, paused: undefined } });
}

/** What kubectl answers for DaemonSets, which know no pause. */
export const PAUSE_NOT_SUPPORTED = 'pausing is not supported';
export const RESUME_NOT_SUPPORTED = 'resuming is not supported';

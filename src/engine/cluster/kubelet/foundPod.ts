/** Ours: what a pod's status tells a kubelet that has not been there: how far it is, and what goes wrong with it. */
import type { ContainerStatus, Pod } from '../../../model/apiTypes';
import { getPodCondition } from '../../../model/podConditions';
import type { Time } from '../../../model/time';
import type { DrawnBehavior } from './behavior';
import { crashBackOffSeconds } from './podRun';

/** How far a pod is that was there before. */
export type FoundState =
  /** Nothing of it runs yet; it has been on its node since then. */
  | { readonly is: 'starting'; readonly since: Time }
  | { readonly is: 'running'; readonly startedAt: Time }
  /** Waits to be started again. */
  | { readonly is: 'ended'; readonly endedAt: Time; readonly backOffSeconds: number }
  /** Its image has not come, for so many attempts. */
  | { readonly is: 'pullFails'; readonly attempts: number }
  | { readonly is: 'lacksObject' };

export interface FoundPod {
  readonly state: FoundState;
  readonly restarts: number;
  /** What it has shown: it goes on so. */
  readonly shown: Partial<DrawnBehavior>;
}

const PULL_FAILURES: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'RegistryUnavailable',
]);
const CONFIG_FAILURES: ReadonlySet<string> = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError']);
/** `configmap "settings" not found` */
const NOT_FOUND = /(?:configmap|secret) "([^"]+)" not found/;
/** `back-off 2m40s restarting failed container` */
const BACK_OFF = /^back-off (?:(\d+)m)?(?:(\d+)s)?/;

/** Reads a bound pod as it was found at `now`. */
export function readFoundPod(pod: Pod, now: Time): FoundPod {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  const restarts = Math.max(0, ...containerStatuses.map(({ restartCount = 0 }) => restartCount));
  const since = getPodCondition(pod, 'PodScheduled')?.lastTransitionTime ?? pod.status?.startTime ?? now;
  const decisive = decisiveStatus([...initContainerStatuses.filter(isUnfinished), ...containerStatuses]);
  const { waiting, running } = decisive?.state ?? {};
  const crash = shownCrash(decisive);
  const reason = waiting?.reason ?? '';
  if (PULL_FAILURES.has(reason))
    return { state: { is: 'pullFails', attempts: attemptsSince(since, now) }, restarts, shown: { imagePullError: true } };
  if (CONFIG_FAILURES.has(reason)) {
    const name = missingObjectIn(waiting?.message);
    const missingObject = name === undefined ? { says: waiting?.message ?? reason } : { name };
    return { state: { is: 'lacksObject' }, restarts, shown: { missingObject } };
  }
  const endedAt = endOf(decisive);
  if (decisive !== undefined && running === undefined && endedAt !== undefined) {
    const backOffSeconds = toldBackOff(waiting?.message) ?? crashBackOffSeconds(decisive.restartCount ?? 0);
    return { state: { is: 'ended', endedAt, backOffSeconds }, restarts, shown: crash };
  }
  // Of a ready pod whose containers are cut from what was printed, that is enough.
  const ready = decisive === undefined ? getPodCondition(pod, 'Ready') : undefined;
  if (ready?.status === 'True')
    return { state: { is: 'running', startedAt: ready.lastTransitionTime ?? since }, restarts, shown: crash };
  if (running === undefined || initContainerStatuses.some(isUnfinished))
    return { state: { is: 'starting', since }, restarts, shown: {} };
  return { state: { is: 'running', startedAt: running.startedAt ?? since }, restarts, shown: crash };
}

/** The object that a message of the kubelet misses. */
export function missingObjectIn(message = ''): string | undefined {
  return NOT_FOUND.exec(message)?.[1];
}

/** The container that keeps the pod: one that waits before one that runs without being ready. */
function decisiveStatus(statuses: readonly ContainerStatus[]): ContainerStatus | undefined {
  const fails = ({ state }: ContainerStatus): boolean =>
    state?.terminated !== undefined || (state?.waiting !== undefined && !isOnlyStarting(state.waiting.reason));
  return (
    statuses.find(fails) ??
    statuses.find(({ state }) => state?.waiting !== undefined) ??
    statuses.find(({ ready }) => ready !== true) ??
    statuses[0]
  );
}

function isOnlyStarting(reason = ''): boolean {
  return reason === '' || reason === 'ContainerCreating' || reason === 'PodInitializing';
}

/** An init container that has done its work says nothing more. A sidecar never has. */
function isUnfinished({ state, ready }: ContainerStatus): boolean {
  return state?.terminated?.exitCode !== 0 && !(state?.running !== undefined && ready === true);
}

function endOf(status: ContainerStatus | undefined): Time | undefined {
  return (
    status?.state?.terminated?.finishedAt ??
    (status?.state?.waiting === undefined ? undefined : status.lastState?.terminated?.finishedAt)
  );
}

/** A container that has been restarted ends again, as long after its start as the last time. */
function shownCrash(status: ContainerStatus | undefined): Partial<DrawnBehavior> {
  const last = status?.state?.terminated ?? status?.lastState?.terminated;
  if (last?.startedAt === undefined || last.finishedAt === undefined)
    return status?.state?.waiting?.reason === 'CrashLoopBackOff' ? { crash: { after: () => 1, times: Infinity } } : {};
  const ranFor = Math.max(0, (last.finishedAt - last.startedAt) / 1000);
  // Who ran longer than the back-off is remembered does not crash in a loop.
  if (ranFor > CRASH_LOOP_SECONDS) return {};
  return { crash: { after: () => ranFor, times: Infinity } };
}

/** A kubelet forgets its back-off after ten minutes. */
const CRASH_LOOP_SECONDS = 600;

function toldBackOff(message = ''): number | undefined {
  const [, minutes, seconds] = BACK_OFF.exec(message) ?? [];
  return minutes === undefined && seconds === undefined ? undefined : 60 * Number(minutes ?? 0) + Number(seconds ?? 0);
}

/** With 10, 20, 40 … 300 s between them. */
function attemptsSince(since: Time, now: Time): number {
  let attempts = 1;
  for (let seconds = (now - since) / 1000; seconds > 0; attempts++) seconds -= crashBackOffSeconds(attempts);
  return attempts;
}

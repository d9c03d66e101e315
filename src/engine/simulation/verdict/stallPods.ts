import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { objectKey } from '../../../model/meta';
import { isPodReady } from '../../../model/podConditions';
import type { Pod } from '../../../model/apiTypes';
import { counted, cutShort, listed, plural } from '../../../model/words';
import { mountFailure } from '../../cluster/kubelet/neededObjects';
import type { Blocker } from '../timeline/timeline';
import { either, oldFirst } from './remedies';
import { isDaemonSet } from '../scenario/workloadKind';
import type { StallInput } from './stallInput';

/** Pods that are placed and do not get ready for reasons of their own, the most decisive first. */
export function podsOwnBlockers(input: StallInput, pods: readonly Pod[]): Blocker[] {
  return [
    ...missingObjectBlocker(input, pods),
    ...imagePullBlocker(pods),
    ...crashLoopBlocker(input, pods),
    ...notStartingBlocker(input, pods),
    ...exclusiveBlocker(input, pods),
    ...neverReadyBlocker(input, pods),
  ];
}

export function names(pods: readonly Pod[]): readonly string[] {
  return pods.map(({ metadata }) => metadata.name);
}

/** `1 new pod`, `3 pods of the old version`, `4 pods`. */
function countedByVersion({ world }: StallInput, pods: readonly Pod[]): string {
  const old = pods.filter((pod) => world.behaviors.versionOf(pod) === 'before').length;
  if (old === 0) return counted(pods.length, 'new pod');
  return old === pods.length ? `${counted(old, 'pod')} of the old version` : counted(pods.length, 'pod');
}

function waitingReason(pod: Pod): string | undefined {
  return pod.status?.containerStatuses?.find(({ state }) => state?.waiting?.reason !== undefined)?.state?.waiting?.reason;
}

function missingObjectBlocker(input: StallInput, pods: readonly Pod[]): Blocker[] {
  const { kubelets } = input.world;
  const failing = pods.filter((pod) => kubelets.missingObject(objectKey(pod)) !== undefined);
  const [first] = failing;
  const needed = first === undefined ? undefined : kubelets.missingObject(objectKey(first));
  if (needed === undefined) return [];
  const { kind, name, volume, says } = needed;
  const where = volume === undefined ? 'CreateContainerConfigError' : 'ContainerCreating';
  return [
    {
      rule: 'missingObject',
      sentence:
        says === undefined
          ? `the ${kind} ${name} is missing (${counted(failing.length, 'pod')} in ${where})`
          : `${countedByVersion(input, failing)} cannot be started (${cutShort(says)})`,
      message: says ?? (volume === undefined ? undefined : mountFailure(needed)),
      pods: names(failing),
      remedy:
        says === undefined ? 'create it (the pods go on by themselves), correct its name, or make it optional' : FIX_OR_UNDO,
    },
  ];
}

function imagePullBlocker(pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter((pod) => ['ErrImagePull', 'ImagePullBackOff'].includes(waitingReason(pod) ?? ''));
  if (failing.length === 0) return [];
  const image = failing[0]?.spec.containers[0]?.image ?? '';
  return [
    {
      rule: 'imagePull',
      sentence: `the image ${image} cannot be pulled (${counted(failing.length, 'pod')} in ImagePullBackOff)`,
      pods: names(failing),
      remedy: 'push the image, or correct its name',
    },
  ];
}

const UNDO = 'go back with kubectl rollout undo';
const FIX_OR_UNDO = `correct what makes the new pods fail (their logs tell), or ${UNDO}`;

function restartsOf(pod: Pod): number {
  return pod.status?.containerStatuses?.[0]?.restartCount ?? 0;
}

function crashLoopBlocker(input: StallInput, pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter((pod) => restartsOf(pod) > 0 && input.world.kubelets.isUnstable(objectKey(pod)));
  const [first] = failing;
  if (first === undefined) return [];
  const killedBy = input.world.kubelets.killedBy(objectKey(first));
  const who = countedByVersion(input, failing);
  if (killedBy === undefined) {
    const sentence = `${who} ${plural(failing.length, 'keeps', 'keep')} crashing and restarting`;
    return [{ rule: 'crashLoop', sentence, pods: names(failing), remedy: FIX_OR_UNDO }];
  }
  const isStartup = killedBy === 'startupProbe';
  const probe = `${plural(failing.length, 'its', 'their')} ${isStartup ? 'startup' : 'liveness'} probe`;
  const sentence = `${who} ${plural(failing.length, 'is', 'are')} killed by ${probe} again and again, before ${plural(failing.length, 'it answers', 'they answer')}`;
  const patience = isStartup
    ? 'give the start more time (failureThreshold of the startup probe)'
    : 'give the start its own time with a startup probe';
  return [
    { rule: 'crashLoop', sentence, pods: names(failing), remedy: either(patience, 'correct what the probe asks for', UNDO) },
  ];
}

/** Pods that wait for a lease, a lock or a slot which others of the workload hold. */
function exclusiveBlocker({ world, workload }: StallInput, pods: readonly Pod[]): Blocker[] {
  const waiting = pods.filter((pod) => world.kubelets.slotWait(objectKey(pod)) !== undefined);
  const [first] = waiting;
  const wait = first === undefined ? undefined : world.kubelets.slotWait(objectKey(first));
  if (wait === undefined) return [];
  const { holders, slots } = wait;
  const held = `what ${listed(holders)} ${plural(holders.length, 'holds', 'hold')}`;
  // With fewer slots than pods some are never ready, in whatever order they come.
  const isEnough = isDaemonSet(workload) || slots >= (workload.spec.replicas ?? DEFAULT_REPLICAS);
  const order = isEnough ? oldFirst(workload) : `run no more than ${counted(slots, 'replica')}`;
  return [
    {
      rule: 'neverReady',
      sentence: `${counted(waiting.length, 'pod')} ${plural(waiting.length, 'waits', 'wait')} for ${held} (a leader's lease, a lock, a slot) and ${plural(waiting.length, 'is', 'are')} not ready before it is free`,
      pods: names(waiting),
      remedy: either(order, 'do not tie readiness to the lock: a pod that stands by is ready, too'),
    },
  ];
}

/** Pods that were found on their nodes, long overdue. */
function notStartingBlocker({ world }: StallInput, pods: readonly Pod[]): Blocker[] {
  const { kubelets } = world;
  const failing = pods.filter((pod) => {
    const key = objectKey(pod);
    return kubelets.stuck(key) === 'starting' && kubelets.missingObject(key) === undefined;
  });
  if (failing.length === 0) return [];
  const reasons = [...new Set(failing.map((pod) => waitingReason(pod) ?? 'Pending'))];
  const sentence = `${counted(failing.length, 'pod')} ${plural(failing.length, 'does', 'do')} not start (${listed(reasons)} for much longer than a start takes)`;
  const remedy = `see what kubectl describe pod says: often a volume that cannot be mounted, or the network of the node`;
  return [{ rule: 'neverReady', sentence, pods: names(failing), remedy }];
}

/** Running, never restarted, not ready, and nothing under way that would make them so. */
function neverReadyBlocker(input: StallInput, pods: readonly Pod[]): Blocker[] {
  const { world, workload } = input;
  const failing = pods.filter((pod) => {
    const key = objectKey(pod);
    if (isPodReady(pod) || pod.status?.phase !== 'Running' || (restartsOf(pod) > 0 && world.kubelets.isUnstable(key)))
      return false;
    return !world.kubelets.willBeReady(key) && world.kubelets.slotWait(key) === undefined;
  });
  if (failing.length === 0) return [];
  const hasProbe = workload.spec.template.spec.containers.some(({ readinessProbe }) => readinessProbe !== undefined);
  const sentence = `${countedByVersion(input, failing)} never ${plural(failing.length, 'gets', 'get')} ready`;
  const areOldThere = pods.some((pod) => pod.status?.phase === 'Running' && world.behaviors.versionOf(pod) === 'before');
  const lock = areOldThere ? " (a leader's lease or a lock that an old pod holds is not free before that is gone)" : '';
  const remedy = hasProbe ? `look at what the readiness probe asks for${lock}, or ${UNDO}` : FIX_OR_UNDO;
  return [{ rule: 'neverReady', sentence, pods: names(failing), remedy }];
}

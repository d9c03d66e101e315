/** Upstream: pkg/kubelet/status/status_manager.go, pkg/kubelet/status/generate.go (v1.36.4). */
import type { ContainerState, ContainerStatus, Pod, PodCondition, PodPhase, PodStatus } from '../../../model/apiTypes';
import { draftOf, draftOfPodCondition, draftOfPodStatus } from '../../../model/copies';
import { wholeSeconds, type Time } from '../../../model/time';
import { hashText } from '../../kernel/random';

/** The parts of a pod's status that the kubelet keeps up. */
export interface PodSituation {
  readonly phase: PodPhase;
  readonly ready: boolean;
  readonly restarts: number;
  readonly state: ContainerState;
  readonly lastState?: ContainerState | undefined;
}

const NO_CONDITIONS: readonly PodCondition[] = [];

interface MadeConditions {
  readonly from: readonly PodCondition[];
  readonly condition: PodCondition;
  readonly made: readonly PodCondition[];
}

/** What was made last, by the type of the condition: pods of which the same is said within a second share it. */
const lastMade = new Map<string, MadeConditions>();

/** Sets or replaces a condition; its transition time moves only when the status does. */
export function withCondition(
  conditions: readonly PodCondition[] = NO_CONDITIONS,
  next: PodCondition,
  now: Time,
): readonly PodCondition[] {
  const last = lastMade.get(next.type);
  if (last?.from === conditions && isSaidAt(now, next, last.condition)) return last.made;
  let index = 0;
  while (index < conditions.length && conditions[index]?.type !== next.type) index++;
  const previous = conditions[index];
  // Cut here already, as the kubelet does: the store need not make another copy.
  const condition = draftOfPodCondition(next);
  condition.lastTransitionTime = previous?.status === next.status ? previous.lastTransitionTime : wholeSeconds(now);
  // A list that grows is given room for 16 more: what is kept of thousands of pods is made as long as it is.
  const made = index === conditions.length ? [...conditions, condition] : conditions.with(index, condition);
  lastMade.set(next.type, { from: conditions, made, condition });
  return made;
}

/** With the same list before, a condition that says this now comes out as the one that there is. */
function isSaidAt(now: Time, next: PodCondition, condition: PodCondition): boolean {
  return (
    condition.lastTransitionTime === wholeSeconds(now) &&
    condition.status === next.status &&
    condition.reason === next.reason &&
    condition.message === next.message &&
    condition.lastProbeTime === next.lastProbeTime &&
    condition.observedGeneration === next.observedGeneration
  );
}

/** It is deleted, and it is told who has decided so. */
export function withDisruptionTarget(pod: Pod, reason: string, message: string, now: Time): Pod {
  const status = draftOfPodStatus(pod.status);
  status.conditions = withCondition(status.conditions, { type: 'DisruptionTarget', status: 'True', reason, message }, now);
  return withStatus(pod, status);
}

export function withStatus(pod: Pod, status: PodStatus): Pod {
  const next = draftOf(pod);
  next.status = status;
  return next;
}

/** The pod as its kubelet reports it now. */
export function withSituation(pod: Pod, situation: PodSituation, now: Time): Pod {
  const ready: PodCondition = situation.ready
    ? { type: 'Ready', status: 'True' }
    : { type: 'Ready', status: 'False', reason: 'ContainersNotReady', message: unreadyMessage(pod) };
  const containerStatuses = pod.spec.containers.map((container): ContainerStatus => ({
    name: container.name,
    image: container.image,
    ready: situation.ready,
    started: situation.state.running !== undefined,
    restartCount: situation.restarts,
    state: situation.state,
    lastState: situation.lastState,
  }));
  const status = draftOfPodStatus(pod.status);
  if (situation.state.running !== undefined && status.podIP === undefined) {
    status.podIP = addressOf(pod);
    status.podIPs = [{ ip: status.podIP }];
  }
  status.phase = situation.phase;
  status.conditions = withCondition(pod.status?.conditions, ready, now);
  status.containerStatuses = containerStatuses;
  return withStatus(pod, status);
}

/** One that its pod keeps: drawn from its uid, for nobody asks which. Containers run behind it. */
function addressOf({ metadata }: Pod): string {
  const hash = hashText(metadata.uid ?? metadata.name);
  return `10.${hash >>> 24}.${(hash >>> 16) & 255}.${1 + (hash & 127)}`;
}

/** Only the Ready condition: what the node controller writes when a node falls silent. */
export function withoutReady(pod: Pod, now: Time): Pod {
  const condition: PodCondition = { type: 'Ready', status: 'False' };
  const status = draftOfPodStatus(pod.status);
  status.conditions = withCondition(status.conditions, condition, now);
  return withStatus(pod, status);
}

function unreadyMessage(pod: Pod): string {
  return `containers with unready status: [${pod.spec.containers.map((container) => container.name).join(' ')}]`;
}

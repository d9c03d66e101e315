/** Upstream: pkg/kubelet/status/status_manager.go, pkg/kubelet/status/generate.go (v1.36.4). */
import type { ContainerState, ContainerStatus, Pod, PodCondition, PodPhase, PodStatus } from '../../../model/apiTypes';
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

/** Sets or replaces a condition; its transition time moves only when the status does. */
export function withCondition(conditions: readonly PodCondition[] = [], next: PodCondition, now: Time): readonly PodCondition[] {
  const index = conditions.findIndex(({ type }) => type === next.type);
  const previous = conditions[index];
  // Cut here already, as the kubelet does: the store need not make another copy.
  const lastTransitionTime = previous?.status === next.status ? previous.lastTransitionTime : wholeSeconds(now);
  const condition: PodCondition = { ...next, lastTransitionTime };
  return index < 0 ? [...conditions, condition] : conditions.with(index, condition);
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
  const conditions = withCondition(pod.status?.conditions, ready, now);
  const address = situation.state.running === undefined ? {} : addressOf(pod);
  return { ...pod, status: { ...pod.status, ...address, phase: situation.phase, conditions, containerStatuses } };
}

/** One that its pod keeps: drawn from its uid, for nobody asks which. Containers run behind it. */
function addressOf({ metadata, status }: Pod): Pick<PodStatus, 'podIP' | 'podIPs'> {
  if (status?.podIP !== undefined) return {};
  const hash = hashText(metadata.uid ?? metadata.name);
  const ip = `10.${hash >>> 24}.${(hash >>> 16) & 255}.${1 + (hash & 127)}`;
  return { podIP: ip, podIPs: [{ ip }] };
}

/** Only the Ready condition: what the node controller writes when a node falls silent. */
export function withoutReady(pod: Pod, now: Time): Pod {
  const condition: PodCondition = { type: 'Ready', status: 'False' };
  return { ...pod, status: { ...pod.status, conditions: withCondition(pod.status?.conditions, condition, now) } };
}

function unreadyMessage(pod: Pod): string {
  return `containers with unready status: [${pod.spec.containers.map((container) => container.name).join(' ')}]`;
}

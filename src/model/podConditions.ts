import type { Pod, PodCondition } from './apiTypes';
import type { Time } from './time';

export function getPodCondition(pod: Pod, type: string): PodCondition | undefined {
  const conditions = pod.status?.conditions;
  // Asked of every pod in many a loop: no closure.
  if (conditions !== undefined) for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}

export function isPodReady(pod: Pod): boolean {
  return getPodCondition(pod, 'Ready')?.status === 'True';
}

export function isPodTerminal(pod: Pod): boolean {
  const phase = pod.status?.phase;
  return phase === 'Failed' || phase === 'Succeeded';
}

/** Neither finished nor on its way out. */
export function isPodActive(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp === undefined;
}

/** On its way out and not finished yet. */
export function isPodTerminating(pod: Pod): boolean {
  return !isPodTerminal(pod) && pod.metadata.deletionTimestamp !== undefined;
}

/** Ready, and for at least `minReadySeconds`. A Ready condition without a time never satisfies a positive minimum. */
export function isPodAvailable(pod: Pod, minReadySeconds: number, now: Time): boolean {
  const ready = getPodCondition(pod, 'Ready');
  if (ready?.status !== 'True') return false;
  if (minReadySeconds === 0) return true;
  const since = ready.lastTransitionTime;
  return since !== undefined && since + minReadySeconds * 1000 <= now;
}

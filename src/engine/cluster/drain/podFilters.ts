/** Upstream: staging/src/k8s.io/kubectl/pkg/drain/filters.go (v1.36.4). Which of a node's pods `kubectl drain` evicts. */
import { getControllerOf, namespacedName, namespaceOf } from '../../../model/meta';
import { isPodTerminal } from '../../../model/podConditions';
import type { Pod } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { MIRROR_POD_ANNOTATION } from '../../../model/wellKnown';
import { goQuote } from '../../../model/goQuote';

export interface DrainOptions {
  /** --ignore-daemonsets */
  readonly ignoreDaemonSets?: boolean | undefined;
  /** --delete-emptydir-data */
  readonly deleteEmptyDirData?: boolean | undefined;
  readonly force?: boolean | undefined;
  /** --grace-period; the pod's own when missing. */
  readonly gracePeriodSeconds?: number | undefined;
  /** --timeout; none when 0 or missing. */
  readonly timeoutSeconds?: number | undefined;
  /** --disable-eviction: delete, whatever the budgets say. */
  readonly disableEviction?: boolean | undefined;
  readonly skipWaitForDeleteTimeoutSeconds?: number | undefined;
}

export type PodDeleteStatus =
  | { readonly action: 'evict'; readonly warning?: string | undefined }
  | { readonly action: 'skip'; readonly warning?: string | undefined }
  | { readonly action: 'refuse'; readonly error: string };

export interface PodDelete {
  readonly pod: Pod;
  readonly status: PodDeleteStatus;
}

export interface FilterContext {
  readonly options: DrainOptions;
  readonly now: Time;
  hasDaemonSet(namespace: string, name: string): boolean;
}

type PodFilter = (pod: Pod, context: FilterContext) => PodDeleteStatus;

const OKAY: PodDeleteStatus = { action: 'evict' };

/** In this order; the first that does not say "evict" decides. */
const FILTERS: readonly PodFilter[] = [
  skipDeletedFilter,
  daemonSetFilter,
  mirrorPodFilter,
  localStorageFilter,
  unreplicatedFilter,
];

/** QUIRK: only the last filter's warning is kept, so that the one about local storage is always lost. */
export function filterPods(pods: readonly Pod[], context: FilterContext): PodDelete[] {
  return pods.map((pod) => {
    let status = OKAY;
    for (const filter of FILTERS) {
      status = filter(pod, context);
      if (status.action !== 'evict') break;
    }
    return { pod, status };
  });
}

/** A pod that has been terminating for longer than the user is willing to wait for. */
export function isDeletionOverdue(pod: Pod, { options, now }: Pick<FilterContext, 'options' | 'now'>): boolean {
  const most = options.skipWaitForDeleteTimeoutSeconds ?? 0;
  const { deletionTimestamp } = pod.metadata;
  return most > 0 && deletionTimestamp !== undefined && Math.trunc((now - deletionTimestamp) / 1000) > most;
}

function skipDeletedFilter(pod: Pod, context: FilterContext): PodDeleteStatus {
  return isDeletionOverdue(pod, context) ? { action: 'skip' } : OKAY;
}

function daemonSetFilter(pod: Pod, context: FilterContext): PodDeleteStatus {
  const { options } = context;
  const reference = getControllerOf(pod);
  if (reference?.kind !== 'DaemonSet' || isPodTerminal(pod)) return OKAY;
  if (!context.hasDaemonSet(namespaceOf(pod), reference.name)) {
    const notFound = `daemonsets.apps ${goQuote(reference.name)} not found`;
    return options.force === true ? { action: 'evict', warning: notFound } : { action: 'refuse', error: notFound };
  }
  if (options.ignoreDaemonSets === true) return { action: 'skip', warning: 'ignoring DaemonSet-managed Pods' };
  return { action: 'refuse', error: 'DaemonSet-managed Pods (use --ignore-daemonsets to ignore)' };
}

function mirrorPodFilter(pod: Pod): PodDeleteStatus {
  return pod.metadata.annotations?.[MIRROR_POD_ANNOTATION] === undefined ? OKAY : { action: 'skip' };
}

function localStorageFilter(pod: Pod, { options }: FilterContext): PodDeleteStatus {
  const isLocal = pod.spec.volumes?.some(({ emptyDir }) => Boolean(emptyDir));
  if (isLocal !== true || isPodTerminal(pod)) return OKAY;
  if (options.deleteEmptyDirData === true) return { action: 'evict', warning: 'deleting Pods with local storage' };
  return { action: 'refuse', error: 'Pods with local storage (use --delete-emptydir-data to override)' };
}

function unreplicatedFilter(pod: Pod, { options }: FilterContext): PodDeleteStatus {
  if (isPodTerminal(pod) || getControllerOf(pod) !== undefined) return OKAY;
  if (options.force === true) return { action: 'evict', warning: 'deleting Pods that declare no controller' };
  return { action: 'refuse', error: 'cannot delete Pods that declare no controller (use --force to override)' };
}

/** `<warning>: <pods>; <warning>: <pods>`, empty when there is nothing to warn of. */
export function drainWarnings(list: readonly PodDelete[]): string {
  return grouped(list, (status) => (status.action === 'refuse' ? undefined : status.warning)).join('; ');
}

/** Why the drain does not even begin. */
export function drainErrors(list: readonly PodDelete[]): string[] {
  const errors = grouped(list, (status) => (status.action === 'refuse' ? status.error : undefined));
  return errors.map((error) => (error.toLowerCase().startsWith('cannot delete') ? error : `cannot delete ${error}`));
}

/** In the order of first appearance (the real order is random). */
function grouped(list: readonly PodDelete[], messageOf: (status: PodDeleteStatus) => string | undefined): string[] {
  const groups = new Map<string, string[]>();
  for (const { pod, status } of list) {
    const message = messageOf(status);
    if (message === undefined) continue;
    const names = groups.get(message);
    if (names === undefined) groups.set(message, [namespacedName(pod)]);
    else names.push(namespacedName(pod));
  }
  return [...groups].map(([message, names]) => `${message}: ${names.join(', ')}`);
}

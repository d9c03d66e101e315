import type { Pod } from '../../model/pod';
import { getPodCondition, isPodReady, isPodTerminal } from '../../model/podConditions';
import type { DaemonSet, Deployment } from '../../model/workloads';
import type { TimelineInput } from './buildTimeline';
import { unschedulableBlocker } from './stallPlacement';
import type { Blocker } from './timeline';
import { counted, listed } from './words';

/** What stands in the way of the rest of a rollout, the most decisive first. */
export function blockersOf(input: TimelineInput): Blocker[] {
  const pods = input.pods.filter((pod) => !isPodTerminal(pod));
  const waiting = pods.filter((pod) => pod.metadata.deletionTimestamp === undefined);
  return [
    ...pausedBlocker(input),
    ...onDeleteBlocker(input),
    ...refusedCreations(input),
    ...unschedulableBlocker(input, waiting.filter(isUnscheduled)),
    ...imagePullBlocker(waiting),
    ...crashLoopBlocker(waiting),
    ...neverReadyBlocker(input, waiting),
    ...unreachableBlocker(input, pods),
    ...drainBlockers(input),
  ];
}

const isUnscheduled = (pod: Pod): boolean => (pod.spec.nodeName ?? '') === '';

function names(pods: readonly Pod[]): readonly string[] {
  return pods.map(({ metadata }) => metadata.name);
}

function pausedBlocker({ kind, workload }: TimelineInput): Blocker[] {
  if (kind === 'DaemonSet' || (workload as Deployment).spec.paused !== true) return [];
  return [
    {
      rule: 'paused',
      sentence: 'the Deployment is paused: a new template is not rolled out',
      pods: [],
      remedy: 'set paused to false, or kubectl rollout resume',
    },
  ];
}

function onDeleteBlocker({ kind, workload, pods }: TimelineInput): Blocker[] {
  if (kind !== 'DaemonSet' || (workload as DaemonSet).spec.updateStrategy?.type !== 'OnDelete') return [];
  const sentence = `OnDelete: the controller replaces a pod only after somebody has deleted it (${counted(pods.length, 'pod')} still of the old version)`;
  return [
    { rule: 'onDelete', sentence, pods: names(pods), remedy: 'delete the pods one by one, or use updateStrategy RollingUpdate' },
  ];
}

/** Refusals of pod creations, from the events that are still repeated at the end. */
function refusedCreations({ recorder }: TimelineInput): Blocker[] {
  const last = recorder.events.findLast(({ reason }) => reason === 'FailedCreate');
  const lastCreated = recorder.events.findLast(({ reason }) => reason === 'SuccessfulCreate');
  if (last === undefined || (lastCreated !== undefined && lastCreated.t > last.t)) return [];
  const message = last.message.replace(/^Error creating: /, '');
  const isQuota = message.includes('exceeded quota') || message.includes('failed quota');
  return [
    {
      rule: isQuota ? 'quota' : 'admission',
      sentence: isQuota
        ? `the quota admits no further pod (${quotaFigures(message)})`
        : `the API server refuses new pods (${message})`,
      message,
      pods: [],
      remedy: isQuota
        ? 'raise the quota, lower the requests, or use maxSurge 0 with maxUnavailable 1 so that an old pod goes first'
        : 'mend what the message names',
    },
  ];
}

/** `exceeded quota: q, requested: pods=1, used: pods=10, limited: pods=10` without its beginning. */
function quotaFigures(message: string): string {
  const start = message.search(/(exceeded|failed) quota/);
  return start < 0 ? message : message.slice(start);
}

function waitingReason(pod: Pod): string | undefined {
  return pod.status?.containerStatuses?.find(({ state }) => state?.waiting?.reason !== undefined)?.state?.waiting?.reason;
}

function imagePullBlocker(pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter((pod) => waitingReason(pod) === 'ImagePullBackOff');
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

function crashLoopBlocker(pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter((pod) => !isPodReady(pod) && (pod.status?.containerStatuses?.[0]?.restartCount ?? 0) > 0);
  if (failing.length === 0) return [];
  const restarts = Math.max(...failing.map((pod) => pod.status?.containerStatuses?.[0]?.restartCount ?? 0));
  const sentence = `${counted(failing.length, 'pod')} of the new version ${failing.length === 1 ? 'keeps' : 'keep'} restarting (${counted(restarts, 'restart')} so far)`;
  return [{ rule: 'crashLoop', sentence, pods: names(failing), remedy: 'mend the new version, or undo the rollout' }];
}

function neverReadyBlocker({ workload }: TimelineInput, pods: readonly Pod[]): Blocker[] {
  const failing = pods.filter(
    (pod) =>
      !isUnscheduled(pod) &&
      !isPodReady(pod) &&
      pod.status?.phase === 'Running' &&
      (pod.status.containerStatuses?.[0]?.restartCount ?? 0) === 0,
  );
  if (failing.length === 0) return [];
  const hasProbe = workload.spec.template.spec.containers.some(({ readinessProbe }) => readinessProbe !== undefined);
  const sentence = `${counted(failing.length, 'new pod')} never ${failing.length === 1 ? 'gets' : 'get'} ready`;
  const remedy = hasProbe
    ? 'look at what the readiness probe asks for, or undo the rollout'
    : 'mend the new version, or undo the rollout';
  return [{ rule: 'neverReady', sentence, pods: names(failing), remedy }];
}

/** Pods on nodes that do not answer: they stay Terminating, or unready, until the node is back or gone. */
function unreachableBlocker({ world }: TimelineInput, pods: readonly Pod[]): Blocker[] {
  const silent = pods.filter((pod) => {
    const node = world.store.get('Node', pod.spec.nodeName ?? '');
    return node?.status?.conditions?.some(({ type, status }) => type === 'Ready' && status !== 'True') === true;
  });
  if (silent.length === 0) return [];
  const nodes = [...new Set(silent.map((pod) => pod.spec.nodeName ?? ''))];
  const terminating = silent.filter((pod) => pod.metadata.deletionTimestamp !== undefined).length;
  const what =
    terminating > 0
      ? `${counted(terminating, 'pod')} cannot finish terminating`
      : `${counted(silent.length, 'pod')} cannot be ready`;
  return [
    {
      rule: 'unavailableNodes',
      sentence: `${listed(nodes)} ${nodes.length === 1 ? 'does' : 'do'} not answer: ${what}`,
      pods: names(silent),
      remedy: 'bring the node back, or remove it from the cluster',
    },
  ];
}

function drainBlockers({ drains }: TimelineInput): Blocker[] {
  return drains.blocked().map(({ node, pods, cause }) => ({
    rule: 'budget',
    sentence: `the drain of ${node} is refused by a disruption budget for ${listed(pods)}`,
    message: cause,
    pods,
    remedy: 'let the budget allow a disruption (minAvailable below the number of pods, or maxUnavailable at least 1)',
  }));
}

/** Kubernetes' own words for why a pod has no node. */
export function scheduledMessage(pod: Pod): string | undefined {
  const condition = getPodCondition(pod, 'PodScheduled');
  return condition?.status === 'False' ? condition.message : undefined;
}

/** What actions are, in words and by kind, for whoever reads a scenario and checks none. */
import { LEASE_SECONDS } from '../../../model/assumptions';
import { counted, formatDuration, grouped } from '../../../model/words';
import type { PodFailure } from '../../cluster/kubelet/behaviorForm';
import type { DrainFlags, ScenarioAction, WorkloadEdit, WorkloadReference } from './actions';

const WORKLOAD_EDITS: Readonly<Record<WorkloadEdit['action'], true>> = {
  patch: true,
  setImage: true,
  scale: true,
  pause: true,
  resume: true,
  restart: true,
  undo: true,
};

export function isWorkloadEdit(action: ScenarioAction): action is WorkloadEdit {
  return Object.hasOwn(WORKLOAD_EDITS, action.action);
}

/** Edits are what users mean to do, faults what happens to them. */
export function isFault(action: ScenarioAction): boolean {
  return !isWorkloadEdit(action) && action.action !== 'applyObject' && action.action !== 'deleteObject';
}

/** An action in markers, lists and menus. */
export function actionWords(action: ScenarioAction): string {
  const words = bareWords(action);
  const { workload } = action as { readonly workload?: WorkloadReference };
  return workload === undefined ? words : `${words} (${workload.kind} ${workload.name})`;
}

function bareWords(action: ScenarioAction): string {
  switch (action.action) {
    case 'patch':
      return `edit ${changedFields(action.patch).join(', ')}`;
    case 'setImage':
      return `set image ${action.image}`;
    case 'scale':
      return `scale to ${grouped(action.replicas)}`;
    case 'pause':
    case 'resume':
    case 'restart':
      return `${action.action} the rollout`;
    case 'undo':
      return (action.toRevision ?? 0) === 0 ? 'undo the rollout' : `undo to revision ${action.toRevision}`;
    case 'killPod':
      return action.pod === undefined ? `kill ${podsWords(action)}` : `kill pod ${action.pod}`;
    case 'breakRevision':
      return action.failure === null ? `fix ${action.revision}` : `break ${action.revision}: ${failureWords(action.failure)}`;
    case 'cordon':
    case 'uncordon':
      return `${action.action} ${action.node}`;
    case 'drain':
      return ['drain', action.node, ...drainWords(action)].join(' ');
    case 'nodeDown':
      return `${action.node} falls silent${action.forSeconds === undefined ? '' : ` for ${formatDuration(action.forSeconds)}`}`;
    case 'addNode':
      return 'metadata' in action.node ? `add node ${action.node.metadata.name}` : `add ${counted(action.node.count, 'node')}`;
    case 'removeNode':
      return `remove node ${action.node}`;
    case 'taintNode':
      return `taint ${action.node} ${action.taint.key}:${action.taint.effect}`;
    case 'untaintNode':
      return `untaint ${action.node} ${action.key}`;
    case 'createErrors':
      return `refuse the next ${counted(action.count, 'pod creation')}`;
    case 'requestErrors':
      return `fail the next ${counted(action.count, `${action.verb} request`)}${action.kind === undefined ? '' : ` of a ${action.kind}`}`;
    case 'restartControllers':
      return `restart the controllers, away for ${formatDuration(action.awaySeconds ?? LEASE_SECONDS)}`;
    case 'applyObject':
      return `apply ${action.object.kind ?? 'object'} ${action.object.metadata.name}`;
    case 'deleteObject':
      return `delete ${action.kind} ${action.name}`;
  }
}

/** As kubectl's flags, where they differ from what is usual. */
function drainWords(flags: DrainFlags): string[] {
  return [
    ...(flags.force === true ? ['--force'] : []),
    ...(flags.ignoreDaemonSets === false ? ['--ignore-daemonsets=false'] : []),
    ...(flags.deleteEmptyDirData === false ? ['--delete-emptydir-data=false'] : []),
    ...(flags.disableEviction === true ? ['--disable-eviction'] : []),
    ...(flags.gracePeriodSeconds === undefined ? [] : [`--grace-period=${flags.gracePeriodSeconds}`]),
    ...(flags.timeoutSeconds === undefined ? [] : [`--timeout=${flags.timeoutSeconds}s`]),
    ...(flags.podSelector === undefined
      ? []
      : [
          `--pod-selector=${Object.entries(flags.podSelector)
            .map((pair) => pair.join('='))
            .join(',')}`,
        ]),
  ];
}

function podsWords({ count: many = 1, choose = 'oldest', revision }: Extract<ScenarioAction, { action: 'killPod' }>): string {
  const which = revision === undefined ? choose : `${choose} ${revision}`;
  return many === 1 ? `the ${which} pod` : counted(many, `${which} pod`);
}

/** The leaves of a patch: `spec.replicas`. */
function changedFields(patch: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? changedFields(value as Readonly<Record<string, unknown>>, path) : [path];
  });
}

export function failureWords(failure: PodFailure): string {
  switch (failure.kind) {
    case 'neverReady':
      return 'never gets ready';
    case 'crash':
      return 'crashes';
    case 'imagePullError':
      return 'image cannot be pulled';
    case 'failsOnNodes':
      return `never gets ready on ${failure.nodes.join(', ')}`;
    case 'flaky':
      return `${Math.round(failure.probability * 100)} % of the pods never get ready`;
    case 'rejected':
      return `is not admitted by its kubelet, ${counted(failure.times, 'time')} on each node`;
    case 'neverAnswers':
      return 'is killed by its liveness probe';
    case 'exclusive':
      return failure.slots === undefined
        ? 'gets ready only when an old pod has gone'
        : `${counted(failure.slots, 'pod')} can be ready at a time`;
    case 'refused':
      return `is refused by the API server${failure.whileNoneReady === true ? ' while none is ready' : ''}`;
    case 'missingObject':
      if (failure.says !== undefined) return 'cannot be started';
      return `needs ${failure.name === undefined ? 'a ConfigMap or Secret' : failure.name} that is missing`;
  }
}

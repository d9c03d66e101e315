import type { KubernetesObject, Taint } from '../../../model/apiTypes';
import type { Kind, KindMap } from '../../api/kinds';
import { LIMITS } from '../../../model/limits';
import { counted, formatDuration, grouped } from '../../../model/words';
import { podFailure, seconds, type PodFailure } from '../../cluster/kubelet/behavior';
import {
  anyObject,
  either,
  flag,
  list,
  mapOf,
  name,
  number,
  object,
  oneOf,
  optional,
  text,
  variant,
  type Check,
  type ObjectOf,
  type Of,
} from '../../kernel/schema';

/** What Kubernetes objects say is checked where the API server would, their shape in checkScenario; here that one has a name. */
export function objectOf<K extends Kind>(): Check<KindMap[K]> {
  return (value, path) => {
    name(anyObject(anyObject(value, path)['metadata'], `${path}.metadata`)['name'], `${path}.metadata.name`);
    return value as KindMap[K];
  };
}
export const nodeObject = objectOf<'Node'>();
/** Other kinds than those that can be applied are refused then. */
const anyKind: Check<KubernetesObject> = objectOf<Kind>();
export const count = (max: number, min = 0): Check<number> => number({ min, max, integer: true });

const taint: Check<Taint> = object({
  key: name,
  value: optional(text()),
  effect: oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'),
  timeAdded: optional(number()),
});
export type NodeGroup = Of<typeof nodeGroup>;
/** What its nodes are like. */
export const NODE_NATURE = {
  labels: optional(mapOf(text())),
  taints: optional(list(taint)),
  /** Quantities; what is missing is plentiful (pods: 110). */
  allocatable: optional(mapOf(text())),
};
const NODE_GROUP = {
  name,
  count: count(LIMITS.nodes),
  ...NODE_NATURE,
  unschedulable: optional(flag),
  /** They do not answer. */
  notReady: optional(flag),
};
const nodeGroup = object(NODE_GROUP);
/** Nodes of a cluster's description, and those that an autoscaler may add to them. */
export type ScalableGroup = Of<typeof scalableGroup>;
export const scalableGroup = object({
  ...NODE_GROUP,
  /** The most it may come to have; absent: nobody adds nodes. */
  max: optional(count(LIMITS.nodes)),
  /** From the moment that a node is asked for until it takes pods. */
  readyAfterSeconds: optional(seconds),
});

const onNode = { node: name };
const maybeFailure = either((value) => (value === null ? nothing : podFailure));
const nothing: Check<null> = () => null;

/** Another workload than the one that the timeline is about. */
export type WorkloadReference = Of<typeof reference>;
const reference = object({ kind: oneOf('Deployment', 'DaemonSet'), namespace: optional(name), name });
const ofWorkload = { workload: optional(reference) };

/** What users do to the workload, or to another one. */
const EDITS = {
  patch: { patch: anyObject, ...ofWorkload },
  setImage: { image: name, container: optional(name), ...ofWorkload },
  scale: { replicas: count(Infinity), ...ofWorkload },
  pause: ofWorkload,
  resume: ofWorkload,
  restart: ofWorkload,
  undo: { toRevision: optional(count(Infinity)), ...ofWorkload },
};

/** The options of `kubectl drain` that change what happens. */
export type DrainFlags = ObjectOf<typeof DRAIN>;
const DRAIN = {
  force: optional(flag),
  /** True unless said otherwise, like the next: without them hardly any drain begins. */
  ignoreDaemonSets: optional(flag),
  deleteEmptyDirData: optional(flag),
  /** Instead of the pods' own. */
  gracePeriodSeconds: optional(count(LIMITS.seconds)),
  /** How long it tries; 0: for ever. */
  timeoutSeconds: optional(seconds),
  /** Deletes instead of asking budgets. */
  disableEviction: optional(flag),
  skipWaitForDeleteTimeoutSeconds: optional(seconds),
  /** Only pods with these labels. */
  podSelector: optional(mapOf(text())),
};

/** What else they do, and what goes wrong. */
const AROUND = {
  killPod: {
    pod: optional(name),
    choose: optional(oneOf('oldest', 'newest')),
    count: optional(count(Infinity, 1)),
    revision: optional(oneOf('old', 'new')),
    ...ofWorkload,
  },
  breakRevision: { revision: name, failure: maybeFailure },
  cordon: onNode,
  uncordon: onNode,
  drain: { ...onNode, ...DRAIN },
  /** The node falls silent; `forSeconds` later it is back. */
  nodeDown: { node: name, forSeconds: optional(seconds) },
  addNode: {
    node: either((value) => (typeof value === 'object' && value !== null && 'metadata' in value ? nodeObject : nodeGroup)),
    /** It joins before its kubelet is ready. */
    readyAfterSeconds: optional(seconds),
  },
  removeNode: onNode,
  taintNode: { node: name, taint },
  untaintNode: { node: name, key: name },
  /** The next `count` pod creations are refused. */
  createErrors: { count: count(Infinity, 1), message: optional(text()) },
  applyObject: { object: anyKind },
  deleteObject: { kind: name, namespace: optional(name), name },
};

export type ScenarioAction = Of<typeof action>;
export const action = variant('action', { at: seconds, id: optional(text()) }, { ...EDITS, ...AROUND });

export type WorkloadEdit = Extract<ScenarioAction, { action: keyof typeof EDITS }>;
export function isWorkloadEdit(action: ScenarioAction): action is WorkloadEdit {
  return Object.hasOwn(EDITS, action.action);
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
    case 'neverAnswers':
      return 'is killed by its liveness probe';
    case 'exclusive':
      return failure.slots === undefined
        ? 'gets ready only when an old pod has gone'
        : `${counted(failure.slots, 'pod')} can be ready at a time`;
    case 'missingObject':
      return `needs ${failure.name === undefined ? 'a ConfigMap or Secret' : failure.name} that is missing`;
  }
}

import type { KubernetesObject, Taint } from '../../../model/apiTypes';
import type { Kind } from '../../api/kinds';
import { LIMITS } from '../../../model/limits';
import { podFailure, seconds } from '../../cluster/kubelet/behaviorForm';
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
import { objectOf } from './objectForm';

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
    /** Gone at once, whatever its node says: also what is on its way out. */
    force: optional(flag),
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
  /** The next `count` such requests of the controllers fail. */
  requestErrors: {
    verb: oneOf('create', 'update', 'updateStatus', 'delete'),
    kind: optional(oneOf('Deployment', 'ReplicaSet', 'DaemonSet', 'ControllerRevision', 'Pod')),
    count: count(Infinity, 1),
    /** Absent: a conflict where something is updated, else an internal error. */
    reason: optional(oneOf('Conflict', 'InternalError', 'TooManyRequests', 'Forbidden')),
    message: optional(text()),
  },
  /** The controller manager ends; the next one begins so much later (absent: when the lease is over), with an empty memory. */
  restartControllers: { awaySeconds: optional(seconds) },
  applyObject: { object: anyKind },
  deleteObject: { kind: name, namespace: optional(name), name },
};

export type ScenarioAction = Of<typeof action>;
export const action = variant('action', { at: seconds, id: optional(text()) }, { ...EDITS, ...AROUND });

export type WorkloadEdit = Extract<ScenarioAction, { action: keyof typeof EDITS }>;

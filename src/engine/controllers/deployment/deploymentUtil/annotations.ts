/** Upstream: the annotations of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import type { Deployment, ReplicaSet, StringMap } from '../../../../model/apiTypes';
import { withFields } from '../../../../model/copies';
import {
  DEPLOYMENT_BOOKKEEPING,
  DESIRED_REPLICAS_ANNOTATION,
  MAX_REPLICAS_ANNOTATION,
  REVISION_ANNOTATION,
  REVISION_HISTORY_ANNOTATION,
} from '../../../../model/wellKnown';
import { maxSurge } from './fenceposts';
import { parseInt64 } from '../../../../model/integers';

/** Beyond this length the oldest numbers of a revision history are dropped. */
export const MAX_REV_HISTORY_LENGTH_IN_CHARS = 2000;

const MAX_INT32 = 2 ** 31 - 1;

/** New annotations and whether the change is one worth writing. */
export interface AnnotationChange {
  readonly annotations: StringMap;
  readonly changed: boolean;
}

/**
 * What the new replica set's annotations become: the Deployment's (but for the bookkeeping ones), the revision if it
 * rises, the revision it had before in the history, and for a replica set about to be created its size marks.
 */
export function setNewReplicaSetAnnotations(
  deployment: Deployment,
  newRS: ReplicaSet,
  newRevision: string,
  exists: boolean,
  revHistoryLimitInChars: number,
): AnnotationChange {
  const copied = copyDeploymentAnnotationsToReplicaSet(deployment, newRS.metadata.annotations ?? {});
  let { changed } = copied;
  let annotations = copied.annotations;
  const oldRevision = annotations[REVISION_ANNOTATION];
  const newNumber = parseInt64(newRevision);
  const oldNumber = oldRevision === newRevision ? newNumber : (oldRevision ?? '') === '' ? 0n : parseInt64(oldRevision ?? '');
  // QUIRK: a revision that is no number ends it all: whatever was copied above is reported as no change.
  if (oldNumber === undefined || newNumber === undefined) return { annotations, changed: false };
  if (oldNumber < newNumber) {
    annotations = { ...annotations, [REVISION_ANNOTATION]: newRevision };
    changed = true;
    if (oldRevision !== undefined) annotations = appendToHistory(annotations, oldRevision, revHistoryLimitInChars);
  }
  if (exists) return { annotations, changed };
  const sized = setReplicasAnnotations(
    annotations,
    deployment.spec.replicas ?? DEFAULT_REPLICAS,
    (deployment.spec.replicas ?? DEFAULT_REPLICAS) + maxSurge(deployment),
  );
  return { annotations: sized.annotations, changed: changed || sized.changed };
}

/** Drops the oldest numbers until the new one fits: `1,2,3` and 10 in at most 7 characters become `2,3,10`. */
function appendToHistory(annotations: StringMap, oldRevision: string, limitInChars: number): StringMap {
  const history = annotations[REVISION_HISTORY_ANNOTATION] ?? '';
  const revisions = history.split(',');
  if (revisions[0] === '') return { ...annotations, [REVISION_HISTORY_ANNOTATION]: oldRevision };
  let length = history.length + oldRevision.length + 1;
  let start = 0;
  while (length > limitInChars && start < revisions.length) {
    length -= (revisions[start] ?? '').length + 1;
    start++;
  }
  if (length > limitInChars) return annotations;
  return { ...annotations, [REVISION_HISTORY_ANNOTATION]: [...revisions.slice(start), oldRevision].join(',') };
}

function copyDeploymentAnnotationsToReplicaSet(deployment: Deployment, annotations: StringMap): AnnotationChange {
  const { annotations: source = {} } = deployment.metadata;
  let added: Record<string, string> | undefined;
  for (const key in source) {
    const value = source[key] ?? '';
    if (!DEPLOYMENT_BOOKKEEPING.has(key) && annotations[key] !== value) (added ??= {})[key] = value;
  }
  return added === undefined ? { annotations, changed: false } : { annotations: { ...annotations, ...added }, changed: true };
}

/** The Deployment's annotations after a rollback: its own bookkeeping, everything else as the replica set has it. */
export function setDeploymentAnnotationsTo(deployment: Deployment, rollbackToRS: ReplicaSet): StringMap {
  const kept = Object.entries(deployment.metadata.annotations ?? {}).filter(([key]) => DEPLOYMENT_BOOKKEEPING.has(key));
  const restored = Object.entries(rollbackToRS.metadata.annotations ?? {}).filter(([key]) => !DEPLOYMENT_BOOKKEEPING.has(key));
  return Object.fromEntries([...kept, ...restored]);
}

export function setReplicasAnnotations(annotations: StringMap, desiredReplicas: number, maxReplicas: number): AnnotationChange {
  const desired = String(desiredReplicas);
  const max = String(maxReplicas);
  if (annotations[DESIRED_REPLICAS_ANNOTATION] === desired && annotations[MAX_REPLICAS_ANNOTATION] === max) {
    return { annotations, changed: false };
  }
  // By assignment: annotations with the same keys have one shape then.
  const sized: Record<string, string> = withFields(annotations);
  sized[DESIRED_REPLICAS_ANNOTATION] = desired;
  sized[MAX_REPLICAS_ANNOTATION] = max;
  return { annotations: sized, changed: true };
}

export function getDesiredReplicasAnnotation(replicaSet: ReplicaSet): number | undefined {
  return getNonNegativeInt32FromAnnotation(replicaSet, DESIRED_REPLICAS_ANNOTATION);
}

export function getMaxReplicasAnnotation(replicaSet: ReplicaSet): number | undefined {
  return getNonNegativeInt32FromAnnotation(replicaSet, MAX_REPLICAS_ANNOTATION);
}

/** Undefined for what is missing, no number, negative or beyond 32 bits. */
function getNonNegativeInt32FromAnnotation(replicaSet: ReplicaSet, key: string): number | undefined {
  const text = replicaSet.metadata.annotations?.[key];
  if (text === undefined || text === '') return undefined;
  // Read in each sync: digit by digit is the fastest way.
  let value = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value > MAX_INT32 ? undefined : value;
}

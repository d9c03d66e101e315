/** Upstream: the revisions of pkg/controller/deployment/util/deployment_util.go (v1.36.4). */
import type { Deployment, ReplicaSet } from '../../../../model/apiTypes';
import { withFields } from '../../../../model/copies';
import { REVISION_ANNOTATION } from '../../../../model/wellKnown';
import { parseInt64 } from '../../../../model/integers';
import { byCreationTimestamp } from './replicaSets';

/** The object's revision: 0 without the annotation, undefined when the annotation is no number. */
export function revision(object: Deployment | ReplicaSet): bigint | undefined {
  const text = object.metadata.annotations?.[REVISION_ANNOTATION];
  return text === undefined ? 0n : parseInt64(text);
}

export function maxRevision(replicaSets: readonly ReplicaSet[]): bigint {
  let max = 0n;
  for (const replicaSet of replicaSets) {
    const value = revision(replicaSet) ?? 0n;
    if (value > max) max = value;
  }
  return max;
}

/** What comes after the highest of them, as annotations hold it. */
export function nextRevision(replicaSets: readonly ReplicaSet[]): string {
  let max = 0;
  for (const { metadata } of replicaSets) {
    const text = metadata.annotations?.[REVISION_ANNOTATION] ?? '0';
    const digit = text.charCodeAt(0) - 48;
    // Most revisions have one digit; numbers of 64 bits are slow to count with.
    if (text.length !== 1 || digit < 0 || digit > 9) return String(maxRevision(replicaSets) + 1n);
    max = Math.max(max, digit);
  }
  return String(max + 1);
}

/** The second highest revision: what an undo without a number goes back to. */
export function lastRevision(replicaSets: readonly ReplicaSet[]): bigint {
  let max = 0n;
  let second = 0n;
  for (const replicaSet of replicaSets) {
    const value = revision(replicaSet);
    if (value === undefined) continue;
    if (value >= max) {
      second = max;
      max = value;
    } else if (value > second) {
      second = value;
    }
  }
  return second;
}

/** The Deployment with this revision noted; the same object if it has it already. */
export function setDeploymentRevision(deployment: Deployment, revisionText: string): Deployment {
  const annotations = deployment.metadata.annotations ?? {};
  if (annotations[REVISION_ANNOTATION] === revisionText) return deployment;
  const revised: Record<string, string> = withFields(annotations);
  revised[REVISION_ANNOTATION] = revisionText;
  return { ...deployment, metadata: { ...deployment.metadata, annotations: revised } };
}

function revisionBefore(a: ReplicaSet, b: ReplicaSet): boolean {
  const revisionA = revision(a);
  const revisionB = revision(b);
  if (revisionA === undefined || revisionB === undefined || revisionA === revisionB) return byCreationTimestamp(a, b) < 0;
  return revisionA < revisionB;
}

/**
 * Lower revisions first. Where one cannot be read age decides, so the order is not transitive and the way of sorting
 * shows: insertion, as upstream's sort does it for so few.
 */
export function sortByRevision(replicaSets: readonly ReplicaSet[]): ReplicaSet[] {
  const sorted: ReplicaSet[] = [];
  for (const replicaSet of replicaSets) {
    let index = sorted.length;
    while (index > 0 && revisionBefore(replicaSet, sorted[index - 1] as ReplicaSet)) index--;
    sorted.splice(index, 0, replicaSet);
  }
  return sorted;
}

/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollback.go (v1.36.4). `kubectl rollout undo`: what it
 * answers and what it sends to the API server.
 */
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StringMap } from '../../model/apiTypes';
import { DEPLOYMENT_BOOKKEEPING } from '../../model/wellKnown';
import { jsonEqual } from '../kernel/jsonEqual';
import { controlledHistory } from './daemonSetHistory';
import { getAllReplicaSets } from './deploymentHistory';
import { withoutTemplateHash } from '../../model/podTemplate';
import { equalIgnoreHash, serializeTemplate } from './podTemplates';
import { revisionOf } from './revision';
import { goQuote } from '../../model/goQuote';

export interface JsonPatchOperation {
  readonly op: 'replace';
  readonly path: string;
  readonly value: unknown;
}

export type RolloutUndo =
  | { readonly result: ''; readonly error: string }
  | { readonly result: string; readonly error: ''; readonly patchType?: undefined; readonly patch?: undefined }
  | {
      readonly result: 'rolled back';
      readonly error: '';
      readonly patchType: 'application/json-patch+json';
      readonly patch: readonly JsonPatchOperation[];
    }
  | {
      readonly result: 'rolled back';
      readonly error: '';
      readonly patchType: 'application/strategic-merge-patch+json';
      /** The revision's data as it stands. */
      readonly patch: unknown;
    };

function refused(error: string): RolloutUndo {
  return { result: '', error };
}

function revisionNotFound(revision: number): RolloutUndo {
  return refused(`unable to find specified revision ${revision} in history`);
}

function skipped(revision: number): RolloutUndo {
  return { result: `skipped rollback (current template already matches revision ${revision})`, error: '' };
}

/** `kubectl rollout undo deployment/…`; `toRevision` 0 is the previous revision. */
export function undoDeployment(deployment: Deployment, replicaSets: readonly ReplicaSet[], toRevision = 0): RolloutUndo {
  if (toRevision < 0) return revisionNotFound(toRevision);
  const target = deploymentRevision(getAllReplicaSets(deployment, replicaSets), toRevision);
  if (target === undefined) {
    if (toRevision > 0) return revisionNotFound(toRevision);
    return refused(`no rollout history found for deployment ${goQuote(deployment.metadata.name)}`);
  }
  if (deployment.spec.paused === true) {
    return refused("you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again");
  }
  if (equalIgnoreHash(target.spec.template, deployment.spec.template)) return skipped(toRevision);
  const patch: readonly JsonPatchOperation[] = [
    { op: 'replace', path: '/spec/template', value: serializeTemplate(withoutTemplateHash(target.spec.template)) },
    { op: 'replace', path: '/metadata/annotations', value: annotationsAfterUndo(deployment, target) },
  ];
  return { result: 'rolled back', error: '', patchType: 'application/json-patch+json', patch };
}

/**
 * The ReplicaSet to return to. QUIRK: "previous" is the second-highest revision number, whichever is running; ReplicaSets
 * without a revision count as 0, those with an unreadable one not at all.
 */
function deploymentRevision(replicaSets: readonly ReplicaSet[], toRevision: number): ReplicaSet | undefined {
  let latest: { readonly revision: number; readonly replicaSet?: ReplicaSet } = { revision: -1 };
  let previous = latest;
  for (const replicaSet of replicaSets) {
    const own = revisionOf(replicaSet);
    if ('error' in own) continue;
    const { revision } = own;
    if (toRevision !== 0) {
      if (revision === toRevision) return replicaSet;
    } else if (latest.revision < revision) {
      previous = latest;
      latest = { revision, replicaSet };
    } else if (previous.revision < revision) {
      previous = { revision, replicaSet };
    }
  }
  return previous.replicaSet;
}

function annotationsAfterUndo(deployment: Deployment, target: ReplicaSet): StringMap {
  const annotations: Record<string, string> = {};
  for (const [key, value] of Object.entries(deployment.metadata.annotations ?? {})) {
    if (DEPLOYMENT_BOOKKEEPING.has(key)) annotations[key] = value;
  }
  for (const [key, value] of Object.entries(target.metadata.annotations ?? {})) {
    if (!DEPLOYMENT_BOOKKEEPING.has(key)) annotations[key] = value;
  }
  return annotations;
}

/** `kubectl rollout undo daemonset/…`; `toRevision` 0 is the previous revision. */
export function undoDaemonSet(daemonSet: DaemonSet, revisions: readonly ControllerRevision[], toRevision = 0): RolloutUndo {
  if (toRevision < 0) return revisionNotFound(toRevision);
  const history = controlledHistory(daemonSet, revisions);
  if (toRevision === 0 && history.length <= 1) return refused('no last revision to roll back to');
  const target = findHistory(history, toRevision);
  if (target === undefined) return revisionNotFound(toRevision);
  const current = { spec: { template: { ...serializeTemplate(daemonSet.spec.template), $patch: 'replace' } } };
  if (jsonEqual(current, target.data)) return skipped(toRevision);
  return { result: 'rolled back', error: '', patchType: 'application/strategic-merge-patch+json', patch: target.data };
}

function findHistory(history: readonly ControllerRevision[], toRevision: number): ControllerRevision | undefined {
  if (toRevision !== 0) return history.find(({ revision }) => revision === toRevision);
  return [...history].sort((a, b) => a.revision - b.revision).at(-2);
}

/** Upstream: getNewReplicaSet of pkg/controller/deployment/sync.go (v1.36.4), taken apart. */
import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { Deployment, LabelSelector, ObjectMeta, PodTemplateSpec, ReplicaSet, StringMap } from '../../../model/apiTypes';
import { getControllerOf, objectKey } from '../../../model/meta';
import { POD_TEMPLATE_HASH_LABEL, REVISION_ANNOTATION } from '../../../model/wellKnown';
import { hasStatusCause, isApiError, notFound } from '../../api/apiError';
import { isOwnMistake, violated } from '../../kernel/engineError';
import { errorText } from '../aggregateError';
import { newControllerRef } from '../controllerRefManager';
import { NAMESPACE_TERMINATING_CAUSE } from '../podControl';
import type { DeploymentSync } from './deploymentSync';
import { MAX_REV_HISTORY_LENGTH_IN_CHARS, setNewReplicaSetAnnotations } from './deploymentUtil/annotations';
import { getDeploymentCondition, hasProgressDeadline, newDeploymentCondition, REASONS } from './deploymentUtil/conditions';
import { newRSNewReplicas, type NewReplicas } from './deploymentUtil/fenceposts';
import { equalIgnoreHash, findNewReplicaSet, findOldReplicaSets } from './deploymentUtil/replicaSets';
import { nextRevision, setDeploymentRevision } from './deploymentUtil/revisions';

const MAX_NAME_LENGTH = 253;

export interface AllReplicaSets {
  /** Undefined when there is none and none was to be created. */
  readonly newRS: ReplicaSet | undefined;
  /** Older first. */
  readonly oldRSs: readonly ReplicaSet[];
}

/** Tells the new replica set from the old ones, creating it if asked to, and updates its and the Deployment's revision. */
export function getAllReplicaSetsAndSyncRevision(
  sync: DeploymentSync,
  rsList: readonly ReplicaSet[],
  createIfNotExisted: boolean,
): AllReplicaSets {
  const { known } = sync;
  if (known !== undefined && known.deployment === sync.deployment) return known;
  const existing = findNewReplicaSet(sync.deployment, rsList);
  const oldRSs = findOldReplicaSets(existing, rsList);
  const newRS = getNewReplicaSet(sync, existing, oldRSs, createIfNotExisted);
  // What it was told apart from is as before: nothing has been written.
  if (newRS !== undefined && newRS === existing) sync.known = { deployment: sync.deployment, newRS, oldRSs };
  return { newRS, oldRSs };
}

/** The same where the new replica set is created if need be, so that there always is one. */
export function getOrCreateAllReplicaSets(
  sync: DeploymentSync,
  rsList: readonly ReplicaSet[],
): { readonly newRS: ReplicaSet; readonly oldRSs: readonly ReplicaSet[] } {
  const { newRS, oldRSs } = getAllReplicaSetsAndSyncRevision(sync, rsList, true);
  if (newRS === undefined) violated(sync.key, 'has no new replica set although one was to be created');
  return { newRS, oldRSs };
}

function getNewReplicaSet(
  sync: DeploymentSync,
  existing: ReplicaSet | undefined,
  oldRSs: readonly ReplicaSet[],
  createIfNotExisted: boolean,
): ReplicaSet | undefined {
  const newRevision = nextRevision(oldRSs);
  if (existing !== undefined) return syncExistingReplicaSet(sync, existing, newRevision);
  return createIfNotExisted ? createNewReplicaSet(sync, oldRSs, newRevision) : undefined;
}

function syncExistingReplicaSet(sync: DeploymentSync, existing: ReplicaSet, newRevision: string): ReplicaSet {
  const { deployment } = sync;
  const { annotations, changed } = setNewReplicaSetAnnotations(
    deployment,
    existing,
    newRevision,
    true,
    MAX_REV_HISTORY_LENGTH_IN_CHARS,
  );
  const minReadySeconds = deployment.spec.minReadySeconds ?? 0;
  if (changed || (existing.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    sync.decide({
      step: 'getNewReplicaSet',
      inputs: { replicaSet: existing.metadata.name, revision: annotations[REVISION_ANNOTATION] ?? '', minReadySeconds },
      outcome: existing.metadata.name,
      verdict: 'updated',
    });
    const metadata = { ...existing.metadata, annotations };
    return sync.context.store.update('ReplicaSet', { ...existing, metadata, spec: { ...existing.spec, minReadySeconds } });
  }
  const revised = setDeploymentRevision(deployment, annotations[REVISION_ANNOTATION] ?? '');
  const needsUpdate = revised !== deployment;
  sync.deployment = revised;
  // An older Deployment that only now got a deadline: its progress counts from here.
  const untold = hasProgressDeadline(deployment) && getDeploymentCondition(deployment.status, 'Progressing') === undefined;
  if (untold) setProgressing(sync, 'True', REASONS.foundNewRS, `Found new replica set "${existing.metadata.name}"`);
  if (needsUpdate || untold) sync.updateStatus();
  const isSame = annotations === existing.metadata.annotations;
  return isSame ? existing : { ...existing, metadata: { ...existing.metadata, annotations } };
}

function setProgressing(sync: DeploymentSync, status: 'True' | 'False', reason: string, message: string): void {
  sync.setCondition(newDeploymentCondition('Progressing', status, reason, message, sync.now));
}

function createNewReplicaSet(sync: DeploymentSync, oldRSs: readonly ReplicaSet[], newRevision: string): ReplicaSet {
  const hash = sync.context.podTemplateHash(sync.deployment.spec.template, sync.deployment.status?.collisionCount);
  const blank = blankReplicaSet(sync.deployment, hash);
  const size = newRSNewReplicas(sync.deployment, [...oldRSs, blank], blank);
  const { minReadySeconds, selector, template } = blank.spec;
  const sized = { ...blank, spec: { replicas: size.replicas, minReadySeconds, selector, template } };
  const { annotations } = setNewReplicaSetAnnotations(
    sync.deployment,
    sized,
    newRevision,
    false,
    MAX_REV_HISTORY_LENGTH_IN_CHARS,
  );
  const newRS: ReplicaSet = { ...sized, metadata: { annotations, ...sized.metadata } };
  const { replicaSet, alreadyExists } = createOrReuse(sync, newRS);
  recordCreation(sync, replicaSet, size, alreadyExists);
  if (!alreadyExists && size.replicas > 0) {
    const message = `Scaled up replica set ${replicaSet.metadata.name} from 0 to ${size.replicas}`;
    sync.event('Normal', 'ScalingReplicaSet', message);
  }
  const revised = setDeploymentRevision(sync.deployment, newRevision);
  const needsUpdate = revised !== sync.deployment;
  sync.deployment = revised;
  const tells = !alreadyExists && hasProgressDeadline(sync.deployment);
  if (tells) setProgressing(sync, 'True', REASONS.newReplicaSet, `Created new replica set "${replicaSet.metadata.name}"`);
  if (needsUpdate || tells) sync.updateStatus();
  return replicaSet;
}

function recordCreation(sync: DeploymentSync, replicaSet: ReplicaSet, size: NewReplicas, alreadyExists: boolean): void {
  const { name } = replicaSet.metadata;
  sync.decide({
    step: 'getNewReplicaSet',
    formula: 'newReplicas = min(maxTotalPods − currentPodCount, replicas)',
    inputs: {
      maxTotalPods: size.maxTotalPods,
      currentPodCount: size.currentPodCount,
      replicas: sync.deployment.spec.replicas ?? DEFAULT_REPLICAS,
    },
    outcome: size.replicas,
    verdict: alreadyExists ? 'found' : 'created',
    subjects: [{ kind: 'ReplicaSet', name, role: alreadyExists ? 'found' : 'created', facts: { from: 0, to: size.replicas } }],
  });
}

/** The new replica set with 0 pods: the Deployment's template and selector, both narrowed by the hash. */
function blankReplicaSet(deployment: Deployment, hash: string): ReplicaSet {
  const { labels, selector, template } = narrowed(deployment.spec, hash);
  const metadata: ObjectMeta = {
    name: generateReplicaSetName(deployment.metadata.name, hash),
    namespace: deployment.metadata.namespace,
    ownerReferences: [newControllerRef('Deployment', deployment)],
    labels,
  };
  return { metadata, spec: { replicas: 0, minReadySeconds: deployment.spec.minReadySeconds ?? 0, selector, template } };
}

interface Narrowed {
  readonly from: LabelSelector | undefined;
  readonly hash: string;
  readonly labels: StringMap;
  readonly selector: LabelSelector;
  readonly template: PodTemplateSpec;
}

/** Templates are never changed, and many runs share them: what was made of each last. */
const narrowings = new WeakMap<PodTemplateSpec, Narrowed>();

function narrowed({ selector: from, template }: Deployment['spec'], hash: string): Narrowed {
  const known = narrowings.get(template);
  if (known !== undefined && known.from === from && known.hash === hash) return known;
  const labels = { ...template.metadata?.labels, [POD_TEMPLATE_HASH_LABEL]: hash };
  const next: Narrowed = {
    from,
    hash,
    labels,
    selector: { ...from, matchLabels: { ...from?.matchLabels, [POD_TEMPLATE_HASH_LABEL]: hash } },
    template: { metadata: { ...template.metadata, labels }, spec: template.spec },
  };
  narrowings.set(template, next);
  return next;
}

/** `<deployment>-<hash>`; of a name that is too long, the Deployment's part gives way. */
export function generateReplicaSetName(deploymentName: string, hash: string): string {
  const room = Math.max(MAX_NAME_LENGTH - hash.length - 1, 0);
  return `${deploymentName.slice(0, room)}-${hash}`;
}

interface CreatedReplicaSet {
  readonly replicaSet: ReplicaSet;
  readonly alreadyExists: boolean;
}

function createOrReuse(sync: DeploymentSync, newRS: ReplicaSet): CreatedReplicaSet {
  try {
    return { replicaSet: sync.context.store.create('ReplicaSet', newRS), alreadyExists: false };
  } catch (error) {
    if (isApiError(error, 'AlreadyExists')) return { replicaSet: reuseOrCountCollision(sync, newRS, error), alreadyExists: true };
    // All creations in a namespace on its way out fail; nothing is gained by telling of each.
    if (!hasStatusCause(error, NAMESPACE_TERMINATING_CAUSE)) reportFailedCreation(sync, newRS, error);
    throw error;
  }
}

/**
 * The name is taken: either by this Deployment's own new replica set, which the cache did not show yet when the sync
 * began, or by a stranger with the same hash. In the latter case the next try hashes differently.
 */
function reuseOrCountCollision(sync: DeploymentSync, newRS: ReplicaSet, error: unknown): ReplicaSet {
  const { deployment } = sync;
  const found = sync.context.replicaSets.get(objectKey(newRS));
  // The cache's own word for the kind is in the singular.
  if (found === undefined) throw notFound('replicaset.apps', newRS.metadata.name);
  const isOurs = getControllerOf(found)?.uid === deployment.metadata.uid;
  if (isOurs && equalIgnoreHash(deployment.spec.template, found.spec.template)) return found;
  const collisionCount = (deployment.status?.collisionCount ?? 0) + 1;
  sync.setStatus({ collisionCount });
  sync.decide({
    step: 'getNewReplicaSet',
    inputs: { replicaSet: newRS.metadata.name, collisionCount },
    outcome: collisionCount,
    verdict: 'collision',
  });
  ignoringErrors(() => {
    sync.updateStatus();
  });
  throw error;
}

function reportFailedCreation(sync: DeploymentSync, newRS: ReplicaSet, error: unknown): void {
  const reason = errorText(error);
  const message = `Failed to create new replica set "${newRS.metadata.name}": ${reason}`;
  if (hasProgressDeadline(sync.deployment)) {
    setProgressing(sync, 'False', REASONS.failedRSCreate, message);
    ignoringErrors(() => {
      sync.updateStatus();
    });
  }
  sync.decide({
    step: 'getNewReplicaSet',
    inputs: { replicaSet: newRS.metadata.name },
    outcome: reason,
    verdict: 'refused',
  });
  sync.event('Warning', REASONS.failedRSCreate, message);
}

/** For a write that only accompanies a greater trouble: whether it succeeds does not matter. */
export function ignoringErrors(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (isOwnMistake(error)) throw error;
    // The error that is about to be thrown says more.
  }
}

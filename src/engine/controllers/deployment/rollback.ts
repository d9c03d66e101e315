/**
 * Upstream: pkg/controller/deployment/rollback.go (v1.36.4). The rollback that apps/v1 only knows as an annotation;
 * `kubectl rollout undo` no longer uses it.
 */
import type { Deployment, ReplicaSet } from '../../../model/apiTypes';
import { withoutTemplateHash } from '../../../model/podTemplate';
import { ROLLBACK_TO_ANNOTATION } from '../../../model/wellKnown';
import type { DeploymentSync } from './deploymentSync';
import { setDeploymentAnnotationsTo } from './deploymentUtil/annotations';
import { parseInt64 } from '../../../model/integers';
import { equalIgnoreHash } from './deploymentUtil/replicaSets';
import { lastRevision, revision } from './deploymentUtil/revisions';
import { getOrCreateAllReplicaSets } from './newReplicaSet';

/** The revision that the deprecated annotation asks for (0: the last one); undefined when it asks for none that can be read. */
export function getRollbackTo(deployment: Deployment): bigint | undefined {
  const text = deployment.metadata.annotations?.[ROLLBACK_TO_ANNOTATION];
  return text === undefined || text === '' ? undefined : parseInt64(text);
}

/** Puts the template of the wanted revision back; whether it is found or not, the request is cleared. */
export function rollback(sync: DeploymentSync, rsList: readonly ReplicaSet[], rollbackTo: bigint): void {
  const { newRS, oldRSs } = getOrCreateAllReplicaSets(sync, rsList);
  const allRSs = [...oldRSs, newRS];
  const wanted = rollbackTo === 0n ? lastRevision(allRSs) : rollbackTo;
  if (wanted === 0n) {
    giveUp(sync, wanted, 'Unable to find last revision.');
    return;
  }
  const target = allRSs.find((replicaSet) => revision(replicaSet) === wanted);
  if (target === undefined) {
    giveUp(sync, wanted, 'Unable to find the revision to rollback to.');
    return;
  }
  if (!rollbackToTemplate(sync, target)) return;
  const { name } = sync.deployment.metadata;
  sync.event('Normal', 'DeploymentRollback', `Rolled back deployment "${name}" to revision ${wanted}`);
  recordRollback(sync, wanted, 'rolledBack', target.metadata.name);
}

function giveUp(sync: DeploymentSync, wanted: bigint, message: string): void {
  sync.event('Warning', 'DeploymentRollbackRevisionNotFound', message);
  recordRollback(sync, wanted, 'rollbackFailed', message);
  updateDeploymentAndClearRollbackTo(sync);
}

function recordRollback(sync: DeploymentSync, wanted: bigint, verdict: 'rolledBack' | 'rollbackFailed', outcome: string): void {
  sync.decide({ step: 'rollback', inputs: { revision: Number(wanted) }, outcome, verdict });
}

/** True if the template was another one and is now the replica set's. */
function rollbackToTemplate(sync: DeploymentSync, target: ReplicaSet): boolean {
  const { deployment } = sync;
  const differs = !equalIgnoreHash(deployment.spec.template, target.spec.template);
  if (differs) {
    sync.deployment = withTemplateOf(deployment, target);
  } else {
    const message = `The rollback revision contains the same template as current deployment "${deployment.metadata.name}"`;
    sync.event('Warning', 'DeploymentRollbackTemplateUnchanged', message);
    sync.decide({ step: 'rollbackToTemplate', inputs: {}, outcome: target.metadata.name, verdict: 'unchanged' });
  }
  updateDeploymentAndClearRollbackTo(sync);
  return differs;
}

/** Template and annotations come back together, so that for instance the change cause fits the template again. */
function withTemplateOf(deployment: Deployment, target: ReplicaSet): Deployment {
  const metadata = { ...deployment.metadata, annotations: setDeploymentAnnotationsTo(deployment, target) };
  return { ...deployment, metadata, spec: { ...deployment.spec, template: withoutTemplateHash(target.spec.template) } };
}

function updateDeploymentAndClearRollbackTo(sync: DeploymentSync): void {
  const { [ROLLBACK_TO_ANNOTATION]: _request, ...annotations } = sync.deployment.metadata.annotations ?? {};
  sync.deployment = { ...sync.deployment, metadata: { ...sync.deployment.metadata, annotations } };
  sync.context.store.update('Deployment', sync.deployment);
}

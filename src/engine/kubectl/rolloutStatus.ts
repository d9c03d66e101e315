/** Upstream: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/rollout_status.go (v1.36.4). */
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { revisionOf } from './revision';
import { goQuote } from '../../model/goQuote';

/** One look of `kubectl rollout status`. The command prints texts as they change until `done` or an error (exit code 1). */
export interface RolloutStatus {
  /** With its line end; empty when there is an error. */
  readonly text: string;
  readonly done: boolean;
  /** Empty when there is none. */
  readonly error: string;
}

function waiting(text: string): RolloutStatus {
  return { text: `${text}...\n`, done: false, error: '' };
}

function failed(error: string): RolloutStatus {
  return { text: '', done: false, error };
}

/** `kubectl rollout status deployment/…`; `revision` is `--revision`, 0 for none. */
export function deploymentRolloutStatus(deployment: Deployment, revision = 0): RolloutStatus {
  const name = goQuote(deployment.metadata.name);
  if (revision > 0) {
    const running = revisionOf(deployment);
    if ('error' in running) return failed(`cannot get the revision of deployment ${name}: ${running.error}`);
    if (running.revision !== revision) {
      return failed(`desired revision (${revision}) is different from the running revision (${running.revision})`);
    }
  }
  const { generation = 0 } = deployment.metadata;
  if (generation > (deployment.status?.observedGeneration ?? 0))
    return waiting('Waiting for deployment spec update to be observed');
  return observedDeploymentStatus(deployment, name);
}

function observedDeploymentStatus({ spec, status = {} }: Deployment, name: string): RolloutStatus {
  const progressing = status.conditions?.find((condition) => condition.type === 'Progressing');
  if (progressing?.reason === 'ProgressDeadlineExceeded') return failed(`deployment ${name} exceeded its progress deadline`);
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  const rollout = `Waiting for deployment ${name} rollout to finish:`;
  if (spec.replicas !== undefined && updatedReplicas < spec.replicas) {
    return waiting(`${rollout} ${updatedReplicas} out of ${spec.replicas} new replicas have been updated`);
  }
  if (replicas > updatedReplicas) {
    return waiting(`${rollout} ${replicas - updatedReplicas} old replicas are pending termination`);
  }
  if (availableReplicas < updatedReplicas) {
    return waiting(`${rollout} ${availableReplicas} of ${updatedReplicas} updated replicas are available`);
  }
  return { text: `deployment ${name} successfully rolled out\n`, done: true, error: '' };
}

/** `kubectl rollout status daemonset/…`. A `--revision` is ignored for DaemonSets. */
export function daemonSetRolloutStatus(daemonSet: DaemonSet): RolloutStatus {
  const name = goQuote(daemonSet.metadata.name);
  if (daemonSet.spec.updateStrategy?.type !== 'RollingUpdate') {
    return { text: '', done: true, error: 'rollout status is only available for RollingUpdate strategy type' };
  }
  const { status = {} } = daemonSet;
  if ((daemonSet.metadata.generation ?? 0) > (status.observedGeneration ?? 0)) {
    return waiting('Waiting for daemon set spec update to be observed');
  }
  const { updatedNumberScheduled = 0, desiredNumberScheduled = 0, numberAvailable = 0 } = status;
  const rollout = `Waiting for daemon set ${name} rollout to finish:`;
  if (updatedNumberScheduled < desiredNumberScheduled) {
    return waiting(`${rollout} ${updatedNumberScheduled} out of ${desiredNumberScheduled} new pods have been updated`);
  }
  if (numberAvailable < desiredNumberScheduled) {
    return waiting(`${rollout} ${numberAvailable} of ${desiredNumberScheduled} updated pods are available`);
  }
  return { text: `daemon set ${name} successfully rolled out\n`, done: true, error: '' };
}

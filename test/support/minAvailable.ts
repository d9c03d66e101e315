import type { Deployment } from '../../src/model/apiTypes';
import { maxUnavailable } from '../../src/engine/controllers/deployment/deploymentUtil/fenceposts';

/** The pods that must stay available during a rolling update (upstream: MinAvailable of deployment_util.go). */
export function minAvailable(deployment: Deployment): number {
  const { replicas = 1, strategy } = deployment.spec;
  return strategy?.type === 'RollingUpdate' ? replicas - maxUnavailable(deployment) : 0;
}

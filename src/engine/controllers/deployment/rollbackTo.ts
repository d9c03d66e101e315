/** Upstream: getRollbackTo of pkg/controller/deployment/rollback.go (v1.36.4). */
import type { Deployment } from '../../../model/workloads';
import { DEPRECATED_ROLLBACK_TO } from './deploymentUtil/annotations';
import { parseInt64 } from './deploymentUtil/integers';

/** The revision that the deprecated annotation asks for (0: the last one); undefined when it asks for none that can be read. */
export function getRollbackTo(deployment: Deployment): bigint | undefined {
  const text = deployment.metadata.annotations?.[DEPRECATED_ROLLBACK_TO];
  return text === undefined || text === '' ? undefined : parseInt64(text);
}

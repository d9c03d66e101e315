/** Upstream: NewInvalid of staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36.4). */
import { aggregateMessage } from './aggregateMessage';
import { ApiError } from './apiError';
import type { FieldError } from './validation/common/field';

const isImmutable = ({ detail }: FieldError): boolean => detail === 'field is immutable';

/** Throws what the server answers to a workload with errors: `DaemonSet.apps "agent" is invalid: [first, second]`. */
export function refuse(kind: 'Deployment' | 'DaemonSet', name: string, errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  // What may not change at all is said first.
  const ordered = [...errors.filter(isImmutable), ...errors.filter((error) => !isImmutable(error))];
  const problems = aggregateMessage(ordered.map(({ message }) => message));
  throw new ApiError('Invalid', `${kind}.apps ${JSON.stringify(name)} is invalid: ${problems}`);
}

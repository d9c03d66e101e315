/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go (v1.36.4). */
import { aggregateMessage } from '../api/aggregateMessage';

/** Several errors as one, worded as Kubernetes does: `[first, second]`, each text once. Undefined when there are none. */
export function aggregateErrors(errors: readonly unknown[]): Error | undefined {
  const [first] = errors;
  if (errors.length === 1 && first instanceof Error) return first;
  return errors.length === 0 ? undefined : new Error(aggregateMessage(errors.map(errorText)));
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

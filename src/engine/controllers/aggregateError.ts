/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/errors/errors.go (v1.36.4). */
import { aggregateMessage } from '../api/aggregateMessage';
import { isOwnMistake } from '../kernel/engineError';

/** Several errors as one, worded as Kubernetes does: `[first, second]`, each text once. Undefined when there are none. */
export function aggregateErrors(errors: readonly unknown[]): Error | undefined {
  const first = errors.find(isOwnMistake) ?? errors[0];
  if (isOwnMistake(first) || (errors.length === 1 && first instanceof Error)) return first;
  return errors.length === 0 ? undefined : new Error(aggregateMessage(errors.map(errorText)));
}

/** The error with what was being done when it came. What the engine itself says stays as it is: it must end the run. */
export function withContext(message: string, error: unknown): Error {
  return isOwnMistake(error) ? error : new Error(`${message}: ${errorText(error)}`, { cause: error });
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Upstream: pkg/apis/apps/v1/conversion.go, pkg/apis/apps/validation/validation.go (v1.36.4). */
import type { ObjectMeta } from '../../model/apiTypes';
import { ROLLBACK_TO_ANNOTATION } from '../../model/wellKnown';
import { ApiError } from './apiError';

const INTEGER = /^[+-]?\d+$/;

/**
 * The annotation is a field of the internal Deployment (`spec.rollbackTo`), so the server reads it at once and refuses
 * what it cannot read, before any other check.
 */
export function checkRollbackTo({ name, annotations }: ObjectMeta): void {
  const text = annotations?.[ROLLBACK_TO_ANNOTATION];
  if (text === undefined || text === '') return;
  const problem = integerProblem(text);
  if (problem !== undefined) {
    const parsing = `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${problem}`;
    throw new ApiError('BadRequest', `failed to parse annotation[${ROLLBACK_TO_ANNOTATION}]=${text} as int64: ${parsing}`);
  }
  const revision = BigInt(text.replace('+', ''));
  if (revision >= 0n) return;
  const refusal = `spec.rollback.version: Invalid value: ${revision}: must be greater than or equal to 0`;
  throw new ApiError('Invalid', `Deployment.apps "${name}" is invalid: ${refusal}`);
}

function integerProblem(text: string): string | undefined {
  if (!INTEGER.test(text)) return 'invalid syntax';
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? undefined : 'value out of range';
}

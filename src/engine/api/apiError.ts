/** Upstream: staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go (v1.36.4). */
import type { ObjectMeta } from '../../model/apiTypes';
import { AnswerError } from '../kernel/answerError';

export type ApiErrorReason =
  'NotFound' | 'AlreadyExists' | 'Conflict' | 'Invalid' | 'Forbidden' | 'TooManyRequests' | 'InternalError' | 'BadRequest';

const CODES: Readonly<Record<ApiErrorReason, number>> = {
  NotFound: 404,
  AlreadyExists: 409,
  Conflict: 409,
  Invalid: 422,
  Forbidden: 403,
  TooManyRequests: 429,
  InternalError: 500,
  BadRequest: 400,
};

/** An answer of the simulated API server that is not a success: thrown by the store, handled by controllers. */
export class ApiError extends AnswerError {
  override readonly name = 'ApiError';
  readonly reason: ApiErrorReason;
  readonly code: number;
  /** The status cause, such as `NamespaceTerminating`. */
  readonly statusCause: string | undefined;

  constructor(reason: ApiErrorReason, message: string, cause?: string) {
    super(message);
    this.reason = reason;
    this.code = CODES[reason];
    this.statusCause = cause;
  }
}

export function isApiError(error: unknown, reason: ApiErrorReason): error is ApiError {
  return error instanceof ApiError && error.reason === reason;
}

export function hasStatusCause(error: unknown, cause: string): boolean {
  return error instanceof ApiError && error.statusCause === cause;
}

export function notFound(resource: string, name: string): ApiError {
  return new ApiError('NotFound', `${resource} "${name}" not found`);
}

export function alreadyExists(resource: string, name: string): ApiError {
  return new ApiError('AlreadyExists', `${resource} "${name}" already exists`);
}

export function conflict(resource: string, name: string): ApiError {
  return new ApiError(
    'Conflict',
    `Operation cannot be fulfilled on ${resource} "${name}": the object has been modified; please apply your changes to the latest version and try again`,
  );
}

export function uidConflict(resource: string, { name, uid = '' }: ObjectMeta, wanted: string): ApiError {
  return new ApiError(
    'Conflict',
    `Operation cannot be fulfilled on ${resource} "${name}": Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`,
  );
}

export function internalError(message: string): ApiError {
  return new ApiError('InternalError', `Internal error occurred: ${message}`);
}

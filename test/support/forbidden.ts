import { ApiError } from '../../src/engine/api/apiError';

export function forbidden(resource: string, name: string, message: string, cause?: string): ApiError {
  return new ApiError('Forbidden', `${resource} "${name}" is forbidden: ${message}`, cause);
}

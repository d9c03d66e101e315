/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { ErrorList, Path } from './field';

/** Relative, without `..` steps. */
export function validateLocalDescendingPath(target: string, path: Path, errors: ErrorList): void {
  if (target.startsWith('/')) errors.invalid(path, target, 'must be a relative path');
  validatePathNoBacksteps(target, path, errors);
}

export function validatePathNoBacksteps(target: string, path: Path, errors: ErrorList): void {
  if (hasBacksteps(target)) errors.invalid(path, target, "must not contain '..'");
}

export function hasBacksteps(target: string): boolean {
  return target.split('/').includes('..');
}

/** As a descending path, and not beginning with two dots either. */
export function validateLocalNonReservedPath(target: string, path: Path, errors: ErrorList): void {
  validateLocalDescendingPath(target, path, errors);
  if (target.startsWith('..') && !target.startsWith('../')) errors.invalid(path, target, "must not start with '..'");
}

/** Upstream: pkg/chartutil/compatible.go (Helm v3.21.4). */
import { GoError } from '../goTemplate/value';
import { satisfies } from './semver/constraint';
import { parseVersion } from './semver/version';

/** Whether the version is within the range; a version or a range that is none fits nothing. */
export function isCompatibleRange(constraint: string, version: string): boolean {
  return holds(() => satisfies(constraint, version));
}

export function isVersion(version: string): boolean {
  return holds(() => parseVersion(version).original === version);
}

function holds(check: () => boolean): boolean {
  try {
    return check();
  } catch (error) {
    if (error instanceof GoError) return false;
    throw error;
  }
}

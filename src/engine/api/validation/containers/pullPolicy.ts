/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type { ErrorList, Path } from '../common/field';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];

export function validatePullPolicy(policy: string, path: Path, errors: ErrorList): void {
  if (policy === '') errors.required(path);
  else if (!PULL_POLICIES.includes(policy)) errors.notSupported(path, policy, PULL_POLICIES);
}

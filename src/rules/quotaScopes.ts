import type { ResourceQuota } from '../model/apiTypes';

/** It counts pods of some sort only, and nothing else. */
export function isScoped({ spec }: ResourceQuota): boolean {
  return (spec?.scopes?.length ?? 0) + (spec?.scopeSelector?.matchExpressions?.length ?? 0) > 0;
}

/** Upstream: dario.cat/mergo merge.go (1.0): maps merged into the first one, as Helm and sprig use it. */
import { isTrue } from '../../goTemplate/types';
import { LimitError, type GoMap } from '../../goTemplate/value';

const MAX_DEPTH = 500;

/**
 * Merges `source` into `target`. What is empty in the target (0, "", false, nil, an empty list) counts as not set; with
 * `overwrite` the source wins. Maps within are merged in place, lists are replaced.
 */
export function mergeMaps(target: GoMap, source: GoMap, overwrite: boolean, depth = 0): void {
  if (depth > MAX_DEPTH) throw new LimitError('maps are nested too deeply to be merged');
  for (const [key, value] of source) {
    const present = target.get(key);
    if (value === null) {
      if (overwrite) target.set(key, null);
    } else if (value instanceof Map && present instanceof Map) {
      mergeMaps(present, value, overwrite, depth + 1);
      if (present.size === 0) target.set(key, value);
    } else if (overwrite || present === undefined || !isTrue(present)) {
      target.set(key, value);
    }
  }
}

/** How many entries `mergeMaps` looks at, if they are not more than the limit. */
export function countMerged(target: GoMap, source: GoMap, limit: number): number {
  let count = 0;
  const left: (readonly [target: GoMap, source: GoMap])[] = [[target, source]];
  for (let next = left.pop(); next !== undefined && count <= limit; next = left.pop()) {
    const [into, from] = next;
    count += from.size + 1;
    for (const [key, value] of from) {
      const present = value instanceof Map ? into.get(key) : undefined;
      if (value instanceof Map && present instanceof Map) left.push([present, value]);
    }
  }
  return count;
}

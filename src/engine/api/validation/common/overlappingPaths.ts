/** Upstream: pkg/api/pod/warnings.go (v1.36.4). */
import type { Volume, VolumeProjection } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { goQuote } from '../../../../model/goQuote';

/** A file of a volume, and what puts it there where several sources do. */
interface VirtualPath {
  readonly path: string;
  readonly source: string;
}

interface Item {
  readonly path?: string | undefined;
}

/** Files that a volume would have twice, or as a file and as a folder. */
export function warningsForOverlappingPaths(volumes: readonly Unchecked<Volume>[]): string[] {
  return volumes.flatMap((volume) => {
    const { name = '', configMap, secret, downwardAPI, projected } = volume;
    return [
      ...warningsFor(name, `ConfigMap ${goQuote(configMap?.name ?? '')}`, pathsOf(configMap?.items, '')),
      ...warningsFor(name, `Secret ${goQuote(secret?.secretName ?? '')}`, pathsOf(secret?.items, '')),
      ...warningsFor(name, 'DownwardAPI', pathsOf(downwardAPI?.items, '')),
      ...(projected === undefined ? [] : warningsForProjected(name, projected.sources ?? [])),
    ];
  });
}

function pathsOf(items: readonly Item[] | undefined, source: string): VirtualPath[] {
  return (items ?? []).map(({ path = '' }) => ({ path, source }));
}

function warningsFor(name: string, description: string, paths: readonly VirtualPath[]): string[] {
  return overlaps(paths, []).map((overlap) => overlapText(name, description, overlap));
}

function overlapText(name: string, description: string, overlap: string): string {
  return `volume ${goQuote(name)} (${description}): overlapping paths: ${overlap}`;
}

function warningsForProjected(name: string, sources: readonly Unchecked<VolumeProjection>[]): string[] {
  const seen: VirtualPath[] = [];
  return sources.flatMap((source) => {
    if (Object.values(source).every((part) => part === undefined)) {
      return [`volume ${goQuote(name)} (Projected) has no sources provided`];
    }
    return overlaps(projectedPaths(source), seen).map((overlap) => overlapText(name, 'Projected', overlap));
  });
}

function projectedPaths({ configMap, secret, downwardAPI, serviceAccountToken }: Unchecked<VolumeProjection>): VirtualPath[] {
  if (configMap?.items !== undefined) return pathsOf(configMap.items, `ConfigMap ${goQuote(configMap.name ?? '')}`);
  if (secret?.items !== undefined) return pathsOf(secret.items, `Secret ${goQuote(secret.name ?? '')}`);
  if (downwardAPI?.items !== undefined) return pathsOf(downwardAPI.items, 'DownwardAPI');
  return serviceAccountToken === undefined ? [] : pathsOf([serviceAccountToken], 'ServiceAccountToken');
}

function overlaps(paths: readonly VirtualPath[], seen: VirtualPath[]): string[] {
  const found: string[] = [];
  for (const { path, source } of paths) {
    const entry = { path: withoutTrailingSlashes(path), source };
    for (const other of seen) if (isOverlap(entry, other)) found.push(`${describe(entry)} with ${describe(other)}`);
    seen.push(entry);
  }
  return found;
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function isOverlap(a: VirtualPath, b: VirtualPath): boolean {
  if (a.path === '' || b.path === '') return false;
  return `${a.path}/`.startsWith(`${b.path}/`) || `${b.path}/`.startsWith(`${a.path}/`);
}

function describe({ path, source }: VirtualPath): string {
  return source === '' ? goQuote(path) : `${goQuote(path)} (${source})`;
}

import type { ClusterFacts, WorkloadFact } from './facts';
import type { Subject } from './subject';

/**
 * Whether another shape of a workload lies where an object does, while the workload itself lies in another folder: the object
 * is meant for that one.
 */
export function hasVariantBeside({ bySort, home }: ClusterFacts, uri: string, { kind, name }: Subject): boolean {
  const folder = folderOf(uri);
  if (name === '' || folderOf(home) === folder) return false;
  const namesakes = (bySort.get('workload') ?? [])
    .map(({ fact }) => fact as WorkloadFact)
    .filter((other) => other.name === name && other.kind === kind && other.labels !== undefined);
  return namesakes.some((own) => own.uri === home) && namesakes.some((other) => folderOf(other.uri) === folder);
}

function folderOf(uri: string): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

import { entryAt, type Path } from '../manifest/source';
import type { Analysis } from './analysis';
import { diagnosticOf } from './diagnostics';

/** Where a hover has most to say about the first workload of a file. */
export function placeForHover(analysis: Analysis): number {
  const [first] = analysis.workloads;
  if (first === undefined) return 0;
  const { maxUnavailable, maxSurge, replicas, resource } = first.workload;
  const places: readonly Path[] = [maxUnavailable.path, maxSurge.path, replicas.path, ['kind']];
  const written = places.map((path) => entryAt(resource.source, path)).find((entry) => entry !== undefined);
  return first.placed.start + (written?.keyRange.start ?? resource.source.start);
}

/** Where the first finding is that a quick fix takes away; undefined: nowhere. */
export function placeForFix(analysis: Analysis): number | undefined {
  for (const placed of analysis.workloads) {
    const ruled = placed.assessment.findings.find(({ finding }) => (finding.fixes ?? []).length > 0);
    if (ruled !== undefined) return diagnosticOf(ruled, placed).start;
  }
  return undefined;
}

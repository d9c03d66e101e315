import type { ManifestDocument } from '../manifest/document';
import type { Manifest } from '../manifest/manifest';
import type { Fact, Place } from '../rules/facts';

/** Where the facts of a file stand in it. */
export function placesIn(manifest: Manifest, factsOf: (document: ManifestDocument) => readonly Fact[]): Map<Fact, Place> {
  const { text, documents } = manifest;
  const places = new Map<Fact, Place>();
  let line = 0;
  let lineStart = 0;
  for (const { start: offset, document } of documents) {
    for (const fact of factsOf(document)) {
      const start = offset + fact.range.start;
      for (let next = text.indexOf('\n', lineStart); next >= 0 && next < start; next = text.indexOf('\n', lineStart)) {
        line += 1;
        lineStart = next + 1;
      }
      const from = start - lineStart;
      places.set(fact, { line, start: from, end: from + fact.range.end - fact.range.start });
    }
  }
  return places;
}

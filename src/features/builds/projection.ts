import type { Path, SourceEntry, SourceNode, TextRange } from '../../manifest/source';
import type { BuiltObject, FilePlace } from '../../render/builtManifest';

const NOWHERE: TextRange = { start: -1, end: -1 };

/** A file that something of a build is written in. */
export interface ProjectedFile {
  readonly file: string;
  readonly text: string;
  /** With what was written there and did not last: something else has decided these fields. */
  readonly overridden: boolean;
}

/**
 * The tree of a built object, or of what is at `base` in it, as one file sees it: only what is written there, at its places
 * there, under the paths of the built object.
 */
export function project(root: SourceNode, object: BuiltObject, base: Path, onto: ProjectedFile): SourceNode | undefined {
  return object.files.has(onto.file) ? new Projection(object, onto).node(root, base) : undefined;
}

class Projection {
  readonly #object: BuiltObject;
  readonly #onto: ProjectedFile;

  constructor(object: BuiltObject, onto: ProjectedFile) {
    this.#object = object;
    this.#onto = onto;
  }

  node(built: SourceNode, path: Path): SourceNode | undefined {
    if (built.kind === 'map') return this.#map(built.entries, path);
    if (built.kind === 'sequence') return this.#sequence(built.items, path);
    const place = this.#placeOf(path);
    return place === undefined ? undefined : { ...built, ...place };
  }

  #placeOf(path: Path): TextRange | undefined {
    const place = this.#object.placeAt(path);
    const isHere = ({ file }: FilePlace): boolean => file === this.#onto.file;
    const [inForce, ...lower] = place?.values ?? [];
    const decided = [...(place === undefined ? [] : [place]), ...(inForce === undefined ? [] : [inForce])];
    const all = this.#onto.overridden ? [...decided, ...lower, ...(place?.overridden ?? [])] : decided;
    const found = all.find(isHere);
    return found === undefined ? undefined : { start: found.start, end: found.end };
  }

  #map(entries: readonly SourceEntry[], path: Path): SourceNode | undefined {
    const here = entries.flatMap((entry) => this.#entry(entry, [...path, entry.key]) ?? []);
    const range = hull(here.flatMap(({ keyRange, value }) => [keyRange, value])) ?? this.#placeOf(path);
    return range === undefined ? undefined : { kind: 'map', entries: here, flow: false, open: false, ...range };
  }

  #entry({ key, value: built }: SourceEntry, path: Path): SourceEntry | undefined {
    const value = this.node(built, path);
    const keyAt = this.#object.keyAt(path);
    const keyRange = keyAt?.file === this.#onto.file ? keyAt : value === undefined ? undefined : this.#keyBefore(key, value);
    if (value === undefined && keyRange === undefined) return undefined;
    const { start, end } = keyRange ?? NOWHERE;
    return { key, keyRange: { start, end }, value: value ?? nothingAt(end), merge: false, templated: false };
  }

  /** A value that took another one's place stands behind a key of its own. */
  #keyBefore(key: string, { start }: TextRange): TextRange | undefined {
    const { text } = this.#onto;
    let end = start;
    while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
    if (text[end - 1] !== ':') return undefined;
    end -= 1;
    if (/["']/.test(text[end - 1] ?? '')) end -= 1;
    const from = end - key.length;
    return from >= 0 && text.startsWith(key, from) ? { start: from, end } : undefined;
  }

  #sequence(items: readonly SourceNode[], path: Path): SourceNode | undefined {
    const here = items.map((item, index) => this.node(item, [...path, index]));
    const range = hull(here.flatMap((item) => item ?? []));
    if (range === undefined) return undefined;
    // Each item keeps its number.
    return { kind: 'sequence', items: here.map((item) => item ?? nothingAt(-1)), flow: false, open: false, ...range };
  }
}

function nothingAt(offset: number): SourceNode {
  return { kind: 'scalar', value: null, plain: true, templated: false, start: offset, end: offset };
}

/** From the first to the last that stands anywhere. */
function hull(ranges: readonly TextRange[]): TextRange | undefined {
  let hull: TextRange | undefined;
  for (const { start, end } of ranges)
    if (start >= 0) hull = { start: Math.min(hull?.start ?? start, start), end: Math.max(hull?.end ?? end, end) };
  return hull;
}

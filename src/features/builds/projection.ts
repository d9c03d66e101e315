import { emptyScalar, type Path, type SourceEntry, type SourceNode, type TextRange } from '../../manifest/source';
import type { BuiltObject, FilePlace } from '../../render/builtManifest';

const NOWHERE: TextRange = { start: -1, end: -1 };

/** A file that something of a build is written in. */
export interface ProjectedFile {
  readonly file: string;
  readonly text: string;
}

/** What a file has of an object. */
export interface Projected {
  /** With what was written there and did not last: something else has decided these fields. */
  readonly written: SourceNode;
  /** Without that. */
  readonly decided: SourceNode | undefined;
}

interface Known {
  readonly object: BuiltObject;
  /** The text that was looked at; undefined: that was not necessary. */
  readonly text: string | undefined;
  readonly projected: Projected | undefined;
}

/** By what was projected, and by file: it is asked for again after every edit, with thousands of others. */
const KNOWN = new WeakMap<SourceNode, Map<string, Known>>();

/**
 * The tree of a built object, or of what is at `base` in it, as one file sees it: only what is written there, at its places
 * there, under the paths of the built object.
 */
export function project(root: SourceNode, object: BuiltObject, base: Path, onto: ProjectedFile): Projected | undefined {
  const { file, text } = onto;
  if (!object.files.has(file)) return undefined;
  const byFile = KNOWN.get(root) ?? new Map<string, Known>();
  const known = byFile.get(file);
  if (known?.object === object && (known.text ?? text) === text) return known.projected;
  const projection = new Projection(object, onto, base, true);
  const written = projection.node(root);
  // Of most objects everything has lasted.
  const decided = projection.hasOverridden ? new Projection(object, onto, base, false).node(root) : written;
  const projected = written && { written, decided };
  KNOWN.set(root, byFile.set(file, { object, text: projection.hasReadText ? text : undefined, projected }));
  return projected;
}

class Projection {
  readonly #object: BuiltObject;
  readonly #onto: ProjectedFile;
  readonly #withOverridden: boolean;
  /** Where the walk is: one list, for there are thousands of fields. */
  readonly #path: (string | number)[];
  /** Something of what is there did not last. */
  hasOverridden = false;
  /** What it comes to rests on the text itself as well. */
  hasReadText = false;

  constructor(object: BuiltObject, onto: ProjectedFile, base: Path, withOverridden: boolean) {
    this.#object = object;
    this.#onto = onto;
    this.#path = [...base];
    this.#withOverridden = withOverridden;
  }

  node(built: SourceNode): SourceNode | undefined {
    if (built.kind === 'map') return this.#map(built.entries);
    if (built.kind === 'sequence') return this.#sequence(built.items);
    const place = this.#place();
    return place === undefined ? undefined : { ...built, start: place.start, end: place.end };
  }

  #place(): TextRange | undefined {
    const place = this.#object.placeAt(this.#path);
    if (place === undefined) return undefined;
    const isHere = ({ file }: FilePlace): boolean => file === this.#onto.file;
    const [inForce, ...lower] = place.values ?? [];
    let found = [place, inForce].find((each) => each !== undefined && isHere(each));
    if (found === undefined && this.#withOverridden) {
      found = lower.find(isHere) ?? place.overridden.find(isHere);
      if (found !== undefined) this.hasOverridden = true;
    }
    return found;
  }

  #map(entries: readonly SourceEntry[]): SourceNode | undefined {
    const here: SourceEntry[] = [];
    const hull = new Hull();
    for (const each of entries) {
      this.#path.push(each.key);
      const entry = this.#entry(each);
      this.#path.pop();
      if (entry === undefined) continue;
      here.push(entry);
      hull.add(entry.keyRange);
      hull.add(entry.value);
    }
    const range = hull.end < 0 ? this.#place() : hull;
    if (range === undefined) return undefined;
    return mapAt(here, range);
  }

  #entry({ key, value: built }: SourceEntry): SourceEntry | undefined {
    const value = this.node(built);
    const keyAt = this.#object.keyAt(this.#path);
    const keyRange = keyAt?.file === this.#onto.file ? keyAt : value === undefined ? undefined : this.#keyBefore(key, value);
    if (value === undefined && keyRange === undefined) return undefined;
    const place = keyRange ?? NOWHERE;
    return { key, keyRange: place, value: value ?? emptyScalar(place.end), merge: false, templated: false };
  }

  /** A value that took another one's place stands behind a key of its own. */
  #keyBefore(key: string, { start }: TextRange): TextRange | undefined {
    const { text } = this.#onto;
    this.hasReadText = true;
    const before = text.slice(0, start).trimEnd();
    if (!before.endsWith(':')) return undefined;
    const end = before.length - (`"'`.includes(before.at(-2) ?? ' ') ? 2 : 1);
    const from = end - key.length;
    return from >= 0 && text.startsWith(key, from) ? { start: from, end } : undefined;
  }

  #sequence(items: readonly SourceNode[]): SourceNode | undefined {
    const hull = new Hull();
    // Each item keeps its number.
    const here = items.map((item, index) => {
      this.#path.push(index);
      const node = this.node(item);
      this.#path.pop();
      if (node !== undefined) hull.add(node);
      return node ?? emptyScalar(-1);
    });
    const { start, end } = hull;
    return hull.end < 0 ? undefined : { kind: 'sequence', items: here, flow: false, open: false, start, end };
  }
}

export function mapAt(entries: readonly SourceEntry[], { start, end }: TextRange): SourceNode {
  return { kind: 'map', entries, flow: false, open: false, start, end };
}

/** From the first to the last that stands anywhere. */
class Hull {
  start = Number.POSITIVE_INFINITY;
  end = -1;

  add({ start, end }: TextRange): void {
    if (start < 0) return;
    this.start = Math.min(this.start, start);
    this.end = Math.max(this.end, end);
  }
}

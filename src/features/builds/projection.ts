import type { Path, SourceEntry, SourceNode, TextRange } from '../../manifest/source';
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

/**
 * The tree of a built object, or of what is at `base` in it, as one file sees it: only what is written there, at its places
 * there, under the paths of the built object.
 */
export function project(root: SourceNode, object: BuiltObject, base: Path, onto: ProjectedFile): Projected | undefined {
  if (!object.files.has(onto.file)) return undefined;
  const projection = new Projection(object, onto, base, true);
  const written = projection.node(root);
  if (written === undefined) return undefined;
  // Of most objects everything has lasted.
  const decided = projection.hasOverridden ? new Projection(object, onto, base, false).node(root) : written;
  return { written, decided };
}

class Projection {
  readonly #object: BuiltObject;
  readonly #onto: ProjectedFile;
  readonly #withOverridden: boolean;
  /** Where the walk is: one list, for there are thousands of fields. */
  readonly #path: (string | number)[];
  /** Something of what is there did not last. */
  hasOverridden = false;

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
    return found === undefined ? undefined : { start: found.start, end: found.end };
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
    const range = hull.isEmpty ? this.#place() : hull;
    if (range === undefined) return undefined;
    return { kind: 'map', entries: here, flow: false, open: false, start: range.start, end: range.end };
  }

  #entry({ key, value: built }: SourceEntry): SourceEntry | undefined {
    const value = this.node(built);
    const keyAt = this.#object.keyAt(this.#path);
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

  #sequence(items: readonly SourceNode[]): SourceNode | undefined {
    const hull = new Hull();
    // Each item keeps its number.
    const here = items.map((item, index) => {
      this.#path.push(index);
      const node = this.node(item);
      this.#path.pop();
      if (node !== undefined) hull.add(node);
      return node ?? nothingAt(-1);
    });
    const { start, end } = hull;
    return hull.isEmpty ? undefined : { kind: 'sequence', items: here, flow: false, open: false, start, end };
  }
}

function nothingAt(offset: number): SourceNode {
  return { kind: 'scalar', value: null, plain: true, templated: false, start: offset, end: offset };
}

/** From the first to the last that stands anywhere. */
class Hull {
  start = Number.POSITIVE_INFINITY;
  end = -1;

  get isEmpty(): boolean {
    return this.start > this.end;
  }

  add({ start, end }: TextRange): void {
    if (start < 0) return;
    this.start = Math.min(this.start, start);
    this.end = Math.max(this.end, end);
  }
}

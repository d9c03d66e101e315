import { readIgnores, type Ignore } from '../../manifest/ignores';
import { splitDocuments } from '../../manifest/split';
import type { Path } from '../../manifest/source';
import { nearestPlace, type BuiltObject } from '../../render/builtManifest';

interface IgnoresOfFile {
  readonly text: string;
  readonly ignores: readonly Ignore[];
}

const MARK = 'rollout-lens:';

/** The comments that silence rules in the files of a build. What is built has no comments. */
export class IgnoresInFiles {
  readonly #files = new Map<string, IgnoresOfFile>();

  /** Whether another comment counts than before. */
  update(files: Iterable<string>, read: (file: string) => string | undefined): boolean {
    const gone = new Set(this.#files.keys());
    let isChanged = false;
    for (const file of files) {
      const text = read(file);
      if (text?.includes(MARK) !== true) continue;
      gone.delete(file);
      const known = this.#files.get(file);
      if (known?.text === text) continue;
      const ignores = ignoresIn(text);
      isChanged ||= JSON.stringify(known?.ignores) !== JSON.stringify(ignores);
      this.#files.set(file, { text, ignores });
    }
    for (const file of gone) this.#files.delete(file);
    return isChanged || gone.size > 0;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** By a comment where the finding is placed, or at one of the keys above it in the same file. */
  silence(object: BuiltObject, ruleId: string, path: Path): boolean {
    const place = nearestPlace(object, path);
    const ignores = place === undefined ? undefined : this.#files.get(place.file)?.ignores;
    if (place === undefined || ignores === undefined) return false;
    const keys = path.map((_, index) => object.keyAt(path.slice(0, index + 1)));
    const offsets = [place.start, ...keys.flatMap((key) => (key?.file === place.file ? [key.start] : []))];
    return ignores.some(
      ({ start, end, rules }) =>
        (rules.length === 0 || rules.includes(ruleId)) && offsets.some((offset) => start <= offset && offset <= end),
    );
  }
}

/** With offsets in the file. */
function ignoresIn(text: string): readonly Ignore[] {
  return splitDocuments(text).flatMap(({ start, end }) =>
    readIgnores(text.slice(start, end)).map((ignore) => ({
      ...ignore,
      start: start + ignore.start,
      end: Math.min(end, start + ignore.end),
    })),
  );
}

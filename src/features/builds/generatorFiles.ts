import { jsonAt, readJson, type JsonValue } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { readGlob } from '../glob';
import { asksForFiles, MAX_FILLING } from '../toolFiles';
import { fileGlobs, type FoundFile } from './applicationSets';
import { deployingObjects } from './deployers';

type Matcher = ReturnType<typeof readGlob>;

/** As many files as one glob finds, at most. */
const MOST = 50;

/** What files say that ApplicationSets go through, and which of these have to be read again. */
export class GeneratorFiles {
  readonly #texts = new Map<string, string>();
  /** The ApplicationSets that ask for files, by theirs. */
  readonly #asking = new Map<string, { readonly text: string; readonly globs: readonly Matcher[] }>();
  readonly #seen = new WeakMap<object, number>();
  #revision = 0;

  /** True: they say something else now. */
  update(path: string, text: string | undefined): boolean {
    if (text !== undefined && asksForFiles(text)) {
      this.#asking.set(path, { text, globs: globsIn(text).map(readGlob) });
      return false;
    }
    this.#asking.delete(path);
    if (this.#texts.get(path) === text) return false;
    if (text === undefined || text === '' || text.length > MAX_FILLING) this.#texts.delete(path);
    else this.#texts.set(path, text);
    const isAskedFor = [...this.#asking.values()].some(({ globs }) =>
      globs.some((matches) => tailOf(path, matches) !== undefined),
    );
    if (isAskedFor) this.#revision += 1;
    return isAskedFor;
  }

  /** Has those who ask read again for whoever has not seen yet what files say now. */
  catchUp(reader: object, again: (path: string, text: string) => unknown): void {
    if (this.#seen.get(reader) === this.#revision) return;
    this.#seen.set(reader, this.#revision);
    for (const [path, { text }] of this.#asking) again(path, text);
  }

  readonly found = (glob: string): readonly FoundFile[] => {
    const matches = readGlob(glob);
    const found: FoundFile[] = [];
    for (const [path, text] of this.#texts) {
      const tail = tailOf(path, matches);
      const json = tail === undefined ? undefined : jsonOf(text);
      if (tail !== undefined && json !== undefined) found.push({ path: tail, json });
      if (found.length === MOST) break;
    }
    return found.sort((one, other) => (one.path < other.path ? -1 : 1));
  };
}

function globsIn(text: string): readonly string[] {
  return deployingObjects(text).flatMap(({ json }) => fileGlobs(jsonAt(json, ['spec', 'generators'])));
}

/** Where the top of the repository is nobody says: as much of a path as a glob describes. */
function tailOf(path: string, matches: Matcher): string | undefined {
  for (let at = 0; at >= 0; at = path.indexOf('/', at) + 1 || -1) {
    const tail = path.slice(at);
    if (matches(tail)) return tail;
  }
  return undefined;
}

function jsonOf(text: string): JsonValue | undefined {
  const { root, problems } = parseText(text);
  return root === undefined || problems.length > 0 ? undefined : readJson(root, 'literal').json;
}

/** Ours: whether git leaves a path alone, as gitignore(5) has it. What it leaves alone, something else makes, or keeps. */
import { compilePattern, type Matcher } from './helm/globPattern';

interface Pattern {
  readonly matches: Matcher;
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
}

const FILE = '.gitignore';

/** More than anybody writes, and than anybody nests. */
const MOST_PATTERNS = 300;
const LONGEST = 50_000;
const DEEPEST = 30;

/** How many patterns are tried in all: a stranger's files say how many there are. */
const MOST_TRIES = 20_000;

export class GitIgnores {
  readonly #read: (path: string) => string | undefined;
  readonly #patterns = new Map<string, readonly Pattern[]>();
  #left = MOST_TRIES;

  constructor(read: (path: string) => string | undefined) {
    this.#read = read;
  }

  /** The file that says so, if one does. */
  ignoring(path: string): string | undefined {
    const steps = path.split('/');
    if (steps.length > DEEPEST) return undefined;
    // What is in a folder that is left alone cannot be brought back.
    for (let length = 1; length <= steps.length; length++) {
      const found = this.#ignoringOne(steps.slice(0, length), length < steps.length);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The last pattern that fits counts, and the nearer file. */
  #ignoringOne(steps: readonly string[], isFolder: boolean): string | undefined {
    for (let above = steps.length - 1; above >= 0; above--) {
      const folder = steps.slice(0, above).join('/');
      const below = steps.slice(above).join('/');
      const file = folder === '' ? FILE : `${folder}/${FILE}`;
      const last = this.#patternsOf(file).findLast(
        ({ isForFolders, matches }) => (isFolder || !isForFolders) && this.#left-- > 0 && matches(below),
      );
      if (last !== undefined) return last.isNegated ? undefined : file;
    }
    return undefined;
  }

  #patternsOf(file: string): readonly Pattern[] {
    let patterns = this.#patterns.get(file);
    if (patterns === undefined) {
      const lines = (this.#read(file) ?? '').slice(0, LONGEST).split(/\r?\n/).slice(0, MOST_PATTERNS);
      this.#patterns.set(file, (patterns = lines.flatMap((line) => patternOf(line) ?? [])));
    }
    return patterns;
  }
}

function patternOf(line: string): Pattern | undefined {
  const written = line.trimEnd();
  if (written === '' || written.startsWith('#')) return undefined;
  const isNegated = written.startsWith('!');
  const isForFolders = written.endsWith('/');
  const body = written.slice(isNegated ? 1 : 0, isForFolders ? -1 : undefined);
  const isPath = body.includes('/');
  // Two stars and a slash stand for no folder as well. Braces are nothing but themselves.
  const glob = body.replace(/^\//, '').replace(/[{}]/g, '\\$&').replaceAll('**/', '{,**/}');
  const matches = compilePattern(glob, { isGlob: true, negation: '!' });
  if (matches === undefined) return undefined;
  return { isNegated, isForFolders, matches: isPath ? matches : (path) => matches(path.slice(path.lastIndexOf('/') + 1)) };
}

/** Whether a path, or a piece of one, is what a pattern describes. */
type Matcher = (text: string) => boolean;
/** A piece that matches one item, or any number of them. */
type Piece = Matcher | typeof ANY_NUMBER;

const ANY_NUMBER = Symbol('any number');
/** `{a,b}{c,d}…` multiplies: settings with more alternatives than this hide nothing. */
const MAX_ALTERNATIVES = 200;
const BRACES = /\{([^{}]*)\}/;
const RANGE = /([^])(?:-([^]))?/gu;
const CHARACTER = /\[[!^]?[^\]/]+\]|[^]/gu;

/** The glob patterns of `files.exclude`: `**`, `*`, `?`, `{a,b}` and `[…]`, matched against paths with forward slashes. */
export function readGlob(glob: string): Matcher {
  const alternatives = expandBraces(glob).map(foldersOf);
  return (path) => {
    const folders = path.split('/');
    return alternatives.some((pieces) => matches(pieces, folders));
  };
}

/** Half a brace hides nothing, nor does a pattern that stands for too many. */
function expandBraces(glob: string): readonly string[] {
  let open = [glob];
  const done: string[] = [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = BRACES.exec(next);
    if (braces === null) done.push(next);
    else {
      const [all, choices = ''] = braces;
      const [before, after] = [next.slice(0, braces.index), next.slice(braces.index + all.length)];
      open = [...open, ...choices.split(',').map((choice) => `${before}${choice}${after}`)];
    }
    if (open.length + done.length > MAX_ALTERNATIVES) return [];
  }
  return done.filter((alternative) => !alternative.includes('{'));
}

function foldersOf(glob: string): readonly Piece[] {
  const folders = glob.split('/');
  const pieces = folders.map((folder) => (folder === '**' ? ANY_NUMBER : folderMatcher(folder)));
  // `out/**` is what lies in the folder, not the folder.
  return folders.length > 1 && folders.at(-1) === '**' ? [...pieces, () => true] : pieces;
}

function folderMatcher(glob: string): Matcher {
  const pieces = [...glob.matchAll(CHARACTER)].map(([text]) => characterPiece(text));
  return (name) => matches(pieces, Array.from(name));
}

function characterPiece(text: string): Piece {
  if (text === '*') return ANY_NUMBER;
  if (text === '?') return () => true;
  return text.length > 2 ? setMatcher(text) : (char) => char === text;
}

/** `[abc]`, `[a-z]`, `[!a-z]`. */
function setMatcher(text: string): Matcher {
  const isNegated = text[1] === '!' || text[1] === '^';
  const ranges = [...text.slice(isNegated ? 2 : 1, -1).matchAll(RANGE)].map(
    ([, first = '', last = first]) => [first, last] as const,
  );
  return (char) => ranges.some(([first, last]) => first <= char && char <= last) !== isNegated;
}

/** Goes back to the last piece of any number only, so the cost is the product of the lengths at most. */
function matches(pieces: readonly Piece[], items: readonly string[]): boolean {
  let at = 0;
  let resumeAt = -1;
  let taken = 0;
  for (let item = 0; item < items.length;) {
    const piece = pieces[at];
    if (piece === ANY_NUMBER) {
      resumeAt = at;
      taken = item;
      at += 1;
    } else if (piece?.(items[item] ?? '') === true) {
      at += 1;
      item += 1;
    } else {
      if (resumeAt === -1) return false;
      at = resumeAt + 1;
      taken += 1;
      item = taken;
    }
  }
  return pieces.slice(at).every((piece) => piece === ANY_NUMBER);
}

/** Whether a pattern names the path or a folder above it, as the Explorer hides what `files.exclude` names. */
export function isExcluded(path: string, patterns: readonly Matcher[]): boolean {
  if (patterns.length === 0) return false;
  const parts = path.split('/');
  return parts.some((_, index) => {
    const part = parts.slice(0, index + 1).join('/');
    return patterns.some((matchesPart) => matchesPart(part));
  });
}

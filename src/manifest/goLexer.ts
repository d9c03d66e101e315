/** What the lexer of `yaml` keeps to itself. */
interface LexerInside {
  buffer: string;
  pos: number;
  flowLevel: number;
  indentNext: number;
  charAt(ahead: number): string | undefined;
  pushTag(): Generator<string, number>;
  pushToIndex(end: number, mayBeEmpty: boolean): Generator<string, number>;
  parseQuotedScalar(): Generator<string>;
  parseFlowCollection(): Generator<string>;
}

/** A colon that belongs to the text before it: no white space follows. */
const TEXT_COLON = /[ \t\r\n]*:(?=[,[\]{}])/y;
const TEXT_DASH = /-[,[\]{}]/y;
/** With brackets and commas; those between `<` and `>` end with it. */
const TAG = /!(?!<)(?:[\w\-;/?:@&=+$,.!~*'()[\]]|%[\dA-Fa-f]{2})*/y;
const HANDLE = /^![\w-]*!/;

/**
 * Ends texts and tags where go-yaml ends them: within brackets a colon behind a text and a dash mean something only before white
 * space, a colon and a question mark that begin something always do, and tags may have brackets and commas in them.
 */
export function likeGo<Lexer extends object>(lexer: Lexer): Lexer {
  const inside = lexer as unknown as LexerInside;
  const [charAt, pushTag, pushToIndex] = [
    inside.charAt.bind(inside),
    inside.pushTag.bind(inside),
    inside.pushToIndex.bind(inside),
  ];
  const here = (pattern: RegExp, at = inside.pos): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(inside.buffer)?.[0];
  };
  // What these signs mean is asked of the character behind them.
  inside.charAt = (ahead) => {
    if (ahead !== 1 || inside.flowLevel === 0) return charAt(ahead);
    const sign = charAt(0);
    if (sign === '?' || sign === ':') return ' ';
    return sign === '-' && here(TEXT_DASH) !== undefined ? 'x' : charAt(1);
  };
  inside.pushToIndex = function* (end, mayBeEmpty) {
    // Of what is within brackets only plain texts may be empty.
    const colon = mayBeEmpty && inside.flowLevel > 0 ? here(TEXT_COLON, end) : undefined;
    return yield* pushToIndex(end + (colon?.length ?? 0), mayBeEmpty);
  };
  inside.pushTag = function* () {
    const tag = here(TAG);
    if (tag === undefined) return yield* pushTag();
    // Exclamation marks behind the handle mean nothing.
    const handle = HANDLE.exec(tag)?.[0] ?? '!';
    yield handle + tag.slice(handle.length).replaceAll('!', '.');
    inside.pos += tag.length;
    return tag.length;
  };
  return lexer;
}

/** Lets lines within quotes and brackets begin anywhere, as go-yaml does: `yaml` ends both where they are indented less. */
export function loosened<Lexer extends object>(lexer: Lexer): Lexer {
  const inside = lexer as unknown as LexerInside;
  for (const part of ['parseQuotedScalar', 'parseFlowCollection'] as const) {
    const parse = inside[part].bind(inside);
    inside[part] = function* () {
      const { indentNext } = inside;
      inside.indentNext = 0;
      const next: unknown = yield* parse();
      inside.indentNext = indentNext;
      return next;
    };
  }
  return lexer;
}

interface Properties {
  tag?: string | undefined;
  anchor?: string | undefined;
}

/** `!t : 1` is a key with a tag and no text; `yaml` gives tag and anchor to the map that begins with it. */
export function keepWithKey(
  map: Properties & { flow?: boolean },
  key: Properties & { range?: readonly number[] | null },
  text: string,
): void {
  const at = key.range?.[0] ?? 0;
  if (map.flow === true || !/[!&]/.test(text.slice(text.lastIndexOf('\n', at) + 1, at))) return;
  if (map.tag !== undefined) key.tag = map.tag;
  if (map.anchor !== undefined) key.anchor = map.anchor;
  delete map.tag;
  delete map.anchor;
}

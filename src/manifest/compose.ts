import {
  Composer,
  isScalar,
  Parser,
  Scalar,
  Schema,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  type ScalarTag,
  type SchemaOptions,
} from 'yaml';
import type { Slices } from '../model/slices';
import { BOOLEAN_TEXT, NULL_TEXT, NUMBER_START, resolvePlainScalar } from './dialect';
import type { GoLexer } from './goLexer';
import { Outline } from './outline';

/** Deeper than any manifest, and far from the end of the stack. */
export const MAX_DEPTH = 200;
export const TOO_DEEP = 'nested too deeply';
export const TOO_LARGE = 'the document is longer than anything that is applied';
export const MAX_PROBLEMS = 20;
/** Of `yaml`'s time: a bracket, an anchor and an alias take as much as so many other marks. */
const PER_BRACKET = 3;
const PER_ANCHOR = 3;
/** kubectl stops at the first; behind so many nothing is read that somebody could want to know. */
const MAX_MISTAKES = 2_000;

export const CORE = 'tag:yaml.org,2002:';

/** Kubernetes' scalars as tags for `yaml`'s failsafe schema. */
const KUBERNETES_SCALARS: readonly ScalarTag[] = [
  { tag: `${CORE}null`, default: true, test: NULL_TEXT, resolve: () => new Scalar(null) },
  { tag: `${CORE}bool`, default: true, test: BOOLEAN_TEXT, resolve: (text) => resolvePlainScalar(text) },
  { tag: `${CORE}int`, default: true, test: NUMBER_START, resolve: (text) => resolvePlainScalar(text) },
  { tag: `${CORE}float`, test: NUMBER_START, resolve: (text) => resolvePlainScalar(text) },
];

/** Made once: a schema of its own for each document costs more than a small document. */
const SCHEMA = new Schema({ schema: 'failsafe', customTags: [...KUBERNETES_SCALARS, 'map', 'seq'], resolveKnownTags: false });

const OPTIONS: ParseOptions & DocumentOptions & SchemaOptions = {
  schema: SCHEMA,
  uniqueKeys: false,
  strict: false,
  prettyErrors: false,
  logLevel: 'silent',
  keepSourceTokens: false,
};

export interface Composed {
  readonly documents: readonly Document.Parsed[];
  readonly size: number;
  readonly refused: string | undefined;
}

/**
 * What `parseAllDocuments` does, but no further than is good: `yaml` calls itself for each level of nesting, on some engines
 * until the process is gone, and needs microseconds for each mark.
 */
export function* compose(lexer: GoLexer, most: number): Slices<Composed> {
  for (const slices = composeWithin(lexer, most); ;) {
    // Who called is written down for each mistake, which costs more than to find it.
    const { stackTraceLimit } = Errors;
    Errors.stackTraceLimit = 0;
    try {
      const { done, value } = slices.next();
      if (done === true) return value;
    } catch {
      return { documents: [], size: lexer.buffer.length, refused: 'its structure cannot be read' };
    } finally {
      Errors.stackTraceLimit = stackTraceLimit;
    }
    yield;
  }
}

/** V8's, which some engines do not have. */
const Errors = Error as { stackTraceLimit?: number | undefined };

/** Some milliseconds. */
const SLICE_SIZE = 5_000;

function* composeWithin(lexer: GoLexer, most: number): Slices<Composed> {
  const tooMany = yield* tooManyOf(lexer, most);
  if (tooMany !== undefined) return refuse(TOO_LARGE, tooMany);
  const parser = new Parser();
  const composer = new Composer(OPTIONS);
  const documents: Document.Parsed[] = [];
  let size = 0;
  let cost = 0;
  let mistakes = 0;
  for (let lexeme = lexer.lexemeAt(0); lexeme !== undefined; lexeme = lexer.lexemeAt(size)) {
    size += 1;
    cost += costOf(lexeme);
    if (cost > most) return refuse(TOO_LARGE, size);
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') mistakes += 1;
      // Each costs as much as a line, and nobody reads the hundredth.
      if (token.type !== 'error' || mistakes <= MAX_PROBLEMS) documents.push(...composer.next(token));
    }
    // kubectl reads no further than its first document either.
    if (hasContents(documents.at(-1))) return { documents, size, refused: undefined };
    if (parser.stack.length > MAX_DEPTH) return refuse(TOO_DEEP, size);
    if (mistakes > MAX_MISTAKES) break;
    if (size % SLICE_SIZE === 0) yield;
  }
  for (const token of parser.end()) documents.push(...composer.next(token));
  documents.push(...composer.end());
  return { documents, size, refused: undefined };
}

const refuse = (refused: string, size: number): Composed => ({ documents: [], size, refused });

function costOf(lexeme: string): number {
  if (lexeme === '{' || lexeme === '[') return PER_BRACKET;
  return lexeme.startsWith('*') || lexeme.startsWith('&') ? PER_ANCHOR : 1;
}

/**
 * How many lexemes have been looked at of what is certainly too long. Only the parser knows more, which takes several times as
 * long: nothing of that is given to it.
 */
function* tooManyOf(lexer: GoLexer, most: number): Slices<number | undefined> {
  const outline = new Outline(MAX_DEPTH);
  let size = 0;
  let cost = 0;
  for (let lexeme = lexer.lexemeAt(0); lexeme !== undefined && !outline.isLost; lexeme = lexer.lexemeAt(size)) {
    size += 1;
    cost += costOf(lexeme);
    if (cost > most) return outline.isWithin ? size : undefined;
    outline.add(lexeme);
    if (size % SLICE_SIZE === 0) yield;
  }
  return undefined;
}

export function hasContents(document: Document.Parsed | undefined): boolean {
  return document !== undefined && document.contents !== null && !isEmptyScalar(document.contents);
}

export function isEmptyScalar(node: unknown): node is Scalar {
  return isScalar(node) && node.value === null && node.range?.[0] === node.range?.[1];
}

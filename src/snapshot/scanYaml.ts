import { readJson, type JsonValue } from '../manifest/json';
import { parseText } from '../manifest/parse';
import { ScanError } from './scanJson';

/**
 * Cuts YAML that comes in pieces into documents, and a document's list of `items` into its items: kubectl prints a whole cluster
 * as one document, far longer than what is parsed at once.
 */
export class YamlScanner {
  #rest = '';
  #document: string[] = [];
  #item: string[] = [];
  /** How far the dashes of the list stand in; -1: no list is being read, -2: its first dash is to come. */
  #indent = NO_LIST;

  *scan(chunk: string): Generator<string> {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) yield* this.#take(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (this.#rest.length > MAX_LINE) throw new ScanError('a line is longer than 16 MB');
  }

  *end(): Generator<string> {
    yield* this.#take(this.#rest);
    yield* this.#endDocument();
  }

  *#take(line: string): Generator<string> {
    if (/^---(?:\s|$)/.test(line) || /^\.\.\.\s*$/.test(line)) {
      yield* this.#endDocument();
      return;
    }
    if (this.#indent === NO_LIST) {
      this.#document.push(line);
      if (/^items:\s*$/.test(line)) this.#indent = FIRST_DASH;
      return;
    }
    const dash = /^( *)-(?: |\r?$)/.exec(line)?.[1]?.length;
    if (dash !== undefined && this.#indent === FIRST_DASH) this.#indent = dash;
    if (dash !== undefined && dash === this.#indent) {
      yield* this.#endItem();
      this.#item.push(`${line.slice(0, dash)} ${line.slice(dash + 1)}`);
    } else if (/^[^\s#-]/.test(line)) {
      yield* this.#endItem();
      this.#indent = NO_LIST;
      this.#document.push('- null', line);
    } else this.#item.push(line);
  }

  *#endItem(): Generator<string> {
    if (this.#item.length > 0) yield this.#item.join('\n');
    this.#item = [];
  }

  *#endDocument(): Generator<string> {
    yield* this.#endItem();
    this.#indent = NO_LIST;
    const text = this.#document.join('\n');
    this.#document = [];
    if (/\S/.test(text)) yield text;
  }
}

const NO_LIST = -1;
const FIRST_DASH = -2;
const MAX_LINE = 16 * 1024 * 1024;

/** The JSON of a YAML text. */
export function yamlJson(text: string): JsonValue | undefined {
  const { root, problems, refused } = parseText(text);
  const [problem] = problems;
  if (refused !== undefined) throw new ScanError(refused);
  if (problem !== undefined) throw new ScanError(problem.message);
  return root === undefined ? undefined : readJson(root, 'literal').json;
}

/** A part of a text that is JSON by itself: an object of a list, with the list's name, or an object without its lists. */
export interface JsonPiece {
  readonly text: string;
  /** The key of the list that it is an item of; undefined: it stands alone, or is what holds lists. */
  readonly list: string | undefined;
  /** Of an item: what its list's holder said before the list. */
  readonly holder: string;
}

/** What cannot be read, and where it begins. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Larger than the API server stores an object. */
const MAX_PIECE = 16 * 1024 * 1024;
/** Lists at the top of an object whose items are taken one by one: they may be far longer than what a program can hold. */
const LIST_KEY = /"(items|shapes|objects)"\s*:\s*$/;

/** Cuts objects out of JSON that comes in pieces, whatever is cut where: one, several behind each other, or in lists. */
export class JsonScanner {
  #depth = 0;
  /** At which depth the items of the current list are. */
  #itemDepth = -1;
  #list: string | undefined;
  #isInText = false;
  #isEscaped = false;
  /** The piece that is being read, as far as it stood in earlier chunks. */
  #piece = '';
  /** What holds the list that is being read. */
  #holder = '';
  #read = 0;

  *scan(chunk: string): Generator<JsonPiece> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#isInText) {
        at = this.#endOfText(chunk, at);
        continue;
      }
      const code = chunk.charCodeAt(at);
      if (code <= 0x20) continue;
      if (code === QUOTE) this.#isInText = true;
      else if (code === 0x7b || code === 0x5b) from = this.#open(chunk, from, at, code);
      else if (code === 0x7d || code === 0x5d) {
        const piece = this.#close(chunk, from, at, code);
        if (piece === undefined) continue;
        from = at + 1;
        if (piece !== 'list') yield piece;
      } else if (this.#depth === 0) this.#between(chunk, at, code);
      if (code === 0x2c && this.#depth === this.#itemDepth) from = at + 1;
    }
    this.#piece += chunk.slice(from);
    this.#read += chunk.length;
    if (this.#piece.length > MAX_PIECE) throw new ScanError('an object is larger than 16 MB, which no cluster holds');
  }

  end(): void {
    if (this.#depth > 0 || this.#isInText) throw new ScanError('the text ends in the middle of an object, as if it was cut off');
  }

  /** Where the text ends that the scanner is in, or the chunk. */
  #endOfText(chunk: string, begin: number): number {
    let at = begin;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    for (;;) {
      const quote = chunk.indexOf('"', at);
      const end = quote < 0 ? chunk.length : quote;
      let slashes = 0;
      while (end - slashes > at && chunk.charCodeAt(end - slashes - 1) === BACKSLASH) slashes++;
      const isEscaped = slashes % 2 === 1;
      if (quote < 0) {
        this.#isEscaped = isEscaped;
        return chunk.length;
      }
      if (!isEscaped) {
        this.#isInText = false;
        return quote;
      }
      at = quote + 1;
    }
  }

  /** Where the piece begins from now on. */
  #open(chunk: string, from: number, at: number, code: number): number {
    const isList = code === 0x5b;
    const isAtTop = this.#depth === 0;
    this.#depth++;
    if (isAtTop && !isList) {
      this.#piece = '';
      return at;
    }
    if (isAtTop) {
      this.#beginList('items', '');
      return at + 1;
    }
    if (this.#depth !== 2 || !isList || this.#list !== undefined) return from;
    const before = this.#piece + chunk.slice(from, at);
    const [, key] = LIST_KEY.exec(before.slice(-100)) ?? [];
    if (key === undefined) return from;
    this.#beginList(key, before);
    return at + 1;
  }

  #beginList(key: string, holder: string): void {
    this.#list = key;
    this.#holder = holder;
    this.#itemDepth = this.#depth;
    this.#piece = '';
  }

  /** What is complete with the bracket at this place. */
  #close(chunk: string, from: number, at: number, code: number): JsonPiece | 'list' | undefined {
    if (this.#depth === 0) throw this.#unexpected(chunk, at);
    this.#depth--;
    if (this.#depth === this.#itemDepth) return this.#complete(chunk.slice(from, at + 1), this.#list);
    if (this.#depth < this.#itemDepth) {
      this.#piece = code === 0x5d ? `${this.#holder}[]` : `${this.#holder}}`;
      this.#list = undefined;
      this.#itemDepth = -1;
      if (this.#depth === 0) this.#piece = '';
      return 'list';
    }
    return this.#depth === 0 ? this.#complete(chunk.slice(from, at + 1), undefined) : undefined;
  }

  #complete(rest: string, list: string | undefined): JsonPiece {
    const text = this.#piece + rest;
    this.#piece = '';
    return { text, list, holder: list === undefined ? '' : this.#holder };
  }

  #between(chunk: string, at: number, code: number): void {
    // Objects may stand behind each other with commas; 0x1e begins a record of JSON sequences.
    if (code !== 0x2c && code !== 0x1e && code !== 0xfeff) throw this.#unexpected(chunk, at);
  }

  #unexpected(chunk: string, at: number): ScanError {
    const found = JSON.stringify(chunk.slice(at, at + 20));
    return new ScanError(`at character ${this.#read + at + 1} an object should begin, and there is ${found}`);
  }
}

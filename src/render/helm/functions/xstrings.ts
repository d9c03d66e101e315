/** Upstream: huandu/xstrings convert.go (1.5): words of camelCase, snake_case and kebab-case. */
import { isLetter, isNumber, isPunctuation, isSpace, isUpper, mapCharacters, toLower, toUpper } from './characters';

const isConnector = (char: string): boolean => char === '-' || char === '_' || isSpace(char);

/** `http_server` → `HttpServer`. */
export function pascalCase(text: string): string {
  const chars = Array.from(text);
  const start = chars.findIndex((char) => !isConnector(char));
  // QUIRK: of connectors alone the last one comes out twice.
  if (start < 0) return text + (chars.at(-1) ?? '');
  let result = chars.slice(0, start).join('');
  let current = chars[start] ?? '';
  let afterUpper = isUpper(current);
  current = toUpper(current);
  for (const char of chars.slice(start + 1)) {
    const previous = current;
    current = char;
    if (isConnector(previous)) {
      if (isConnector(char)) result += previous;
      else {
        afterUpper = isUpper(char);
        current = toUpper(char);
      }
      continue;
    }
    if (afterUpper && isUpper(char)) current = toLower(char);
    else afterUpper = false;
    result += previous;
  }
  return result + current;
}

type WordKind = 'none' | 'invalid' | 'number' | 'upper' | 'alphabet' | 'connector' | 'punctuation' | 'other';

interface Word {
  readonly kind: WordKind;
  readonly text: string;
}

function isAlphabet(char: string): boolean {
  return isLetter(char) && !/\p{Script=Han}/u.test(char);
}

class Words {
  readonly #chars: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#chars = Array.from(text);
  }

  isAtEnd(): boolean {
    return this.#at >= this.#chars.length;
  }

  next(): Word {
    const start = this.#at;
    const first = this.#chars[start];
    if (first === undefined) return { kind: 'none', text: '' };
    const kind = kindOf(first);
    this.#at += 1;
    if (kind === 'upper') this.#skipUpper();
    else if (kind !== 'invalid') this.#skipWhile((char) => belongs(kind, char));
    return { kind, text: this.#chars.slice(start, this.#at).join('') };
  }

  #skipWhile(holds: (char: string) => boolean): void {
    while (!this.isAtEnd() && holds(this.#chars[this.#at] ?? '')) this.#at += 1;
  }

  /** `HTTPServer` is `HTTP` and `Server`. */
  #skipUpper(): void {
    const second = this.#chars[this.#at] ?? '';
    if (isUpper(second)) {
      this.#skipWhile(isUpper);
      if (!this.isAtEnd() && isAlphabet(this.#chars[this.#at] ?? '')) this.#at -= 1;
    } else if (isAlphabet(second)) {
      this.#skipWhile((char) => isAlphabet(char) && !isUpper(char));
    }
  }
}

function kindOf(char: string): WordKind {
  if (/[\ufffd\udc80-\udcff]/u.test(char)) return 'invalid';
  if (isConnector(char)) return 'connector';
  if (isPunctuation(char)) return 'punctuation';
  if (isUpper(char)) return 'upper';
  if (isAlphabet(char)) return 'alphabet';
  return isNumber(char) ? 'number' : 'other';
}

function belongs(kind: WordKind, char: string): boolean {
  if (kind === 'alphabet') return isAlphabet(char) && !isUpper(char);
  if (kind === 'connector') return isConnector(char);
  if (kind === 'punctuation') return isPunctuation(char);
  if (kind === 'number') return isNumber(char);
  return !isConnector(char) && !isAlphabet(char) && !isNumber(char) && !isPunctuation(char);
}

/** `HTTPServer2Go` → `http_server2_go`, with whatever connects. */
export function separatedCase(text: string, connector: string): string {
  return new SeparatedWriter(text, connector).write();
}

class SeparatedWriter {
  readonly #words: Words;
  readonly #connector: string;
  #result = '';

  constructor(text: string, connector: string) {
    this.#words = new Words(text);
    this.#connector = connector;
  }

  write(): string {
    let word = this.#words.next();
    while (!this.#words.isAtEnd()) {
      if (word.kind !== 'connector') this.#write(word);
      const last = word;
      word = this.#words.next();
      if (last.kind === 'connector') this.#write(last);
      else if (last.kind === 'number') {
        word = this.#writeRest(word);
        this.#connect(word);
      } else if (last.kind !== 'punctuation') {
        if (word.kind !== 'number') this.#connect(word);
        else if (!this.#words.isAtEnd()) word = this.#writeNumber(word);
      }
    }
    this.#write(word);
    return this.#result;
  }

  #write({ kind, text }: Word): void {
    const changes = kind === 'upper' || kind === 'connector';
    const changed = (char: string): string => (isConnector(char) ? this.#connector : isUpper(char) ? toLower(char) : char);
    this.#result += changes ? mapCharacters(text, changed) : text;
  }

  #connect({ kind }: Word): void {
    if (kind !== 'none' && kind !== 'connector' && kind !== 'punctuation') this.#result += this.#connector;
  }

  /** A number behind letters: it begins a word if letters follow. */
  #writeNumber(number: Word): Word {
    let word = this.#words.next();
    if (word.kind === 'alphabet') {
      this.#result += this.#connector;
      this.#write(number);
      word = this.#writeRest(word);
    } else this.#write(number);
    this.#connect(word);
    return word;
  }

  /** What follows a number belongs to it. */
  #writeRest(first: Word): Word {
    let following = first;
    while (following.kind === 'alphabet' || following.kind === 'number') {
      this.#write(following);
      following = this.#words.next();
    }
    return following;
  }
}

/**
 * Upstream: vendor/go.yaml.in/yaml/v2/{encode,emitterc}.go (v1.36.4): JSON values as YAML text, the way `sigs.k8s.io/yaml`
 * writes them for kubectl, kustomize and Helm. Keys in natural order, lists not indented, block style only.
 * Differs in shape: no events and no state machine, the tree is walked.
 *
 * Options: `width` is the column behind which a long text is folded at its next space; 80 as kustomize and kubectl have it (the
 * default), `Infinity` for writers that never fold. Numbers are JavaScript's; a `bigint` is an integer beyond them.
 */
import { compareKeys, isMultiline, isPrintable, styleOf } from './scalarStyle';

export interface WriterOptions {
  readonly width?: number;
  /** As yaml.v3 has it: lists stand further in than the key before them. */
  readonly indentSequences?: boolean;
}

/** A number, as it is to be written. */
export class YamlLiteral {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text ends with a line break. Maps are plain objects; what is undefined is left out. */
export function writeYaml(value: unknown, { width = 80, indentSequences = false }: WriterOptions = {}): string {
  const writer = new Writer(width, indentSequences ? 2 : 0);
  writer.root(value);
  return writer.text;
}

type YamlMap = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof YamlLiteral);
}

/** A simple key is at most this long, in bytes of UTF-8. */
const MAX_SIMPLE_KEY = 128;

class Writer {
  text = '';
  #column = 0;
  readonly #width: number;
  readonly #listIndent: number;

  constructor(width: number, listIndent: number) {
    this.#width = width;
    this.#listIndent = listIndent;
  }

  root(value: unknown): void {
    if (isMap(value) && Object.keys(value).length > 0) this.#map(value, 0);
    else if (Array.isArray(value) && value.length > 0) this.#sequence(value, 0);
    else this.#scalar(value, 2);
    this.#newLine(0);
  }

  /** Writes at the current column, each entry but the first on a line of its own. */
  #map(map: YamlMap, indent: number): void {
    let first = true;
    for (const key of Object.keys(map).sort(compareKeys)) {
      const value = map[key];
      if (value === undefined) continue;
      if (!first) this.#newLine(indent);
      first = false;
      if (isSimpleKey(key)) {
        this.#string(key, indent + 2, true);
        this.#put(':');
        this.#value(value, indent);
      } else {
        this.#put('? ');
        this.#string(key, indent + 2, false);
        this.#newLine(indent);
        this.#put(': ');
        this.#inline(value, indent + 2);
      }
    }
  }

  /** Behind `key:`. */
  #value(value: unknown, indent: number): void {
    if (isMap(value) && Object.keys(value).length > 0) {
      this.#newLine(indent + 2);
      this.#map(value, indent + 2);
    } else if (Array.isArray(value) && value.length > 0) {
      this.#newLine(indent + this.#listIndent);
      this.#sequence(value, indent + this.#listIndent);
    } else {
      this.#put(' ');
      this.#scalar(value, indent + 2);
    }
  }

  #sequence(items: readonly unknown[], indent: number): void {
    items.forEach((item, index) => {
      if (index > 0) this.#newLine(indent);
      this.#put('- ');
      this.#inline(item, indent + 2);
    });
  }

  /** Behind `- `, on the same line. */
  #inline(value: unknown, indent: number): void {
    if (isMap(value) && Object.keys(value).length > 0) this.#map(value, indent);
    else if (Array.isArray(value) && value.length > 0) this.#sequence(value, indent);
    else this.#scalar(value, indent);
  }

  #scalar(value: unknown, indent: number): void {
    if (typeof value === 'string') this.#string(value, indent, false);
    else this.#put(literalOf(value));
  }

  #string(text: string, indent: number, isKey: boolean): void {
    switch (styleOf(text, isKey)) {
      case 'plain':
        this.#folded(text, indent, !isKey);
        break;
      case 'single':
        this.#put("'");
        this.#folded(indentBreaks(text.replaceAll("'", "''"), indent), indent, !isKey);
        this.#put("'");
        break;
      case 'double':
        this.#doubleQuoted(text, indent, !isKey);
        break;
      case 'literal':
        this.#literal(text, indent);
        break;
    }
  }

  /** Plain and single-quoted texts: a single space behind the width becomes a line break. */
  #folded(text: string, indent: number, mayBreak: boolean): void {
    if (!mayBreak || this.#column + text.length <= this.#width || !text.includes(' ')) {
      this.#put(text);
      return;
    }
    const words = text.split(' ');
    words.forEach((word, index) => {
      if (index > 0) {
        const isAlone = words[index - 1] !== '' && word !== '';
        if (isAlone && this.#column > this.#width) this.#newLine(indent);
        else this.#put(' ');
      }
      this.#put(word);
    });
  }

  #doubleQuoted(text: string, indent: number, mayBreak: boolean): void {
    this.#put('"');
    const chars = Array.from(text);
    let spaces = false;
    chars.forEach((char, index) => {
      if (char === ' ') {
        const inside = index > 0 && index < chars.length - 1;
        if (mayBreak && !spaces && this.#column > this.#width && inside) {
          this.#newLine(indent);
          if (chars[index + 1] === ' ') this.#put('\\');
        } else this.#put(' ');
        spaces = true;
        return;
      }
      spaces = false;
      this.#put(mustEscape(char) ? escapeOf(char) : char);
    });
    this.#put('"');
  }

  /** With its last line break, if it has one. */
  #literal(text: string, indent: number): void {
    this.#put('|');
    if (/^[ \n\u2028\u2029]/.test(text)) this.#put('2');
    let breaks = 0;
    while (breaks < text.length && isMultiline(text.charAt(text.length - 1 - breaks))) breaks += 1;
    if (breaks === 0) this.#put('-');
    else if (breaks > 1 || text.length === 1) this.#put('+');
    this.text += '\n';
    this.#column = 0;
    for (const line of text.split(/(?<=[\n\u2028\u2029])/)) {
      if (line.length > 1 || !isMultiline(line)) this.text += ' '.repeat(indent);
      this.text += line;
      this.#column = isMultiline(line) ? 0 : indent + line.length;
    }
  }

  /** Behind a literal block the line is new already. */
  #newLine(indent: number): void {
    if (this.#column > 0) this.text += '\n';
    this.text += ' '.repeat(indent);
    this.#column = indent;
  }

  #put(text: string): void {
    this.text += text;
    this.#column += text.length;
  }
}

/** Behind a line break that is kept as it is the next line is indented. */
function indentBreaks(text: string, indent: number): string {
  return text.replace(/[\u2028\u2029](?![\u2028\u2029]|$)/g, (lineBreak) => lineBreak + ' '.repeat(indent));
}

function isSimpleKey(key: string): boolean {
  return !isMultiline(key) && (key.length * 3 <= MAX_SIMPLE_KEY || utf8Length(key) <= MAX_SIMPLE_KEY);
}

function utf8Length(text: string): number {
  let length = 0;
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
  }
  return length;
}

function mustEscape(char: string): boolean {
  return char === '"' || char === '\\' || char === '\n' || char === '\u2028' || char === '\u2029' || !isPrintable(char);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\u0085', '\\N'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

function escapeOf(char: string): string {
  const known = ESCAPES.get(char);
  if (known !== undefined) return known;
  const code = char.codePointAt(0) ?? 0;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, '0')}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (value instanceof YamlLiteral) return value.text;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value);
  return Array.isArray(value) ? '[]' : '{}';
}

/** Integers in full as JSON has them, fractions as Go's shortest `%g`: `1.5`, `1.2345675e+06`, `1e-07`. */
function numberText(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return String(value);
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  const digits = Math.abs(power).toString().padStart(2, '0');
  return `${mantissa}e${power < 0 ? '-' : '+'}${digits}`;
}

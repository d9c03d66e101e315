/** Upstream: golang/go src/encoding/json/encode.go: values as JSON, keys in the order of bytes. */
import { compareStrings } from '../../goTemplate/bytes';
import { formatValue } from '../../goTemplate/format';
import { GoError, Int, List, Native, Struct, TypedMap, typeName, type GoMap, type Value } from '../../goTemplate/value';
import { toBase64 } from './base64';
import { boundText } from './define';
import { isVersion } from './semverFunctions';
import { isTime, timeJson } from './timeValue';

/** Go finds a cycle when it is a thousand levels deep. */
const MAX_DEPTH = 500;
/** What a map or list counts for, so that many empty ones are too many, too. */
const CONTAINER = 20;
const CYCLE = 'json: unsupported value: encountered a cycle via map[string]interface {}';

export interface JsonStyle {
  readonly escapeHtml: boolean;
  /** Two blanks for each level, and a line for each item. */
  readonly pretty: boolean;
}

/** Throws a GoError for what JSON does not have. */
export function encodeJson(value: Value, style: JsonStyle): string {
  return new JsonWriter(style).write(value, 0);
}

class JsonWriter {
  readonly #style: JsonStyle;
  #written = 0;

  constructor(style: JsonStyle) {
    this.#style = style;
  }

  write(value: Value, depth: number): string {
    if (depth > MAX_DEPTH) throw new GoError(CYCLE);
    const text = this.#text(value, depth);
    this.#written += value instanceof Map || value instanceof List ? CONTAINER : text.length;
    boundText(this.#written);
    return text;
  }

  #text(value: Value, depth: number): string {
    if (value === null) return 'null';
    if (typeof value === 'string') return encodeString(value, this.#style.escapeHtml);
    if (typeof value === 'number') return encodeNumber(value);
    if (typeof value === 'boolean') return String(value);
    if (value instanceof Int) return value.value.toString();
    if (value instanceof Map) return this.#map(value, depth);
    if (value instanceof List) return this.#list(value, depth);
    if (value instanceof Struct) return this.#struct(value, depth);
    if (value instanceof Native && isTime(value)) return timeJson(value);
    if (value instanceof Native && isVersion(value)) return encodeString(formatValue(value), true);
    throw new GoError(`json: unsupported type: ${typeName(value)}`);
  }

  #map(map: GoMap, depth: number): string {
    if (map instanceof TypedMap && map.isNil) return 'null';
    const entries = [...map].sort(([a], [b]) => compareStrings(a, b));
    return this.#object(entries, depth);
  }

  #object(entries: readonly (readonly [string, Value])[], depth: number): string {
    const colon = this.#style.pretty ? ': ' : ':';
    const { escapeHtml } = this.#style;
    const parts = entries.map(([key, item]) => encodeString(key, escapeHtml) + colon + this.write(item, depth + 1));
    return this.#joined('{', parts, '}', depth);
  }

  #list({ items, type, isNil }: List, depth: number): string {
    if (isNil) return 'null';
    if (type.elem?.kind === 'uint8') return `"${toBase64(items.map((item) => Number((item as Int).value)))}"`;
    return this.#joined(
      '[',
      items.map((item) => this.write(item, depth + 1)),
      ']',
      depth,
    );
  }

  #joined(open: string, parts: readonly string[], close: string, depth: number): string {
    if (parts.length === 0 || !this.#style.pretty) return open + parts.join(',') + close;
    const pad = '  '.repeat(depth + 1);
    return `${open}\n${pad}${parts.join(`,\n${pad}`)}\n${'  '.repeat(depth)}${close}`;
  }

  #struct(struct: Struct, depth: number): string {
    return this.#object(fieldsOf(struct), depth);
  }
}

/** Fields by their names in JSON, those of embedded structs among them. */
function fieldsOf({ type, fields }: Struct): (readonly [string, Value])[] {
  const declared = type.fields ?? type.elem?.fields ?? [];
  return declared.flatMap((field): (readonly [string, Value])[] => {
    const value = fields.get(field.name) ?? null;
    if (field.isEmbedded === true && value instanceof Struct) return fieldsOf(value);
    if (field.json === '-' || (field.omitEmpty === true && isEmpty(value))) return [];
    return [[field.json ?? field.name, value]];
  });
}

function isEmpty(value: Value): boolean {
  if (value instanceof Map) return value.size === 0;
  if (value instanceof List) return value.items.length === 0;
  if (value instanceof Int) return value.value === 0n;
  return value === null || value === '' || value === 0 || value === false;
}

/** As JavaScript writes them, but for -0. */
export function encodeNumber(value: number): string {
  if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  throw new GoError(`json: unsupported value: ${formatValue(value)}`);
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};
// eslint-disable-next-line no-control-regex -- control characters are escaped
const SPECIAL = /["\\\x00-\x1f<>&\u2028\u2029\udc80-\udcff]/gu;

function encodeString(text: string, escapeHtml: boolean): string {
  const encoded = text.replace(SPECIAL, (char) => {
    const short = SHORT[char];
    if (short !== undefined) return short;
    if (!escapeHtml && '<>&'.includes(char)) return char;
    const code = char.charCodeAt(0);
    return `\\u${(code >= 0xdc80 && code <= 0xdcff ? 0xfffd : code).toString(16).padStart(4, '0')}`;
  });
  return `"${encoded}"`;
}

/** Upstream: BurntSushi/toml encode.go (1.6): plain values first, tables after, each in the order of bytes. */
import { compareStrings } from '../../goTemplate/bytes';
import { formatFloat } from '../../goTemplate/numbers';
import { GoError, Int, LimitError, List, Native, Struct, TypedMap, kindOf, type Value } from '../../goTemplate/value';
import { boundText } from './define';
import { isTime, timeJson } from './timeValue';

const MAX_DEPTH = 200;
/** Lists in lists; one list may be reached in many ways. */
const MAX_INLINE = 12;

/** Throws a GoError. */
export function encodeToml(value: Value): string {
  const writer = new TomlWriter();
  writer.encode([], value);
  return writer.text;
}

class TomlWriter {
  text = '';

  encode(key: readonly string[], value: Value): void {
    if (key.length > MAX_DEPTH) throw new GoError('toml: nested too deeply');
    boundText(this.text.length);
    if (value instanceof Map) {
      if (!(value instanceof TypedMap && value.isNil)) this.#table(key, value);
    } else if (value instanceof Struct) this.#table(key, value.fields);
    else if (isTableArray(value)) this.#tables(key, value);
    else if (value !== null) this.#keyValue(key, value);
  }

  #line(text: string): void {
    this.text += `${text}\n`;
  }

  #keyValue(key: readonly string[], value: Value): void {
    const name = key.at(-1);
    if (name === undefined) this.text += inline(value, key);
    else this.#line(`${indentOf(key)}${quotedKey(name)} = ${inline(value, key)}`);
  }

  #table(key: readonly string[], map: ReadonlyMap<string, Value>): void {
    if (key.length === 1 && this.text !== '') this.text += '\n';
    if (key.length > 0) this.#line(`${indentOf(key)}[${key.map(quotedKey).join('.')}]`);
    this.#entries(key, map);
  }

  #tables(key: readonly string[], { items }: List): void {
    for (const item of items) {
      if (!(item instanceof Map)) continue;
      if (this.text !== '') this.text += '\n';
      this.#line(`${indentOf(key)}[[${key.map(quotedKey).join('.')}]]`);
      this.#entries(key, item);
    }
  }

  #entries(key: readonly string[], map: ReadonlyMap<string, Value>): void {
    for (const [name, value] of ordered(map)) this.encode([...key, name], value);
  }
}

function ordered(map: ReadonlyMap<string, Value>): (readonly [string, Value])[] {
  const sorted = [...map].sort(([a], [b]) => compareStrings(a, b));
  const isTable = ([, value]: readonly [string, Value]): boolean =>
    value instanceof Map || value instanceof Struct || isTableArray(value);
  return [...sorted.filter((entry) => !isTable(entry)), ...sorted.filter(isTable)];
}

function isTableArray(value: Value): value is List {
  if (!(value instanceof List) || value.items.length === 0) return false;
  if (value.items.includes(null)) throw new GoError('toml: cannot encode array with nil element');
  return value.items.every((item) => item instanceof Map || item instanceof Struct);
}

function indentOf(key: readonly string[]): string {
  return '  '.repeat(Math.max(key.length - 1, 0));
}

function quotedKey(name: string): string {
  return /^[\w-]+$/.test(name) ? name : quoted(name);
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
};

function quoted(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are escaped
  const escaped = text.replace(/["\\\x00-\x1f\x7f]/g, (char) => {
    return SHORT[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${escaped}"`;
}

function inline(value: Value, key: readonly string[], depth = 0): string {
  if (depth > MAX_INLINE) throw new LimitError('lists in lists are nested too deeply for TOML');
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number') return floatText(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Int) return value.value.toString();
  if (value instanceof List) return `[${value.items.map((item) => inline(item, key, depth + 1)).join(', ')}]`;
  if (value instanceof Map) {
    const entries = ordered(value).filter(([, item]) => item !== null);
    return `{${entries.map(([name, item]) => `${quotedKey(name)} = ${inline(item, key, depth + 1)}`).join(', ')}}`;
  }
  if (value instanceof Native && isTime(value)) return timeText(timeJson(value).slice(1, -1), value.data.zone.name);
  throw new GoError(`unsupported type for key '${key.join('.')}': ${kindOf(value)}`);
}

/** Times that were read without a zone, or as a part, are written so. */
function timeText(text: string, zone: string): string {
  if (zone === 'date-local') return text.slice(0, 10);
  if (zone === 'datetime-local') return text.replace(/Z$/, '');
  return zone === 'time-local' ? text.slice(11).replace(/Z$/, '') : text;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = formatFloat(value, 'g', -1);
  return /[e.]/.test(text) ? text : `${text}.0`;
}

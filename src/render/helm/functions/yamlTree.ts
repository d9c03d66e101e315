/** Upstream: sigs.k8s.io/yaml (v1.6.0), go.yaml.in/yaml/v3 encode.go: values as what the writer of YAML takes. */
import { formatValue } from '../../goTemplate/format';
import { formatFloat } from '../../goTemplate/numbers';
import { GoError, Int, LimitError, List, Native, Struct, TypedMap, type Value } from '../../goTemplate/value';
import { YamlLiteral } from '../../goYaml/writer';
import { wellFormed } from './bytesOf';
import { decodeJson } from './jsonDecode';
import { encodeJson, encodeNumber } from './jsonEncode';
import { isTime, timeJson } from './timeValue';

/** Characters that go-yaml's reader refuses, and JSON leaves as they are. */

const REFUSED = /[\x7f-\x84\x86-\x9f\ufffe\uffff]/;
const MAX_UINT64 = 2n ** 64n;

/** toYaml goes by way of JSON, and reads that as YAML. */
export function yamlTree(value: Value): unknown {
  const isPlain = new SizeCheck().isPlain(value, 0);
  return treeOf(isPlain ? value : decodeJson(encodeJson(value, { escapeHtml: true, pretty: false })));
}

const MAX_DEPTH = 400;

/** So many values may be written; one map may be reached in many ways. */
const MAX_VALUES = 300_000;

/** Looks at everything once before it is written. */
class SizeCheck {
  #left = MAX_VALUES;

  /** Whether JSON would keep it as it is. */
  isPlain(value: Value, depth: number): boolean {
    this.#left -= 1;
    if (this.#left < 0) throw new LimitError('a value is too large to be written as YAML');
    if (depth > MAX_DEPTH) return false;
    if (value instanceof Int) return true;
    const isPlain = (item: Value): boolean => this.isPlain(item, depth + 1);
    if (value instanceof List) return value.type.elem?.kind !== 'uint8' && value.items.every(isPlain);
    if (value instanceof Map) return [...value.values()].every(isPlain);
    return typeof value !== 'object' || value === null;
  }
}

function treeOf(value: Value): unknown {
  if (typeof value === 'string') return textRead(value);
  if (typeof value === 'number') return new YamlLiteral(numberText(encodeNumber(value), value));
  if (value instanceof Int) return new YamlLiteral(numberText(value.value.toString(), Number(value.value)));
  if (value instanceof List) return value.isNil ? null : value.items.map(treeOf);
  if (!(value instanceof Map)) return value;
  if (value instanceof TypedMap && value.isNil) return null;
  return objectOf([...value].map(([key, item]) => [textRead(key), treeOf(item)]));
}

/** Without a prototype: `__proto__` is a key as others. */
function objectOf(entries: readonly (readonly [string, unknown])[]): unknown {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) object[key] = value;
  return object;
}

/** A text in double quotes as go-yaml reads it: U+0085 is a line break there, and folded. */
function textRead(text: string): string {
  if (REFUSED.test(text)) throw new GoError('yaml: control characters are not allowed');
  const valid = wellFormed(text);
  if (!valid.includes('\x85')) return valid;
  const [first = '', ...rest] = valid.split('\x85');
  return rest.reduce<string>((read, line, i) => {
    const isLast = i === rest.length - 1;
    const begun = line.replace(/^ +/, '');
    const trimmed = isLast ? begun : withoutBlanksBehind(begun);
    return withoutBlanksBehind(read) + (trimmed === '' && !isLast ? '\n' : read.endsWith('\n') ? '' : ' ') + trimmed;
  }, first);
}

function withoutBlanksBehind(text: string): string {
  let end = text.length;
  while (text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** Integers of 64 bits as they are; what is larger is a float to YAML. */
function numberText(json: string, value: number): string {
  if (/^-?[0-9]+$/.test(json)) {
    const integer = BigInt(json);
    if (integer < MAX_UINT64 && integer >= -(2n ** 63n)) return integer.toString();
  }
  return formatFloat(value, 'g', -1);
}

/** toYamlPretty takes values as they are. */
export function prettyYamlTree(value: Value): unknown {
  new SizeCheck().isPlain(value, 0);
  return prettyTreeOf(value, 0);
}

function prettyTreeOf(value: Value, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new GoError('yaml: nested too deeply');
  if (typeof value === 'number') return new YamlLiteral(floatText(value));
  if (value instanceof Int) return value.value;
  if (value instanceof List) return value.items.map((item) => prettyTreeOf(item, depth + 1));
  if (value instanceof Map) return objectOf([...value].map(([key, item]) => [key, prettyTreeOf(item, depth + 1)]));
  if (value instanceof Struct) {
    return objectOf([...value.fields].map(([name, item]) => [name.toLowerCase(), prettyTreeOf(item, depth + 1)]));
  }
  if (value instanceof Native) return isTime(value) ? new YamlLiteral(timeJson(value).slice(1, -1)) : formatValue(value);
  return value;
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return '.nan';
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf';
  return formatFloat(value, 'g', -1);
}

/** Upstream: api/hasher/hasher.go (kustomize v5.8.1). */
import { stringToBytes } from '../goTemplate/bytes';
import { sha256 } from '../hashes';
import { compareBytes, getField, isMissingOrNull, type RNode } from './rnode';
import { toJson, type Json } from './toJson';

/** The suffix of a generated object's name, made of its data. */
export function hashOf(node: RNode): string {
  const isSecret = getField(node, 'kind')?.value === 'Secret';
  const paths = isSecret ? ['data', 'stringData', 'type'] : ['binaryData', 'data'];
  const values: Record<string, Json> = { kind: isSecret ? 'Secret' : 'ConfigMap', name: '' };
  for (const path of paths) {
    const value = hashedValue(node, path);
    const isOptional = path === 'binaryData' || path === 'stringData';
    if (!isOptional || (typeof value === 'object' && value !== null)) values[path] = value;
  }
  const digest = sha256(stringToBytes(goJson(values)));
  const hex = [...digest.subarray(0, 5)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/[013ae]/g, (digit) => ({ '0': 'g', '1': 'h', '3': 'k', a: 'm' })[digit] ?? 't');
}

function hashedValue(node: RNode, path: string): Json {
  const value = getField(node, path);
  if (value === undefined) return '';
  return value.kind === 'scalar' ? (isMissingOrNull(value) ? (value as RNode).value : value.value) : toJson(value);
}

/** Go's `json.Marshal`: keys in their order, and what HTML could take for its own escaped. */
function goJson(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(goJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const map = value as Readonly<Record<string, Json>>;
    const keys = Object.keys(map).sort(compareBytes);
    return `{${keys.map((key) => `${goText(key)}:${goJson(map[key] ?? null)}`).join(',')}}`;
  }
  return typeof value === 'string' ? goText(value) : String(value);
}

function goText(text: string): string {
  const escaped = JSON.stringify(text).replace(/[<>&\u2028\u2029\x7f]/g, (char) =>
    char === '\x7f' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return escaped;
}

/** Upstream: kyaml/yaml/datamap.go, api/resource/resource.go (kustomize v5.8.1): the entries of ConfigMaps and Secrets. */
import { encodeBase64 } from '../../model/base64';
import { stringToBytes } from '../goTemplate/bytes';
import { clearField, compareBytes, copyNode, getField, lookupCreate, newString, setField, type Place, type RNode } from './rnode';

/** Bytes that are no UTF-8 are lone surrogates in our texts. */
const NO_UTF8 = /\p{Surrogate}/u;
const LINE = 70;

/** Long ones are cut into lines. */
export function base64Lines(text: string): string {
  const encoded = encodeBase64(stringToBytes(text));
  if (encoded.length < LINE) return encoded;
  let lines = '';
  for (let i = 0; i < encoded.length; i += LINE) lines += `${encoded.slice(i, i + LINE)}\n`;
  return lines;
}

export function setConfigMapValue(node: RNode, key: string, value: string, place: Place | undefined): void {
  const isBinary = NO_UTF8.test(value);
  const map = lookupCreate(node, 'map', isBinary ? 'binaryData' : 'data');
  setField(map, key, newString(isBinary ? base64Lines(value) : value, place));
}

/** What is in the object itself wins over what is in the other. */
export function setMapField(node: RNode | undefined, name: string, other: RNode | undefined): void {
  if (node === undefined) return;
  const merged = new Map<string, RNode>();
  for (const map of [getField(other, name), getField(node, name)]) {
    if (map?.kind !== 'map') continue;
    for (let i = 0; i < map.content.length; i += 2) {
      const [key, value] = map.content.slice(i, i + 2);
      if (key === undefined || value === undefined) continue;
      const text = newString(value.value);
      text.source = value.source;
      text.start = value.start;
      text.end = value.end;
      const before = merged.get(key.value);
      if (before?.source !== undefined) {
        const { source, start, end } = before;
        text.before = { source, start, end, value: before.value, before: before.before };
      }
      merged.set(key.value, text);
    }
  }
  clearField(node, name);
  if (merged.size === 0) return;
  const map = lookupCreate(node, 'map', name);
  for (const key of [...merged.keys()].sort(compareBytes)) {
    const value = merged.get(key);
    if (value !== undefined) setField(map, key, copyNode(value));
  }
}

/** Upstream: Masterminds/sprig strings.go: strval and strslice. */
import { bytesToString } from '../../../model/utf8';
import { formatValue } from '../../goTemplate/format';
import { Int, List, type Value } from '../../goTemplate/value';

/** As a text: bytes as what they spell, all else as Go prints it. */
export function stringOf(value: Value): string {
  if (!(value instanceof List) || value.type.elem?.kind !== 'uint8') return formatValue(value);
  return bytesToString(Uint8Array.from(value.items, (item) => (item instanceof Int ? Number(item.value) : 0)));
}

/** The items as texts, without nil; what is no list is a list of its own. */
export function stringsOf(value: Value): string[] {
  if (value instanceof List) return value.items.filter((item) => item !== null).map(stringOf);
  return value === null ? [] : [stringOf(value)];
}

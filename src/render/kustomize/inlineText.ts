/** Ours: where the characters of a text within a YAML file stand in that file. */
import type { Place, RNode } from './rnode';

/** From an offset in the value to one in the file. */
type Offsets = (offset: number) => number;

/** A text written in a kustomization: its place, and the file that it is in. */
export interface InlineText {
  readonly place: Place;
  readonly file: string;
  /** The value that YAML gives for it. */
  readonly value: string;
  /** Where in the value what is read begins. */
  readonly from: number;
}

/** Nodes read from such a text get their places in the file; the whole text's where that cannot be told. */
export function relocate(nodes: readonly RNode[], inline: InlineText): void {
  const offsets = offsetsOf(inline);
  const { from, place } = inline;
  const { start, end } = place;
  const visit = (each: RNode): void => {
    each.start = offsets === undefined ? start : offsets(each.start + from);
    each.end = offsets === undefined ? end : offsets(each.end + from);
    each.content.forEach(visit);
  };
  nodes.forEach(visit);
}

function offsetsOf({ place, file, value }: InlineText): Offsets | undefined {
  const written = file.slice(place.start, place.end);
  if (/^[|>]/.test(written)) return written.startsWith('|') ? blockOffsets(written, value, place.start) : undefined;
  const at = written.indexOf(value);
  return at < 0 ? undefined : (offset) => place.start + at + offset;
}

/** A literal block: each line is indented, the first is behind the header. */
function blockOffsets(written: string, value: string, start: number): Offsets | undefined {
  const header = written.indexOf('\n') + 1;
  const indent = /^(?:[ \t]*\r?\n)*( *)/.exec(written.slice(header))?.[1]?.length ?? 0;
  const starts: { readonly value: number; readonly file: number }[] = [];
  let inFile = header;
  let inValue = 0;
  for (const line of value.split('\n')) {
    starts.push({ value: inValue, file: start + inFile + indent });
    inValue += line.length + 1;
    const next = written.indexOf('\n', inFile);
    inFile = next < 0 ? written.length : next + 1;
  }
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle]?.value ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const line = starts[low];
    return line === undefined ? start : line.file + offset - line.value;
  };
}

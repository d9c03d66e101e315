/** Ours: from a piece of the output back to what wrote it: through `include`, `tpl`, and what indents, quotes or trims. */
import { lastAtOrBefore, LineStarts } from '../../../manifest/lineStarts';
import type { TextRange } from '../../../manifest/source';
import type { Rendering, Segment } from '../../goTemplate/trace';

/** One station on the way from the output into the templates. */
export interface Step {
  readonly segment: Segment;
  /** What the segment wrote. */
  readonly output: string;
  /** Where what is looked for is in that. */
  readonly piece: TextRange;
  /** It goes on behind the segment: several have written it together. */
  readonly isPart: boolean;
  /** What the segment is one of, and what is looked for there. */
  readonly within: Rendering;
  readonly wanted: TextRange;
}

const MOST_STEPS = 50;

/** From the outside to the inside; empty where nothing is known. */
export function traceBack(rendering: Rendering, piece: TextRange): readonly Step[] {
  const steps: Step[] = [];
  let within = rendering;
  let wanted = piece;
  while (steps.length < MOST_STEPS) {
    const segment = segmentAt(within, wanted.start);
    if (segment === undefined) break;
    const isPart = wanted.end > segment.to;
    const output = within.text.slice(segment.from, segment.to);
    const inside = { start: wanted.start - segment.from, end: Math.min(wanted.end, segment.to) - segment.from };
    steps.push({ segment, output, piece: inside, isPart, within, wanted });
    const next = isPart ? undefined : innerOf(segment, output, inside);
    if (next === undefined) break;
    [within, wanted] = next;
  }
  return steps;
}

/** The segment that wrote the character at an offset. */
export function segmentAt({ segments }: Rendering, offset: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) return undefined;
    if (segment.to <= offset) low = middle + 1;
    else if (segment.from > offset) high = middle - 1;
    else return segment;
  }
  return undefined;
}

/** The segments that touch a range: of many documents in one file each has few. */
export function segmentsIn({ segments }: Rendering, { start, end }: TextRange): readonly Segment[] {
  let [first, high] = [0, segments.length];
  while (first < high) {
    const middle = (first + high) >> 1;
    if ((segments[middle]?.to ?? 0) < start) first = middle + 1;
    else high = middle;
  }
  let last = first;
  while ((segments[last]?.from ?? end) < end) last += 1;
  return segments.slice(first, last);
}

interface Written {
  /** Of templates, as errors name them. */
  readonly by: ReadonlySet<string>;
  readonly takesValues: boolean;
}

const written = new WeakMap<Rendering, Written>();

/** What wrote a rendering, with what was included in it. */
function writtenBy(rendering: Rendering): Written {
  let known = written.get(rendering);
  if (known === undefined) written.set(rendering, (known = writtenByAll(rendering.segments)));
  return known;
}

/** What wrote segments. */
export function writtenByAll(segments: readonly Segment[]): Written {
  const by = new Set<string>();
  let takesValues = false;
  for (const { node, reads, inner } of segments) {
    by.add(node.tree.parseName);
    takesValues ||= reads.length > 0;
    for (const each of inner.map(writtenBy)) {
      for (const name of each.by) by.add(name);
      takesValues ||= each.takesValues;
    }
  }
  return { by, takesValues };
}

function innerOf(segment: Segment, output: string, piece: TextRange): readonly [Rendering, TextRange] | undefined {
  if (segment.inner.length === 0) return undefined;
  const wanted = output.slice(piece.start, piece.end);
  if (wanted.trim() === '') return undefined;
  const inner = segment.inner.findLast((each) => hasPiece(each, output, piece, wanted));
  return inner === undefined ? undefined : [inner, findAgain({ segment, output }, piece, inner)];
}

/** Most often the whole line is there, which needs no look through all of the text. */
function hasPiece(inner: Rendering, output: string, piece: TextRange, wanted: string): boolean {
  const line = lineAround(output, piece.start).trim();
  return (line.includes(wanted) && linesOf(inner).has(line)) || inner.text.includes(wanted);
}

function lineAround(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end);
}

/** Places of lines, in their order. */
interface Lines {
  readonly starts: number[];
  readonly numbers: number[];
}

/** Where the lines of what a segment wrote begin. */
const outputs = new WeakMap<Segment, LineStarts>();

function lineIn(segment: Segment, output: string, offset: number): number {
  let known = outputs.get(segment);
  if (known === undefined) outputs.set(segment, (known = new LineStarts(output)));
  return known.lineAt(offset);
}

/** Where the lines of an inner rendering stand, by what they say. */
const lines = new WeakMap<Rendering, ReadonlyMap<string, Lines>>();

function linesOf(rendering: Rendering): ReadonlyMap<string, Lines> {
  const known = lines.get(rendering);
  if (known !== undefined) return known;
  const found = new Map<string, Lines>();
  let start = 0;
  rendering.text.split('\n').forEach((line, number) => {
    const key = line.trim();
    let same = found.get(key);
    if (same === undefined) found.set(key, (same = { starts: [], numbers: [] }));
    same.starts.push(start + line.length - line.trimStart().length);
    same.numbers.push(number);
    start += line.length + 1;
  });
  lines.set(rendering, found);
  return found;
}

/** A piece of an output in the text that it was made of: the line that reads the same, the nearest of several. */
function findAgain(
  { segment, output }: { readonly segment: Segment; readonly output: string },
  piece: TextRange,
  inner: Rendering,
): TextRange {
  const { start: at, end } = piece;
  const wanted = output.slice(at, end);
  const lineStart = output.lastIndexOf('\n', at - 1) + 1;
  const whole = lineAround(output, at);
  const same = linesOf(inner).get(whole.trim());
  const isOnly = same === undefined || same.starts.length === 1;
  const nearest = isOnly ? same?.starts[0] : nearestOf(same, lineIn(segment, output, lineStart));
  const column = at - lineStart - (whole.length - whole.trimStart().length);
  // Quoted, or put among other words of its line.
  const start = nearest !== undefined && column >= 0 ? nearest + column : inner.text.indexOf(wanted);
  return { start, end: start + wanted.length };
}

/** Of two that are as near the first one. */
function nearestOf({ starts, numbers }: Lines, wanted: number): number | undefined {
  const before = lastAtOrBefore(numbers, wanted);
  const [above, below] = [numbers[before], numbers[before + 1]];
  const isAbove = above !== undefined && (below === undefined || wanted - above <= below - wanted);
  return starts[isAbove ? before : before + 1];
}

/** Ours: from a piece of the output back to what wrote it: through `include`, `tpl`, and what indents, quotes or trims. */
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
    steps.push({ segment, output, piece: inside, isPart });
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

function innerOf(segment: Segment, output: string, piece: TextRange): readonly [Rendering, TextRange] | undefined {
  for (const inner of segment.inner.toReversed()) {
    const found = findAgain(output, piece, inner.text);
    if (found !== undefined) return [inner, found];
  }
  return undefined;
}

/** A piece of an output in the text that it was made of: the line that reads the same, the nearest of several. */
function findAgain(output: string, piece: TextRange, text: string): TextRange | undefined {
  const wanted = output.slice(piece.start, piece.end);
  if (wanted.trim() === '' || !text.includes(wanted)) return undefined;
  const lineStart = output.lastIndexOf('\n', piece.start - 1) + 1;
  const lineBreak = output.indexOf('\n', piece.start);
  const line = output.slice(lineStart, lineBreak < 0 ? output.length : lineBreak).trim();
  const number = countLines(output, lineStart);
  let best: number | undefined;
  let distance = Number.POSITIVE_INFINITY;
  let at = 0;
  text.split('\n').forEach((other, index) => {
    const inside = other.indexOf(wanted);
    const isNearer = Math.abs(index - number) < distance;
    if (inside >= 0 && isNearer && other.trim() === line) {
      const indent = output.slice(lineStart).length - output.slice(lineStart).trimStart().length;
      const column = piece.start - lineStart - indent + (other.length - other.trimStart().length);
      best = at + (other.startsWith(wanted, column) ? column : inside);
      distance = Math.abs(index - number);
    }
    at += other.length + 1;
  });
  // Quoted, or put among other words of its line.
  best ??= text.indexOf(wanted);
  return { start: best, end: best + wanted.length };
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

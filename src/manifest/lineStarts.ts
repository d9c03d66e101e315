/** Where the lines of a text begin, for many questions about one text. Lines count from 0. */
export class LineStarts {
  readonly text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.text = text;
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  lineAt(offset: number): number {
    return lastAtOrBefore(this.#starts, offset);
  }

  startOf(line: number): number {
    return this.#starts[line] ?? this.text.length;
  }
}

/** The index of the last number that is not above; -1: all are. The numbers are in order. */
export function lastAtOrBefore(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

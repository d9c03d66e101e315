import type { Series } from '../series';

/** Collects the rows of a step function; a row equal to the one before is dropped. */
export class SeriesLog<C extends string> {
  readonly #columns: readonly C[];
  readonly #times: number[] = [];
  readonly #versions: number[] = [];
  readonly #values: number[] = [];

  constructor(columns: readonly C[]) {
    this.#columns = columns;
  }

  get length(): number {
    return this.#times.length;
  }

  push(t: number, row: Readonly<Record<C, number>>, version: number): void {
    if (this.#sameAsLast(row)) return;
    this.#times.push(t);
    this.#versions.push(version);
    for (const column of this.#columns) this.#values.push(row[column]);
  }

  #sameAsLast(row: Readonly<Record<C, number>>): boolean {
    if (this.#times.length === 0) return false;
    const start = this.#values.length - this.#columns.length;
    for (let index = 0; index < this.#columns.length; index++)
      if (this.#values[start + index] !== row[this.#columns[index] as C]) return false;
    return true;
  }

  /** The rows up to and including `end`. */
  series(end = Infinity): Series<C> {
    let rows = this.#times.length;
    while (rows > 0 && (this.#times[rows - 1] as number) > end) rows--;
    return {
      columns: this.#columns,
      times: new Float64Array(this.#times.slice(0, rows)),
      values: new Int32Array(this.#values.slice(0, rows * this.#columns.length)),
      versions: new Int32Array(this.#versions.slice(0, rows)),
    };
  }
}

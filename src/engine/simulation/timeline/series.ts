/** Row i holds from times[i] until times[i + 1]; of several rows of one time the last counts, the others show the order. */
export interface Series<C extends string> {
  readonly columns: readonly C[];
  readonly times: Float64Array;
  /** Row-major: values[row × columns.length + column]. */
  readonly values: Int32Array;
  /** The resource version of the write behind each row: orders rows of different series that have the same time. */
  readonly versions: Int32Array;
}

/** An option of a command: how it is read, helped with and completed. */
export interface Option {
  /** What stands behind it, such as `FILE`; undefined: nothing does. */
  readonly takes?: string;
  /** Nothing else may stand behind it. */
  readonly choices?: readonly string[];
  readonly short?: string;
  /** It may be given several times. */
  readonly isRepeated?: boolean;
  /** What it does, a line each. */
  readonly says: readonly string[];
}

export type Options = Readonly<Record<string, Option>>;

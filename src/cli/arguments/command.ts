import type { Terminal } from '../terminal';
import type { Arguments } from './arguments';
import type { Options } from './option';

/** A command of the program. */
export interface Command {
  readonly name: string;
  /** A line in the list of all commands. */
  readonly summary: string;
  /** What stands behind its name: `FILE…`. */
  readonly operands: string;
  /** Where only some words may stand there; elsewhere files are meant. */
  readonly choices?: readonly string[];
  /** What it does, in a few lines. */
  readonly about: string;
  readonly options: Options;
  readonly examples: readonly (readonly [command: string, does: string])[];
  /** Gives the exit code. */
  run(input: Arguments, terminal: Terminal): number | Promise<number>;
}

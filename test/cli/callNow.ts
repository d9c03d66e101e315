import { run } from '../../src/cli/run';
import type { Terminal } from '../../src/cli/terminal';

/** The exit code of a command that answers at once. */
export function runNow(args: readonly string[], terminal: Terminal): number {
  const code = run(args, terminal);
  if (typeof code !== 'number') throw new TypeError(`${args[0] ?? ''} answers later`);
  return code;
}

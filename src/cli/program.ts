import { run } from './run';
import type { Terminal } from './terminal';

/** What people and pipelines say about colors: https://no-color.org, https://force-color.org. */
function isColored(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true;
  return stream.isTTY && TERM !== 'dumb';
}

/** Runs the command with the process's own streams, and leaves its exit code behind. */
export async function startProgram(args: readonly string[]): Promise<void> {
  const { stdout, stderr } = process;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has seen enough, as `head` has.
    if (error.code === 'EPIPE') process.exit(0);
    stderr.write(`the standard output cannot be written: ${error.message}\n`);
    process.exit(2);
  });
  // Nobody reads what went wrong: the exit code still tells.
  stderr.on('error', () => undefined);
  const terminal: Terminal = {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    isWatched: stderr.isTTY,
    isColored: isColored(stdout),
    width: stdout.isTTY ? stdout.columns : undefined,
  };
  process.exitCode = await run(args, terminal);
}

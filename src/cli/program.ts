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
  // Whoever reads has seen enough, as `head` has.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  const terminal: Terminal = {
    out: (text) => void stdout.write(text),
    error: (text) => void stderr.write(text),
    isWatched: stderr.isTTY,
    isColored: isColored(stdout),
    width: stdout.isTTY ? stdout.columns : undefined,
  };
  process.exitCode = await run(args, terminal);
}

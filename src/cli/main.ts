/** `npm run simulate -- file.yaml`: the answer of the simulator in a terminal, for development and for CI. */
import { run } from './run';

process.exitCode = run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
});

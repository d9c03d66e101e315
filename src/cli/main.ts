/** `npm run simulate -- file.yaml`: the answer of the simulator in a terminal, for development and for CI. */
import { runMany } from './manyRuns';
import { run } from './run';

const terminal = {
  out: (text: string) => process.stdout.write(text),
  error: (text: string) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
};
const args = process.argv.slice(2);
if (args[0] === 'many') {
  void runMany(args.slice(1), terminal).then((code) => {
    process.exitCode = code;
  });
} else process.exitCode = run(args, terminal);

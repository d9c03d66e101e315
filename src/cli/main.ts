/** `npm run simulate -- file.yaml`: the answer of the simulator in a terminal, for development and for CI. */
import { run } from './run';
import { runOnThreads, runsOnThreads } from './runOnThreads';

const terminal = {
  out: (text: string) => process.stdout.write(text),
  error: (text: string) => process.stderr.write(text),
  isWatched: process.stderr.isTTY,
};
const args = process.argv.slice(2);
if (runsOnThreads(args)) {
  void runOnThreads(args, terminal).then((code) => {
    process.exitCode = code;
  });
} else process.exitCode = run(args, terminal);

/** The command `rollout-lens`. What is asked most and costs nothing is answered before anything else is loaded. */
import { isMainThread } from 'node:worker_threads';
import { VERSION } from './productVersion';

async function main(args: readonly string[]): Promise<void> {
  const [first] = args;
  if (isMainThread && (first === '--version' || first === '-V')) {
    process.stdout.write(`rollout-lens ${VERSION}\n`);
    return;
  }
  const { start } = await import('./loaded');
  if (isMainThread) await start.inProcess(args);
  else start.inThread();
}

void main(process.argv.slice(2));

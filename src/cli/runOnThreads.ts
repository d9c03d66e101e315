import { EngineError } from '../engine/kernel/engineError';
import { findStrategy, STRATEGY_USAGE } from './findStrategy';
import { MANY_USAGE, manyRuns } from './manyRuns';
import { UsageError } from './options';
import { RunProblem } from './runPool';
import type { Terminal } from './terminal';

interface Command {
  readonly usage: string;
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>;
}

/** Commands that play many runs on several threads. */
const COMMANDS: ReadonlyMap<string | undefined, Command> = new Map([
  ['many', { usage: MANY_USAGE, run: manyRuns }],
  ['strategy', { usage: STRATEGY_USAGE, run: findStrategy }],
]);

export function runsOnThreads([command]: readonly string[]): boolean {
  return COMMANDS.has(command);
}

/** Returns the exit code: that of the command, or 2 when it could not be run. */
export async function runOnThreads([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  const command = COMMANDS.get(name) as Command;
  try {
    return await command.run(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.error(`${error.message}\n\n${command.usage}`);
    else if (error instanceof EngineError || error instanceof RunProblem) terminal.error(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

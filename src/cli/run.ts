import { EngineError } from '../engine/kernel/engineError';
import { isNear } from '../model/similar';
import { argumentsOf } from './arguments/arguments';
import type { Command } from './arguments/command';
import { helpOf, programHelp, PROGRAM } from './arguments/help';
import { UsageError } from './arguments/usageError';
import { CHECK } from './commands/check';
import { completionOf } from './commands/completion';
import { EXPLAIN } from './commands/explain';
import { STRATEGY } from './commands/findStrategy';
import { MANY } from './commands/manyRuns';
import { MCP } from './commands/mcp';
import { PULL_REQUEST } from './commands/pullRequest';
import { RENDER } from './commands/render';
import { REVIEW } from './commands/review';
import { SIMULATE } from './commands/simulate';
import { RunProblem } from './runs/runPool';
import type { Terminal } from './terminal';

const WORKING: readonly Command[] = [CHECK, REVIEW, SIMULATE, EXPLAIN, RENDER, MANY, STRATEGY, MCP, PULL_REQUEST];
const COMMANDS: readonly Command[] = [...WORKING, completionOf(WORKING)];

/**
 * Runs the command; gives its exit code: 0, 1 for what was found and a command is to fail on, 2 when it could not be run. Only
 * commands that play on several threads, or serve, give it later.
 */
export function run([name, ...args]: readonly string[], terminal: Terminal): number | Promise<number> {
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return runCommand(command, args, terminal);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const asked = COMMANDS.find((each) => each.name === args[0]);
    terminal.out(asked === undefined ? programHelp(COMMANDS) : helpOf(asked, terminal.width));
    return name === undefined ? 2 : 0;
  }
  const near = COMMANDS.find((each) => isNear(name, each.name));
  const hint = near === undefined ? '' : `; did you mean ${near.name}?`;
  terminal.error(`${name} is no command of ${PROGRAM}${hint}\n\n${programHelp(COMMANDS)}`);
  return 2;
}

function runCommand(command: Command, args: readonly string[], terminal: Terminal): number | Promise<number> {
  const isEnd = (word: string): boolean => word === '--';
  const asked = args.slice(0, args.findIndex(isEnd) < 0 ? args.length : args.findIndex(isEnd));
  if (asked.includes('--help') || asked.includes('-h')) {
    terminal.out(helpOf(command, terminal.width));
    return 0;
  }
  const failed = (error: unknown): number => failure(error, command, terminal);
  try {
    const code = command.run(argumentsOf(command, args), terminal);
    return typeof code === 'number' ? code : code.catch(failed);
  } catch (error) {
    return failed(error);
  }
}

/** What somebody can do about it is said in a few words; everything else is a mistake of ours, and is shown as one. */
function failure(error: unknown, command: Command, terminal: Terminal): number {
  if (error instanceof UsageError) {
    const { name, operands } = command;
    const usage = `Usage: ${PROGRAM} ${name}${operands === '' ? '' : ` ${operands}`} [options]`;
    terminal.error(`${error.message}\n\n${usage}\n${PROGRAM} ${name} --help tells more.\n`);
  } else if (error instanceof EngineError || error instanceof RunProblem) terminal.error(`${error.message}\n`);
  else throw error;
  return 2;
}

import { onlyOperand } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { completionFor, SHELLS } from '../arguments/completion';
import { UsageError } from '../arguments/usageError';

/** Completes all other commands. */
export function completionOf(commands: readonly Command[]): Command {
  const own: Command = {
    name: 'completion',
    summary: 'prints what lets bash, zsh or fish complete commands and options',
    operands: SHELLS.join('|'),
    choices: SHELLS,
    about: 'Prints a script for a shell, which completes commands, options and what may stand behind them.',
    options: {},
    examples: [
      ['source <(rollout-lens completion bash)', 'in ~/.bashrc'],
      ['rollout-lens completion zsh > "${fpath[1]}/_rollout-lens"', 'once; a new zsh knows it'],
      ['rollout-lens completion fish > ~/.config/fish/completions/rollout-lens.fish', 'once; a new fish knows it'],
    ],
    run(input, terminal) {
      const asked = onlyOperand(input, 'shell');
      const shell = SHELLS.find((each) => each === asked);
      if (shell === undefined) throw new UsageError(`which shell: ${SHELLS.join(', ')}`);
      terminal.out(completionFor(shell, [...commands, own]));
      return 0;
    },
  };
  return own;
}

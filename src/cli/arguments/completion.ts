import type { Command } from './command';
import type { Option, Options } from './option';
import { PROGRAM } from './help';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that lets a shell complete commands, options, their choices and files. */
export function completionFor(shell: Shell, commands: readonly Command[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands);
}

const words = (options: Options): string => ['help', ...Object.keys(options)].map((name) => `--${name}`).join(' ');

function bashScript(commands: readonly Command[]): string {
  const choices = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, is]) =>
      is.choices === undefined ? [] : [`    ${name}:--${option}) words="${is.choices.join(' ')}" ;;`],
    ),
  );
  const operands = commands.flatMap(({ name, choices: some = [] }) =>
    some.length === 0 ? [] : [`      ${name}) words="${some.join(' ')}" ;;`],
  );
  return `# ${PROGRAM} completion bash: source it, or put it into ~/.local/share/bash-completion/completions/${PROGRAM}
_rollout_lens() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="\${COMP_WORDS[1]}" words=""
  # Bash takes --option=value for three words.
  if [ "$current" = "=" ]; then current=""
  elif [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
${choices.join('\n')}
  esac
  if [ -z "$words" ] && [ "\${current#-}" != "$current" ]; then
    case "$command" in
${commands.map(({ name, options }) => `      ${name}) words="${words(options)}" ;;`).join('\n')}
    esac
  fi
  if [ -z "$words" ]; then
    case "$command" in
${operands.join('\n')}
    esac
  fi
  if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _rollout_lens ${PROGRAM}
`;
}

const quoted = (text: string): string => text.replaceAll("'", '’');

function zshOption(name: string, { short, takes, says, isRepeated, choices }: Option): string {
  const text = quoted(says[0] ?? '').replaceAll(/[[\]:]/g, ' ');
  const value = takes === undefined ? '' : `:${takes}:${choices === undefined ? '_files' : `(${choices.join(' ')})`}`;
  const each = isRepeated === true ? '*' : '';
  const long = `'${each}--${name}[${text}]${value}'`;
  return short === undefined ? long : `${long} '${each}-${short}[${text}]${value}'`;
}

function zshScript(commands: readonly Command[]): string {
  const parts = commands.map(({ name, operands, options, choices }) => {
    const specs = Object.entries(options).map(([option, is]) => zshOption(option, is));
    const operand = choices === undefined ? '*:file:_files' : `1:${operands}:(${choices.join(' ')})`;
    return `    ${name}) _arguments '--help[tells how it is used]' ${specs.join(' ')} '${operand}' ;;`;
  });
  return `#compdef ${PROGRAM}
# ${PROGRAM} completion zsh > "\${fpath[1]}/_${PROGRAM}"
_rollout_lens() {
  local -a commands=(
${commands.map(({ name, summary }) => `    '${name}:${quoted(summary).replaceAll(':', ' ')}'`).join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
${parts.join('\n')}
  esac
}
# Read from fpath it is the function itself, which is asked right now.
if [[ "$funcstack[1]" == _${PROGRAM} ]]; then _rollout_lens "$@"; else compdef _rollout_lens ${PROGRAM}; fi
`;
}

function fishScript(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options, choices: operands = [] }) => [
    `complete -c ${PROGRAM} -n __fish_use_subcommand -f -a ${name} -d '${quoted(summary)}'`,
    ...operands.map((word) => `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from ${name}' -f -a ${word}`),
    ...Object.entries(options).map(([option, { short, takes, says, choices }]) => {
      const value = takes === undefined ? '' : choices === undefined ? ' -r' : ` -x -a '${choices.join(' ')}'`;
      const letter = short === undefined ? '' : ` -s ${short}`;
      return `complete -c ${PROGRAM} -n '__fish_seen_subcommand_from ${name}' -l ${option}${letter}${value} -d '${quoted(says[0] ?? '')}'`;
    }),
  ]);
  return `# ${PROGRAM} completion fish > ~/.config/fish/completions/${PROGRAM}.fish\n${lines.join('\n')}\n`;
}

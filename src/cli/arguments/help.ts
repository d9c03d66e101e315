import type { Command } from './command';
import type { Option } from './option';

export const PROGRAM = 'rollout-lens';

/** Beyond it the eye loses the line. */
const WIDEST = 110;
const NARROWEST = 50;
const LEFT = 24;

/** What `--help` behind a command prints. */
export function helpOf({ name, operands, about, options, examples }: Command, width: number | undefined): string {
  const room = Math.min(WIDEST, Math.max(NARROWEST, width ?? WIDEST));
  const entries = Object.entries(options);
  return [
    `Usage: ${PROGRAM} ${name}${operands === '' ? '' : ` ${operands}`}${entries.length === 0 ? '' : ' [options]'}`,
    '',
    ...wrapped(about, room, 0),
    ...(entries.length === 0 ? [] : ['', 'Options']),
    ...entries.flatMap(([option, is]) => optionLines(option, is, room)),
    '',
    'Examples',
    ...examples.flatMap(([command, does]) => [`  ${command}`, ...wrapped(does, room, 6)]),
    '',
  ].join('\n');
}

function optionLines(name: string, { short, takes, says, isRepeated, choices }: Option, room: number): string[] {
  const head = `  ${short === undefined ? '' : `-${short}, `}--${name}${takes === undefined ? '' : ` ${takes}`}`;
  const of = choices === undefined || says.length > 1 ? '' : ` (${choices.join(', ')})`;
  const [first = '', ...more] = says;
  const repeated = isRepeated === true ? '; may be given several times' : '';
  const lines = [`${first}${of}${repeated}`, ...more].flatMap((line) => wrapped(line, room, LEFT));
  const [start = '', ...rest] = lines;
  return head.length < LEFT - 1 ? [head.padEnd(LEFT) + start.trimStart(), ...rest] : [head, ...lines];
}

/** Breaks between words. What is wider than the room stays whole; spaces at the beginning stay. */
function wrapped(text: string, room: number, indent: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const own = /^ */.exec(paragraph)?.[0].length ?? 0;
    const left = ' '.repeat(indent + own);
    const lines: string[] = [];
    let line = '';
    for (const word of paragraph.trim().split(' ')) {
      if (line !== '' && left.length + line.length + 1 + word.length > room) {
        lines.push(left + line);
        line = word;
      } else line = line === '' ? word : `${line} ${word}`;
    }
    return [...lines, line === '' ? '' : left + line];
  });
}

/** What `--help` alone prints. */
export function programHelp(commands: readonly Command[]): string {
  const names = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Usage: ${PROGRAM} COMMAND [options]`,
    '',
    'What will this Kubernetes rollout do, and why? Answers before anything is applied, without a cluster.',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(names)}  ${summary}`),
    '',
    `${PROGRAM} COMMAND --help tells of a command, with examples; ${PROGRAM} --version which version this is.`,
    'Exit codes: 0 nothing found, 1 something was found that a command is to fail on, 2 wrong use or input that cannot be read.',
    '',
  ].join('\n');
}

/** Ours: what can be told of all matches before one is looked for, so that hardly anything is tried in vain. */
import type { CharacterClass } from './characterClass';
import type { Instruction, RegexpNode } from './regexpTree';

export interface RegexpHints {
  /** A text that is in every match. */
  readonly required: string;
  /** Where matches begin: nowhere but there. */
  readonly begins: 'text' | 'line' | 'anywhere';
  /** One of these is what a match begins with; undefined: it may be empty. */
  readonly first: readonly CharacterClass[] | undefined;
}

export function hintsFor(root: RegexpNode, instructions: readonly Instruction[], start: number): RegexpHints {
  return { required: requiredText(root), begins: beginsAt(root), first: firstClasses(instructions, start) };
}

/** What bytes that are no UTF-8 are read as: in the text itself they are something else. */
const REPLACEMENT = 0xfffd;

/** The longest of the texts that stand in a row. */
function requiredText(root: RegexpNode): string {
  let longest = '';
  let row = '';
  const end = (): void => {
    if (row.length > longest.length) longest = row;
    row = '';
  };
  const visit = (node: RegexpNode): void => {
    switch (node.kind) {
      case 'class': {
        const { only } = node.set;
        if (only === undefined || only === REPLACEMENT) end();
        else row += String.fromCodePoint(only);
        break;
      }
      case 'concat':
        node.parts.forEach(visit);
        break;
      case 'capture':
        visit(node.part);
        break;
      case 'repeat':
        end();
        if (node.min > 0) visit(node.part);
        end();
        break;
      case 'alternate':
        end();
        break;
      default:
    }
  };
  visit(root);
  end();
  return longest;
}

function beginsAt(node: RegexpNode): RegexpHints['begins'] {
  if (node.kind === 'capture') return beginsAt(node.part);
  if (node.kind === 'concat') return node.parts[0] === undefined ? 'anywhere' : beginsAt(node.parts[0]);
  if (node.kind !== 'assertion') return 'anywhere';
  return node.what === 'textStart' ? 'text' : node.what === 'lineStart' ? 'line' : 'anywhere';
}

function firstClasses(instructions: readonly Instruction[], start: number): readonly CharacterClass[] | undefined {
  const classes: CharacterClass[] = [];
  const seen = new Set<number>();
  const left = [start];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = instructions[at];
    if (instruction === undefined || instruction.op === 'match') return undefined;
    if (instruction.op === 'class') classes.push(instruction.set);
    else left.push(instruction.next);
    if (instruction.op === 'choice') left.push(instruction.other);
  }
  return classes;
}

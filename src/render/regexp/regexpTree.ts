/** Upstream: golang/go src/regexp/syntax/regexp.go: what a regular expression is once it is read, and the words of its errors. */
import { GoError } from '../goTemplate/value';
import type { CharacterClass } from './characterClass';

/** An error as Go's regexp.Compile words it. */
export class RegexpError extends GoError {
  constructor(problem: string, expression: string) {
    super(`error parsing regexp: ${problem}: \`${expression}\``);
  }
}

/** Where nothing is consumed; `word` and `notWord` are about ASCII, as in RE2. */
export type EmptyWidth = 'textStart' | 'textEnd' | 'lineStart' | 'lineEnd' | 'word' | 'notWord';

export type RegexpNode =
  | { readonly kind: 'empty'; readonly height: number }
  | { readonly kind: 'class'; readonly set: CharacterClass; readonly height: number }
  | { readonly kind: 'assertion'; readonly what: EmptyWidth; readonly height: number }
  | { readonly kind: 'concat' | 'alternate'; readonly parts: readonly RegexpNode[]; readonly height: number }
  | { readonly kind: 'capture'; readonly group: number; readonly part: RegexpNode; readonly height: number }
  | RepeatNode;

export interface RepeatNode {
  readonly kind: 'repeat';
  readonly part: RegexpNode;
  readonly min: number;
  /** -1: without end. */
  readonly max: number;
  readonly greedy: boolean;
  /** Written with braces: only these count for the limit of 1,000 repetitions. */
  readonly counted: boolean;
  readonly height: number;
}

/** What one step does; `next` is where it goes on, `other` the second choice. */
export type Instruction =
  | { readonly op: 'class'; readonly set: CharacterClass; next: number }
  | { readonly op: 'choice'; next: number; other: number }
  | { readonly op: 'assertion'; readonly what: EmptyWidth; next: number }
  | { readonly op: 'capture'; readonly slot: number; next: number }
  | { readonly op: 'match' };

/** Higher trees are refused, by Go with the same words. */
const MAX_HEIGHT = 1000;

/** The height of a node above others. */
export function heightOver(parts: readonly RegexpNode[], expression: string): number {
  const height = 1 + parts.reduce((highest, part) => Math.max(highest, part.height), 0);
  if (height > MAX_HEIGHT) throw new RegexpError('expression nests too deeply', expression);
  return height;
}

/** Whether repetitions within repetitions make no more than so many copies. */
export function repeatsAtMost(node: RegexpNode, copies: number): boolean {
  if (node.kind === 'capture') return repeatsAtMost(node.part, copies);
  if (node.kind === 'concat' || node.kind === 'alternate') return node.parts.every((part) => repeatsAtMost(part, copies));
  if (node.kind !== 'repeat') return true;
  if (!node.counted) return repeatsAtMost(node.part, copies);
  if (node.max === 0) return true;
  const times = node.max < 0 ? node.min : node.max;
  if (times > copies) return false;
  return repeatsAtMost(node.part, times > 0 ? Math.trunc(copies / times) : copies);
}

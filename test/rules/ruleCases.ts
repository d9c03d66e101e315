import type { Around } from '../features/support';

export interface RuleCase {
  readonly when: string;
  readonly text: string;
  readonly around?: Around;
  /** What the message must say; absent: the rule is silent. */
  readonly says?: RegExp;
  readonly severity?: string;
}

export type RuleCases = Readonly<Record<string, readonly RuleCase[]>>;

import type { Finding, Rule, Severity } from '../rules/rule';

/** A rule's finding that survived settings and ignore comments. */
export interface RuledFinding {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly finding: Finding;
}

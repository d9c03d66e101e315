import { SYNTAX_ID } from '../rules/registry';
import type { Rule } from '../rules/rule';

/** What is said of files and builds, not of a workload. In the settings and in docs/rules it is called as rules are. */
export const OTHER_PROBLEMS: readonly Pick<Rule, 'id' | 'group' | 'severity' | 'title'>[] = [
  { id: SYNTAX_ID, group: 'rejected', severity: 'error', title: 'the document is not valid YAML' },
  { id: 'not-built', group: 'rejected', severity: 'error', title: 'something that cannot be built' },
  { id: 'patch-misses', group: 'surprises', severity: 'warning', title: 'a patch that hits nothing' },
];

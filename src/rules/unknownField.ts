import { inOneLine } from '../model/words';
import type { Rule } from './rule';

export const unknownField: Rule = {
  id: 'unknown-field',
  group: 'rejected',
  severity: 'error',
  title: 'a field that Kubernetes does not know',
  explanation: `kubectl asks for strict field validation, so an unknown (often misspelled or misplaced) field makes \`kubectl apply\` fail. Clients that do not ask for it
drop the field silently, which is worse: the setting is just not there.`,
  reads: [],
  check: ({ complaints }) =>
    complaints
      .filter(({ kind }) => kind === 'strict')
      .map(({ message, path }) => ({
        path,
        message: `kubectl apply fails: ${inOneLine(message)}`,
        short: 'unknown field',
      })),
};

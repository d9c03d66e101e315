import { inOneLine } from '../model/words';
import type { Rule } from './rule';

export const serverWarning: Rule = {
  id: 'server-warning',
  group: 'surprises',
  severity: 'information',
  title: 'the API server accepts the manifest with a warning',
  reads: [],
  check: ({ complaints }) =>
    complaints
      .filter(({ kind }) => kind === 'warning')
      .map(({ message, path }) => ({
        path,
        message: `The API server warns: ${inOneLine(message)}`,
        short: 'API server warning',
      })),
};

import type { Rule } from './rule';
import { quote } from '../model/words';

export const rejected: Rule = {
  id: 'rejected',
  group: 'rejected',
  severity: 'error',
  title: 'the API server rejects the manifest',
  explanation: `The manifest does not pass the API server's decoding or validation (Kubernetes 1.36). The message is the server's own. What other rules of this group
explain better is not repeated here.`,
  reads: [],
  check: ({ complaints }) =>
    complaints
      .filter(({ kind }) => kind === 'decode' || kind === 'invalid')
      .map(({ message, path, field }) => ({
        path,
        message: `The API server rejects this: ${message.replace(/\s*\n\s*/g, ' ')}`,
        short: field === '' ? 'rejected by the API server' : `rejected: ${quote(shortened(field))}`,
      })),
};

/** `containers[0].image`: on a code lens there is no room for what all fields of a pod begin with. */
function shortened(field: string): string {
  return field.replace(/^spec\.(?:template\.spec\.)?(?=.)/, '');
}

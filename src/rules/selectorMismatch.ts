import { isEmptySelector, matchesSelector } from '../model/labelSelector';
import type { Fix, Rule } from './rule';
import type { Workload } from '../manifest/workload';
import { plural, quote } from '../model/words';

export const selectorMismatch: Rule = {
  id: 'selector-mismatch',
  group: 'rejected',
  severity: 'error',
  title: "the selector does not match the template's labels",
  reads: ['spec.selector', 'spec.template.metadata'],
  covers: ({ kind, path, detail }) =>
    kind === 'invalid' && path.join('.').startsWith('spec.template.') && detail.includes('`selector` does not match'),
  check: ({ workload }) => {
    const { selector, pod } = workload;
    if (selector === undefined || isEmptySelector(selector) || matchesSelector(selector, pod.labels)) return [];
    const missing = Object.entries(selector.matchLabels ?? {}).filter(([key, value]) => pod.labels[key] !== value);
    const what = missing.map(([key, value]) => `${key}: ${value}`).join(', ');
    const detail = what === '' ? '' : `; ${quote(what)} is not among them`;
    return [
      {
        path: [...pod.path, 'metadata', 'labels'],
        message: `The API server rejects this: the selector does not match the labels of the pod template${detail}.`,
        short: 'selector does not match the template',
        fixes: fixesFor(workload, missing),
      },
    ];
  },
};

const PLAIN_VALUE = /^[A-Za-z][\w.-]*$/;
const YAML_WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function fixesFor(workload: Workload, missing: readonly (readonly [string, string])[]): Fix[] {
  if (missing.length === 0 || !missing.every(([, value]) => PLAIN_VALUE.test(value) && !YAML_WORD.test(value))) return [];
  const edits = missing.map(([key, value]) => ({
    op: 'set' as const,
    path: [...workload.pod.path, 'metadata', 'labels', key],
    value,
  }));
  return [{ title: `Add the selector's ${plural(edits.length, 'label', 'labels')} to the pod template`, edits }];
}

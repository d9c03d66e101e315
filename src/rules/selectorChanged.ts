import { isJsonObject, jsonAt, type JsonValue } from '../manifest/json';
import type { Rule } from './rule';

/** JSON with its keys in order, so that two writings of the same thing are equal. */
function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).filter(([, item]) => item !== null);
  const texts = entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`);
  return `{${texts.sort().join(',')}}`;
}

export const selectorChanged: Rule = {
  id: 'selector-changed',
  group: 'rejected',
  severity: 'error',
  title: 'the immutable selector differs from the version before',
  reads: ['spec.selector'],
  covers: ({ field, detail }) => field === 'spec.selector' && detail === 'field is immutable',
  check: ({ workload, before: base, beforeName }) => {
    if (base === undefined) return [];
    const before = jsonAt(base.resource.json, ['spec', 'selector']);
    const after = jsonAt(workload.resource.json, ['spec', 'selector']);
    if (before === undefined || canonical(before) === canonical(after)) return [];
    return [
      {
        path: ['spec', 'selector'],
        message: `The API server rejects this for an object that exists: the selector is immutable, and it differs from ${beforeName}.`,
        short: 'immutable selector changed',
      },
    ];
  },
};

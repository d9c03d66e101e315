import type { ConformanceRecord } from './suite';

/** Formats that are recorded but not replayed: what they are about is not there yet. By what their records have. */
const FORMATS: readonly (readonly [name: string, ...fields: string[]])[] = [
  ['endpoints', 'config', 'steps', 'end', 'class'],
  ['helm charts', 'chart', 'release', 'files'],
  ['helm functions and templates', 'template', 'values', 'class'],
];

export function unreplayedFormat(record: ConformanceRecord): string | undefined {
  return FORMATS.find(([, ...fields]) => fields.every((field) => field in record))?.[0];
}

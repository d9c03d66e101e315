import type { ConformanceRecord } from './suite';

/** Formats that are recorded but not replayed: what they are about is not there yet. By what their records have. */
const FORMATS: readonly (readonly [name: string, ...fields: string[]])[] = [['endpoints', 'config', 'steps', 'end', 'class']];

export function unreplayedFormat(record: ConformanceRecord): string | undefined {
  return FORMATS.find(([, ...fields]) => fields.every((field) => field in record))?.[0];
}

import type { LabelSelector, StringMap } from '../model/apiTypes';
import { isJsonObject, type JsonObject, type JsonValue } from './json';

/** Reading typed values out of JSON that may be of any shape. */

export function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function readStringMap(value: JsonValue | undefined): StringMap {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

const OPERATORS: ReadonlySet<string> = new Set(['In', 'NotIn', 'Exists', 'DoesNotExist']);

/** A label selector, or undefined where there is none or it cannot be read. */
export function readSelector(value: JsonValue | undefined): LabelSelector | undefined {
  if (!isJsonObject(value)) return undefined;
  const expressions = Array.isArray(value['matchExpressions']) ? (value['matchExpressions'] as readonly JsonValue[]) : [];
  if (!expressions.every(isRequirement)) return undefined;
  return {
    matchLabels: readStringMap(value['matchLabels']),
    matchExpressions: expressions as unknown as LabelSelector['matchExpressions'],
  };
}

function isRequirement(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value) || typeof value['key'] !== 'string' || !OPERATORS.has(text(value['operator']))) return false;
  const values = value['values'];
  return values === undefined || values === null || (Array.isArray(values) && values.every((item) => typeof item === 'string'));
}

export function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function integer(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

/** Quantities by resource name; numbers are written as texts, as the API does. */
export function readResources(value: JsonValue | undefined): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, amount] of Object.entries(object(value))) {
    if (typeof amount === 'string' || typeof amount === 'number') result[name] = String(amount);
  }
  return result;
}

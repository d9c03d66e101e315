/** Objects as the API server shows them: what they hold beside what somebody applied. */
import { LAST_APPLIED_ANNOTATION } from './wellKnown';

type Json = Readonly<Record<string, unknown>>;

/** What only the server writes. */
const SERVER_SET = ['uid', 'resourceVersion', 'managedFields'] as const;

/** Whether the older version of an object is the one that runs, as `kubectl get -o yaml` shows it, beside its manifest. */
export function isLive(before: Json, after: Json): boolean {
  return isFromServer(before) && !isFromServer(after);
}

function isFromServer({ metadata }: Json): boolean {
  return isObject(metadata) && SERVER_SET.some((field) => field in metadata);
}

/**
 * What `kubectl apply` takes for the manifest that was applied before, and deletes what is no longer in it: of a live object
 * only what its annotation tells. What others have set since stays.
 */
export function lastApplied(before: Json, after: Json): Json {
  if (!isLive(before, after)) return before;
  const { metadata } = before;
  const annotations = isObject(metadata) ? metadata['annotations'] : undefined;
  const text = isObject(annotations) ? annotations[LAST_APPLIED_ANNOTATION] : undefined;
  if (typeof text !== 'string') return {};
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

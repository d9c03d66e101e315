import type { KubernetesObject } from '../../src/model/apiTypes';
import { API_VERSIONS, KINDS } from '../../src/engine/api/kinds';
import type { ObjectStore } from '../../src/engine/api/objectStore';
import { encodeTimes } from '../../src/model/time';

/** What the API prints also when it is 0 or false, for there it says something. */
const KEPT: ReadonlySet<string> = new Set([
  'replicas',
  'terminatingReplicas',
  'revisionHistoryLimit',
  'progressDeadlineSeconds',
  'terminationGracePeriodSeconds',
  'deletionGracePeriodSeconds',
  'maxSurge',
  'maxUnavailable',
  'restartCount',
  'currentNumberScheduled',
  'desiredNumberScheduled',
  'numberMisscheduled',
  'numberReady',
  'exitCode',
]);

/** All objects of a store as `kubectl get -A -o json` prints them: by kind and name, and through JSON. */
export function printObjects(store: ObjectStore): readonly KubernetesObject[] {
  const printed = KINDS.flatMap((kind) =>
    [...store.list(kind)]
      .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
      .map((object) => ({ apiVersion: API_VERSIONS[kind], kind, ...(encodeTimes(object) as object) })),
  );
  return JSON.parse(JSON.stringify(printed, withoutEmpty)) as readonly KubernetesObject[];
}

/** Go's `omitempty`: structs are printed, whatever is in them. */
function withoutEmpty(key: string, value: unknown): unknown {
  const isEmpty =
    value === null || value === 0 || value === '' || value === false || (Array.isArray(value) && value.length === 0);
  return isEmpty && !KEPT.has(key) ? undefined : value;
}

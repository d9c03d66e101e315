import type { Deployment, Pod, ReplicaSet } from '../../../src/model/apiTypes';
import { ApiError, type ApiErrorReason } from '../../../src/engine/api/apiError';
import { KINDS } from '../../../src/engine/api/kinds';
import { ObjectStore, type WatchEvent } from '../../../src/engine/api/objectStore';

export const START = 1_000_000;
export const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'v1' }] } };

interface Fixture {
  readonly store: ObjectStore;
  readonly clock: { now: number };
  readonly events: WatchEvent[];
}

export function build(): Fixture {
  const clock = { now: START };
  let uids = 0;
  let names = 0;
  const store = new ObjectStore({ clock, newUid: () => `uid-${++uids}`, generateName: (prefix) => `${prefix}${++names}` });
  const events: WatchEvent[] = [];
  store.subscribe(KINDS, (event) => events.push(event));
  return { store, clock, events };
}

export function deployment(replicas = 3): Deployment {
  return { metadata: { name: 'web', namespace: 'default' }, spec: { replicas, template: TEMPLATE } };
}

export function replicaSet(replicas = 3): ReplicaSet {
  return { metadata: { name: 'web-1', namespace: 'default' }, spec: { replicas, template: TEMPLATE } };
}

export function pod(name: string, nodeName?: string): Pod {
  return { metadata: { name, namespace: 'default' }, spec: { containers: [], ...(nodeName !== undefined && { nodeName }) } };
}

export function refusedWith(reason: ApiErrorReason): (error: unknown) => boolean {
  return (error) => error instanceof ApiError && error.reason === reason;
}

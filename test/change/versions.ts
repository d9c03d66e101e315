import assert from 'node:assert/strict';
import { changeBetween, storedVersion, type Change } from '../../src/change/change';

export type Json = Record<string, unknown>;

/** A Deployment of three pods; `pod` and `spec` go over what it has. */
export function deployment({ pod = {}, container = {}, labels = {}, annotations, spec = {} }: Parts = {}): Json {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web' },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web', ...labels }, ...(annotations === undefined ? {} : { annotations }) },
        spec: { containers: [{ name: 'web', image: 'web:1.8', ...container }], ...pod },
      },
      ...spec,
    },
  };
}

export interface Parts {
  readonly pod?: Json;
  readonly container?: Json;
  readonly labels?: Json;
  readonly annotations?: Json;
  readonly spec?: Json;
}

export function daemonSet(image: string, type: string): Json {
  const { spec, ...rest } = deployment({ container: { image } }) as { spec: Json };
  const { replicas: _none, ...kept } = spec;
  return { ...rest, kind: 'DaemonSet', spec: { ...kept, updateStrategy: { type } } };
}

export function change(before: Json, after: Json): Change {
  const kind = before['kind'] as 'Deployment';
  const found = changeBetween(kind, storedVersion(kind, before), after);
  assert.ok(found !== undefined);
  return found;
}

export const FACTS = { pods: '3 pods', most: 3, isEmpty: false };

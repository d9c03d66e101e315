import assert from 'node:assert/strict';
import type { MeasuredCluster } from '../../../src/features/cluster/inUse';
import { measuredCluster } from '../../../src/features/cluster/measuredCluster';
import { readSnapshot } from '../../support/wholeSnapshot';

export type Json = Readonly<Record<string, unknown>>;

export const TITLE = 'snapshot prod-eu, 3 h old';

export function node(name: string, cpu = '4', more: Json = {}): Json {
  const labels = { 'kubernetes.io/hostname': name };
  const conditions = [{ type: 'Ready', status: 'True' }];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    status: { allocatable: { cpu, memory: '16Gi', pods: '110' }, conditions },
    ...more,
  };
}

export interface PodParts {
  readonly namespace?: string;
  readonly node?: string;
  readonly cpu?: string;
  readonly priority?: number;
  readonly ports?: readonly Json[];
  readonly deployment?: string;
  readonly status?: Json;
  readonly labels?: Json;
  readonly image?: string;
}

const HASH = '7d4b9c';

export function pod(name: string, parts: PodParts = {}): Json {
  const { namespace = 'shop', node: nodeName = 'node-1', cpu = '1', priority = 0, ports = [], deployment, labels = {} } = parts;
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${deployment ?? ''}-${HASH}`, uid: 'u', controller: true };
  const owned =
    deployment === undefined ? { labels } : { labels: { ...labels, 'pod-template-hash': HASH }, ownerReferences: [owner] };
  const containers = [{ name: 'app', image: parts.image ?? 'app:1', resources: { requests: { cpu } }, ports }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace, ...owned },
    spec: { nodeName, priority, containers },
    status: parts.status ?? { phase: 'Running' },
  };
}

export function clusterOf(...items: readonly Json[]): MeasuredCluster {
  const snapshot = readSnapshot(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  assert.ok(!('problem' in snapshot), 'problem' in snapshot ? snapshot.problem : '');
  const steps = measuredCluster(snapshot, TITLE);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

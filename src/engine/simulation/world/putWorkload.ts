import type { Deployment, KubernetesObject, ObjectMeta } from '../../../model/apiTypes';
import type { Draft } from '../../../model/copies';
import { DEFAULT_NAMESPACE, objectKey } from '../../../model/meta';
import { ApiError } from '../../api/apiError';
import type { ObjectStore } from '../../api/objectStore';
import { EngineError } from '../../kernel/engineError';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';
import type { AdmissionMemo } from './admissionMemo';

/** Where workloads are put: the store, and what is known of them from other runs. */
export interface Target {
  readonly store: ObjectStore;
  readonly memo: AdmissionMemo;
}

/** `kubectl apply` of a workload: creates it, or replaces what is there. Throws the API server's refusal. */
export function putWorkload({ store, memo }: Target, applied: Workload): void {
  const workload = withNamespace(applied);
  const kind = isDaemonSet(workload) ? 'DaemonSet' : 'Deployment';
  const current = store.get(kind, objectKey(workload));
  if (current === undefined) {
    store.create(kind, memo.created(applied, workload));
    return;
  }
  store.update(kind, applyTo(memo, applied, current));
}

/** What `kubectl apply` makes of what is there. */
export function applyTo(memo: AdmissionMemo, applied: Workload, current: Workload): Workload {
  const workload = withNamespace(applied);
  const annotations = { ...current.metadata.annotations, ...workload.metadata.annotations };
  const metadata = { ...current.metadata, labels: workload.metadata.labels, annotations };
  return memo.updated(applied, { ...workload, metadata }, current);
}

/** What runs when the story begins: what is paused now ran before it was paused. */
export function putRunning(target: Target, workload: Workload, path: string): void {
  putOfScenario(target, target.memo.derived(workload, withoutPause), path);
}

function withoutPause(workload: Workload): Workload {
  const { paused: _paused, ...spec } = workload.spec as Deployment['spec'];
  return { ...workload, spec };
}

/** The same for a part of the scenario, which is then no valid scenario. */
export function putOfScenario(target: Target, workload: Workload, path: string): void {
  try {
    putWorkload(target, workload);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new EngineError('InvalidInput', path, `the API server refuses it: ${error.message}`);
  }
}

/** Everything in the simulation has a namespace. */
export function withNamespace(workload: Workload): Workload {
  return inNamespace(workload);
}

export function inNamespace<T extends KubernetesObject>(object: T): T {
  const { namespace } = object.metadata;
  // A manifest may say null.
  if ((namespace ?? '') !== '') return object;
  const metadata: Draft<ObjectMeta> = { namespace: DEFAULT_NAMESPACE, ...object.metadata };
  metadata.namespace = DEFAULT_NAMESPACE;
  return { ...object, metadata };
}

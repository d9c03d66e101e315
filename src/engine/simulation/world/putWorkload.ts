import type { Deployment } from '../../../model/apiTypes';
import { DEFAULT_NAMESPACE, objectKey } from '../../../model/meta';
import { ApiError } from '../../api/apiError';
import { submitWorkload, updateWorkload } from '../../api/applyWorkload';
import type { ObjectStore } from '../../api/objectStore';
import { EngineError } from '../../kernel/engineError';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** `kubectl apply` of a workload: creates it, or replaces what is there. Throws the API server's refusal. */
export function putWorkload(store: ObjectStore, applied: Workload): void {
  const workload = withNamespace(applied);
  const current = store.get(isDaemonSet(workload) ? 'DaemonSet' : 'Deployment', objectKey(workload));
  if (current === undefined) {
    submitWorkload(store, workload);
    return;
  }
  const annotations = { ...current.metadata.annotations, ...workload.metadata.annotations };
  const metadata = { ...current.metadata, labels: workload.metadata.labels, annotations };
  updateWorkload(store, { ...workload, metadata });
}

/** What runs when the story begins: what is paused now ran before it was paused. */
export function putRunning(store: ObjectStore, workload: Workload, path: string): void {
  const { paused: _paused, ...spec } = workload.spec as Deployment['spec'];
  putOfScenario(store, { ...workload, spec }, path);
}

/** The same for a part of the scenario, which is then no valid scenario. */
export function putOfScenario(store: ObjectStore, workload: Workload, path: string): void {
  try {
    putWorkload(store, workload);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new EngineError('InvalidInput', path, `the API server refuses it: ${error.message}`);
  }
}

/** Everything in the simulation has a namespace. */
export function withNamespace(workload: Workload): Workload {
  const { namespace } = workload.metadata;
  // A manifest may say null.
  if ((namespace ?? '') !== '') return workload;
  return { ...workload, metadata: { ...workload.metadata, namespace: DEFAULT_NAMESPACE } };
}

/** Ours: the way into the store for workloads that were decoded before. */
import { objectKey } from '../../model/meta';
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { notFound } from './apiError';
import { defaultDaemonSet, defaultDeployment } from './defaults/workloadDefaults';
import { RESOURCES } from './kinds';
import type { ObjectStore } from './objectStore';
import { refuse } from './refusal';
import { TEMPLATE_GENERATION_ANNOTATION } from './updateStrategies';
import { validateDaemonSetUpdate, validateDeploymentUpdate } from './validation/updates';
import { validateDaemonSet, validateDeployment } from './validation/workloads';

/**
 * The same as applyWorkload.ts for workloads that the API server has decoded before: what the page's worker ships instead of it
 * (docs/adr/0004). Defaults, the validation of the fields that bear on a rollout, generations; no decoding.
 */

type Workload = Deployment | DaemonSet;
type WorkloadKind = 'Deployment' | 'DaemonSet';
/** The decoder's type of a workload; in shape the same as the model's, but for times, which nothing here looks at. */
type Decoded = Parameters<typeof defaultDeployment>[0] & Parameters<typeof defaultDaemonSet>[0];

function kindOf(workload: Workload): WorkloadKind {
  return workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
}

export function submitWorkload(store: ObjectStore, workload: Workload): Workload {
  const kind = kindOf(workload);
  const { status: _status, ...wanted } = workload;
  const completed = completedOf(kind, wanted);
  refuse(kind, workload.metadata.name, kind === 'Deployment' ? validateDeployment(completed) : validateDaemonSet(completed));
  const { metadata } = workload;
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION_ANNOTATION]: '1' };
  const created = { ...metadata, generation: 1, ...(kind === 'DaemonSet' ? { annotations } : {}) };
  return store.create(kind, { ...(completed as unknown as Workload), metadata: created });
}

export function updateWorkload(store: ObjectStore, workload: Workload): Workload {
  const kind = kindOf(workload);
  const current = store.get(kind, objectKey(workload));
  if (current === undefined) throw notFound(RESOURCES[kind], workload.metadata.name);
  const completed = completedOf(kind, workload);
  const old = current as unknown as Decoded;
  refuse(
    kind,
    workload.metadata.name,
    kind === 'Deployment' ? validateDeploymentUpdate(completed, old) : validateDaemonSetUpdate(completed, old),
  );
  return store.update(kind, { ...(completed as unknown as Workload), metadata: workload.metadata });
}

function completedOf(kind: WorkloadKind, workload: Workload): Decoded {
  const decoded = workload as unknown as Decoded;
  return kind === 'Deployment' ? defaultDeployment(decoded) : defaultDaemonSet(decoded);
}

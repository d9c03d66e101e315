import type { Time } from '../../../model/time';
import type { ControllerRevision, DaemonSet, ReplicaSet } from '../../../model/apiTypes';
import { mergePatch } from '../../api/mergePatch';
import {
  PAUSE_NOT_SUPPORTED,
  pauseDeployment,
  restartDaemonSet,
  restartDeployment,
  RESUME_NOT_SUPPORTED,
  resumeDeployment,
} from '../../kubectl/rolloutEdits';
import { undoDaemonSet, undoDeployment, type JsonPatchOperation, type RolloutUndo } from '../../kubectl/rolloutUndo';
import type { WorkloadEdit } from '../scenario/actions';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** What an edit of the workload comes to: another object, or the reason why nothing changes. */
export type EditResult = { readonly object: Workload } | { readonly problem: string };

export interface EditContext {
  readonly now: Time;
  readonly replicaSets: readonly ReplicaSet[];
  readonly revisions: readonly ControllerRevision[];
}

/** The workload as the user's command would leave it. */
export function editWorkload(workload: Workload, action: WorkloadEdit, context: EditContext): EditResult {
  switch (action.action) {
    case 'patch':
      return patched(workload, action.patch);
    case 'setImage':
      return setImage(workload, action.image, action.container);
    case 'scale':
      return isDaemonSet(workload)
        ? { problem: 'a DaemonSet has no replicas: it runs one pod on every node that fits' }
        : { object: mergePatch(workload, { spec: { replicas: action.replicas } }) as Workload };
    case 'pause':
      return isDaemonSet(workload) ? { problem: PAUSE_NOT_SUPPORTED } : edited(pauseDeployment(workload));
    case 'resume':
      return isDaemonSet(workload) ? { problem: RESUME_NOT_SUPPORTED } : edited(resumeDeployment(workload));
    case 'restart':
      return isDaemonSet(workload)
        ? edited(restartDaemonSet(workload, context.now))
        : edited(restartDeployment(workload, context.now));
    case 'undo':
      return undo(workload, action.toRevision ?? 0, context);
  }
}

/** What a patch makes of the rest of an object is the API server's to judge. */
function patched(workload: Workload, patch: Readonly<Record<string, unknown>>): EditResult {
  const object = mergePatch(workload, patch) as Workload;
  const { name, namespace } = (object.metadata as Partial<Workload['metadata']> | undefined) ?? {};
  const isSame = name === workload.metadata.name && namespace === workload.metadata.namespace;
  return isSame ? { object } : { problem: 'a patch cannot rename an object' };
}

function edited(result: { readonly object: Workload | undefined; readonly error: string }): EditResult {
  return result.object === undefined ? { problem: result.error } : { object: result.object };
}

function setImage(workload: Workload, image: string, container: string | undefined): EditResult {
  const { template } = workload.spec;
  const { containers } = template.spec;
  const target = container === undefined ? containers[0] : containers.find((candidate) => candidate.name === container);
  if (target === undefined)
    return { problem: `there is no container ${container ?? ''}; known are ${containers.map(({ name }) => name).join(', ')}` };
  const changed = containers.map((candidate) => (candidate === target ? { ...candidate, image } : candidate));
  const spec = { ...workload.spec, template: { ...template, spec: { ...template.spec, containers: changed } } };
  return { object: { ...workload, spec } as Workload };
}

function undo(workload: Workload, toRevision: number, context: EditContext): EditResult {
  const result: RolloutUndo = isDaemonSet(workload)
    ? undoDaemonSet(workload, context.revisions, toRevision)
    : undoDeployment(workload, context.replicaSets, toRevision);
  if (!('patch' in result) || result.patch === undefined) return { problem: result.error === '' ? result.result : result.error };
  if (result.patchType === 'application/json-patch+json') return { object: applyReplacements(workload, result.patch) };
  return isDaemonSet(workload) ? { object: withRevisionData(workload, result.patch) } : { problem: result.result };
}

/** The only JSON patches that kubectl sends here replace whole parts. */
function applyReplacements(workload: Workload, patch: readonly JsonPatchOperation[]): Workload {
  let result: unknown = workload;
  for (const { path, value } of patch) result = replaceAt(result, path.split('/').slice(1), value);
  return result as Workload;
}

function replaceAt(target: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const object = (target ?? {}) as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaceAt(object[key], rest, value) };
}

/** A ControllerRevision's data replaces the template as a whole (`$patch: replace`). */
function withRevisionData(daemonSet: DaemonSet, data: unknown): DaemonSet {
  const stored = (data as { readonly spec: { readonly template: Readonly<Record<string, unknown>> } }).spec.template;
  const { $patch: _directive, ...template } = stored;
  return { ...daemonSet, spec: { ...daemonSet.spec, template: template as unknown as DaemonSet['spec']['template'] } };
}

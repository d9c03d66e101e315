import type { ScenarioAction } from '../scenario/scenario';
import { counted } from '../../../model/words';

/** How an action is called in markers and lists. */
export function actionLabel(action: ScenarioAction): string {
  switch (action.action) {
    case 'patch':
      return `edit ${changedFields(action.patch).join(', ')}`;
    case 'setImage':
      return `set image ${action.image}`;
    case 'scale':
      return `scale to ${action.replicas}`;
    case 'pause':
      return 'pause the rollout';
    case 'resume':
      return 'resume the rollout';
    case 'restart':
      return 'restart the rollout';
    case 'undo':
      return action.toRevision === undefined || action.toRevision === 0
        ? 'undo the rollout'
        : `undo to revision ${action.toRevision}`;
    case 'killPod':
      return action.pod === undefined
        ? `kill ${counted(action.count ?? 1, `${action.choose ?? 'oldest'} pod`)}`
        : `kill pod ${action.pod}`;
    case 'breakRevision':
      return action.failure === null ? `fix ${action.revision}` : `break ${action.revision}`;
    case 'cordon':
    case 'uncordon':
    case 'drain':
      return `${action.action} ${action.node}`;
    case 'nodeDown':
      return `${action.node} goes down`;
    case 'addNode':
      return `add node ${'metadata' in action.node ? action.node.metadata.name : action.node.name}`;
    case 'removeNode':
      return `remove node ${action.node}`;
    case 'taintNode':
      return `taint ${action.node} ${action.taint.key}:${action.taint.effect}`;
    case 'untaintNode':
      return `untaint ${action.node} ${action.key}`;
    case 'createErrors':
      return `${counted(action.count, 'pod creation')} refused`;
    case 'applyObject':
      return `apply ${action.object.kind ?? 'object'} ${action.object.metadata.name}`;
  }
}

/** The leaves of a patch: `spec.replicas`. */
function changedFields(patch: Readonly<Record<string, unknown>>, prefix = ''): string[] {
  return Object.entries(patch).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? changedFields(value as Readonly<Record<string, unknown>>, path) : [path];
  });
}

/** Edits are what users mean to do, faults what happens to them. */
export function isFault(action: ScenarioAction): boolean {
  return !['patch', 'setImage', 'scale', 'pause', 'resume', 'restart', 'undo', 'applyObject'].includes(action.action);
}

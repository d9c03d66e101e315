import type { InsideRow, SyncStep } from '../../../src/engine/simulation/inside/insideRows';
import type { Recorded, SyncSpan } from './recording';

/** How deep a step is in the tree of its sync: who calls it comes before it. */
const DEPTHS: Readonly<Record<string, number>> = {
  reconcileNewReplicaSet: 1,
  reconcileOldReplicaSets: 1,
  cleanupUnhealthyReplicas: 2,
  scaleDownOldReplicaSetsForRollingUpdate: 2,
  scaleDownOldReplicaSetsForRecreate: 1,
  oldPodsRunning: 1,
  scaleUpNewReplicaSetForRecreate: 1,
  requeueStuckDeployment: 1,
  slowStartBatch: 1,
  getPodsToDelete: 1,
};

export const depthOf = (step: string): number => DEPTHS[step] ?? 0;

/** Which steps a row can be of; the first that was taken and is not behind the row before it. */
function candidates(row: InsideRow, span: SyncSpan, isLastOfOwner: boolean): readonly string[] {
  switch (row.row) {
    case 'expectations':
      if (row.op === 'check') return ['SatisfiedExpectations', 'rollingUpdate'];
      return row.op === 'set' ? ['manageReplicas', 'manage', 'rollingUpdate'] : ['slowStartBatch', 'manage', 'rollingUpdate'];
    case 'request':
      return [row.verb === 'create' ? 'slowStartBatch' : 'getPodsToDelete', 'manage', 'rollingUpdate'];
    case 'slowStart':
      return ['slowStartBatch', 'manage', 'rollingUpdate'];
    case 'queue':
      return ['requeueStuckDeployment', 'updateReplicaSetStatus', 'updateDaemonSetStatus'];
    case 'write':
      return writers(row, span, isLastOfOwner);
    default:
      return [];
  }
}

function writers(
  { kind, type, key }: Extract<InsideRow, { row: 'write' }>,
  { decided }: SyncSpan,
  isLastOfOwner: boolean,
): readonly string[] {
  const name = key.slice(key.indexOf('/') + 1);
  switch (kind) {
    case 'Pod':
      if (type === 'added') return ['slowStartBatch', 'manage', 'rollingUpdate'];
      return ['getPodsToDelete', 'manage', 'rollingUpdate', 'claimPods'];
    case 'ReplicaSet': {
      const scaledBy = decided.filter(({ subjects = [] }) =>
        subjects.some((each) => each.name === name && each.role === 'scaled'),
      );
      const scalers = scaledBy.map(({ step }) => (step === 'scale' ? 'sync' : step));
      if (type === 'deleted') return ['cleanupDeployment'];
      const rolling = ['rolloutRolling', 'rolloutRecreate', 'sync'];
      return type === 'added' ? rolling : [...scalers, 'updateReplicaSetStatus', ...rolling, 'isScalingEvent'];
    }
    case 'Deployment':
      return isLastOfOwner
        ? ['syncRolloutStatus', 'sync', 'syncStatusOnly']
        : ['checkPausedConditions', 'rollback', 'isScalingEvent'];
    case 'DaemonSet':
      return ['updateDaemonSetStatus'];
    case 'ControllerRevision':
      return type === 'deleted' ? ['cleanupHistory'] : ['constructHistory'];
    default:
      return [];
  }
}

/**
 * For each step of a sync the row after which it is done: what a step does not do itself is done by those before it. The
 * order of the rows decides, so no step ends before another that comes first.
 */
export function stepRows({ rows }: Recorded, span: SyncSpan): readonly number[] {
  const { steps, begin, end } = span;
  const last = new Int32Array(steps.length).fill(begin);
  const ownWrites = rows.slice(begin, end).filter((row) => row.row === 'write' && row.kind === 'Deployment').length;
  let seen = 0;
  let at = 0;
  for (let index = begin + 1; index < end; index++) {
    const row = rows[index] as InsideRow;
    if (row.row === 'write' && row.kind === 'Deployment') seen++;
    const names = candidates(row, span, seen === ownWrites);
    const found = firstTaken(steps, names, at);
    if (found >= 0) at = found;
    if (steps.length > 0) last[at] = index;
  }
  for (let step = 1; step < last.length; step++) last[step] = Math.max(last[step] as number, last[step - 1] as number);
  if (last.length > 0) last[last.length - 1] = Math.max(begin, end - 1);
  return [...last];
}

function firstTaken(steps: readonly SyncStep[], names: readonly string[], from: number): number {
  for (const name of names) {
    const index = steps.findIndex(({ step, state }, place) => place >= from && step === name && state !== 'skipped');
    if (index >= 0) return index;
  }
  return -1;
}

/** The step that a row of a sync belongs to. */
export function stepAt(ends: readonly number[], steps: readonly SyncStep[], row: number): number {
  const index = ends.findIndex((end, step) => end >= row && steps[step]?.state !== 'skipped');
  return index >= 0 ? index : steps.findLastIndex(({ state }) => state !== 'skipped');
}

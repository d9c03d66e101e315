import type { ControllerRevision, DaemonSet, Deployment, Pod, ReplicaSet } from '../../../src/model/apiTypes';
import { decodeTimes, parseTime } from '../../../src/model/time';
import { podCells } from '../../../src/engine/kubectl/podTable';
import {
  pauseDeployment,
  PAUSE_NOT_SUPPORTED,
  RESUME_NOT_SUPPORTED,
  restartDaemonSet,
  restartDeployment,
  resumeDeployment,
  type RolloutEdit,
} from '../../../src/engine/kubectl/rolloutEdits';
import { daemonSetRolloutHistory, deploymentRolloutHistory } from '../../../src/engine/kubectl/rolloutHistory';
import { daemonSetRolloutStatus, deploymentRolloutStatus } from '../../../src/engine/kubectl/rolloutStatus';
import { undoDaemonSet, undoDeployment } from '../../../src/engine/kubectl/rolloutUndo';
import { daemonSetCells, deploymentCells, replicaSetCells } from '../../../src/engine/kubectl/workloadTables';
import { compareValues } from '../compare';
import type { ConformanceRecord, ConformanceSuite } from '../suite';

interface Input {
  readonly object: { readonly kind: string };
  readonly now?: string;
  readonly revision?: number;
  readonly replicaSets?: unknown;
  readonly controllerRevisions?: unknown;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  'rolloutStatus',
  'table',
  'rolloutHistory',
  'rolloutUndo',
  'rolloutRestart',
  'rolloutPause',
  'rolloutResume',
]);

function isDeployment(object: { readonly kind: string }): object is Deployment & { kind: string } {
  return object.kind === 'Deployment';
}

function actualOutput(fn: string, input: Input): unknown {
  const object = decodeTimes<{ kind: string }>(input.object);
  const now = parseTime(input.now ?? '') ?? 0;
  const daemonSet = object as unknown as DaemonSet;
  switch (fn) {
    case 'rolloutStatus':
      return isDeployment(object) ? deploymentRolloutStatus(object, input.revision) : daemonSetRolloutStatus(daemonSet);
    case 'table':
      return { cells: cells(object, now) };
    case 'rolloutHistory':
      return isDeployment(object)
        ? deploymentRolloutHistory(object, replicaSets(input), input.revision)
        : daemonSetRolloutHistory(daemonSet, controllerRevisions(input), input.revision);
    case 'rolloutUndo':
      return isDeployment(object)
        ? undoDeployment(object, replicaSets(input), input.revision)
        : undoDaemonSet(daemonSet, controllerRevisions(input), input.revision);
    default:
      return editOutput(fn, object, now);
  }
}

function cells(object: { readonly kind: string }, now: number): unknown {
  switch (object.kind) {
    case 'Deployment':
      return deploymentCells(object as unknown as Deployment, now);
    case 'ReplicaSet':
      return replicaSetCells(object as unknown as ReplicaSet, now);
    case 'DaemonSet':
      return daemonSetCells(object as unknown as DaemonSet, now);
    default:
      return podCells(object as unknown as Pod, now);
  }
}

function editOutput(fn: string, object: { readonly kind: string }, now: number): unknown {
  const edit = editObject(fn, object, now);
  if (typeof edit === 'string') return { error: edit };
  if (edit.object === undefined) return { error: edit.error };
  const { spec } = edit.object;
  const paused = 'paused' in spec && spec.paused === true;
  return { error: '', paused, templateAnnotations: spec.template.metadata?.annotations };
}

function editObject(fn: string, object: { readonly kind: string }, now: number): RolloutEdit<Deployment | DaemonSet> | string {
  if (fn === 'rolloutRestart') {
    return isDeployment(object) ? restartDeployment(object, now) : restartDaemonSet(object as unknown as DaemonSet, now);
  }
  if (fn === 'rolloutPause') return isDeployment(object) ? pauseDeployment(object) : PAUSE_NOT_SUPPORTED;
  return isDeployment(object) ? resumeDeployment(object) : RESUME_NOT_SUPPORTED;
}

function replicaSets(input: Input): ReplicaSet[] {
  return decodeTimes<ReplicaSet[] | null>(input.replicaSets ?? null) ?? [];
}

function controllerRevisions(input: Input): ControllerRevision[] {
  return decodeTimes<ControllerRevision[] | null>(input.controllerRevisions ?? null) ?? [];
}

function hasObject(input: unknown): boolean {
  return typeof input === 'object' && input !== null && 'object' in input;
}

export const rolloutStatusSuite: ConformanceSuite = {
  name: "kubectl's words",
  accepts: (record) => typeof record['fn'] === 'string' && FUNCTIONS.has(record['fn']) && hasObject(record['in']),
  label: (record) => String(record['case']),
  replay(record: ConformanceRecord) {
    const actual = actualOutput(String(record['fn']), record['in'] as Input);
    return compareValues(record['out'], actual);
  },
};

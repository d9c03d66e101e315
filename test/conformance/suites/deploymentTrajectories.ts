import { parseTime } from '../../../src/model/time';
import { EngineError } from '../../../src/engine/kernel/engineError';
import { compareValues } from '../compare';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';
import { applyOp, type Op } from './deploymentOps';
import { DeploymentReplay, type TrajectoryStart } from './deploymentReplay';
import { recordedChange, VIEW_KINDS, type View, type ViewGroup } from './deploymentViews';

interface Step {
  readonly t: number;
  readonly op: Op;
  readonly after?: Partial<Record<ViewGroup, Readonly<Record<string, View | null>>>>;
  readonly events?: readonly unknown[];
  readonly queue?: readonly string[];
  readonly error?: string;
}

interface Trajectory extends TrajectoryStart {
  readonly id: string;
  readonly informers: 'in-step' | 'lag';
  readonly steps: readonly Step[];
}

const START = parseTime('2000-01-01T00:00:00Z') ?? 0;
const UID = /\(\d{8}\)/g;
/** After this many differences a case has nothing more to say. */
const MOST_DIFFERENCES = 20;

function replayTrajectory(trajectory: Trajectory): Difference[] {
  const replay = new DeploymentReplay(trajectory, START);
  const differences: Difference[] = [];
  for (const [index, step] of trajectory.steps.entries()) {
    const path = `steps[${index}] t=${step.t} ${step.op.op} ${step.op.name ?? ''}`.trimEnd();
    differences.push(...replayStep(replay, trajectory, step).map((found) => ({ ...found, path: `${path}: ${found.path}` })));
    if (differences.length > MOST_DIFFERENCES) break;
  }
  return differences;
}

function replayStep(replay: DeploymentReplay, { informers }: Trajectory, step: Step): Difference[] {
  // Cut to the nanosecond: the decimal fractions of the recording are none of the binary ones here.
  replay.clock.advanceTo(START + Math.round(step.t * 1e9) / 1e6);
  const error = errorOf(() => {
    applyOp(replay, step.op);
  });
  const expectedAfter = recordedChanges(replay, step);
  if (informers === 'in-step') replay.informers.deliver();
  const actual = { after: replay.takeChanges(), events: replay.takeEvents(), queue: replay.takeQueue(), error };
  const expected = { after: expectedAfter, events: step.events ?? [], queue: step.queue ?? [], error: step.error };
  return compareValues(expected, actual);
}

function errorOf(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof EngineError) throw error;
    return (error instanceof Error ? error.message : String(error)).replace(UID, '(UID)');
  }
}

function recordedChanges(replay: DeploymentReplay, { after = {} }: Step): Step['after'] {
  const changes: Partial<Record<ViewGroup, Record<string, View | null>>> = {};
  for (const group of Object.keys(after) as ViewGroup[]) {
    const entries = Object.entries(after[group] ?? {});
    const isNew = (name: string): boolean => !replay.isKnown(VIEW_KINDS[group], name);
    changes[group] = Object.fromEntries(entries.map(([name, view]) => [name, recordedChange(view, isNew(name))]));
  }
  return changes;
}

/** trajectories.jsonl of the Deployment data: both controllers stepped by hand, everything compared after each step. */
export const deploymentTrajectoriesSuite: ConformanceSuite = {
  name: 'deployment trajectories',
  accepts: ({ steps, hashes, informers }) => Array.isArray(steps) && typeof hashes === 'object' && typeof informers === 'string',
  label: (record) => String(record['id']),
  replay: (record: ConformanceRecord) => replayTrajectory(record as unknown as Trajectory),
};

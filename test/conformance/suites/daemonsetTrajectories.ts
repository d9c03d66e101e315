import { encodeTimes } from '../../../src/model/time';
import { compareValues } from '../compare';
import type { ConformanceSuite, Difference } from '../suite';
import type { After, Json, TrajectoryCase } from './daemonsetTrajectoryFormat';
import { TrajectoryWorld } from './daemonsetTrajectoryWorld';

/** The recording says only what has changed; this adds it up. */
class ExpectedState {
  #ds: Json | null;
  #revisions: readonly Json[] = [];
  #pods: Record<string, Json> = {};

  constructor(initial: Json) {
    this.#ds = initial['ds'] as Json | null;
  }

  after({ ds, revisions, pods, ...rest }: After): Json {
    if (ds !== undefined) this.#ds = ds;
    if (revisions !== undefined) this.#revisions = revisions;
    for (const pod of pods?.set ?? []) this.#pods[String(pod['name'])] = pod;
    for (const name of pods?.gone ?? []) Reflect.deleteProperty(this.#pods, name);
    return { ...rest, ds: this.#ds, revisions: this.#revisions, pods: this.#pods };
  }
}

function replay(trajectory: TrajectoryCase): readonly Difference[] {
  const world = new TrajectoryWorld(trajectory);
  const expected = new ExpectedState(world.state());
  for (const [index, { after, ...step }] of trajectory.steps.entries()) {
    const path = `steps[${index}] ${step.op.op}`;
    const result = world.run(step.op);
    const differences = [
      ...compareValues(step, { op: step.op, ...result }, {}, path),
      ...compareValues(expected.after(after), encodeTimes(world.state()), {}, `${path} after`),
    ];
    // What follows from a difference is no news.
    if (differences.length > 0) return differences;
  }
  return [];
}

/** The DaemonSet controller step by step: one call or one cluster event, the whole state after it. */
export const daemonsetTrajectories: ConformanceSuite = {
  name: 'daemonset trajectories',
  accepts: (record) => {
    const initial = record['initial'];
    return 'steps' in record && typeof initial === 'object' && initial !== null && 'daemonset' in initial;
  },
  label: (record) => `${String(record['case'])} (${String(record['class'])})`,
  replay: (record) => replay(record as unknown as TrajectoryCase),
};

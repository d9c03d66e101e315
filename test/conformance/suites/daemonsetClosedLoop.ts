import { compareValues } from '../compare';
import type { CutMoment, CutReplay } from '../continuing';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';
import { ClosedLoopWorld, START, type ClosedLoopCase, type ClosedLoopState, type Json } from './daemonsetWorld';

/** What has changed since the state before, if anything. */
function timelineEntry(t: number, state: ClosedLoopState, before: ClosedLoopState | undefined): Json | undefined {
  const names = [...new Set([...Object.keys(before?.nodes ?? {}), ...Object.keys(state.nodes)])];
  const changed = names.filter((name) => state.nodes[name] !== before?.nodes[name]);
  const dsChanged = compareValues(before?.ds, state.ds).length > 0;
  if (!dsChanged && changed.length === 0) return undefined;
  return {
    t,
    ...(dsChanged ? { ds: state.ds } : {}),
    ...(changed.length > 0 ? { nodes: Object.fromEntries(changed.map((name) => [name, state.nodes[name] ?? ''])) } : {}),
  };
}

/** The key figures of the time from the first edit on. */
class Derived {
  #completeAt: number | null = null;
  #maxPods = 0;
  #maxLivePods = 0;
  #minReadyNodes = Infinity;
  #minReadyNodesAt = 0;

  add(t: number, state: ClosedLoopState): void {
    if (!state.complete) this.#completeAt = null;
    else this.#completeAt ??= t;
    this.#maxPods = Math.max(this.#maxPods, state.pods);
    this.#maxLivePods = Math.max(this.#maxLivePods, state.livePods);
    if (state.readyNodes >= this.#minReadyNodes) return;
    this.#minReadyNodes = state.readyNodes;
    this.#minReadyNodesAt = t;
  }

  result(lastEdit: number, errors: readonly string[]): Json {
    const completeAt = this.#completeAt === null ? null : Math.max(this.#completeAt, lastEdit);
    return {
      completeAt,
      ...(completeAt === null ? {} : { duration: completeAt - lastEdit }),
      maxLivePods: this.#maxLivePods,
      maxPods: this.#maxPods,
      minReadyNodes: this.#minReadyNodes,
      minReadyNodesAt: this.#minReadyNodesAt,
      ...(errors.length > 0 ? { errors } : {}),
    };
  }
}

function replay(recorded: ClosedLoopCase): readonly Difference[] {
  const world = new ClosedLoopWorld(recorded);
  return compareCase(recorded, (t) => seenAt(world, t));
}

/** The same told by two: the second goes on from the objects that the first leaves. */
export function replayCutCase(record: ConformanceRecord, moment: CutMoment): CutReplay {
  const recorded = record as unknown as ClosedLoopCase;
  const { differences, isAtRest, hasLostReadiness } = replayCut(recorded, moment, false);
  const isUnknowable = differences.length > 0 && hasLostReadiness && replayCut(recorded, moment, true).differences.length === 0;
  return { differences, isAtRest, ...(isUnknowable ? { unknowable: APPOINTMENT } : {}) };
}

/** The controller looks again minReadySeconds after a pod got ready, and so on from there as long as others are waited for. */
const APPOINTMENT = 'an appointment that goes back to a pod which is gone, or ready no more';

interface CutCase extends CutReplay {
  /** Since the controller last had no appointment, a pod has got ready that is gone by the moment, or ready no more. */
  readonly hasLostReadiness: boolean;
}

function replayCut(recorded: ClosedLoopCase, moment: CutMoment, isTold: boolean): CutCase {
  let world = new ClosedLoopWorld(recorded);
  let found: { readonly isAtRest: boolean; readonly hasLostReadiness: boolean } | undefined;
  let idleAt = 0;
  const differences = compareCase(recorded, (t) => {
    if (found === undefined && world.goTo(moment, START + t * 1000 + 999)) {
      found = { isAtRest: world.isAtRest, hasLostReadiness: world.lostReadiness.some((at) => at >= idleAt) };
      world = new ClosedLoopWorld(recorded, world.cut(), isTold);
    }
    const seen = seenAt(world, t);
    if (!world.hasAppointments) idleAt = world.loop.now;
    return seen;
  });
  return { differences, ...(found ?? { isAtRest: true, hasLostReadiness: false }) };
}

interface Seen {
  readonly state: ClosedLoopState;
  readonly errors: readonly string[];
}

function seenAt(world: ClosedLoopWorld, t: number): Seen {
  world.loop.runUntil(START + t * 1000 + 999);
  return { state: world.state(), errors: world.errors };
}

function compareCase(recorded: ClosedLoopCase, look: (t: number) => Seen): readonly Difference[] {
  const timeline: Json[] = [];
  const derived = new Derived();
  const firstEdit = recorded.script[0]?.at ?? 0;
  let before: ClosedLoopState | undefined;
  let errors: readonly string[] = [];
  for (let t = 0; t <= recorded.horizon; t++) {
    const { state, ...seen } = look(t);
    errors = seen.errors;
    const entry = timelineEntry(t, state, before);
    if (entry !== undefined) timeline.push(entry);
    if (t >= firstEdit) derived.add(t, state);
    before = state;
  }
  const lastEdit = recorded.script.at(-1)?.at ?? 0;
  return [
    ...compareValues(recorded.timeline, timeline, {}, 'timeline'),
    ...compareValues(recorded.derived, derived.result(lastEdit, errors), {}, 'derived'),
  ];
}

/** The DaemonSet controller running on the virtual clock with a modeled kubelet: the state at the end of every second. */
export const daemonsetClosedLoop: ConformanceSuite = {
  name: 'daemonset closed loop',
  accepts: (record) => {
    const initial = record['initial'];
    return 'timeline' in record && typeof initial === 'object' && initial !== null && 'daemonset' in initial;
  },
  label: (record) => `${String(record['case'])} (${String(record['class'])})`,
  replay: (record) => replay(record as unknown as ClosedLoopCase),
};

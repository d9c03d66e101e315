import { isPodReady } from '../../../src/model/podConditions';
import type { Time } from '../../../src/model/time';
import type { DeploymentCondition } from '../../../src/model/apiTypes';
import { compareValues } from '../compare';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';
import type { CutMoment, CutReplay } from '../continuing';
import { DeploymentCluster, type Story } from './deploymentCluster';

type ReplicaSetRow = readonly (number | null)[];
type ConditionRow = readonly (string | number | null | undefined)[];

interface DeploymentRow {
  readonly replicas: number;
  readonly paused: boolean;
  readonly observed: boolean;
  readonly revision: string;
  /** replicas, updated, ready, available, unavailable, terminating (-1: not known). */
  readonly status: readonly number[];
}

interface Row {
  readonly t: number;
  readonly rs?: Readonly<Record<string, ReplicaSetRow | null>> | null;
  readonly d?: DeploymentRow | null;
  readonly conditions?: Readonly<Record<string, ConditionRow>> | null;
}

interface Completion {
  readonly at: number;
  readonly complete: number | null;
}

interface Recording extends Story {
  readonly id: string;
  readonly rows: readonly Row[];
  readonly scaling?: readonly (readonly [number, string, number, number])[];
  readonly facts: Readonly<Record<string, unknown>>;
  readonly end: number;
  readonly loose: Readonly<Record<string, unknown>>;
}

/** What a window's end shows. */
interface WindowState {
  readonly rs: Readonly<Record<string, ReplicaSetRow>>;
  readonly d: DeploymentRow | undefined;
  readonly conditions: Readonly<Record<string, ConditionRow>>;
}

/** Pods as users feel them, at a window's end. */
interface PodCounts {
  readonly active: number;
  readonly all: number;
  readonly ready: number;
}

const WINDOW = 0.5;
/** Windows end just before the next begins; finer than this the double does not tell times apart. */
const WINDOW_END_MS = WINDOW * 1000 - 0.001;
const REVISION = 'deployment.kubernetes.io/revision';
const SCALED = /^Scaled (?:up|down) replica set (\S+) from (\d+) to (\d+)$/;

/** All differences; with the recording's watch latencies or with none. */
export function replayStory(record: ConformanceRecord, withLatency = true): Difference[] {
  const recording = record as unknown as Recording;
  return compareStory(recording, playStory(recording, withLatency));
}

/** The same told by two: the second goes on from the objects that the first leaves. */
export function replayCutStory(record: ConformanceRecord, moment: CutMoment): CutReplay {
  const recording = record as unknown as Recording;
  const first = new DeploymentCluster(recording);
  const windows: Window[] = [];
  const isOver = (): boolean => windows.length * WINDOW > recording.until;
  const endOfWindow = (): number => first.start + windows.length * WINDOW * 1000 + WINDOW_END_MS;
  while (endOfWindow() < first.start + moment.at * 1000) windows.push(lookAt(first, windows.length * WINDOW));
  first.loop.runUntil(first.start + moment.at * 1000);
  while (moment.isBusy && (first.isAtRest || !first.loop.isInstantOver) && !isOver())
    if (!first.loop.step(endOfWindow())) windows.push(lookAt(first, windows.length * WINDOW));
  const { isAtRest } = first;
  const second = new DeploymentCluster(recording, true, first.cut());
  while (!isOver()) windows.push(lookAt(second, windows.length * WINDOW));
  const scaling = [...scalingOf(first), ...scalingOf(second)];
  return { differences: compareStory(recording, { windows, scaling }), isAtRest };
}

interface Window {
  readonly t: number;
  readonly state: WindowState;
  readonly pods: PodCounts;
}

interface Play {
  readonly windows: readonly Window[];
  readonly scaling: readonly unknown[];
}

function playStory(recording: Recording, withLatency: boolean): Play {
  const cluster = new DeploymentCluster(recording, withLatency);
  const windows: Window[] = [];
  for (let t = 0; t <= recording.until; t += WINDOW) windows.push(lookAt(cluster, t));
  return { windows, scaling: scalingOf(cluster) };
}

function lookAt(cluster: DeploymentCluster, t: number): Window {
  cluster.loop.runUntil(cluster.start + t * 1000 + WINDOW_END_MS);
  return { t, state: windowState(cluster), pods: countPods(cluster) };
}

function compareStory(recording: Recording, { windows, scaling }: Play): Difference[] {
  const expected = new ExpectedState();
  const facts = new FactFinder(recording);
  const differences: Difference[] = [];
  let lastChange = 0;
  let before: WindowState | undefined;
  for (const { t, state, pods } of windows) {
    if (before === undefined || compareValues(before, state).length > 0) lastChange = t;
    before = state;
    facts.see(t, state, pods);
    for (const row of recording.rows) if (row.t === t) expected.apply(row);
    differences.push(...expected.compare(state).map((found) => ({ ...found, path: `t=${t}: ${found.path}` })));
  }
  if (Object.keys(recording.loose).length === 0) differences.push(...compareValues(recording.end, lastChange, {}, 'end'));
  if (recording.scaling !== undefined) differences.push(...compareValues(recording.scaling, scaling, {}, 'scaling'));
  return [...differences, ...compareFacts(recording.facts, facts.found())];
}

/** Facts that not all runs shared were left out of the recording; those that are there must agree. */
function compareFacts(recorded: Readonly<Record<string, unknown>>, found: Readonly<Record<string, unknown>>): Difference[] {
  return Object.keys(recorded).flatMap((name) => compareValues(recorded[name], found[name], {}, `facts.${name}`));
}

function windowState({ store, deployment, start }: DeploymentCluster): WindowState {
  const rs: Record<string, ReplicaSetRow> = {};
  for (const { metadata, spec, status } of store.list('ReplicaSet')) {
    const { replicas = 0, readyReplicas = 0, availableReplicas = 0, terminatingReplicas = -1 } = status ?? {};
    const revision = Number(metadata.annotations?.[REVISION] ?? 0);
    rs[metadata.name] = [spec.replicas ?? 1, replicas, readyReplicas, availableReplicas, terminatingReplicas, revision];
  }
  if (deployment === undefined) return { rs, d: undefined, conditions: {} };
  const { metadata, spec, status = {} } = deployment;
  const { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0, unavailableReplicas = 0 } = status;
  const d: DeploymentRow = {
    replicas: spec.replicas ?? 1,
    paused: spec.paused ?? false,
    observed: status.observedGeneration === metadata.generation,
    revision: metadata.annotations?.[REVISION] ?? '',
    status: [replicas, updatedReplicas, readyReplicas, availableReplicas, unavailableReplicas, status.terminatingReplicas ?? -1],
  };
  const conditions = (status.conditions ?? []).map((condition) => [condition.type, conditionRow(condition, start)] as const);
  return { rs, d, conditions: Object.fromEntries(conditions) };
}

function conditionRow(condition: DeploymentCondition, start: Time): ConditionRow {
  const seconds = (time: Time | undefined): number | undefined => (time === undefined ? undefined : (time - start) / 1000);
  const { status, reason, message, lastUpdateTime, lastTransitionTime } = condition;
  return [status, reason, message, seconds(lastUpdateTime), seconds(lastTransitionTime)];
}

function countPods({ store }: DeploymentCluster): PodCounts {
  const pods = [...store.list('Pod')];
  const active = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  return { active: active.length, all: pods.length, ready: active.filter(isPodReady).length };
}

function scalingOf({ scalingEvents, start }: DeploymentCluster): unknown[] {
  return scalingEvents.map(({ at, message }) => {
    const [, name, from, to] = SCALED.exec(message) ?? [];
    return [Math.floor((at - start) / 1000 / WINDOW) * WINDOW, name, Number(from), Number(to)];
  });
}

/** The recorded state, row by row; a part that is null is not determined until a row gives it again. */
class ExpectedState {
  #rs: Record<string, ReplicaSetRow> | null = {};
  #d: DeploymentRow | null = null;
  #conditions: Readonly<Record<string, ConditionRow>> | null = {};

  apply({ rs, d, conditions }: Row): void {
    if (rs === null) this.#rs = null;
    else if (rs !== undefined) this.#rs = mergeReplicaSets(this.#rs ?? {}, rs);
    if (d !== undefined) this.#d = d;
    if (conditions !== undefined) this.#conditions = conditions;
  }

  compare(state: WindowState): Difference[] {
    return [
      ...(this.#rs === null ? [] : compareValues(this.#rs, state.rs, {}, 'rs')),
      ...(this.#d === null ? [] : compareValues(this.#d, state.d, {}, 'd')),
      ...(this.#conditions === null ? [] : compareConditions(this.#conditions, state.conditions)),
    ];
  }
}

function mergeReplicaSets(
  before: Readonly<Record<string, ReplicaSetRow>>,
  changes: Readonly<Record<string, ReplicaSetRow | null>>,
): Record<string, ReplicaSetRow> {
  const merged: Record<string, ReplicaSetRow> = { ...before };
  for (const [name, row] of Object.entries(changes)) {
    if (row === null) Reflect.deleteProperty(merged, name);
    else merged[name] = row;
  }
  return merged;
}

/** Times that are null in the recording are not determined. */
function compareConditions(
  expected: Readonly<Record<string, ConditionRow>>,
  actual: Readonly<Record<string, ConditionRow>>,
): Difference[] {
  const known: Record<string, ConditionRow> = {};
  for (const [type, row] of Object.entries(actual)) {
    known[type] = row.map((value, index) => (expected[type]?.[index] === null ? null : value));
  }
  return compareValues(expected, known, {}, 'conditions');
}

/** Gathers the facts of a story, from the first window on in which the Deployment was complete. */
class FactFinder {
  readonly #completions: { readonly at: number; complete: number | null }[];
  #begun = false;
  #maxActivePods = 0;
  #maxPods = 0;
  #minReadyPods = Infinity;
  #minAvailable = Infinity;
  #maxUnavailable = 0;

  constructor({ edits }: Recording) {
    this.#completions = [{ at: 0, complete: null }, ...edits.map(({ at }) => ({ at, complete: null }))];
  }

  see(t: number, { d }: WindowState, pods: PodCounts): void {
    if (d === undefined) return;
    const [total = 0, updated = 0, , available = 0] = d.status;
    const complete = d.observed && updated === d.replicas && total === d.replicas && available === d.replicas;
    const current = this.#completions.findLast(({ at }) => at <= t);
    if (complete && current?.complete === null) current.complete = t;
    this.#begun ||= complete;
    if (!this.#begun) return;
    this.#maxActivePods = Math.max(this.#maxActivePods, pods.active);
    this.#maxPods = Math.max(this.#maxPods, pods.all);
    this.#minReadyPods = Math.min(this.#minReadyPods, pods.ready);
    this.#minAvailable = Math.min(this.#minAvailable, available);
    this.#maxUnavailable = Math.max(this.#maxUnavailable, d.replicas - available);
  }

  found(): Readonly<Record<string, unknown>> {
    const completions: readonly Completion[] = this.#completions;
    if (!this.#begun) return { completions };
    return {
      completions,
      maxActivePods: this.#maxActivePods,
      maxPods: this.#maxPods,
      minReadyPods: this.#minReadyPods,
      minAvailable: this.#minAvailable,
      maxUnavailable: this.#maxUnavailable,
    };
  }
}

/** closed-loop.jsonl of the Deployment data: whole stories, compared at the end of each half second. */
export const deploymentClosedLoopSuite: ConformanceSuite = {
  name: 'deployment closed loop',
  accepts: ({ rows, deployment, images }) => Array.isArray(rows) && typeof deployment === 'object' && typeof images === 'object',
  label: (record) => String(record['id']),
  replay: (record) => replayStory(record),
};

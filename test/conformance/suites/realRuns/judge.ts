import type { ScenarioAction } from '../../../../src/engine/simulation/scenario/actions';
import type { Scenario } from '../../../../src/engine/simulation/scenario/scenario';
import type { Difference } from '../../suite';
import { firstParting, PACES, paceOf, SHIFT_SECONDS, type Course, type Pace } from './course';
import type { Recording } from './recording';
import { recordedView } from './recordedView';
import { nodesBefore, replayedView } from './replayedView';
import type { RunView } from './view';

/** What a replay with one seed is like. */
interface Verdict {
  readonly pace: Pace | 'aborted';
  readonly differences: readonly Difference[];
}

const SEEDS = 8;
/** So many seeds are asked for one with which the pods of before are where they were. */
const CANDIDATES = 64;
/** The recorded clusters are small: more than this is a loop without an end. */
const MAX_STEPS = 100_000;
/** All recorded workloads have this name. */
const WORKLOAD = 'web-';
const NOTHING: Course = { times: [], states: [] };

/** Plays the run with several seeds, for a live system breaks its ties at random, and keeps the nearest. No seed may abort. */
export function judgeRun(recording: Recording): readonly Difference[] {
  const recorded = recordedView(recording);
  let best: Verdict | undefined;
  for (const seed of seedsFor(recording)) {
    const verdict = judgeSeed(recording, recorded, seed);
    if (verdict.pace === 'aborted' || (verdict.pace === 'same' && verdict.differences.length === 0)) return verdict.differences;
    if (best === undefined || badness(verdict) < badness(best)) best = verdict;
  }
  return (best as Verdict).differences;
}

/**
 * Where the pods of before are is part of what a run begins with, not of how it goes: seeds that have them there come first,
 * those before all with which they came there in the same order.
 */
function seedsFor({ scenario, pods }: Recording): readonly number[] {
  const recorded = pods.filter(({ created, name }) => created < 0 && name.startsWith(WORKLOAD)).map(({ node = '' }) => node);
  const byLikeness: [other: number[], same: number[], inOrder: number[]] = [[], [], []];
  for (let seed = 1; seed <= CANDIDATES && byLikeness[2].length < SEEDS; seed++)
    byLikeness[likenessOf(recorded, nodesBefore({ ...scenario, seed }))].push(seed);
  return byLikeness.toReversed().flat().slice(0, SEEDS);
}

/** 2: the same nodes in the same order, 1: in another one, 0: others. */
function likenessOf(recorded: readonly string[], replayed: readonly string[]): 0 | 1 | 2 {
  if (recorded.join() === replayed.join()) return 2;
  return recorded.toSorted().join() === replayed.toSorted().join() ? 1 : 0;
}

function badness({ pace, differences }: Verdict): number {
  const hasOtherEnd = differences.some(({ path }) => path === 'end');
  return 100 * [...PACES, 'aborted'].indexOf(pace) + 50 * Number(hasOtherEnd) + differences.length;
}

function judgeSeed(recording: Recording, recorded: RunView, seed: number): Verdict {
  try {
    const scenario = { ...asRecorded(recording), seed, limits: { maxSteps: MAX_STEPS } };
    const replayed = replayedView(scenario, recording.end);
    const pace = runPace(recorded, replayed, recording.end);
    const differences = [...partings(recorded, replayed, recording.end), ...otherDifferences(recorded, replayed)];
    if (pace !== 'same') differences.push({ path: 'pace', expected: 'same', actual: pace });
    return { pace, differences };
  } catch (error) {
    const actual = error instanceof Error ? error.message : String(error);
    const differences = ['aborted', 'pace', 'course', 'end'].map((path) => ({ path, expected: 'a replay', actual }));
    return { pace: 'aborted', differences };
  }
}

function labelsOf(recorded: RunView, replayed: RunView): readonly string[] {
  return [...new Set([...recorded.courses.keys(), ...replayed.courses.keys()])];
}

/** The worst pace of its ReplicaSets. */
function runPace(recorded: RunView, replayed: RunView, end: number): Pace {
  const paces = labelsOf(recorded, replayed).map((label) =>
    paceOf(recorded.courses.get(label) ?? NOTHING, replayed.courses.get(label) ?? NOTHING, end),
  );
  return PACES[Math.max(...paces.map((pace) => PACES.indexOf(pace)))] as Pace;
}

function partings(recorded: RunView, replayed: RunView, end: number): readonly Difference[] {
  return labelsOf(recorded, replayed).flatMap((label) => {
    const parting = firstParting(
      recorded.courses.get(label) ?? NOTHING,
      replayed.courses.get(label) ?? NOTHING,
      end,
      SHIFT_SECONDS,
    );
    if (parting === undefined) return [];
    return [{ path: `course of ${label} at ${parting.t} s`, expected: parting.recorded, actual: parting.replayed }];
  });
}

function otherDifferences(recorded: RunView, replayed: RunView): readonly Difference[] {
  const differences: Difference[] = [];
  const compare = (path: string, expected: unknown, actual: unknown): void => {
    if (JSON.stringify(expected) !== JSON.stringify(actual)) differences.push({ path, expected, actual });
  };
  compare('end', recorded.finalStatus, replayed.finalStatus);
  const counts = (view: RunView): readonly number[] => Object.values(view.podsPerNode).sort((a, b) => a - b);
  if (counts(recorded).join() !== counts(replayed).join()) compare('pods per node', recorded.podsPerNode, replayed.podsPerNode);
  compare('event reasons', recorded.eventReasons, replayed.eventReasons);
  compare('conditions', recorded.conditions, replayed.conditions);
  compare('rollout status', recorded.rolloutStatus, replayed.rolloutStatus);
  compare('policies', recorded.policies, replayed.policies);
  compare('scheduling messages', recorded.schedulingMessages, replayed.schedulingMessages);
  return differences;
}

/**
 * What was done is no part of what is compared: it is given as it was, at the time at which it was. An undo is kubectl's last
 * request; when a drain begins to evict is the simulation's. The recorder restarted by a patch: kubectl refuses to restart
 * what is paused.
 */
function asRecorded({ scenario, actions: done }: Recording): Scenario {
  const actions = scenario.actions.map((action): ScenarioAction => {
    const record = done?.find((one) => one.action === action.action && one.at === action.at);
    const at = (action.action === 'undo' ? record?.to : record?.from) ?? action.at;
    if (action.action !== 'restart') return { ...action, at };
    const metadata = { annotations: { 'kubectl.kubernetes.io/restartedAt': `second ${action.at}` } };
    return { at, action: 'patch', patch: { spec: { template: { metadata } } } };
  });
  return { ...scenario, actions };
}

import assert from 'node:assert/strict';
import type { DecisionStep, DecisionSteps, DecisionValue } from '../../src/engine/controllers/decisions';
import { actionWords } from '../../src/engine/simulation/scenario/actionWords';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { sentenceOf } from '../../src/engine/simulation/words/describeDecision';
import { diagnosticsOf } from '../features/support';
import { RISK_CASES } from '../rules/riskCases';
import { STALL_CASES } from '../rules/stallCases';
import { daemonSet, deployment, nodesWith, play, type StoryOptions } from './support';

const COUNTS = [0, 1, 2, 10] as const;

const ONE = String.raw`(?<![\d.,:/−+-]|\+ |of )1 (?:(?:old|new|extra|healthy|unhealthy|available|active|more) )*`;
const MANY = String.raw`(?<![\d.,:/−+-]|\+ )(?:0|[2-9]|\d{2,}) (?:(?:old|new|extra|healthy|unhealthy|available|active|more) )*`;
const THING = 'pod|node|replica|restart|wave|try|creation|deletion|event|step|successor|disruption';
const THINGS = 'pods|nodes|replicas|restarts|waves|tries|creations|deletions|events|steps|successors|disruptions';
const PLURAL_VERB = 'are|have|were|take|wait|stay|go|do|need|keep|get|fit|use|serve|crash';
const SINGULAR_VERB = 'is|has|was|takes|waits|stays|goes|does|needs|keeps|gets|fits|uses|serves|crashes';

/** What cannot be right, whatever is said. */
const FORBIDDEN: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['one of many', new RegExp(`${ONE}(?:pod )?(?:${THINGS})\\b`)],
  ['many of one', new RegExp(`${MANY}(?:${THING})\\b(?! (?:creations|deletions)\\b)`)],
  ['the only one of several', new RegExp(`\\bof 1 (?:${THINGS})\\b`)],
  ['one that do', new RegExp(`${ONE}(?:${THING}) (?:${PLURAL_VERB})\\b`)],
  ['several that does', new RegExp(`(?<!of )${MANY}(?:${THINGS}) (?:${SINGULAR_VERB})\\b`)],
  ['there are one', new RegExp(`\\b(?:are|have been|were) 1 (?:${THING})`)],
  ['there is several', new RegExp(`\\b(?:is|has been|was) (?:0|[2-9]|\\d{2,}) (?:${THING})`)],
  ['all of one, up to none', /\b(?:all|both|all of|each of) [01] |\bup to 0 /i],
  ['nothing that is counted', new RegExp(`\\bnothing (?:${THINGS})\\b|\\bno (?:no|0)\\b`)],
  ['one and their, several and its', new RegExp(`${ONE}(?:${THING}) [^.:;·]*\\b(?:their|them|they)\\b`)],
  ['a gap', /^$|^[ ,.:;]|, ,|\(\)|: *$|[ ,]$|undefined|NaN|\[object|Infinity/],
];

/** What is wrong with it, for the eye. */
function faults(text: string): string[] {
  return FORBIDDEN.filter(([, pattern]) => pattern.test(text)).map(([what]) => `${what}: ${text}`);
}

function assertRight(texts: Iterable<string>): void {
  const all = new Set(texts);
  assert.ok(all.size > 1);
  assert.deepEqual([...all].flatMap(faults), []);
}

/** All that a decision can be: the compiler wants each verdict of each step. */
const VERDICTS: { readonly [S in keyof DecisionSteps]: Readonly<Record<keyof DecisionSteps[S], true>> } = {
  syncDeployment: { selectingAll: true, statusOnly: true },
  getNewReplicaSet: { created: true, found: true, updated: true, collision: true, refused: true },
  reconcileNewReplicaSet: { scaledUp: true, atMaximum: true, scaledDown: true },
  reconcileOldReplicaSets: { waiting: true, scaledDown: true, swallowedError: true },
  cleanupUnhealthyReplicas: { scaledDown: true },
  scaleDownOldReplicaSetsForRollingUpdate: { atMinimum: true, scaledDown: true },
  scaleDownOldReplicaSetsForRecreate: { scaledDown: true },
  oldPodsRunning: { waiting: true },
  scaleUpNewReplicaSetForRecreate: { scaledUp: true, scaledDown: true },
  isScalingEvent: { scalingEvent: true },
  scale: { scaledUp: true, scaledDown: true, nothingToDo: true },
  checkPausedConditions: { paused: true, resumed: true },
  rollback: { rolledBack: true, rollbackFailed: true },
  rollbackToTemplate: { unchanged: true },
  syncRolloutStatus: { complete: true, progressing: true, timedOut: true },
  requeueStuckDeployment: { requeued: true },
  cleanupDeployment: { cleanedUp: true, waiting: true },
  manageReplicas: { creating: true, deleting: true, failed: true },
  expectations: { waiting: true },
  nextAvailabilityCheck: { requeued: true },
  constructHistory: { created: true, raised: true, merged: true },
  cleanupHistory: { deleted: true },
  manage: { synced: true, waiting: true },
  rollingUpdate: { rolling: true, waiting: true },
  updateDaemonSetStatus: { complete: true, progressing: true },
  addRateLimited: { requeued: true },
};

const NUMBERS = [
  ...['maxTotalPods', 'newRSUnavailable', 'minAvailable', 'oldPods', 'replicas', 'activePods', 'adds', 'creations'],
  ...['allowedReplacements', 'numSurge', 'numUnavailable', 'updatedNumberScheduled', 'desiredNumberScheduled'],
];
/** Steps that may come with the one or the other input say different things. */
const MARKS: readonly Readonly<Record<string, DecisionValue>>[] = [{}, { size: 1 }, { maxSurge: 1 }, { saturated: true }];

/** Each verdict of each step with `first` and `second` as its numbers, of which one at least is not 0. */
function decisionSentences(first: number, second: number): string[] {
  const inputs = {
    ...Object.fromEntries(NUMBERS.map((name) => [name, first])),
    ...{ deletions: second, deletes: second, candidates: second, numberAvailable: second },
    ...{ revision: 1, desiredReplicasAnnotation: second },
  };
  return Object.entries(VERDICTS).flatMap(([step, verdicts]) =>
    Object.keys(verdicts).flatMap((verdict) =>
      MARKS.map((mark) => {
        const made = { step, verdict, inputs: { ...inputs, ...mark }, outcome: Math.max(1, second) };
        return sentenceOf(made as unknown as DecisionStep);
      }),
    ),
  );
}

function* sentences(timeline: Timeline): Generator<string> {
  const { outcome, notes = [], decisions } = timeline;
  yield verdictText(timeline);
  yield outcome.sentence;
  for (const { sentence, remedy } of outcome.blockers) {
    yield sentence;
    if (remedy !== undefined) yield remedy;
  }
  for (const { sentence } of notes) yield sentence;
  for (const step of decisions.flatMap(({ steps }) => steps)) yield sentenceOf(step);
}

const NEVER: StoryOptions = { after: { failure: { kind: 'neverReady' } } };
const CRASH: StoryOptions = { after: { failure: { kind: 'crash', after: 1 } } };
const PULL: StoryOptions = { after: { failure: { kind: 'imagePullError' } } };
const quota = (pods: number): StoryOptions => ({
  surroundings: { resourceQuotas: [{ metadata: { name: 'q' }, spec: { hard: { pods: String(pods) } } }] },
});
const port = { container: { ports: [{ containerPort: 80, hostPort: 80 }] } };
const budget = (minAvailable: number, app: string): StoryOptions => ({
  surroundings: {
    podDisruptionBudgets: [{ metadata: { name: 'b' }, spec: { minAvailable, selector: { matchLabels: { app } } } }],
  },
});

/** Rollouts of so many pods, and their ends: one for each sentence about a stall. */
const STORIES: Readonly<Record<string, (count: number) => Timeline>> = {
  'a Deployment': (count) => play(deployment(count)),
  'a creation': (count) => play(deployment(count), { before: deployment(0) }),
  'nothing to do': (count) => play(deployment(count), { before: deployment(count) }),
  'a Recreate': (count) => play(deployment(count, { recreate: true }), { all: { shutDown: 5 }, ...budget(count, 'web') }),
  'one after the other': (count) => play(deployment(count, { maxSurge: 1, maxUnavailable: 0 })),
  'never ready': (count) => play(deployment(count, { maxSurge: count }), NEVER),
  'a crash': (count) => play(deployment(count, { maxSurge: count }), CRASH),
  'no image': (count) => play(deployment(count, { maxSurge: count }), PULL),
  'a quota': (count) => play(deployment(count, { maxSurge: 1, maxUnavailable: 0 }), quota(count)),
  'a full cluster': (count) =>
    play(deployment(count, { maxSurge: count + 1, maxUnavailable: 0, container: { resources: { requests: { cpu: '1' } } } }), {
      nodes: nodesWith(String(count), 'a'),
    }),
  'a host port': (count) => play(deployment(count, { maxSurge: 1, maxUnavailable: 0, ...port }), { nodeCount: count }),
  'a pause': (count) => play(deployment(count, { paused: true })),
  'a silent node': (count) =>
    play(deployment(count), { nodeCount: 1, actions: [{ at: 0.5, action: 'nodeDown', node: 'node-1' }] }),
  'refusals and killed pods': (count) =>
    play(deployment(count), {
      actions: [
        { at: 20, action: 'createErrors', count: Math.max(1, count) },
        { at: 21, action: 'killPod', count: Math.max(1, count) },
      ],
    }),
  'sizes that change': (count) =>
    play(deployment(4), { all: { start: 4 }, actions: [{ at: 2, action: 'scale', replicas: count }] }),
  'a drain': (count) =>
    play(deployment(count), { ...budget(count, 'web'), actions: [{ at: 20, action: 'drain', node: 'node-1' }] }),
  'a DaemonSet': (count) => play(daemonSet({ maxUnavailable: 1 }), { nodeCount: count }),
  'a DaemonSet that surges': (count) =>
    play(daemonSet({ maxSurge: 1, maxUnavailable: 0, minReadySeconds: 5 }), { nodeCount: count, all: { start: 3 } }),
  'a DaemonSet that surges and never gets ready': (count) =>
    play(daemonSet({ maxSurge: 1, maxUnavailable: 0 }), { nodeCount: count, ...NEVER }),
  'a DaemonSet that never gets ready': (count) => play(daemonSet({ maxUnavailable: '50%' }), { nodeCount: count, ...NEVER }),
  'a DaemonSet that crashes': (count) => play(daemonSet({ maxUnavailable: '100%' }), { nodeCount: count, ...CRASH }),
  'an OnDelete': (count) => play(daemonSet({ onDelete: true }), { nodeCount: count }),
  'a DaemonSet under a quota': (count) => play(daemonSet(), { nodeCount: count, ...quota(count) }),
};

describe('sentences about 0, 1, 2 and 10 things', () => {
  const wrong = [
    'peak 1 pods',
    '2 old pod may go',
    '1 of 1 nodes has the new version',
    '1 new pod never gets ready: 1 node stay on the old version',
    '2 pods waits',
    'there are 1 pod',
    'there is 2 pods',
    'all 1 pods are up to date',
    'up to 0 old pods may go',
    'nothing nodes served',
    '1 old pod stays beside their successor',
    'the quota q allows undefined',
    '',
  ];
  for (const text of wrong)
    it(`are not “${text}”`, () => {
      assert.notDeepEqual(faults(text), []);
    });

  it('are right in every decision', () => {
    const pairs = COUNTS.flatMap((first) => COUNTS.map((second) => [first, second] as const));
    assertRight(pairs.slice(1).flatMap((pair) => decisionSentences(...pair)));
  });

  for (const [name, story] of Object.entries(STORIES)) {
    it(`are right in verdicts, stalls and notes of ${name}`, () => {
      assertRight(COUNTS.flatMap((count) => [...sentences(story(count))]));
    });
  }

  it('are right in the messages of all rules', () => {
    const cases = Object.values({ ...STALL_CASES, ...RISK_CASES }).flat();
    const texts = cases.flatMap(({ text, around }) =>
      COUNTS.flatMap((count) => {
        const settings = { ...around?.settings, nodeCount: Math.max(1, count) };
        const counted = [/("replicas": ?)\d+/g, /("(?:maxSurge|maxUnavailable|minAvailable|replicas)": ?)\d+/g];
        return counted.flatMap((numbers) => diagnosticsOf(text.replace(numbers, `$1${count}`), { ...around, settings }));
      }),
    );
    assertRight(texts.flatMap(({ message }) => message));
  });

  it('are right in what actions are called', () => {
    assertRight(
      [1, 2, 10].flatMap((count) => [
        actionWords({ at: 0, action: 'killPod', count, choose: 'newest', revision: 'old' }),
        actionWords({ at: 0, action: 'createErrors', count }),
        actionWords({ at: 0, action: 'addNode', node: { name: 'x', count } }),
        actionWords({ at: 0, action: 'scale', replicas: count }),
      ]),
    );
  });
});

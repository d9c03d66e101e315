import type { DecisionStep, DecisionSteps, DecisionSubject, DecisionValue, StepOf } from '../../controllers/decisions';
import { counted, formatDuration, grouped, listed, plural } from '../../../model/words';

/** What a step does: it acts, it only looks, or it says what is waited for. The latter two are quiet. */
type Manner = 'acts' | 'looks' | 'waits';
type Words<S extends keyof DecisionSteps, V extends keyof DecisionSteps[S]> = string | ((step: StepOf<S, V>) => string);
interface Quiet<W> {
  readonly manner: Manner;
  readonly words: W;
}
type Entries<S extends keyof DecisionSteps> = { readonly [V in keyof DecisionSteps[S]]: Words<S, V> | Quiet<Words<S, V>> };

function looks<W>(words: W): Quiet<W> {
  return { manner: 'looks', words };
}

function waits<W>(words: W): Quiet<W> {
  return { manner: 'waits', words };
}

/** Each verdict of each step: what follows from it in one sentence without a full stop, and whether it is quiet. */
const WORDS: { readonly [S in keyof DecisionSteps]: Entries<S> } = {
  syncDeployment: {
    selectingAll: looks('the selector is empty and would select every pod: the Deployment is left alone'),
    statusOnly: looks('the Deployment is being deleted: only its status is kept up'),
  },
  getNewReplicaSet: {
    created: 'a ReplicaSet for the new template is created',
    found: looks('the ReplicaSet of this template exists already and is used again'),
    updated: ({ inputs }) => `the new ReplicaSet gets revision ${inputs.revision}`,
    collision: 'another ReplicaSet has that name: the hash is computed again with a higher collision count',
    refused: ({ outcome }) => `the new ReplicaSet could not be created: ${show(outcome)}`,
  },
  reconcileNewReplicaSet: {
    scaledUp: ({ inputs }) => `the ceiling of ${grouped(inputs.maxTotalPods)} leaves room for more new pods`,
    atMaximum: waits(
      ({ inputs }) => `the ceiling of ${counted(inputs.maxTotalPods, 'pod')} is reached: no new pod until an old one goes`,
    ),
    scaledDown: 'the new ReplicaSet has more pods than are wanted',
  },
  reconcileOldReplicaSets: {
    waiting: waits(({ inputs: { newRSUnavailable } }) =>
      newRSUnavailable > 0
        ? `no old pod may go: ${counted(newRSUnavailable, 'new pod')} not available yet`
        : 'no old pod may go: it would fall below the floor',
    ),
    scaledDown: ({ outcome }) => `up to ${counted(Number(outcome), 'old pod')} may go`,
    swallowedError: ({ outcome }) => `scaling down failed and is not retried for it: ${show(outcome)}`,
  },
  cleanupUnhealthyReplicas: {
    scaledDown: ({ outcome }) =>
      `${counted(Number(outcome), 'unhealthy old pod')} can go at once: nobody is served by ${plural(Number(outcome), 'it', 'them')}`,
  },
  scaleDownOldReplicaSetsForRollingUpdate: {
    atMinimum: waits(({ inputs }) => `only the floor of ${grouped(inputs.minAvailable)} is available: no healthy old pod may go`),
    scaledDown: ({ outcome }) =>
      `${counted(Number(outcome), 'pod')} more than the floor ${plural(Number(outcome), 'is', 'are')} available: as many old ones may go`,
  },
  scaleDownOldReplicaSetsForRecreate: { scaledDown: 'Recreate: all old pods go first' },
  oldPodsRunning: {
    waiting: waits(({ inputs: { oldPods } }) =>
      oldPods > 0
        ? `Recreate: ${counted(oldPods, 'old pod')} still there, no new one is started`
        : 'Recreate: old pods are still shutting down, no new one is started',
    ),
  },
  scaleUpNewReplicaSetForRecreate: {
    scaledUp: 'Recreate: the old pods are gone, all new ones are started',
    scaledDown: 'Recreate: there are more new pods than are wanted',
  },
  isScalingEvent: {
    scalingEvent: ({ inputs: { desiredReplicasAnnotation: before, replicas } }) =>
      `replicas changed from ${show(before)} to ${show(replicas)}: the ReplicaSets are scaled before anything is rolled out`,
  },
  scale: {
    scaledUp: ({ inputs }) => `${resized(inputs)} ${'size' in inputs ? 'grows' : 'grow in proportion to their size'}`,
    scaledDown: ({ inputs }) =>
      'saturated' in inputs
        ? 'all new pods are available: what is left of the old ones goes'
        : `${resized(inputs)} ${'size' in inputs ? 'shrinks' : 'shrink in proportion to their size'}`,
    nothingToDo: looks('the ReplicaSets have their sizes already'),
  },
  checkPausedConditions: {
    paused: 'the rollout is paused: only status and size are kept up, and the deadline stands still',
    resumed: 'the rollout goes on',
  },
  rollback: {
    rolledBack: ({ inputs }) => `the template of revision ${inputs.revision} is put back`,
    rollbackFailed: ({ outcome }) => `the rollback is given up: ${show(outcome)}`,
  },
  rollbackToTemplate: { unchanged: looks('that revision has the same template: nothing to roll back') },
  syncRolloutStatus: {
    complete: 'the rollout is complete',
    progressing: looks('the rollout made progress: the deadline starts over'),
    timedOut: 'no progress within the deadline: the rollout is reported as failed, and nothing else is done about it',
  },
  requeueStuckDeployment: {
    requeued: looks(
      ({ outcome }) => `looks again in ${formatDuration(Math.max(0, Number(outcome)))}, when the progress deadline could be over`,
    ),
  },
  cleanupDeployment: {
    cleanedUp: 'old ReplicaSets beyond the history limit are removed',
    waiting: waits('old ReplicaSets beyond the history limit still have pods or unseen changes'),
  },
  manageReplicas: {
    creating: ({ outcome }) => `${counted(Number(outcome), 'pod')} missing: created in batches of 1, 2, 4, 8 …`,
    deleting: ({ outcome }) => `${counted(Number(outcome), 'pod')} too many: those go first that are the least loss`,
    failed: ({ inputs }) => `not all pods could be ${inputs.activePods > inputs.replicas ? 'deleted' : 'created'}`,
  },
  expectations: {
    waiting: waits(
      ({ inputs: { adds, deletes } }) =>
        `${both([adds, 'creation', ''], [deletes, 'deletion', ''])} not seen in the cache yet: nothing is created or deleted until then`,
    ),
  },
  nextAvailabilityCheck: {
    requeued: looks(
      ({ outcome }) => `looks again in ${formatDuration(Number(outcome))}, when the next ready pod becomes available`,
    ),
  },
  constructHistory: {
    created: ({ inputs }) => `the template is new: revision ${inputs.revision} is created`,
    raised: ({ inputs }) => `the template is one from before: its revision becomes ${inputs.revision}`,
    merged: 'two revisions have the same template: one of them is kept',
  },
  cleanupHistory: { deleted: 'a revision beyond the history limit is removed' },
  manage: {
    synced: ({ inputs: { creations, deletions } }) =>
      both([creations, 'node', ' lacking a pod'], [deletions, 'pod', ' to be deleted']),
    waiting: waits('failed pods are replaced only after a growing delay'),
  },
  rollingUpdate: {
    rolling: ({ inputs, outcome }) =>
      'maxSurge' in inputs
        ? 'new pods are started beside the old ones, as many as maxSurge allows; an old one goes when its new one is available'
        : both(
            [inputs.allowedReplacements, 'old pod', ' without service can go at once'],
            [Math.min(inputs.candidates, Number(outcome)), 'healthy old pod', ' may go within maxUnavailable'],
          ),
    waiting: waits(({ inputs }) =>
      'maxSurge' in inputs
        ? `${counted(inputs.numSurge, 'node')} with a new pod that is not available yet: no further one is started`
        : `${counted(inputs.numUnavailable, 'node')} without an available pod: no healthy old pod may go`,
    ),
  },
  updateDaemonSetStatus: {
    complete: 'every node has an available pod of the new version',
    progressing: looks(
      ({ inputs: { updatedNumberScheduled, desiredNumberScheduled, numberAvailable } }) =>
        `the new version is on ${grouped(updatedNumberScheduled)} of ${counted(desiredNumberScheduled, 'node')}, an available pod on ${grouped(numberAvailable)}`,
    ),
  },
  addRateLimited: {
    requeued: looks(({ outcome }) => `it failed: tried again in ${show(outcome)}, twice as long after each failure`),
  },
};

/** Those of the two things that there are any of. */
function both(...things: readonly (readonly [count: number, one: string, rest: string])[]): string {
  return listed(things.filter(([count]) => count > 0).map(([count, one, rest]) => `${counted(count, one)}${rest}`));
}

function resized(inputs: object): string {
  return 'size' in inputs ? 'the one active ReplicaSet' : 'the ReplicaSets';
}

type AnyWords = string | ((step: DecisionStep) => string);

function entryOf({ step, verdict }: DecisionStep): AnyWords | Quiet<AnyWords> {
  // Each pair has an entry, and it takes just the steps that lead to it: see the type of WORDS.
  const entries = WORDS[step] as unknown as Readonly<Record<DecisionStep['verdict'], AnyWords | Quiet<AnyWords>>>;
  return entries[verdict];
}

export function mannerOf(step: DecisionStep): Manner {
  const entry = entryOf(step);
  return typeof entry === 'object' ? entry.manner : 'acts';
}

/** What follows from a step in one sentence without a full stop, and what was done to which objects. */
export function sentenceOf(step: DecisionStep): string {
  const entry = entryOf(step);
  const words = typeof entry === 'object' ? entry.words : entry;
  const sentence = typeof words === 'string' ? words : words(step);
  const touched = touchedObjects(step.subjects ?? []);
  return touched === '' ? sentence : `${sentence}: ${touched}`;
}

interface Computation {
  readonly formula?: string | undefined;
  readonly inputs: Readonly<Record<string, DecisionValue>>;
  readonly outcome: DecisionValue;
}

/** A step's formula with its numbers. */
export interface Formula {
  /** What is computed, such as `maxScaledDown`; absent when the formula has no left side. */
  readonly target: string | undefined;
  /** Words and operators, and the names with their numbers. */
  readonly parts: readonly (string | readonly [name: string, value: string])[];
  /** Absent when a single name has said the number itself. */
  readonly result: string | undefined;
}

/**
 * `maxScaledDown = allPods − minAvailable` with `{allPods: 13, minAvailable: 8}` and what came out; undefined where nothing was
 * computed.
 */
export function formulaOf({ formula, inputs, outcome }: Computation): Formula | undefined {
  if (formula === undefined) return undefined;
  const [left = '', ...right] = formula.split(' = ');
  const terms = right.length === 0 ? left : right.join(' = ');
  const values = new Map(Object.entries(inputs));
  const parts = terms.split(/([A-Za-z][A-Za-z0-9]*)/).flatMap((text): Formula['parts'] => {
    const value = values.get(text);
    return value !== undefined ? [[text, show(value)]] : text === '' ? [] : [text];
  });
  const speaksForItself = right.length === 0 || values.has(terms);
  return { target: right.length === 0 ? undefined : left, parts, result: speaksForItself ? undefined : show(outcome) };
}

/** `maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2`. */
export function formulaText(step: Computation): string | undefined {
  const formula = formulaOf(step);
  if (formula === undefined) return undefined;
  const terms = formula.parts.map((part) => (typeof part === 'string' ? part : part.join(' '))).join('');
  return [formula.target, terms, formula.result].filter((side) => side !== undefined).join(' = ');
}

function show(value: DecisionValue): string {
  if (typeof value !== 'number') return String(value);
  return Number.isInteger(value) ? grouped(value) : String(Math.round(value * 1000) / 1000);
}

/** `scaledUp` → `scaled up`. */
function spacedWords(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** What was done to which objects: `web-58477 3 → 5`, `deleted web-64f9-x2, web-64f9-q7 and 3 more`. */
function touchedObjects(subjects: readonly DecisionSubject[]): string {
  const scaled = subjects.filter(({ facts }) => facts?.['from'] !== undefined && facts['from'] !== facts['to']);
  const byRole = new Map<string, string[]>();
  for (const subject of subjects) {
    if (subject.facts?.['from'] === undefined) byRole.set(subject.role, [...(byRole.get(subject.role) ?? []), subject.name]);
  }
  const sizes = scaled.map(({ name, facts }) => `${name} ${show(facts?.['from'] ?? 0)} → ${show(facts?.['to'] ?? 0)}`);
  return [...sizes, ...[...byRole].map(([role, names]) => `${spacedWords(role)} ${listed(names)}`)].join(', ');
}

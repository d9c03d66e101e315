import type { DecisionStep, DecisionSubject, DecisionValue } from '../../controllers/decisions';
import { counted, formatDuration, listed, plural } from '../../../model/words';

/** A decision step in words. */
export interface StepDescription {
  /** Kubernetes' name of the function that decided. */
  readonly title: string;
  /** `maxScaledDown = allPods 13 − minAvailable 8 − newRSUnavailable 3 = 2`; absent where nothing was computed. */
  readonly formula: string | undefined;
  /** What follows from it, in one sentence without a full stop. */
  readonly sentence: string;
}

export function describeStep(step: DecisionStep): StepDescription {
  return { title: step.step, formula: filledFormula(step), sentence: sentenceOf(step) };
}

/** The formula with each name followed by its number, and the result. */
export function filledFormula(step: DecisionStep): string | undefined {
  if (step.formula === undefined) return undefined;
  const [left = '', ...right] = step.formula.split(' = ');
  if (right.length === 0) return filled(left, step);
  const terms = right.join(' = ');
  // A single name says its number itself.
  const result = /^[A-Za-z]+$/.test(terms) ? '' : ` = ${show(step.outcome)}`;
  return `${left} = ${filled(terms, step)}${result}`;
}

function filled(terms: string, { inputs }: DecisionStep): string {
  return terms.replace(/[A-Za-z][A-Za-z0-9]*/g, (name) => {
    const value = inputs[name];
    return value === undefined ? name : `${name} ${show(value)}`;
  });
}

function show(value: DecisionValue): string {
  return typeof value === 'number' && !Number.isInteger(value) ? String(Math.round(value * 1000) / 1000) : String(value);
}

type Sentence = (step: DecisionStep) => string;

const input = (step: DecisionStep, name: string): string => show(step.inputs[name] ?? '?');
const numeric = (step: DecisionStep, name: string): number => Number(step.inputs[name] ?? 0);
const outcomeCount = (step: DecisionStep, one: string): string => counted(Number(step.outcome), one);

const DEPLOYMENT: Readonly<Record<string, Sentence>> = {
  'syncDeployment selectingAll': () => 'the selector is empty and would select every pod: the Deployment is left alone',
  'syncDeployment statusOnly': () => 'the Deployment is being deleted: only its status is kept up',
  'getNewReplicaSet created': () => 'a ReplicaSet for the new template is created',
  'getNewReplicaSet found': () => 'the ReplicaSet of this template exists already and is used again',
  'getNewReplicaSet updated': (step) => `the new ReplicaSet gets revision ${input(step, 'revision')}`,
  'getNewReplicaSet collision': () => 'another ReplicaSet has that name: the hash is computed anew with a higher collision count',
  'getNewReplicaSet refused': (step) => `the new ReplicaSet could not be created: ${show(step.outcome)}`,
  'reconcileNewReplicaSet scaledUp': (step) => `the ceiling of ${input(step, 'maxTotalPods')} leaves room for more new pods`,
  'reconcileNewReplicaSet atMaximum': (step) =>
    `the ceiling of ${input(step, 'maxTotalPods')} pods is reached: no new pod until an old one goes`,
  'reconcileNewReplicaSet scaledDown': () => 'the new ReplicaSet has more pods than are wanted',
  'reconcileOldReplicaSets waiting': (step) =>
    numeric(step, 'newRSUnavailable') > 0
      ? `no old pod may go: ${counted(numeric(step, 'newRSUnavailable'), 'new pod')} not available yet`
      : 'no old pod may go: it would fall below the floor',
  'reconcileOldReplicaSets scaledDown': (step) => `up to ${outcomeCount(step, 'old pod')} may go`,
  'reconcileOldReplicaSets swallowedError': (step) => `scaling down failed and is not retried for it: ${show(step.outcome)}`,
  'cleanupUnhealthyReplicas scaledDown': (step) =>
    `${outcomeCount(step, 'unhealthy old pod')} can go at once: nobody is served by ${plural(Number(step.outcome), 'it', 'them')}`,
  'scaleDownOldReplicaSetsForRollingUpdate atMinimum': (step) =>
    `only the floor of ${input(step, 'minAvailable')} is available: no healthy old pod may go`,
  'scaleDownOldReplicaSetsForRollingUpdate scaledDown': (step) =>
    `${outcomeCount(step, 'pod')} more than the floor ${plural(Number(step.outcome), 'is', 'are')} available: as many old ones may go`,
  'scaleDownOldReplicaSetsForRecreate scaledDown': () => 'Recreate: all old pods go first',
  'oldPodsRunning waiting': (step) =>
    numeric(step, 'oldPods') > 0
      ? `Recreate: ${counted(numeric(step, 'oldPods'), 'old pod')} still there, no new one is started`
      : 'Recreate: old pods are still shutting down, no new one is started',
  'scaleUpNewReplicaSetForRecreate scaledUp': () => 'Recreate: the old pods are gone, all new ones are started',
  'scaleUpNewReplicaSetForRecreate scaledDown': () => 'Recreate: there are more new pods than are wanted',
  'isScalingEvent scalingEvent': (step) =>
    `replicas changed from ${input(step, 'desiredReplicasAnnotation')} to ${input(step, 'replicas')}: the ReplicaSets are scaled before anything is rolled out`,
  'scale scaledUp': (step) =>
    step.inputs['allowedSize'] === undefined
      ? 'the one active ReplicaSet grows'
      : 'the ReplicaSets grow in proportion to their size',
  'scale scaledDown': (step) =>
    step.inputs['saturated'] === true
      ? 'all new pods are available: what is left of the old ones goes'
      : step.inputs['allowedSize'] === undefined
        ? 'the one active ReplicaSet shrinks'
        : 'the ReplicaSets shrink in proportion to their size',
  'scale nothingToDo': () => 'the ReplicaSets have their sizes already',
  'checkPausedConditions paused': () => 'the rollout is paused: only status and size are kept up, and the deadline stands still',
  'checkPausedConditions resumed': () => 'the rollout goes on',
  'rollback rolledBack': (step) => `the template of revision ${input(step, 'revision')} is put back`,
  'rollback rollbackFailed': (step) => `the rollback is given up: ${show(step.outcome)}`,
  'rollbackToTemplate unchanged': () => 'that revision has the same template: nothing to roll back',
  'syncRolloutStatus complete': () => 'the rollout is complete',
  'syncRolloutStatus progressing': () => 'the rollout made progress: the deadline counts anew',
  'syncRolloutStatus timedOut': () =>
    'no progress within the deadline: the rollout is reported as failed, and nothing else is done about it',
  'requeueStuckDeployment requeued': (step) =>
    `looks again in ${formatDuration(Math.max(0, Number(step.outcome)))}, when the progress deadline could be over`,
  'cleanupDeployment cleanedUp': () => 'old ReplicaSets beyond the history limit are removed',
  'cleanupDeployment waiting': () => 'old ReplicaSets beyond the history limit still have pods or unseen changes',
};

const REPLICA_SET: Readonly<Record<string, Sentence>> = {
  'manageReplicas creating': (step) => `${outcomeCount(step, 'pod')} missing: created in batches of 1, 2, 4, 8 …`,
  'manageReplicas deleting': (step) => `${outcomeCount(step, 'pod')} too many: those go first that are the least loss`,
  'manageReplicas failed': (step) =>
    step.formula?.startsWith('toDelete') === true ? 'not all pods could be deleted' : 'not all pods could be created',
  'expectations waiting': (step) =>
    `${listed([
      ...(numeric(step, 'adds') > 0 ? [counted(numeric(step, 'adds'), 'creation')] : []),
      ...(numeric(step, 'deletes') > 0 ? [counted(numeric(step, 'deletes'), 'deletion')] : []),
    ])} not seen in the cache yet: nothing is created or deleted until then`,
  'nextAvailabilityCheck requeued': (step) =>
    `looks again in ${formatDuration(Number(step.outcome))}, when the next ready pod becomes available`,
};

const DAEMON_SET: Readonly<Record<string, Sentence>> = {
  'constructHistory created': (step) => `the template is new: revision ${input(step, 'revision')} is created`,
  'constructHistory raised': (step) => `the template is one from before: its revision becomes ${input(step, 'revision')}`,
  'constructHistory merged': () => 'two revisions have the same template: one of them is kept',
  'cleanupHistory deleted': () => 'a revision beyond the history limit is removed',
  'manage synced': (step) =>
    listed([
      ...(numeric(step, 'creations') > 0 ? [`${counted(numeric(step, 'creations'), 'node')} lacking a pod`] : []),
      ...(numeric(step, 'deletions') > 0 ? [`${counted(numeric(step, 'deletions'), 'pod')} to be deleted`] : []),
    ]),
  'manage waiting': () => 'failed pods are replaced only after a growing delay',
  'rollingUpdate rolling': (step) =>
    step.inputs['maxSurge'] === undefined
      ? replacedPods(numeric(step, 'allowedReplacements'), Math.min(numeric(step, 'candidates'), Number(step.outcome)))
      : 'new pods are started beside the old ones, as many as maxSurge allows; an old one goes when its new one is available',
  'rollingUpdate waiting': (step) =>
    step.inputs['maxSurge'] === undefined
      ? `${counted(numeric(step, 'numUnavailable'), 'node')} without an available pod: no healthy old pod may go`
      : `${counted(numeric(step, 'numSurge'), 'node')} with a new pod that is not available yet: no further one is started`,
  'updateDaemonSetStatus complete': () => 'every node has an available pod of the new version',
  'updateDaemonSetStatus progressing': (step) =>
    `${input(step, 'updatedNumberScheduled')} of ${input(step, 'desiredNumberScheduled')} nodes ${plural(numeric(step, 'updatedNumberScheduled'), 'has', 'have')} the new version, ${input(step, 'numberAvailable')} an available pod`,
};

function replacedPods(without: number, healthy: number): string {
  const parts = [
    ...(without > 0 ? [`${counted(without, 'old pod')} without service can go at once`] : []),
    ...(healthy > 0 ? [`${counted(healthy, 'healthy old pod')} may go within maxUnavailable`] : []),
  ];
  return listed(parts);
}

/** By step and verdict. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...DEPLOYMENT,
  ...REPLICA_SET,
  ...DAEMON_SET,
  'addRateLimited requeued': (step) => `it failed: tried again in ${show(step.outcome)}, twice as long after each failure`,
};

/** Whether there are words of its own for how a step came out. */
export function hasSentence({ step, verdict }: DecisionStep): boolean {
  return SENTENCES[`${step} ${verdict}`] !== undefined;
}

function sentenceOf(step: DecisionStep): string {
  const sentence = SENTENCES[`${step.step} ${step.verdict}`]?.(step) ?? spacedWords(step.verdict);
  const touched = touchedObjects(step.subjects ?? []);
  return touched === '' ? sentence : `${sentence}: ${touched}`;
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

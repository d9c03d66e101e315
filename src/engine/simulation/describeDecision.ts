import type { DecisionStep, DecisionSubject, DecisionValue } from '../controllers/decisions';
import { counted, listed } from './words';

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
  const filled = right.join(' = ').replace(/[A-Za-z][A-Za-z0-9]*/g, (name) => {
    const value = step.inputs[name];
    return value === undefined ? name : `${name} ${show(value)}`;
  });
  return right.length === 0 ? left : `${left} = ${filled} = ${show(step.outcome)}`;
}

function show(value: DecisionValue): string {
  return typeof value === 'number' && !Number.isInteger(value) ? String(Math.round(value * 1000) / 1000) : String(value);
}

type Sentence = (step: DecisionStep) => string;

const input = (step: DecisionStep, name: string): string => show(step.inputs[name] ?? '?');

/** By `step verdict`, then by `verdict`. */
const SENTENCES: Readonly<Record<string, Sentence>> = {
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
    Number(step.inputs['newRSUnavailable'] ?? 0) > 0
      ? `no old pod may go: ${counted(Number(step.inputs['newRSUnavailable']), 'new pod')} not available yet`
      : 'no old pod may go: it would fall below the floor',
  'reconcileOldReplicaSets scaledDown': (step) => `up to ${counted(Number(step.outcome), 'old pod')} may go`,
  'reconcileOldReplicaSets swallowedError': () => 'scaling down failed; the next sync tries again',
  'cleanupUnhealthyReplicas scaledDown': (step) =>
    `${counted(Number(step.outcome), 'unhealthy old pod')} can go at once: nobody is served by them`,
  'scaleDownOldReplicaSetsForRollingUpdate atMinimum': (step) =>
    `only the floor of ${input(step, 'minAvailable')} is available: no healthy old pod may go`,
  'scaleDownOldReplicaSetsForRollingUpdate scaledDown': (step) =>
    `${counted(Number(step.outcome), 'old pod')} more than the floor are available and may go`,
  'scaleDownOldReplicaSetsForRecreate scaledDown': () => 'Recreate: all old pods go first',
  'oldPodsRunning waiting': (step) =>
    `Recreate: ${counted(Number(step.inputs['oldPods'] ?? 0), 'old pod')} still there, no new one is started`,
  'scaleUpNewReplicaSetForRecreate scaledUp': () => 'Recreate: the old pods are gone, all new ones are started',
  'isScalingEvent scalingEvent': (step) =>
    `replicas changed from ${input(step, 'desiredReplicasAnnotation')} to ${input(step, 'replicas')}: all ReplicaSets are scaled in proportion`,
  'scale scaledUp': () => 'the ReplicaSets grow in proportion to their size',
  'scale scaledDown': () => 'the ReplicaSets shrink in proportion to their size',
  'checkPausedConditions paused': () => 'the rollout is paused: only the status is kept up and the size',
  'checkPausedConditions resumed': () => 'the rollout goes on',
  'syncRolloutStatus complete': () => 'the rollout is complete',
  'syncRolloutStatus progressing': () => 'the rollout made progress: the deadline counts anew',
  'syncRolloutStatus timedOut': () => 'no progress within the deadline: the rollout is reported as failed',
  'requeueStuckDeployment requeued': (step) =>
    `looks again in ${Math.max(0, Math.round(Number(step.outcome) / 1000))} s, when the progress deadline could be over`,
  'cleanupDeployment cleanedUp': () => 'old ReplicaSets beyond the history limit are removed',
  'cleanupDeployment waiting': () => 'old ReplicaSets beyond the history limit still have pods or unseen changes',
  'syncDeployment statusOnly': () => 'the Deployment is being deleted: only its status is kept up',
  collision: () => 'the name is taken: another one is computed',
  complete: () => 'complete',
  nothingToDo: () => 'nothing to do',
  paused: () => 'paused',
  refused: (step) => `refused: ${show(step.outcome)}`,
  unchanged: () => 'nothing changes',
  waiting: () => 'waits',
};

function sentenceOf(step: DecisionStep): string {
  const sentence = (SENTENCES[`${step.step} ${step.verdict}`] ?? SENTENCES[step.verdict])?.(step) ?? spacedWords(step.verdict);
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

import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import type { PodDisruptionBudget } from '../../../model/apiTypes';
import { syncBudget } from '../../cluster/disruption/syncBudget';
import { podControllers } from '../world/podControllers';
import { keyOf, workloadKey } from '../scenario/workloadKind';
import { growthNotes } from './growth';
import { workloadWords } from './otherWords';
import { notKubernetesText } from '../words/machineText';
import { refusalsSentence } from './stall';
import type { Preemption } from '../timeline/recording/preemptions';
import type { TimelineInput } from '../timeline/timelineInput';
import { availabilityOf } from '../timeline/otherInfos';
import type { Note, OtherInfo, TotalsColumn } from '../timeline/timeline';
import type { Series } from '../timeline/series';
import { counted, listed } from '../../../model/words';

/** What a reader should know beside the outcome. */
export function notesOf(input: TimelineInput, totals: Series<TotalsColumn>, others: readonly OtherInfo[]): Note[] {
  const { setupProblems, ended, events, recorder } = input;
  const notes: Note[] = [];
  for (const sentence of setupProblems) notes.push({ kind: 'setup', t: undefined, sentence });
  const fake = notKubernetesText(input.scenario);
  if (fake !== undefined) notes.push({ kind: 'machine', t: undefined, sentence: fake });
  const first = events.find(({ reason }) => reason === 'FailedCreate');
  const refusals = ended.kind === 'complete' ? refusalsSentence(input, recorder.story.longestRetry) : undefined;
  if (refusals !== undefined) notes.push({ kind: 'refusals', t: first?.t, sentence: refusals });
  return [
    ...notes,
    ...growthNotes(input.world, input.origin),
    ...preemptionNotes(input),
    ...otherNotes(input, others),
    ...budgetNotes(input, totals),
  ];
}

/** Who had to make room, and for whom: what is not of this workload is its matter only when it is on the other side. */
function preemptionNotes({ recorder, workload, sources }: TimelineInput): Note[] {
  const subject = workloadKey(workload);
  const { preemptions } = recorder.story;
  const made = groupedBy(preemptions.filter(({ by, victim }) => by === subject && victim !== subject));
  const suffered = preemptions.filter(({ by, victim }) => victim === subject && by !== subject);
  return [
    ...made.map(({ t, victim, pods }): Note => {
      const who = victim === undefined ? `others (${listed(pods)})` : workloadWords(victim, sources);
      const [are, their] = pods.length === 1 ? ['is', 'its'] : ['are', 'their'];
      const sentence = `${counted(pods.length, 'pod')} of ${who} ${are} preempted to make room: ${their} priority is lower`;
      return { kind: 'preemption', t, sentence };
    }),
    ...(suffered[0] === undefined ? [] : [sufferedNote(suffered[0].t, suffered, sources)]),
  ];
}

function sufferedNote(t: number, suffered: readonly Preemption[], sources: ReadonlyMap<string, string>): Note {
  const who = new Set(suffered.map(({ by }) => (by === undefined ? 'other pods' : workloadWords(by, sources))));
  const are = suffered.length === 1 ? 'is' : 'are';
  const sentence = `${counted(suffered.length, 'pod')} of this workload ${are} preempted by ${listed([...who])}: the priority there is higher`;
  return { kind: 'preemption', t, sentence };
}

interface Victims {
  readonly victim: string | undefined;
  readonly t: number;
  readonly pods: string[];
}

function groupedBy(preemptions: readonly Preemption[]): Victims[] {
  const groups = new Map<string | undefined, Victims>();
  for (const { t, victim, pod } of preemptions) {
    const group = groups.get(victim);
    if (group === undefined) groups.set(victim, { victim, t, pods: [pod] });
    else group.pods.push(pod);
  }
  return [...groups.values()];
}

/** Whom the rollout takes pods from, and whose own rollout does not get to its end. */
function otherNotes({ scenario, sources }: TimelineInput, others: readonly OtherInfo[]): Note[] {
  const rolling = new Set((scenario.others ?? []).flatMap(({ after }) => (after === undefined ? [] : [workloadKey(after)])));
  return others.flatMap(({ kind, namespace, name, desired, pods }): Note[] => {
    const key = keyOf(kind, namespace, name);
    const { first, lowest, lowestAt, last } = availabilityOf(pods);
    const who = workloadWords(key, sources);
    const isLeft = last < desired && (rolling.has(key) || last < first);
    if (isLeft && last <= lowest)
      return [{ kind: 'others', t: lowestAt, sentence: `${who} is left with ${last} of ${counted(desired, 'available pod')}` }];
    if (rolling.has(key) || lowest >= Math.min(first, desired)) return [];
    const sentence = `${who} goes down to ${lowest} of ${counted(desired, 'available pod')} meanwhile`;
    return [{ kind: 'others', t: lowestAt, sentence }];
  });
}

/** Rollouts do not ask budgets: where they go below one, that is worth saying. */
function budgetNotes({ world, workload, pods }: TimelineInput, totals: Series<TotalsColumn>): Note[] {
  const { labels } = workload.spec.template.metadata ?? {};
  const namespace = namespaceOf(workload);
  const selects = (budget: PodDisruptionBudget): boolean =>
    namespaceOf(budget) === namespace && matchesSelector(budget.spec?.selector, labels);
  const lowest = fewestReady(totals);
  const budgets = [...world.store.list('PodDisruptionBudget')].filter(selects);
  if (lowest === undefined || budgets.length === 0) return [];
  const sorted = pods.toSorted((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  return budgets.flatMap((budget): Note[] => {
    const { desiredHealthy = 0 } = syncBudget(budget, sorted, podControllers(world.store), world.loop.now).status;
    if (lowest.ready >= desiredHealthy) return [];
    const sentence = `the budget ${budget.metadata.name} wants ${counted(desiredHealthy, 'healthy pod')}, the rollout goes down to ${lowest.ready}: rollouts do not ask budgets`;
    return [{ kind: 'budget', t: lowest.t, sentence }];
  });
}

function fewestReady({
  columns,
  times,
  values,
}: Series<TotalsColumn>): { readonly t: number; readonly ready: number } | undefined {
  const column = columns.indexOf('ready');
  let lowest: { t: number; ready: number } | undefined;
  for (let row = 0; row < times.length; row++) {
    const t = times[row] as number;
    const ready = values[row * columns.length + column] as number;
    const lasts = times[row + 1] !== t;
    if (lasts && (lowest === undefined || ready < lowest.ready)) lowest = { t, ready };
  }
  return lowest;
}

import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import type { PodDisruptionBudget } from '../../../model/apiTypes';
import { syncBudget } from '../../cluster/disruption/syncBudget';
import { podControllers } from '../world/podControllers';
import { refusalsSentence } from './stall';
import type { Owner, Preemption } from '../timeline/recording/preemptions';
import type { TimelineInput } from '../timeline/timelineInput';
import type { Note, Series, TotalsColumn } from '../timeline/timeline';
import { counted, listed, plural } from '../../../model/words';

/** What a reader should know beside the outcome. */
export function notesOf(input: TimelineInput, totals: Series<TotalsColumn>): Note[] {
  const { setupProblem, ended, events, recorder } = input;
  const notes: Note[] = [];
  if (setupProblem !== undefined) notes.push({ kind: 'setup', t: undefined, sentence: setupProblem });
  const first = events.find(({ reason }) => reason === 'FailedCreate');
  const refusals = ended.kind === 'complete' ? refusalsSentence(input, recorder.story.longestRetry) : undefined;
  if (refusals !== undefined) notes.push({ kind: 'refusals', t: first?.t, sentence: refusals });
  return [...notes, ...preemptionNotes(input), ...budgetNotes(input, totals)];
}

/** Who had to make room, and for whom: what is not of this workload is its matter only when it is on the other side. */
function preemptionNotes({ recorder, workload, kind }: TimelineInput): Note[] {
  const isOurs = (owner: Owner | undefined): boolean =>
    owner?.kind === kind && owner.name === workload.metadata.name && owner.namespace === namespaceOf(workload);
  const made = groupedBy(recorder.story.preemptions.filter(({ by, victim }) => isOurs(by) && !isOurs(victim)));
  const suffered = recorder.story.preemptions.filter(({ by, victim }) => isOurs(victim) && !isOurs(by));
  return [
    ...made.map(({ t, who, pods }): Note => {
      const sentence = `${counted(pods, 'pod')} of ${who} ${plural(pods, 'is', 'are')} preempted to make room: ${plural(pods, 'its', 'their')} priority is lower`;
      return { kind: 'preemption', t, sentence };
    }),
    ...(suffered[0] === undefined ? [] : [sufferedNote(suffered[0], suffered)]),
  ];
}

function sufferedNote({ t }: Preemption, suffered: readonly Preemption[]): Note {
  const who = listed([...new Set(suffered.map(({ by }) => (by === undefined ? 'others' : ownerText(by))))]);
  const sentence = `${counted(suffered.length, 'pod')} of this ${plural(suffered.length, 'rollout is', 'rollout are')} preempted by ${who}, whose priority is higher`;
  return { kind: 'preemption', t, sentence };
}

/** Pods that belong to nobody are named together. */
function groupedBy(preemptions: readonly Preemption[]): { readonly t: number; readonly who: string; readonly pods: number }[] {
  const groups = new Map<string, { readonly t: number; pods: number; readonly names: string[] }>();
  for (const { t, victim, pod } of preemptions) {
    const who = victim.kind === 'Pod' ? '' : ownerText(victim);
    const group = groups.get(who) ?? { t, pods: 0, names: [] };
    groups.set(who, group);
    group.pods++;
    group.names.push(pod);
  }
  return [...groups].map(([who, { t, pods, names }]) => ({ t, pods, who: who === '' ? `others (${listed(names)})` : who }));
}

function ownerText({ kind, name }: Owner): string {
  return `${kind} ${name}`;
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

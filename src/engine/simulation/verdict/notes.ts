import { namespaceOf } from '../../../model/meta';
import { matchesSelector } from '../../../model/labelSelector';
import type { PodDisruptionBudget } from '../../../model/apiTypes';
import { syncBudget } from '../../cluster/disruption/syncBudget';
import { podControllers } from '../world/podControllers';
import { refusalsSentence } from './stall';
import type { TimelineInput } from '../timeline/timelineInput';
import type { Note, Series, TotalsColumn } from '../timeline/timeline';
import { counted } from '../../../model/words';

/** What a reader should know beside the outcome. */
export function notesOf(input: TimelineInput, totals: Series<TotalsColumn>): Note[] {
  const { setupProblem, ended, events, recorder } = input;
  const notes: Note[] = [];
  if (setupProblem !== undefined) notes.push({ kind: 'setup', t: undefined, sentence: setupProblem });
  const first = events.find(({ reason }) => reason === 'FailedCreate');
  const refusals = ended.kind === 'complete' ? refusalsSentence(input, recorder.story.longestRetry) : undefined;
  if (refusals !== undefined) notes.push({ kind: 'refusals', t: first?.t, sentence: refusals });
  return [...notes, ...budgetNotes(input, totals)];
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

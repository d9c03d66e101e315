import { resolvePriority } from '../../model/priority';
import { listed } from '../../model/words';
import { priorityClassesOf, type PriorityClassFact, type WorkloadFact } from '../../rules/facts';
import { escaped } from './markdown';
import type { TouchedWorkload } from './touchedWorkload';

/** Whose pods go for those of a class, and for whose they go, where room is short. */
export function priorityText({ stored }: PriorityClassFact, touched: readonly TouchedWorkload[]): string[] {
  const value = `Priority **${stored.value}**${stored.globalDefault === true ? ', for all pods that name no class' : ''}.`;
  const [first] = touched;
  const { bySort, workspace } = first?.assessment.surroundings.facts ?? {};
  if (first === undefined || workspace === undefined) return [value, 'No Deployment and no DaemonSet near by has it.'];
  const own = new Set(touched.map(({ workload }) => `${workload.kind} ${workload.name}`));
  const others = (bySort?.get('workload') ?? []).slice(0, MAX_ASKED).flatMap(({ fact }) => {
    const other = fact as WorkloadFact;
    if (other.running === undefined || own.has(`${other.kind} ${other.name}`)) return [];
    const classes = priorityClassesOf(workspace.factsFor(other.uri), other.running);
    const priority = resolvePriority(
      other.running.pod.priorityClassName,
      classes.map((one) => one.stored),
    );
    return priority === undefined ? [] : [{ text: `${other.kind} ${escaped(other.name)} (${priority.value})`, priority }];
  });
  const never = stored.preemptionPolicy === 'Never';
  const lower = others.filter(({ priority }) => priority.value < stored.value).map(({ text }) => text);
  const higher = others.filter(({ priority }) => priority.value > stored.value && priority.preemptionPolicy !== 'Never');
  return [
    value,
    never
      ? 'preemptionPolicy Never: its pods go first in the queue, but nobody is evicted for them.'
      : `Where room is short, pods of lower priority are evicted for these: ${lower.length === 0 ? 'of the workloads near by none has less' : listed(lower, 5)}.`,
    higher.length === 0
      ? ''
      : `These are evicted for pods of ${listed(
          higher.map(({ text }) => text),
          5,
        )}.`,
  ];
}

/** So many workloads near by are asked for their priority. */
const MAX_ASKED = 40;

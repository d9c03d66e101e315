import type { Timeline, TotalsColumn } from '../timeline/timeline';
import { counted, formatBytes, formatCpu, formatDuration, formatMoment, grouped, plural } from '../../../model/words';

export interface Verdict {
  readonly tone: 'good' | 'warning' | 'bad';
  /** What becomes of the rollout. */
  readonly headline: string;
  /** The figures behind it, each a short phrase. */
  readonly details: readonly string[];
}

/** The answer to "what will this rollout do?" in one line. */
export function verdict(timeline: Timeline): Verdict {
  const { outcome } = timeline;
  switch (outcome.kind) {
    case 'complete':
      return {
        tone: isGood(timeline) ? 'good' : 'warning',
        headline: `Completes in ${formatDuration(outcome.at)}${aftermathText(timeline)}`,
        details: [...figures(timeline), ...noted(timeline)],
      };
    case 'nothingToDo':
      return { tone: 'good', headline: outcome.sentence, details: [] };
    case 'stalled':
    case 'deadlineExceeded': {
      const failed = outcome.deadlineExceededAt;
      const reported = failed === undefined ? [] : [`rollout reported failed after ${formatDuration(failed)}`];
      return {
        tone: 'bad',
        headline: `Stalls at ${formatMoment(outcome.at)}: ${outcome.sentence}`,
        details: [...reported, ...figures(timeline), ...noted(timeline)],
      };
    }
    case 'horizon':
      return {
        tone: 'warning',
        headline: `Not complete after ${formatDuration(outcome.at)}: ${outcome.sentence}`,
        details: [...figures(timeline), ...noted(timeline)],
      };
  }
}

/** Everything promised was kept, and nothing is left to be said. */
function isGood(timeline: Timeline): boolean {
  const { facts, envelope, outcome, notes = [] } = timeline;
  const isQuiet = outcome.aftermath === undefined && outcome.blockers.length === 0 && notes.length === 0;
  const isDeepDrop = isDrop(timeline) && facts.minAvailable < atFirst(timeline, 'floor');
  const isKept = facts.secondsBelowFloor === 0 && (facts.minAvailable > 0 || envelope.desired === 0) && !isDeepDrop;
  return isQuiet && (isKept || isCreation(timeline));
}

/** What follows a completed rollout: `, then 4 of 4 new pods crash and restart`, `, but the drain of node-1 is refused …`. */
function aftermathText({ outcome }: Timeline): string {
  if (outcome.aftermath !== undefined) return `, then ${outcome.aftermath}`;
  const [undone] = outcome.blockers;
  return undone === undefined ? '' : `, but ${undone.sentence}`;
}

function noted({ notes = [] }: Timeline): string[] {
  return notes.map(({ sentence }) => sentence);
}

/** Nothing ran before: that nothing is available at first is no loss. */
function isCreation({ revisions }: Timeline): boolean {
  return revisions.every(({ createdAt }) => createdAt >= 0);
}

function figures(timeline: Timeline): string[] {
  const { facts } = timeline;
  const details = isCreation(timeline) ? [] : [...dropOf(timeline), lowest(timeline)];
  const extra = [
    ...(facts.extraCpuMilli > 0 ? [`+${formatCpu(facts.extraCpuMilli)} CPU`] : []),
    ...(facts.extraMemoryBytes > 0 ? [`+${formatBytes(facts.extraMemoryBytes)}`] : []),
  ];
  details.push(`peak ${counted(facts.maxPods, 'pod')}${extra.length > 0 ? ` (${extra.join(', ')})` : ''}`);
  if (facts.secondsBelowFloor > 0 && !isCreation(timeline))
    details.push(`below the floor for ${formatDuration(facts.secondsBelowFloor)}`);
  if (facts.restarts > 0) details.push(counted(facts.restarts, 'restart'));
  return details;
}

/** What was wanted, or promised, when the story began. */
function atFirst({ totals: { columns, values } }: Timeline, column: TotalsColumn): number {
  return values[columns.indexOf(column)] ?? 0;
}

/** Fewer replicas than before: a rollout that keeps its promises may still take most of the pods away. */
function isDrop(timeline: Timeline): boolean {
  return timeline.workload.kind === 'Deployment' && atFirst(timeline, 'desired') > timeline.facts.desired;
}

function dropOf(timeline: Timeline): string[] {
  if (!isDrop(timeline)) return [];
  const ran = atFirst(timeline, 'desired');
  const { desired } = timeline.facts;
  return [
    `scales down from ${grouped(ran)} to ${counted(desired, 'replica')}: ${grouped(ran - desired)} of ${counted(ran, 'pod')} ${plural(ran - desired, 'goes', 'go')}`,
  ];
}

/** How few pods there were at the worst moment, or how few nodes had one. */
function lowest(timeline: Timeline): string {
  const { facts, workload } = timeline;
  const isDaemonSet = workload.kind === 'DaemonSet';
  if (facts.minAvailable === 0 && facts.desired > 0)
    return `${isDaemonSet ? 'no node served' : 'nothing available'} at ${formatMoment(facts.minAvailableAt)}`;
  const ran = atFirst(timeline, 'desired');
  if (!isDaemonSet && ran !== facts.desired && ran > 0)
    return facts.minAvailable >= ran
      ? `always the ${grouped(ran)} that ran`
      : `never below ${grouped(facts.minAvailable)} of the ${grouped(ran)} that ran`;
  const least =
    facts.minAvailable >= facts.desired ? `always ${grouped(facts.desired)}` : `never below ${grouped(facts.minAvailable)}`;
  return `${least} of ${isDaemonSet ? `${counted(facts.desired, 'node')} served` : `${grouped(facts.desired)} available`}`;
}

/** The verdict as one line of text. */
export function verdictText(timeline: Timeline): string {
  const { headline, details } = verdict(timeline);
  return [headline, ...details].join(' · ');
}

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
        tone: outcome.deadlineExceededAt !== undefined || isBroken(timeline) ? 'bad' : isGood(timeline) ? 'good' : 'warning',
        headline: `${completionText(timeline)}${aftermathText(timeline)}`,
        details: [...figures(timeline), ...noted(timeline)],
      };
    case 'nothingToDo': {
      const then = aftermathText(timeline);
      const tone = isBroken(timeline) ? 'bad' : then === '' ? 'good' : 'warning';
      return { tone, headline: `${outcome.sentence}${then}`, details: [] };
    }
    case 'stalled':
    case 'deadlineExceeded': {
      const failed = outcome.deadlineExceededAt;
      const reported = failed === undefined ? [] : [`rollout reported failed after ${formatDuration(failed)}`];
      return {
        tone: 'bad',
        headline: `${isStuckAlready(timeline) ? 'Stuck' : `Stalls at ${formatMoment(outcome.at)}`}: ${outcome.sentence}`,
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

/** It did not begin to stall: that is how it was found. */
export function isStuckAlready({ outcome, revisions, workload }: Timeline): boolean {
  const isStuck = outcome.kind === 'stalled' || outcome.kind === 'deadlineExceeded';
  return isStuck && workload.wasUnderWay === true && outcome.at < 1 && revisions.every(({ createdAt }) => createdAt < 0);
}

/** What went worst comes first: nobody reads on after a completion that sounds good. */
function completionText(timeline: Timeline): string {
  const took = formatDuration(timeline.outcome.at);
  // What goes wrong afterwards is told as what comes then.
  const worst = timeline.outcome.aftermath === undefined ? worstOf(timeline) : undefined;
  if (worst !== undefined) return `${worst}, completes in ${took}`;
  if (isRollout(timeline) || isCreation(timeline)) return `Completes in ${took}`;
  const [from, to] = [atFirst(timeline, 'desired'), timeline.facts.desired];
  return from === to
    ? `Completes in ${took}`
    : `Scales from ${grouped(from)} to ${counted(to, 'replica')} in ${took}, no pod restarts`;
}

const BELOW_FLOOR = 'Falls below its floor';

function worstOf(timeline: Timeline): string | undefined {
  const { facts, outcome, notes = [], workload } = timeline;
  if (outcome.deadlineExceededAt !== undefined)
    return `Misses its progress deadline at ${formatMoment(outcome.deadlineExceededAt)}`;
  if (isOutage(timeline))
    return `${workload.kind === 'DaemonSet' ? 'No node is served' : 'No pod is available'} for ${formatDuration(facts.secondsWithoutAny)}`;
  if (facts.secondsBelowFloor > 0 && !isCreation(timeline))
    return `${BELOW_FLOOR} for ${formatDuration(facts.secondsBelowFloor)}`;
  return notes.some(({ kind }) => kind === 'budget') ? 'Goes below a disruption budget' : undefined;
}

/** Something ran, and then nothing did. */
function isOutage({ facts }: Timeline): boolean {
  return facts.secondsWithoutAny > 0 && facts.desired > 0;
}

/** Pods of one version were replaced by those of another. */
export function isRollout({ pods }: Timeline): boolean {
  return pods.revision.some((revision) => revision !== pods.revision[0]);
}

/** Everything promised was kept, and nothing is left to be said. */
function isGood(timeline: Timeline): boolean {
  const { facts, envelope, outcome, notes = [] } = timeline;
  const isQuiet = outcome.aftermath === undefined && outcome.blockers.length === 0 && notes.length === 0;
  const isDeepDrop = isDrop(timeline) && facts.minAvailable < atFirst(timeline, 'floor');
  const ranNothing = atFirst(timeline, 'available') === 0 && atFirst(timeline, 'desired') === 0;
  const isServed = facts.minAvailable > 0 || envelope.desired === 0 || ranNothing;
  const isKept = facts.secondsBelowFloor === 0 && isServed && !isDeepDrop;
  return isQuiet && (isKept || isCreation(timeline));
}

/** Complete, and then fewer are available than the strategy promises, until nobody looks any more. */
function isBroken({ outcome, totals, envelope }: Timeline): boolean {
  const left = totals.values[totals.values.length - totals.columns.length + totals.columns.indexOf('available')] ?? 0;
  return outcome.aftermath !== undefined && left < envelope.floor;
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
export function isCreation({ revisions }: Timeline): boolean {
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
  if (facts.secondsBelowFloor > 0 && !isCreation(timeline) && !worstOf(timeline)?.startsWith(BELOW_FLOOR))
    details.push(`below the floor for ${formatDuration(facts.secondsBelowFloor)}`);
  if (facts.restarts > 0) details.push(counted(facts.restarts, 'restart'));
  return details;
}

/** What was wanted, or promised, when the story began. */
export function atFirst({ totals: { columns, values } }: Timeline, column: TotalsColumn): number {
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
  const go = `${grouped(ran - desired)} of ${counted(ran, 'pod')} ${plural(ran - desired, 'goes', 'go')}`;
  return [isRollout(timeline) ? `scales down from ${grouped(ran)} to ${counted(desired, 'replica')}: ${go}` : go];
}

/** How few pods there were at the worst moment, or how few nodes had one. */
function lowest(timeline: Timeline): string {
  const { facts, workload } = timeline;
  const isDaemonSet = workload.kind === 'DaemonSet';
  const ran = atFirst(timeline, 'desired');
  if (facts.minAvailable === 0 && facts.desired > 0 && ran > 0)
    return `${isDaemonSet ? 'no node served' : 'nothing available'} ${lacking(timeline)}`;
  if (!isDaemonSet && ran === 0) return 'nothing ran before';
  if (!isDaemonSet && ran !== facts.desired && ran > 0)
    return facts.minAvailable >= ran
      ? `always the ${grouped(ran)} that ran`
      : `never below ${grouped(facts.minAvailable)} of the ${grouped(ran)} that ran`;
  const least =
    facts.minAvailable >= facts.desired ? `always ${grouped(facts.desired)}` : `never below ${grouped(facts.minAvailable)}`;
  return `${least} of ${isDaemonSet ? `${counted(facts.desired, 'node')} served` : `${grouped(facts.desired)} available`}`;
}

/** Since when nothing is available, and for how long where that is not its first words. */
function lacking({ facts, outcome, end }: Timeline): string {
  const since = `from ${formatMoment(facts.minAvailableAt)}`;
  // What has never served is not counted as missing.
  if (facts.secondsWithoutAny === 0 || facts.minAvailableAt + facts.secondsWithoutAny >= end) return `${since} on`;
  return outcome.kind === 'complete' && outcome.deadlineExceededAt === undefined
    ? since
    : `for ${formatDuration(facts.secondsWithoutAny)} ${since}`;
}

/** The verdict as one line of text. */
export function verdictText(timeline: Timeline): string {
  const { headline, details } = verdict(timeline);
  return [headline, ...details].join(' · ');
}

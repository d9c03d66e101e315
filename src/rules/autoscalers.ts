import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { isLive } from '../model/liveObject';
import { listed } from '../model/words';
import { factsInNamespace, factText, type AutoscalerFact, type ClusterFacts } from './facts';
import type { Finding, Fix, Rule, RuleContext } from './rule';
import type { Subject } from './subject';
import { hasVariantBeside } from './variants';

/** A HorizontalPodAutoscaler looks so often: the longest that it takes to set right what is beyond its bounds. */
export const AUTOSCALER_SECONDS = 15;

export function autoscalersOf(facts: ClusterFacts, workload: Subject): readonly AutoscalerFact[] {
  if (workload.name === '') return [];
  return factsInNamespace(
    facts,
    'autoscaler',
    workload,
    ({ targetKind, targetName, uri }) =>
      targetKind === workload.kind && targetName === workload.name && !hasVariantBeside(facts, uri, workload),
  );
}

/** The fix of replicas that are fewer, or more. */
export function toBound(path: Path, autoscaler: AutoscalerFact, written: number): Fix {
  const bound = heldBy(autoscaler, written);
  const title = `Set replicas to ${bound}, its ${boundName(autoscaler, written)}`;
  return { title, edits: [{ op: 'set', path, value: String(bound) }] };
}

/** What it makes of so many. The API server takes no maximum below the minimum. */
export function heldBy({ minReplicas, maxReplicas = Infinity }: AutoscalerFact, replicas: number): number {
  return Math.max(minReplicas, Math.min(replicas, maxReplicas));
}

/** Where it stops when so many are written. */
export function boundName({ maxReplicas = Infinity }: AutoscalerFact, written: number): 'minimum' | 'maximum' {
  return written > maxReplicas ? 'maximum' : 'minimum';
}

/** Whose bound is what is to run: no replicas are written, or fewer than its minimum, or more than its maximum; 0 are left. */
export function decidingAutoscaler(facts: ClusterFacts, workload: Workload): AutoscalerFact | undefined {
  const { kind, replicas } = workload;
  if (kind !== 'Deployment' || (replicas.written && (!replicas.known || replicas.value === 0))) return undefined;
  const all = autoscalersOf(facts, workload);
  const [highest] = all.toSorted((a, b) => b.minReplicas - a.minReplicas);
  if (highest === undefined || !replicas.written || replicas.value < highest.minReplicas) return highest;
  // Of several one may be in force only: below the maximum of that one they stay as they are.
  const lowers = (autoscaler: AutoscalerFact): boolean => heldBy(autoscaler, replicas.value) < replicas.value;
  return all.every(lowers) ? all[0] : undefined;
}

/** KEDA's ScaledObject scales from 0 by itself, and so does an autoscaler that may scale to 0. */
export function isOffAtZero({ object, minReplicas }: AutoscalerFact): boolean {
  return object['kind'] === 'HorizontalPodAutoscaler' && minReplicas > 0;
}

/** Those of one file that have the workload as their target: one in each may be a choice. */
export function rivalAutoscalers(facts: ClusterFacts, workload: Subject): readonly AutoscalerFact[] {
  const all = autoscalersOf(facts, workload).filter(({ object }) => object['kind'] === 'HorizontalPodAutoscaler');
  const together = all.filter(({ uri, namespace }) => uri === all[0]?.uri && namespace === all[0].namespace);
  return together.length > 1 ? together : [];
}

export function rivalsText(rivals: readonly AutoscalerFact[]): string {
  return listed(rivals.map((rival) => factText(rival)));
}

/** How many ran: not what its manifest says, where an autoscaler has set that right since. */
export function replicasThatRan({ replicas, resource }: Workload, now: Workload, autoscaler: AutoscalerFact | undefined): number {
  const { value, written } = replicas;
  if (autoscaler === undefined || (written && value === 0) || isLive(resource.json, now.resource.json)) return value;
  return heldBy(autoscaler, written ? value : 1);
}

/** `HorizontalPodAutoscaler “web” (2–9)`. */
export function autoscalerText(autoscaler: AutoscalerFact): string {
  return `${factText(autoscaler)} (${autoscaler.minReplicas}–${autoscaler.maxReplicas ?? '?'})`;
}

/** Applying sets fewer at first than the autoscaler's minimum, with which all is computed: these may find their places. */
export function untilSetRight(
  { workload, envelope, autoscaler }: RuleContext,
  { claims, reads }: Rule,
  finding: Finding,
): Finding {
  const { written, value } = workload.replicas;
  const isFewer = autoscaler !== undefined && written && value < (envelope?.desired ?? 0);
  if (!isFewer || claims !== 'stall' || finding.isConditional === true || !reads.includes('spec.replicas')) return finding;
  const first = `Applying sets ${value} for ${AUTOSCALER_SECONDS} s at most: a rollout that is through by then does not stall.`;
  return { ...finding, isConditional: true, message: `${finding.message} ${first}` };
}

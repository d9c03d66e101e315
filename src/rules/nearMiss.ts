import type { LabelSelector, StringMap } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import type { Workload } from '../manifest/workload';
import { listed, quote } from '../model/words';
import { factsInNamespace, type BudgetFact, type ClusterFacts, type ServiceFact } from './facts';
import { distanceTo, SAME_FOLDER } from './nearness';
import { homesOfWorkloads, othersTaken } from './selecting';
import { isSimilar } from '../model/similar';

/** An object whose selector takes no pod of any workload that is known, although it is almost certainly meant for this one. */
interface NearMiss {
  readonly name: string;
  /** Which label differs, as a sentence goes on. */
  readonly difference: string;
}

/**
 * Services or budgets that lie beside the workload and miss it. Pods of other things (operators, jobs) are not known, so that a
 * selector that takes nothing proves nothing by itself: the name must be the workload's, or each differing label look like it.
 */
export function nearMisses(facts: ClusterFacts, sort: 'service' | 'budget', workload: Workload): readonly NearMiss[] {
  const { labels } = workload.pod;
  if (facts.limited || Object.keys(labels).length === 0) return [];
  const misses = (fact: ServiceFact | BudgetFact): boolean => {
    const selector = selectorOf(fact);
    if (Object.keys(selector?.matchLabels ?? {}).length === 0 || (selector?.matchExpressions ?? []).length > 0) return false;
    if (matchesSelector(selector, labels)) return false;
    const isLike =
      fact.name === workload.name || missedBy(fact, labels).every((missed) => looksLike(missed, labels, isFar(fact, facts)));
    return isLike && othersTaken(facts, selector, workload).length === 0;
  };
  // A file that has workloads of its own is about those.
  const wanted = { furthest: SAME_FOLDER, without: homesOfWorkloads(facts) };
  return factsInNamespace<'service' | 'budget'>(facts, sort, workload, misses, wanted).map((fact) => ({
    name: fact.name,
    difference: listed(missedBy(fact, labels).map(([key, value]) => differs(key, value, labels))),
  }));
}

function selectorOf(fact: ServiceFact | BudgetFact): LabelSelector | undefined {
  return fact.fact === 'service' ? { matchLabels: fact.selector } : fact.selector;
}

function missedBy(fact: ServiceFact | BudgetFact, labels: StringMap): readonly (readonly [string, string])[] {
  return Object.entries(selectorOf(fact)?.matchLabels ?? {}).filter(([key, value]) => labels[key] !== value);
}

function isFar(fact: ServiceFact | BudgetFact, { home }: ClusterFacts): boolean {
  return (distanceTo(home, fact.uri) ?? Infinity) > SAME_FOLDER;
}

/** The same key with almost the value, or the value under another key. Far off, a chart's labels may be for its own pods. */
function looksLike([key, value]: readonly [string, string], labels: StringMap, isFar: boolean): boolean {
  const has = labels[key];
  if (has !== undefined) return isSimilar(value, has);
  return !(isFar && key.startsWith('app.kubernetes.io/')) && Object.values(labels).includes(value);
}

function differs(key: string, value: string, labels: StringMap): string {
  const has = labels[key];
  const other = Object.keys(labels).find((name) => labels[name] === value);
  if (has !== undefined) return `${quote(key)} is ${quote(has)}, not ${quote(value)}`;
  return other === undefined
    ? `they have no label ${quote(`${key}: ${value}`)}`
    : `${quote(value)} is their ${quote(other)}, not their ${quote(key)}`;
}

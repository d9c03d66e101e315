import type { LabelSelector } from '../model/apiTypes';
import { matchesSelector } from '../model/labelSelector';
import { autoscalersOf } from './autoscalers';
import { priorityClassesOf, type ClusterFacts, type Fact, type WorkloadFact } from './facts';
import { limitsOf, quotasOf } from './namespaceLimits';
import type { Subject } from './subject';
import { distanceTo } from './nearness';
import { budgetsOf, servicesOf } from './selecting';

/** A workload whose surroundings an object is a part of. */
export interface Touched {
  readonly fact: WorkloadFact;
  readonly subject: Subject;
  /** What its own file sees. */
  readonly facts: ClusterFacts;
}

export interface TouchedWorkloads {
  /** The nearest first. */
  readonly touched: readonly Touched[];
  /** How many candidates were not looked at. */
  readonly leftOut: number;
}

/** So many are asked what they see. */
const MAX_ASKED = 40;

/** The rules' own questions: what an object means for a workload is decided there and nowhere else. */
const QUESTIONS: Readonly<Partial<Record<Fact['fact'], (facts: ClusterFacts, subject: Subject) => readonly Fact[]>>> = {
  service: servicesOf,
  budget: budgetsOf,
  autoscaler: autoscalersOf,
  quota: quotasOf,
  limits: limitsOf,
  priorityClass: priorityClassesOf,
};

/** The other way round: the workloads of the workspace that an object bears on, each asked as its own findings ask. */
export function touchedBy(fact: Fact, { workspace }: ClusterFacts): TouchedWorkloads {
  const ask = QUESTIONS[fact.fact];
  if (ask === undefined || workspace === undefined) return { touched: [], leftOut: 0 };
  const candidates = workspace.workloads().flatMap((workload) => {
    const { running: subject, uri } = workload;
    if (subject === undefined || !mayTouch(fact, subject)) return [];
    const distance = distanceTo(uri, fact.uri);
    return distance === undefined ? [] : [{ workload, subject, distance }];
  });
  candidates.sort((a, b) => a.distance - b.distance);
  const touched = candidates.slice(0, MAX_ASKED).flatMap(({ workload, subject }) => {
    const facts = workspace.factsFor(workload.uri);
    return ask(facts, subject).includes(fact) ? [{ fact: workload, subject, facts }] : [];
  });
  return { touched, leftOut: Math.max(0, candidates.length - MAX_ASKED) };
}

/** Cheap, and right where it says no. */
function mayTouch(fact: Fact, { kind, name, writtenNamespace, pod }: Subject): boolean {
  if (fact.fact === 'priorityClass') return [fact.name, ''].includes(pod.priorityClassName);
  const isElsewhere = fact.namespace !== undefined && writtenNamespace !== undefined && fact.namespace !== writtenNamespace;
  if (isElsewhere) return false;
  const selects = (selector: LabelSelector | undefined): boolean => matchesSelector(selector, pod.labels);
  if (fact.fact === 'service') return selects({ matchLabels: fact.selector });
  if (fact.fact === 'budget') return selects(fact.selector);
  return fact.fact !== 'autoscaler' || (fact.targetKind === kind && fact.targetName === name);
}

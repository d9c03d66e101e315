import type { AffinityTermFacts } from '../manifest/podFacts';
import type { ClusterFacts, Fact, NearFact } from './facts';
import { addTo, besideOf, inCommon, ownOf } from './folderFacts';
import { hostPorts } from './pods';
import type { Running, Subject } from './subject';
import type { SoleClaim } from './volumeClaims';

/**
 * Most workloads ask for nothing that others could be in the way of, and of thousands that do each is held against those only
 * that one port, claim or label tells of: the nearest first, in the same file or folder. Not all of them do meet.
 */
export function whoMayMeet({ bySort, home }: ClusterFacts, subject: Subject, claims: readonly SoleClaim[]): Iterable<NearFact> {
  const common = inCommon(bySort);
  const inFolder = meetings(common, () => besideOf(common, 'workload'));
  if (common === bySort) return inFolder.with(subject, claims);
  const own = ownOf(bySort, 'workload');
  const isElsewhere = ({ fact }: NearFact): boolean => own.length === 0 || fact.uri !== home;
  return oneAfterTheOther(meetings(own, () => own).with(subject, claims), inFolder.with(subject, claims), isElsewhere);
}

function* oneAfterTheOther(
  own: Iterable<NearFact>,
  others: Iterable<NearFact>,
  isElsewhere: (near: NearFact) => boolean,
): Generator<NearFact> {
  yield* own;
  for (const near of others) if (isElsewhere(near)) yield near;
}

export function runningOf(fact: Fact): Running | undefined {
  return fact.fact === 'workload' ? (fact.running ?? fact.standing) : undefined;
}

const MEETINGS = new WeakMap<object, Meetings>();

function meetings(owner: object, find: () => readonly NearFact[]): Meetings {
  const known = MEETINGS.get(owner) ?? new Meetings(find());
  MEETINGS.set(owner, known);
  return known;
}

/** Who is beside, by what can be in the way: places in the list, which grow. */
class Meetings {
  readonly #beside: readonly NearFact[];
  readonly #places = new Map<string, number[]>();

  constructor(beside: readonly NearFact[]) {
    this.#beside = beside;
    for (const [place, { fact }] of beside.entries()) {
      const pod = runningOf(fact)?.pod;
      if (pod === undefined) continue;
      const keys = [
        ...hostPorts(pod).map(portKey),
        ...pod.claims.map(({ claimName }) => `claim ${claimName}`),
        ...Object.entries(pod.labels).map(([key, value]) => `label ${key}=${value}`),
        ...pod.requiredAntiAffinity.map((term) => `keeps ${labelOf(term)}`),
        'all',
      ];
      for (const key of new Set(keys)) addTo(this.#places, key, place);
    }
  }

  *with({ pod }: Subject, claims: readonly SoleClaim[]): Generator<NearFact> {
    const wanted = [...pod.requiredAntiAffinity, ...pod.requiredAffinity].map((term) => {
      const label = labelOf(term);
      return label === '' ? 'all' : `label ${label}`;
    });
    const keys = [
      ...wanted,
      ...hostPorts(pod).map(portKey),
      ...claims.map(({ claim }) => `claim ${claim.claimName}`),
      ...Object.entries(pod.labels).map(([key, value]) => `keeps ${key}=${value}`),
      'keeps ',
    ];
    const lists = [...new Set(keys)].flatMap((key) => [this.#places.get(key) ?? []]).filter(({ length }) => length > 0);
    const next = lists.map(() => 0);
    for (let last = -1; ;) {
      let nearest = Number.POSITIVE_INFINITY;
      for (const [index, list] of lists.entries()) {
        let at = next[index] ?? 0;
        while ((list[at] ?? Number.POSITIVE_INFINITY) <= last) at += 1;
        next[index] = at;
        nearest = Math.min(nearest, list[at] ?? Number.POSITIVE_INFINITY);
      }
      const near = this.#beside[nearest];
      if (near === undefined) return;
      last = nearest;
      yield near;
    }
  }
}

function portKey({ port, protocol }: { readonly port: number; readonly protocol: string }): string {
  return `port ${port} ${protocol}`;
}

/** A label that all pods have which a term is about; empty: it does not say. */
function labelOf({ selector }: AffinityTermFacts): string {
  const [label] = Object.entries(selector?.matchLabels ?? {});
  return label === undefined ? '' : label.join('=');
}

import type { AffinityTermFacts, PodFacts } from '../manifest/podFacts';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { hostPorts } from './pods';
import type { Subject } from './subject';

/** Why pods of a neighbor and these cannot be in one place. */
export interface Conflict {
  /** What makes a place: the label of a node. */
  readonly key: string;
  /** A node is a place of its own, too, where it lacks that label. */
  readonly isByNode: boolean;
  readonly path: Path;
  readonly why: (who: string) => string;
  readonly short: (who: string) => string;
}

/** Undefined: they can. */
export function conflictOf(own: Subject, other: Subject, sharesNamespace: boolean): Conflict | undefined {
  return mayConflict(own.pod, other.pod) ? foundConflict(own, other, sharesNamespace) : undefined;
}

/** All are held against all others: most ask for nothing. */
function mayConflict(own: PodFacts, other: PodFacts): boolean {
  if (own.requiredAntiAffinity.length > 0 || other.requiredAntiAffinity.length > 0) return true;
  return hostPorts(own).length > 0 && hostPorts(other).length > 0;
}

type Ground = Omit<Conflict, 'isByNode'>;

/** Who cannot be in a zone with others cannot be on a node of it either: the widest place is meant. */
function foundConflict(own: Subject, other: Subject, sharesNamespace: boolean): Conflict | undefined {
  const grounds = [portTaken(own, other), ...keptApart(own, other, sharesNamespace)].filter((ground) => ground !== undefined);
  const isNode = ({ key }: Ground): boolean => key === HOSTNAME_LABEL;
  const widest = grounds.find((ground) => !isNode(ground)) ?? grounds[0];
  return widest && { ...widest, isByNode: grounds.some(isNode) };
}

function portTaken({ pod }: Subject, other: Subject): Ground | undefined {
  const others = hostPorts(other.pod);
  const port = hostPorts(pod).find((own) => others.some((taken) => taken.port === own.port && taken.protocol === own.protocol));
  if (port === undefined) return undefined;
  return {
    key: HOSTNAME_LABEL,
    path: port.path,
    why: (who) => `${who} takes host port ${port.port} as well, which a node has only once`,
    short: (who) => `${who} may take host port ${port.port}`,
  };
}

function keptApart({ pod }: Subject, { pod: others }: Subject, sharesNamespace: boolean): readonly Ground[] {
  const keeps =
    (labels: typeof pod.labels) =>
    ({ selector, namespaces }: AffinityTermFacts): boolean =>
      (namespaces.length > 0 || sharesNamespace) && matchesSelector(selector, labels);
  const short = (who: string): string => `${who} may keep the pods away`;
  const own = pod.requiredAntiAffinity.filter(keeps(others.labels)).map((term): Ground => {
    const why = (who: string): string => `its pods refuse to share ${shared(term)} with those of ${who}`;
    return { key: term.topologyKey, path: term.path, why, short };
  });
  const theirs = others.requiredAntiAffinity.filter(keeps(pod.labels)).map((term): Ground => {
    const why = (who: string): string => `the pods of ${who} refuse to share ${shared(term)} with these`;
    return { key: term.topologyKey, path: [...pod.path, 'spec'], why, short };
  });
  return [...own, ...theirs];
}

/** Without a selector it means nobody. */
export function isAlone({ selector }: AffinityTermFacts): boolean {
  return selector === undefined;
}

/** Whether pods of another workload are those that a term wants to be near to. */
export function wantsNear({ selector, namespaces }: AffinityTermFacts, { pod }: Subject, sharesNamespace: boolean): boolean {
  return (namespaces.length > 0 || sharesNamespace) && matchesSelector(selector, pod.labels);
}

function shared({ topologyKey }: AffinityTermFacts): string {
  return topologyKey === HOSTNAME_LABEL ? 'a node' : `a ${topologyKey}`;
}

/** What the old pods share with no pod of either version, while the new ones would share it with each other. */
export function keyKeptApart({ pod, namespace }: Workload, { pod: old }: Workload): string | undefined {
  // Pods of a higher priority drive the old ones away.
  if (old.priorityClassName !== pod.priorityClassName) return undefined;
  const isBetween = ({ selector, namespaces }: AffinityTermFacts): boolean =>
    (namespaces.length === 0 || namespaces.includes(namespace)) &&
    matchesSelector(selector, pod.labels) &&
    matchesSelector(selector, old.labels);
  const still = pod.requiredAntiAffinity.filter(isBetween);
  return old.requiredAntiAffinity
    .filter(isBetween)
    .find(({ topologyKey }) => !still.some((own) => own.topologyKey === topologyKey))?.topologyKey;
}

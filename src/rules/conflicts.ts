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

function foundConflict({ pod }: Subject, subject: Subject, sharesNamespace: boolean): Conflict | undefined {
  const others = hostPorts(subject.pod);
  const port = hostPorts(pod).find((own) => others.some((other) => other.port === own.port && other.protocol === own.protocol));
  if (port !== undefined) {
    return {
      key: HOSTNAME_LABEL,
      path: port.path,
      why: (who) => `${who} takes host port ${port.port} as well, which a node has only once`,
      short: (who) => `${who} may take host port ${port.port}`,
    };
  }
  const keepsApart = (labels: typeof pod.labels, { selector, namespaces }: AffinityTermFacts): boolean =>
    (namespaces.length > 0 || sharesNamespace) && matchesSelector(selector, labels);
  const own = pod.requiredAntiAffinity.find((term) => keepsApart(subject.pod.labels, term));
  const short = (who: string): string => `${who} may keep the pods away`;
  if (own !== undefined) {
    const why = (who: string): string => `its pods refuse to share ${shared(own)} with those of ${who}`;
    return { key: own.topologyKey, path: own.path, why, short };
  }
  const theirs = subject.pod.requiredAntiAffinity.find((term) => keepsApart(pod.labels, term));
  if (theirs === undefined) return undefined;
  const why = (who: string): string => `the pods of ${who} refuse to share ${shared(theirs)} with these`;
  return { key: theirs.topologyKey, path: [...pod.path, 'spec'], why, short };
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

import type { AffinityTermFacts, PodFacts } from '../manifest/podFacts';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { mayShareNode } from './nodesInCommon';
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

type Ground = Omit<Conflict, 'isByNode'>;

/** Undefined: they can. Who cannot be in a zone with others cannot be on a node of it either: the widest place is meant. */
export function conflictOf(own: Subject, other: Subject, sharesNamespace: boolean): Conflict | undefined {
  const isNode = ({ key }: Ground): boolean => key === HOSTNAME_LABEL;
  const all = [...groundsOf(own, other, sharesNamespace)];
  // What only a node cannot be shared for is nothing to those who never meet on one.
  const grounds = all.some(isNode) && !mayShareNode(own.pod, other.pod) ? all.filter((ground) => !isNode(ground)) : all;
  const widest = grounds.find((ground) => !isNode(ground)) ?? grounds[0];
  return widest && { ...widest, isByNode: grounds.some(isNode) };
}

/** Whether they cannot, should they meet: asked of all and all others, so that nothing is looked at beyond the first ground. */
export function isKeptApart(own: Subject, other: Subject, sharesNamespace: boolean): boolean {
  return groundsOf(own, other, sharesNamespace).next().done !== true;
}

function* groundsOf({ pod: own }: Subject, { pod: other }: Subject, sharesNamespace: boolean): Generator<Ground> {
  const taken = hostPorts(other);
  const port = hostPorts(own).find((each) =>
    taken.some(({ port, protocol }) => port === each.port && protocol === each.protocol),
  );
  if (port !== undefined)
    yield {
      key: HOSTNAME_LABEL,
      path: port.path,
      why: (who) => `${who} takes host port ${port.port} as well, which a node has only once`,
      short: (who) => `${who} may take host port ${port.port}`,
    };
  for (const term of own.requiredAntiAffinity)
    if (isAbout(term, other, sharesNamespace))
      yield keeping(term, term.path, (who) => `its pods refuse to share ${shared(term)} with those of ${who}`);
  for (const term of other.requiredAntiAffinity)
    if (isAbout(term, own, sharesNamespace))
      yield keeping(term, [...own.path, 'spec'], (who) => `the pods of ${who} refuse to share ${shared(term)} with these`);
}

function keeping({ topologyKey: key }: AffinityTermFacts, path: Path, why: Ground['why']): Ground {
  return { key, path, why, short: (who) => `${who} may keep the pods away` };
}

/** Whether a term means pods of another workload. */
function isAbout({ selector, namespaces }: AffinityTermFacts, { labels }: PodFacts, sharesNamespace: boolean): boolean {
  return (namespaces.length > 0 || sharesNamespace) && matchesSelector(selector, labels);
}

/** Without a selector it means nobody. */
export function isAlone({ selector }: AffinityTermFacts): boolean {
  return selector === undefined;
}

/** Whether pods of another workload are those that a term wants to be near to. */
export function wantsNear(term: AffinityTermFacts, { pod }: Subject, sharesNamespace: boolean): boolean {
  return isAbout(term, pod, sharesNamespace);
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

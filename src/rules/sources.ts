import { listed, quote } from '../model/words';
import { factText, type ClusterFacts, type Fact } from './facts';

/** An object that a finding rests on. */
export interface Source {
  readonly fact: Fact;
  /** `Service “web”`; says where several objects could be meant. */
  readonly text: string;
}

/** A message with the files of what it rests on, and these objects themselves. */
export interface Sourced {
  readonly message: string;
  readonly sources: readonly Source[];
}

/** Of these the amounts are told, not the names. */
const SUPPLIES: Readonly<Partial<Record<Fact['fact'], { readonly mention: RegExp; readonly say: (from: string) => string }>>> = {
  node: { mention: /\b(?:node|domain)s?\b/, say: (from) => `The nodes are those of ${from}.` },
  limits: { mention: /(?:)/, say: (from) => `Requests that are not written are those of the LimitRange in ${from}.` },
};

/** Of thousands of objects nobody goes to each: of nodes, whose amount counts, so many are shown, and of all others. */
const MOST_SUPPLIES = 5;
const MOST_SOURCES = 20;

/**
 * What was heard while a rule judged, as far as its message speaks of it: each object is named with its file where that is
 * another one than the workload's (`own`, where that is not where it is built).
 */
export function withSources(message: string, { home, heard, writtenIn }: ClusterFacts, own = home): Sourced {
  if (heard === undefined || heard.size === 0) return { message, sources: [] };
  const fileOf = (fact: Fact): string => writtenIn?.(fact) ?? fact.uri;
  const sources: Source[] = [];
  const supplies: Source[] = [];
  const supplied = new Map<Fact['fact'], Set<string>>();
  // A claim and its volume may well share a name that is said once: the first gets it, the claim.
  const placedNames = new Set<string>();
  let result = message;
  for (const [fact, rivals] of heard) {
    const supply = SUPPLIES[fact.fact];
    if (supply === undefined ? !isMentioned(fact, message, heard) : !supply.mention.test(message)) continue;
    const [shown, most] = supply === undefined ? [sources, MOST_SOURCES] : [supplies, MOST_SUPPLIES];
    if (shown.length < most) {
      shown.push({ fact, text: factText(fact) });
      for (const rival of rivals) shown.push({ fact: rival, text: `${factText(rival)}, which is just as near` });
    }
    const files = [fact, ...rivals].map((each) => shortName(fileOf(each), home));
    if (supply !== undefined)
      supplied.set(fact.fact, new Set([...(supplied.get(fact.fact) ?? []), ...(fileOf(fact) === own ? [] : files)]));
    else if (fileOf(fact) !== own && !placedNames.has(mentionOf(fact, message))) {
      placedNames.add(mentionOf(fact, message));
      result = placed(result, mentionOf(fact, message), files);
    }
  }
  const told = [...supplied].flatMap(([sort, files]) =>
    files.size === 0 ? [] : [SUPPLIES[sort]?.say(listed([...files])) ?? ''],
  );
  return { message: [result, ...told].join(' '), sources: [...supplies, ...sources] };
}

/** By its name, unless that is another object's of the same name that is spoken of in full. */
function isMentioned(fact: Fact, message: string, heard: ReadonlyMap<Fact, unknown>): boolean {
  if (message.includes(factText(fact))) return true;
  if (!message.includes(quote(fact.name))) return false;
  return ![...heard.keys()].some((other) => other.name === fact.name && message.includes(factText(other)));
}

function mentionOf(fact: Fact, message: string): string {
  const whole = factText(fact);
  return message.includes(whole) ? whole : quote(fact.name);
}

/** `Service “web” in web.yaml`; of several that are equally near none is preferred silently. */
function placed(message: string, name: string, [first = '', ...others]: readonly string[]): string {
  const rest = others.length === 0 ? '' : ` (or the one in ${listed(others)}, which is just as near)`;
  // A function: names may hold what replacement texts give a meaning to.
  return message.replace(name, () => `${name} in ${first}${rest}`);
}

/** What somebody pasted lies nowhere. */
export function isNoFile(uri: string): boolean {
  return uri.startsWith('rollout-lens:');
}

const SNAPSHOT = 'rollout-lens:snapshot/';

/** Where objects of a snapshot are said to stand: `snapshot “prod”, 3 h old`. */
export function snapshotUri(title: string): string {
  return `${SNAPSHOT}${encodeURIComponent(title)}`;
}

/** Where nodes are said to stand that follow from groups alone. */
export const GROUPS_URI = 'rollout-lens:node-groups';

/** A file's name as far as it tells it apart from the one that speaks of it. */
export function shortName(uri: string, home: string): string {
  if (uri.startsWith(SNAPSHOT)) return decoded(uri.slice(SNAPSHOT.length));
  if (uri === GROUPS_URI) return 'the node groups that are set';
  if (isNoFile(uri)) return 'the list that was pasted';
  let shared = 0;
  for (
    let slash = home.indexOf('/');
    slash >= 0 && uri.startsWith(home.slice(0, slash + 1));
    slash = home.indexOf('/', slash + 1)
  )
    shared = slash + 1;
  return decoded(uri.slice(shared));
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/**
 * How near two files of a workspace are, as a person who looks for “the Service of this Deployment” would go: the same file,
 * the same folder, then up; sideways only where nothing tells the places apart. Other environments, test data and other
 * charts are nobody's surroundings.
 */
export const SAME_FILE = 0;
export const SAME_FOLDER = 1;
/** Up to here a namespace that nobody wrote is the same one. */
const FURTHEST_UP = 50;
const SIDEWAYS = 100;
/** Near enough that a namespace that is not written is taken for the same. */
export const FURTHEST_NEAR = SIDEWAYS - 1;

/** Folders that hold one deployment target each: what lies in another one never meets. */
const ENVIRONMENT =
  /^(?:dev(?:el(?:opment)?)?|test(?:ing)?|qa|uat|int(?:egration)?|stag(?:e|ing)|pre-?prod|prod(?:uction)?|live|sandbox|canary|local|ci|demo|preview|dr)(?:[-_.].+)?$|^.+[-_.](?:dev|test|qa|uat|staging|stage|preprod|prod|production)$/i;
/** Folders whose children are such targets, whatever their names. */
const TARGETS = /^(?:overlays?|env(?:ironment)?s?|clusters?|regions?|tenants?|stages?|variants?)$/i;
/** What is written to be read by tests or readers, or copied for a build, not to run beside anything else. */
const TEST_DATA =
  /^(?:tests?|testing|testdata|test-data|fixtures?|__tests__|e2e|specs?|mocks?|golden|snapshots?|examples?|samples?|hack|docs?|ci|vendor|node_modules|godeps|third[-_]party)$/i;
/** Folders that sort manifests by kind: `k8s/deployments/web.yaml` and `k8s/services/web.yaml` lie together. */
const BY_KIND =
  /^(?:deployments?|daemonsets?|workloads?|services?|svc|pdbs?|poddisruptionbudgets?|hpas?|autoscal(?:ers?|ing)|quotas?|pvcs?|claims?|volumes?|storage|configmaps?|config|networking)$/i;

/** What only tests read or apply: nobody rolls it out. `test` alone may be an environment. */
const FIXTURE =
  /^(?:test-?_?data|(?:__)?(?:fixtures?|mocks?|snapshots?)(?:__)?|(?:__)?[a-z0-9]*[-_]?tests(?:__)?|benchmarks?|goldens?|(?:(?:e2e|integration|functional|acceptance|unit)[-_]?)tests?|(?:tests?[-_])?e2e|conformance|expected(?:[-_](?:output|results?))?|test[-_]?cases?|(?:mocks?|fake|tests?)[-_](?:files?|charts?|yamls?|manifests?|resources?|assets?)|\.?(?:chainsaw|kuttl)(?:-tests?)?|\.[a-z]+[-_]tests?)$|[-_.](?:golden|snap)\.[a-z]+$|^expected(?:[-_]\w+)?\.ya?ml$/i;

/** An environment where others lie beside it, or what they have in common; test data otherwise. */
const TEST = /^test(?:ing)?$/i;
const BESIDE_TEST =
  /^(?:base|dev(?:el(?:opment)?)?|qa|uat|int(?:egration)?|stag(?:e|ing)|pre-?prod|prod(?:uction)?|live)(?:[-_.].+)?$/i;

/** Beside sources `test` is no environment. */
const MAVEN_TESTS = /(?:^|\/)src\/test\//;

/** `v0.10.0/`, `2.1.x.yaml`, `web-1.2.3/`: the next version gets a place of its own, and this one stays as it was released. */
const RELEASED = /^(?:v?\d+\.\d+(?:\.(?:\d+|x))?|.+[-_]v?\d+\.\d+\.\d+)(?:[-+]\w[\w.]*?)?(?:\.[a-z]+)?$/i;

const ARCHIVED = /^(?:_?archived|[_.]archived?|attic|deprecated|obsolete|old|unused|_site)$/i;

const SAMPLE =
  /^(?:examples?|samples?|(?:old[-_])?docs?|demos|demo[-_]apps?|playgrounds?|local[-_](?:tests?|dev(?:elopment)?)|snippets?|tutorials?|quick-?starts?|getting-started|workshops?)$|(?:^|[-_.])(?:examples|samples|tutorials?|quick-?starts)$|[-_.]demos?$|(?:^|[-_.])(?:cka|ckad|cks)(?:[-_.]|$)|^(?:study-guide|cheat-?sheets?)$|^(?:chapter|lesson|lab|exercise|step|day|week|module|session|episode)(?:[-_. ]|%20)?\d+|^\d{1,2}$|^\d+[-_.]\d+[-_.]/i;

/** What a whole workspace is called that is there to learn from. */
const SAMPLES =
  /[-_.+](?:examples?(?:[-_]apps?)?|samples?(?:[-_]apps?)?|tutorials?|quick-?starts?|workshops?|recipes|exercises|courses?|masterclass|series|trainings?|bootcamp|demos|labs|playground|learn(?:ing)?|cheat-?sheets?|certification|handbook|cka|ckad|cks)$/i;

/** What a file is there for. */
export interface Purpose {
  /** Nobody rolls it out: what is wrong there hurts nobody. */
  readonly isUnused: boolean;
  /** It is written to be read or tried, one file at a time. */
  readonly isSample: boolean;
  /** A program wrote it, and will write it again. */
  readonly isGenerated: boolean;
}

export const ORDINARY: Purpose = { isUnused: false, isSample: false, isGenerated: false };

/** As far as its place in the workspace tells, and what it says itself. `files`: all that are known. */
export function purposeOf(top: string | undefined, uri: string, isGenerated = false, files: Iterable<string> = []): Purpose {
  if (top === undefined) return isGenerated ? { ...ORDINARY, isGenerated } : ORDINARY;
  const unused = isUnused(top, uri) || isInTestData(top, uri, files);
  const sample = isSample(top, uri);
  return unused || sample || isGenerated ? { isUnused: unused, isSample: sample, isGenerated } : ORDINARY;
}

/**
 * Whether nobody rolls a file out, as its way from the top of the workspace tells (its last letters count there, too): tests
 * read it, or it is kept as it once was.
 */
function isUnused(top: string, uri: string): boolean {
  const isOne = [FIXTURE, RELEASED, ARCHIVED].some((segments) => isBelow(segments, top, uri));
  return isOne || (uri.startsWith(top) && MAVEN_TESTS.test(uri.slice(top.length)));
}

/** Whether a folder on the way to it is called `test` and is no environment among others. */
function isInTestData(top: string, uri: string, files: Iterable<string>): boolean {
  if (!uri.startsWith(top)) return false;
  const way = uri.slice(top.length).split('/').slice(0, -1);
  const at = way.findIndex((segment, index) => TEST.test(segment) && !TARGETS.test(way[index - 1] ?? ''));
  if (at < 0) return false;
  const folder = [top.slice(0, -1), ...way.slice(0, at), ''].join('/');
  for (const file of files) {
    const end = file.startsWith(folder) ? file.indexOf('/', folder.length) : -1;
    if (end >= 0 && BESIDE_TEST.test(file.slice(folder.length, end))) return false;
  }
  return true;
}

/** Whether it is there to be read or tried. */
function isSample(top: string, uri: string): boolean {
  return isBelow(SAMPLE, top, uri) || (uri.startsWith(top) && SAMPLES.test(top.slice(0, -1)));
}

function isBelow(segments: RegExp, top: string, uri: string): boolean {
  if (!uri.startsWith(top)) return false;
  const way = uri.slice(top.length).split('/');
  return way.some((segment) => segments.test(segment));
}

/** How far a fact's file is from a workload's; undefined: it is not part of its surroundings. */
export function distanceTo(home: string, other: string): number | undefined {
  return home === other ? SAME_FILE : distanceBetween(wayTo(home), wayTo(other));
}

/** The folders on the way to a file. Taken apart once: in a large workspace each is compared with each. */
export interface Way {
  readonly segments: readonly string[];
  /** What each segment means. */
  readonly meanings: readonly number[];
  readonly isNowhere: boolean;
}

/** What the name of a folder means, in bits. */
const KIND = 1;
const TARGET = 2;
const DATA = 4;
const TEMPLATES = 8;
const PLACE = 16;

export function wayTo(uri: string): Way {
  const segments = uri.split('/').slice(0, -1);
  return { segments, meanings: segments.map(meaningOf), isNowhere: !uri.includes('/') };
}

const MEANINGS = new Map<string, number>();
const MAX_MEANINGS = 10_000;

function meaningOf(segment: string): number {
  const known = MEANINGS.get(segment);
  if (known !== undefined) return known;
  const bit = (holds: boolean, value: number): number => (holds ? value : 0);
  const meaning =
    bit(BY_KIND.test(segment), KIND) |
    bit(TARGETS.test(segment), TARGET) |
    bit(TEST_DATA.test(segment), DATA) |
    bit(segment === 'templates', TEMPLATES) |
    bit(ENVIRONMENT.test(segment), PLACE);
  if (MEANINGS.size >= MAX_MEANINGS) MEANINGS.clear();
  MEANINGS.set(segment, meaning);
  return meaning;
}

/** From the folder of one file to that of another one. */
export function distanceBetween(from: Way, to: Way): number | undefined {
  // What has not been saved yet has no place: whoever writes it writes it for what is open beside it.
  if (to.isNowhere) return SAME_FOLDER;
  const shared = sharedLength(from.segments, to.segments);
  const up = allMeanings(from, shared);
  const down = allMeanings(to, shared);
  if (up.count === 0 && down.count === 0) return SAME_FOLDER;
  if (down.count > 0 && isApart(from.meanings[shared - 1] ?? 0, up.any, down.any)) return undefined;
  if (down.elsewhere === 0) return Math.min(SAME_FOLDER + up.elsewhere, FURTHEST_UP);
  return SIDEWAYS + up.elsewhere + down.elsewhere;
}

/** What the segments of the rest of a way mean together, and how many lead elsewhere: folders by kind do not. */
function allMeanings(
  { meanings }: Way,
  start: number,
): { readonly any: number; readonly count: number; readonly elsewhere: number } {
  let any = 0;
  let elsewhere = 0;
  for (let at = start; at < meanings.length; at++) {
    const meaning = meanings[at] ?? 0;
    any |= meaning;
    if ((meaning & KIND) === 0) elsewhere++;
  }
  return { any, count: meanings.length - start, elsewhere };
}

export function isNear(distance: number): boolean {
  return distance <= FURTHEST_NEAR;
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Whether the ways from the last common folder lead to places that have nothing to do with each other. */
function isApart(common: number, up: number, down: number): boolean {
  if ((down & (DATA | TEMPLATES | PLACE | TARGET)) !== 0) return true;
  return (up & TEMPLATES) !== 0 || (common & (TARGET | DATA)) !== 0;
}

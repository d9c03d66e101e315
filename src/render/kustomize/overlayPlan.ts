/** Ours: an overlay as something that can be built, for the features. */
import { groupedBy } from '../../model/groupedBy';
import { finished, type Slices } from '../../model/slices';
import { counted, grouped, listed, plural } from '../../model/words';
import { isNear } from '../../model/similar';
import { writeYaml } from '../goYaml/writer';
import {
  firstProblems,
  type BuildPlan,
  type BuildProblem,
  type BuiltManifest,
  type BuiltObject,
  type FileTree,
} from '../builtManifest';
import { GitIgnores } from '../gitIgnore';
import { buildInSlices, type Build } from './build';
import type { RenderChart, UnmatchedPatch } from './buildContext';
import type { ErrorKind, KustomizeError } from './error';
import { editsFor } from './overlayEdits';
import { filesIn, keyIn, placeIn } from './provenance';
import { ParseCache } from './readNodes';
import type { RNode } from './rnode';

export interface OverlayOptions {
  /** What it is called. */
  readonly name: string;
  /** The file of its kustomization. */
  readonly home: string;
  readonly appliedBy?: string | undefined;
  /** Shared by all overlays of a workspace: what they have in common is parsed once. */
  readonly cache?: ParseCache;
  readonly keepOrder?: boolean;
  readonly unrestricted?: boolean;
  readonly renderChart?: RenderChart;
}

/** The plan to build the kustomization of a folder. */
export function overlayPlan(folder: string, of: OverlayOptions): BuildPlan {
  const { name, home, appliedBy, cache = new ParseCache(), ...options } = of;
  function* slices(files: FileTree): Slices<BuiltManifest> {
    const result = yield* buildInSlices(files, folder, { ...options, cache, lenient: true });
    return yield* builtManifest(result, files, cache);
  }
  return {
    id: `kustomize:${folder}`,
    name,
    sort: ['overlay', 'overlays'],
    from: { tool: 'kustomize', path: folder },
    appliedBy,
    home,
    build: (files) => finished(slices(files)),
    slices,
  };
}

function* builtManifest(result: Build, files: FileTree, cache: ParseCache): Slices<BuiltManifest> {
  const texts: string[] = [];
  const objects: OverlayObject[] = [];
  let start = 0;
  for (const { json, node } of result.objects) {
    const text = writeYaml(json);
    texts.push(text);
    objects.push(new OverlayObject(start, node, files, cache));
    start += text.length + SEPARATOR.length;
    if (start > MOST_TEXT) break;
    yield;
  }
  const left = result.objects.length - objects.length;
  const asked = new Set(result.asked);
  const ignores = new GitIgnores((path) => {
    asked.add(path);
    return files.read(path);
  });
  const problems = [
    ...problemsOf(result, (missing) => excuseFor(missing, files, ignores)),
    ...(left === 0 ? [] : [restProblem(left)]),
  ];
  return { text: texts.join(SEPARATOR), objects, problems, asked };
}

const SEPARATOR = '---\n';

/** As much as a chart may render. */
const MOST_TEXT = 8_000_000;

function restProblem(left: number): BuildProblem {
  const message = `what is built is too large: ${counted(left, 'object')} of it ${plural(left, 'is', 'are')} not looked at`;
  return { id: 'not-built', severity: 'error', message, place: undefined };
}

class OverlayObject implements BuiltObject {
  readonly start: number;
  readonly #node: RNode;
  readonly #tree: FileTree;
  readonly #cache: ParseCache;
  #files: ReadonlySet<string> | undefined;

  constructor(start: number, node: RNode, tree: FileTree, cache: ParseCache) {
    this.start = start;
    this.#node = node;
    this.#tree = tree;
    this.#cache = cache;
  }

  get files(): ReadonlySet<string> {
    return (this.#files ??= filesIn(this.#node));
  }

  placeAt: BuiltObject['placeAt'] = (path) => placeIn(this.#node, path);

  keyAt: BuiltObject['keyAt'] = (path) => keyIn(this.#node, path);

  editsFor: BuiltObject['editsFor'] = (changes, into) =>
    editsFor(changes, { node: this.#node, files: this.#tree, cache: this.#cache, into });
}

function problemsOf(
  { problems, error, unmatched }: Build,
  excuseOf: (missing: string) => string | undefined,
): readonly BuildProblem[] {
  const all = [...problems, ...(error === undefined ? [] : [error])];
  const leavesOut = all.some((each) => each.kind !== 'outside-root' && !wantsSomething(each));
  // What was left out may be what they are for.
  const said = leavesOut ? all.filter((each) => !wantsSomething(each)) : all;
  return [...firstProblems(told(said, excuseOf), problemOf), ...(leavesOut ? [] : firstProblems(unmatched, missOf))];
}

interface Told {
  readonly error: KustomizeError;
  /** Why it is no mistake that something is not there. */
  readonly excuse: string | undefined;
  /** How many more entries of its file are left out with it. */
  readonly more: number;
}

/** As many entries of one file as are told one by one where what they name is not there: more of them have one reason. */
const MOST_MISSING = 5;

function told(errors: readonly KustomizeError[], excuseOf: (missing: string) => string | undefined): readonly Told[] {
  const all = errors.map((error) => ({ error, excuse: error.missing && excuseOf(error.missing), more: 0 }));
  const groups = groupedBy(all, ({ error, excuse }) => (error.missing === undefined ? error : `${error.at?.file}:${excuse}`));
  return [...groups.values()].flatMap((group) =>
    group.length > MOST_MISSING ? group.slice(0, 1).map((one) => ({ ...one, more: group.length - 1 })) : group,
  );
}

/** What a file is called from which another one is made: `patch.yaml.in`, `secret.enc.yaml`, `example.env`. */
const SOURCE = /^(?:in|te?m?pl|template|j2|example|sample|dist|enc|sops|age|gpg)$/i;

function excuseFor(path: string, files: FileTree, ignores: GitIgnores): string | undefined {
  const ignoring = ignores.ignoring(path);
  if (ignoring !== undefined) return `/${ignoring} keeps it out of the repository, so that something else has to make it`;
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const source = files.list?.(path.slice(0, Math.max(slash, 0))).find((other) => {
    const parts = other.split('.');
    return parts.some((part, index) => SOURCE.test(part) && parts.toSpliced(index, 1).join('.') === name);
  });
  return source === undefined ? undefined : `something has to make it of ${source}, which is there`;
}

const WANTS: ReadonlySet<ErrorKind> = new Set(['patch-no-target', 'replacement', 'replicas', 'vars']);

/** Something that it is for is not there. */
function wantsSomething({ kind, message }: KustomizeError): boolean {
  return WANTS.has(kind) || (kind === 'generator' && message.endsWith('does not exist; cannot merge or replace'));
}

const NOBODYS: ReadonlySet<ErrorKind> = new Set(['remote', 'refused', 'helm-disabled']);

function problemOf({ error, excuse, more }: Told): BuildProblem {
  const { kind, at: place } = error;
  const message = more === 0 ? error.message : `${error.message}, nor do ${grouped(more)} more that are named here`;
  // What is left out because nobody fetches, runs or reads it is no mistake.
  if (NOBODYS.has(kind) || (kind === 'plugin' && message.startsWith('external plugins disabled')))
    return { id: 'not-built', severity: 'information', message, place };
  if (kind === 'outside-root') return { id: 'not-built', severity: 'warning', message: OUTSIDE, place };
  if (excuse !== undefined)
    return { id: 'not-built', severity: 'information', message: `${message}; ${excuse}`, place, isExcused: true };
  return { id: 'not-built', severity: 'error', message, place };
}

const OUTSIDE =
  'kustomize refuses this file, which is outside the folder of its kustomization, unless it is called with --load-restrictor LoadRestrictionsNone. It is read here';

function missOf({ at, target, objects, isShared }: UnmatchedPatch): BuildProblem {
  const wanted = Object.entries(target).map(([field, value]) => `${field} ${String(value)}`);
  const near = objects.filter(
    ({ kind, name }) => isNear(target.name ?? '', name) || (!target.name && isNear(target.kind ?? '', kind)),
  );
  const nearest = near.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  const hint = nearest.length === 0 ? '' : `; the nearest: ${listed(nearest)}`;
  const message = `this patch hits nothing: no object has ${listed(wanted)}${hint}`;
  // Whoever means any object of a kind, or any that has what it wants, may well mean none.
  const isMeant = !isShared && /^[\w.-]+$/.test(target.name ?? '');
  return { id: 'patch-misses', severity: isMeant ? 'warning' : 'information', message, place: at };
}

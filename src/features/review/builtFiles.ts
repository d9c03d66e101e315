import { isChartFile, isValuesFile } from '../../manifest/charts';
import { isKustomizationFile } from '../../manifest/kustomization';
import { readManifest } from '../../manifest/manifest';
import { listed } from '../../model/words';
import {
  NOTHING_BUILT,
  nearestPlace,
  type BuildPlan,
  type BuiltManifest,
  type BuiltObject,
  type FilePlace,
} from '../../render/builtManifest';
import type { ChangedFile } from './changedFile';
import type { ChangedTrees } from './changedTrees';
import { isThere, reachedPlans, type PlansAround } from './reachedPlans';
import type { ReviewInput } from './reviewInput';

/** What the change makes of what is built. */
interface BuiltChange {
  readonly files: readonly ChangedFile[];
  /** Files that are judged as they are built: in the change, and around. */
  readonly parts: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/** Nobody reads more variants of one change. */
const MAX_BUILDS = 100;

/**
 * The same change with the overlays and charts that it reaches as they are built, before and after, in the place of the files
 * that they are built from. Yields after each build.
 */
export function* withBuilds(input: ReviewInput, trees: ChangedTrees): Generator<undefined, ReviewInput> {
  const deployers = new Set([...input.index.definitions()].map(([uri]) => uri).filter((uri) => !isTool(uri)));
  const { files, parts, notes } = yield* builtChange(trees, { settings: input.settings, deployers });
  if (parts.size === 0 && notes.length === 0) return input;
  const uris = new Set([...parts].map(trees.uriOf));
  const nothing = readManifest('');
  const index = input.index.replacing([
    ...[...uris].filter((uri) => !isTool(uri)).map((uri) => [uri, nothing] as const),
    ...files.map(({ uri, after = '' }) => [uri, readManifest(after)] as const),
  ]);
  return {
    ...input,
    index,
    files: [...input.files.filter(({ uri }) => !uris.has(uri)), ...files],
    notes: [...(input.notes ?? []), ...notes],
  };
}

function isTool(path: string): boolean {
  return isKustomizationFile(path) || isChartFile(path);
}

/** Both versions of what is built. */
interface BothBuilt {
  readonly before: BuiltManifest;
  readonly after: BuiltManifest;
}

function* builtChange(trees: ChangedTrees, around: PlansAround): Generator<undefined, BuiltChange> {
  const { before, after } = trees;
  const plans = reachedPlans(trees, around);
  const files: ChangedFile[] = [];
  const parts = new Set<string>();
  const problems: (readonly [BuildPlan, BuiltManifest])[] = [];
  const idle = new Set<string>();
  for (const path of trees.changed) if (isValuesFile(path) && isTaken(path, plans)) parts.add(path);
  for (const plan of plans.slice(0, MAX_BUILDS)) {
    const [old, now] = [before, after].map((tree) => (isThere(plan, tree) ? plan.build(tree) : NOTHING_BUILT));
    const built = { before: old ?? NOTHING_BUILT, after: now ?? NOTHING_BUILT };
    yield;
    problems.push([plan, built.after]);
    // What cannot be built is judged file by file.
    if (built.after.objects.length === 0 && built.before.objects.length === 0) continue;
    for (const file of filesOf(built)) parts.add(file);
    for (const file of askedByCharts(built)) idle.add(file);
    if (built.before.text === built.after.text) continue;
    files.push(changedFile(plan, built, trees));
  }
  const unused = trees.changed.filter((path) => idle.has(path) && !parts.has(path));
  for (const path of unused) parts.add(path);
  const left = plans.length > MAX_BUILDS ? [`Only ${MAX_BUILDS} of ${plans.length} overlays and charts are built.`] : [];
  return { files, parts, notes: [...problemNotes(problems, trees), ...unusedNotes(unused, trees), ...left] };
}

/** Whether a chart takes values of a file, be it its own or one that is given to it. */
function isTaken(path: string, plans: readonly BuildPlan[]): boolean {
  return plans.some(({ home, given }) => given?.includes(path) === true || path.startsWith(folderOf(home)));
}

function filesOf({ before, after }: BothBuilt): readonly string[] {
  return [before, after].flatMap(({ objects }) => objects.flatMap((object) => [...object.files]));
}

/** Files of charts that could be rendered as a whole: what counts of them is in what was rendered. */
function askedByCharts({ before, after }: BothBuilt): readonly string[] {
  const isBroken = [before, after].some(({ problems }) => problems.some(({ severity }) => severity === 'error'));
  return isBroken || after.templates === undefined ? [] : [...before.asked, ...after.asked];
}

/** Of templates that may hold workloads silence could be taken for a verdict. */
function unusedNotes(paths: readonly string[], { before, after, nameOf = (name) => name }: ChangedTrees): string[] {
  const isTemplate = (path: string): boolean => path.includes('/templates/') && /\.ya?ml$/.test(path);
  const holds = (path: string): boolean =>
    isTemplate(path) && [before, after].some((tree) => /\b(?:Deployment|DaemonSet)\b/.test(tree.read(path) ?? ''));
  const names = paths.filter(holds).map(nameOf);
  if (names.length === 0) return [];
  const [does, them] = names.length === 1 ? ['changes', 'it'] : ['change', 'them'];
  return [`${listed(names)} ${does}, but nothing is rendered from ${them} with any of the values that are known.`];
}

function changedFile(
  { name, home, given }: BuildPlan,
  { before, after }: BothBuilt,
  { after: tree, uriOf, nameOf = (path) => path }: ChangedTrees,
): ChangedFile {
  const folder = folderOf(home);
  const placeAt = (offset: number): string => {
    const place = placeOf(after.objects.findLast(({ start }) => start <= offset));
    if (place === undefined) return nameOf(home);
    const line = (tree.read(place.file) ?? '').slice(0, place.start).split('\n').length;
    return `${nameOf(place.file)}:${line}`;
  };
  return {
    // Beside the kustomization, so that what surrounds it surrounds what it builds. Sets of values are apart from each other.
    uri: uriOf(given === undefined ? `${folder}(built).yaml` : `${folder}variants/${name}/(built).yaml`),
    name: nameOf(home),
    variant: name,
    before: before.objects.length === 0 ? undefined : before.text,
    after: after.objects.length === 0 ? undefined : after.text,
    placeOf: placeAt,
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Where an object is told by its name, however much was put before or behind it. */
function placeOf(object: BuiltObject | undefined): FilePlace | undefined {
  const name = object === undefined ? undefined : nearestPlace(object, ['metadata', 'name']);
  return name?.overridden.at(-1) ?? name;
}

/** What is said of several builds alike is said once. */
function problemNotes(
  built: readonly (readonly [BuildPlan, BuiltManifest])[],
  { nameOf = (path) => path }: ChangedTrees,
): string[] {
  const said = new Map<string, { readonly sort: BuildPlan['sort']; readonly names: Set<string> }>();
  for (const [{ name, sort }, { problems }] of built)
    for (const { id, message, place } of problems) {
      if (id !== 'not-built') continue;
      const text = `${place === undefined ? '' : ` (${nameOf(place.file)})`}: ${message}`;
      const about = said.get(text) ?? { sort, names: new Set<string>() };
      about.names.add(name);
      said.set(text, about);
    }
  return [...said].map(
    ([text, { sort, names }]) => `${capitalized(sort[names.size === 1 ? 0 : 1])} ${listed([...names])}${text}`,
  );
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

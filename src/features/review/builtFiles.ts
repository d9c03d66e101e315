import { isKustomizationFile } from '../../manifest/kustomization';
import { readManifest } from '../../manifest/manifest';
import {
  nearestPlace,
  type BuildPlan,
  type BuiltManifest,
  type BuiltObject,
  type FilePlace,
  type FileTree,
} from '../../render/builtManifest';
import { Overlays } from '../builds/overlays';
import type { ChangedFile } from './changedFile';
import type { ReviewInput } from './reviewInput';

/** One version of everything below a folder, with paths from there. */
export interface SourceTree extends FileTree {
  /** All files, or at least those that define what is built. */
  readonly paths: Iterable<string>;
}

/** Both versions, and what differs between them. */
export interface ChangedTrees {
  readonly before: SourceTree;
  readonly after: SourceTree;
  readonly changed: readonly string[];
  readonly uriOf: (path: string) => string;
  /** As people call a file, where that is not its path. */
  readonly nameOf?: (path: string) => string;
}

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
 * The same change with the overlays that it reaches as they are built, before and after, in the place of the files that they
 * are built from. Yields after each build.
 */
export function* withBuilds(input: ReviewInput, trees: ChangedTrees): Generator<undefined, ReviewInput> {
  const { files, parts, notes } = yield* builtChange(trees);
  if (parts.size === 0 && notes.length === 0) return input;
  const uris = new Set([...parts].map(trees.uriOf));
  const nothing = readManifest('');
  const index = input.index.replacing([
    ...[...uris].filter((uri) => !isKustomizationFile(uri)).map((uri) => [uri, nothing] as const),
    ...files.map(({ uri, after = '' }) => [uri, readManifest(after)] as const),
  ]);
  return {
    ...input,
    index,
    files: [...input.files.filter(({ uri }) => !uris.has(uri)), ...files],
    notes: [...(input.notes ?? []), ...notes],
  };
}

function* builtChange(trees: ChangedTrees): Generator<undefined, BuiltChange> {
  const { before, after, changed } = trees;
  const [old, now] = [before, after].map(overlaysIn);
  const plans = new Map<string, BuildPlan>();
  for (const path of changed)
    for (const overlays of [old, now]) for (const plan of overlays?.plansFor(path) ?? []) plans.set(plan.id, plan);
  const files: ChangedFile[] = [];
  const parts = new Set<string>();
  const notes: string[] = [];
  for (const plan of [...plans.values()].slice(0, MAX_BUILDS)) {
    const built = { before: plan.build(before), after: plan.build(after) };
    yield;
    notes.push(...problemsOf(plan, built.after, trees));
    // What cannot be built is judged file by file.
    if (built.after.objects.length === 0 && built.before.objects.length === 0) continue;
    for (const { objects } of [built.before, built.after])
      for (const object of objects) for (const file of object.files) parts.add(file);
    if (built.before.text === built.after.text) continue;
    files.push(changedFile(plan, built, trees));
  }
  if (plans.size > MAX_BUILDS) notes.push(`Only ${MAX_BUILDS} of ${plans.size} overlays are built.`);
  return { files, parts, notes };
}

function overlaysIn(tree: SourceTree): Overlays {
  const overlays = new Overlays();
  for (const path of tree.paths) if (isKustomizationFile(path)) overlays.update(path, tree.read(path));
  return overlays;
}

function changedFile(
  { name, home }: BuildPlan,
  { before, after }: { readonly before: BuiltManifest; readonly after: BuiltManifest },
  { after: tree, uriOf, nameOf = (path) => path }: ChangedTrees,
): ChangedFile {
  const folder = home.slice(0, home.lastIndexOf('/') + 1);
  const placeAt = (offset: number): string => {
    const place = placeOf(after.objects.findLast(({ start }) => start <= offset));
    if (place === undefined) return nameOf(home);
    const line = (tree.read(place.file) ?? '').slice(0, place.start).split('\n').length;
    return `${nameOf(place.file)}:${line}`;
  };
  return {
    // Beside the kustomization, so that what surrounds it surrounds what it builds.
    uri: uriOf(`${folder}(built).yaml`),
    name: nameOf(home),
    variant: name,
    before: before.objects.length === 0 ? undefined : before.text,
    after: after.objects.length === 0 ? undefined : after.text,
    placeOf: placeAt,
  };
}

/** Where an object is told by its name, however much was put before or behind it. */
function placeOf(object: BuiltObject | undefined): FilePlace | undefined {
  const name = object === undefined ? undefined : nearestPlace(object, ['metadata', 'name']);
  return name?.overridden.at(-1) ?? name;
}

function problemsOf({ name }: BuildPlan, { problems }: BuiltManifest, { nameOf = (path) => path }: ChangedTrees): string[] {
  return problems
    .filter(({ id }) => id === 'not-built')
    .map(({ message, place }) => `Overlay ${name}${place === undefined ? '' : ` (${nameOf(place.file)})`}: ${message}`);
}

/** Upstream: api/internal/builtins/Patch{,StrategicMerge,Json6902}Transformer.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { each, TooMuchError } from './effort';
import { KustomizeError } from './error';
import { relocate } from './inlineText';
import { applyJsonPatch, readJsonPatch, type Operation, type PatchText } from './jsonPatch';
import type { PatchArgs } from './kustomizationFields';
import type { Loader } from './loader';
import { nodesInSlices, type ParseCache } from './readNodes';
import type { Selector } from './selector';
import type { Misfit, ResMap } from './resMap';
import { INTERNAL_PREFIX, Resource } from './resource';
import { idText } from './resId';
import type { Place } from './rnode';

export type Transform = (map: ResMap) => Slices<void>;

export interface PatchContext {
  readonly loader: Loader;
  readonly cache: ParseCache;
  /** Where the entry is written. */
  readonly place: Place;
  /** Where its inline text is, and the file that this is in. */
  readonly inline: Place;
  readonly fileText: string;
  /** Takes down that the patch has hit nothing, which is no error where it names a target. */
  hitNothing(target: Selector, objects: readonly Misfit[]): void;
}

interface NamedPatch extends PatchText {
  /** How to name it in messages. */
  readonly name: string;
}

function patchText({ patch, path }: PatchArgs, { loader, inline, fileText }: PatchContext): NamedPatch {
  const text = (patch ?? '').trim();
  if (text === '' && !path) throw new KustomizeError('patch-config', 'must specify one of patch and path');
  if (text !== '' && path) throw new KustomizeError('patch-config', "patch and path can't be set at the same time");
  if (!path) {
    const written = { place: inline, file: fileText, value: patch ?? '', from: (patch ?? '').indexOf(text) };
    return { text, source: inline.source, inline: written, name: `[patch: ${JSON.stringify(text)}]` };
  }
  const source = { file: loader.pathOf(path), by: 'patch' as const };
  try {
    return { text: loader.load(path), source, name: `[path: ${JSON.stringify(path)}]` };
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error;
    error.message = `failed to get the patch file from path(${path}): ${error.message}`;
    throw error;
  }
}

/** An entry of `patches`. */
export function* patchTransform(args: PatchArgs, context: PatchContext): Slices<Transform> {
  const patch = patchText(args, context);
  const merge = yield* attempt(() => resourcesOf(patch, context.cache));
  const operations = yield* attempt(() => readJsonPatch(patch, context.cache));
  if (merge !== undefined && operations !== undefined && merge.length > 0 && operations.length > 0)
    throw new KustomizeError('patch-config', `illegally qualifies as both an SM and JSON patch: ${patch.name}`);
  if (merge === undefined) {
    if (operations === undefined)
      throw Object.assign(new KustomizeError('patch-config', `unable to parse SM or JSON patch from ${patch.name}`), {
        unread: patch.source.file,
      });
    return jsonTransform(args, operations, patch.name, context);
  }
  for (const resource of merge) {
    if (args.options?.allowNameChange === true) resource.allowChange('name');
    if (args.options?.allowKindChange === true) resource.allowChange('kind');
  }
  return strategicMerge(args, merge, patch.name, context);
}

function* attempt<T>(read: () => Slices<T>): Slices<T | undefined> {
  try {
    return yield* read();
  } catch (error) {
    if (error instanceof KustomizeError && !(error instanceof TooMuchError)) return undefined;
    throw error;
  }
}

function* resourcesOf({ text, source, inline }: PatchText, cache: ParseCache): Slices<readonly Resource[]> {
  const nodes = yield* nodesInSlices(text, source, cache);
  if (inline !== undefined) relocate(nodes, inline);
  return nodes.map((node) => new Resource(node));
}

function strategicMerge({ target }: PatchArgs, patches: readonly Resource[], name: string, context: PatchContext): Transform {
  return function* (map) {
    if (target === undefined) {
      yield* each(patches, (patch) => {
        map.patch(findTarget(map, patch), patch);
      });
      map.changed();
      return;
    }
    const [patch, ...more] = patches;
    if (more.length > 0)
      throw new KustomizeError(
        'patch-config',
        `Multiple Strategic-Merge Patches in one \`patches\` entry is not allowed to set \`patches.target\` field: ${name}`,
      );
    if (patch !== undefined) yield* map.applyPatchTo(selected(map, target, context), patch);
  };
}

function findTarget(map: ResMap, patch: Resource): Resource {
  try {
    return map.getById(patch.orgId);
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error;
    throw new KustomizeError(error.kind, `no resource matches strategic merge patch "${idText(patch.orgId)}": ${error.message}`);
  }
}

function jsonTransform({ target }: PatchArgs, operations: readonly Operation[], name: string, context: PatchContext): Transform {
  return function* (map) {
    if (target === undefined) throw new KustomizeError('patch-config', `must specify a target for JSON patch ${name}`);
    for (const resource of selected(map, target, context)) {
      resource.storePreviousId();
      yield* applyKeepingInternals(resource, operations);
    }
    map.changed();
  };
}

function selected(map: ResMap, target: Selector, context: PatchContext): readonly Resource[] {
  const found = map.select(target);
  if (found.length === 0 && !map.hasDeleted(target)) context.hitNothing(target, map.misfits(target));
  return found;
}

/** What the build itself notes of an object survives a patch of its annotations. */
function* applyKeepingInternals(resource: Resource, operations: readonly Operation[]): Slices<void> {
  if (resource.node === undefined) return;
  const internal = [...resource.annotations].filter(([key]) => key.startsWith(INTERNAL_PREFIX));
  yield* applyJsonPatch(resource.node, operations);
  resource.setAnnotations(new Map([...resource.annotations, ...internal]));
}

/** `patchesStrategicMerge`: each entry is a patch or the path of one. */
export function* strategicMergeTransform(
  paths: readonly string[],
  contextOf: (index: number) => PatchContext,
): Slices<Transform> {
  const patches: Resource[] = [];
  for (const [index, path] of paths.entries()) {
    const { loader, cache, inline, fileText } = contextOf(index);
    const written = { place: inline, file: fileText, value: path, from: 0 };
    const found = yield* attempt(() => resourcesOf({ text: path, source: inline.source, inline: written }, cache));
    const source = { file: loader.pathOf(path), by: 'patch' as const };
    patches.push(...(found ?? (yield* resourcesOf({ text: loader.load(path), source }, cache))));
  }
  if (patches.length === 0) throw new KustomizeError('patch-config', 'patch appears to be empty');
  return function* (map) {
    for (const patch of patches) yield* map.applyPatchTo([map.getById(patch.orgId)], patch);
  };
}

/** An entry of `patchesJson6902`. */
export function* jsonPatchTransform(args: PatchArgs, context: PatchContext): Slices<Transform> {
  const { loader, inline: place, fileText, cache } = context;
  const { target, path, patch = '' } = args;
  if (!target?.name) throw new KustomizeError('patch-config', 'must specify the target name');
  if (!path && patch === '') throw new KustomizeError('patch-config', 'empty file path and empty jsonOp');
  if (path && patch !== '') throw new KustomizeError('patch-config', 'must specify a file path or jsonOp, not both');
  const source = path ? { file: loader.pathOf(path), by: 'patch' as const } : place.source;
  const text = path ? loader.load(path) : patch;
  const inline = path ? undefined : { place, file: fileText, value: patch, from: 0 };
  const operations = yield* readJsonPatch({ text, source, inline }, cache);
  if (operations.length === 0) throw new KustomizeError('patch-config', 'patch appears to be empty');
  return function* (map) {
    for (const resource of selected(map, target, context)) yield* applyKeepingInternals(resource, operations);
    map.changed();
  };
}

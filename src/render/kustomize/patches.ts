/** Upstream: api/internal/builtins/Patch{,StrategicMerge,Json6902}Transformer.go (kustomize v5.8.1). */
import { KustomizeError } from './error';
import { relocate, type InlineText } from './inlineText';
import { applyJsonPatch, readJsonPatch, type Operation } from './jsonPatch';
import type { PatchArgs } from './kustomizationFields';
import type { Loader } from './loader';
import { nodesFromText, type ParseCache } from './readNodes';
import type { Selector } from './selector';
import { applyPatch, type ResMap } from './resMap';
import { INTERNAL_PREFIX, Resource } from './resource';
import { idText } from './resId';
import type { Place, Source } from './rnode';

export type Transform = (map: ResMap) => void;

export interface PatchContext {
  readonly loader: Loader;
  readonly cache: ParseCache;
  /** Where the entry is written. */
  readonly place: Place;
  /** Where its inline text is, and the file that this is in. */
  readonly inline: Place;
  readonly fileText: string;
  /** Takes down that the patch has hit nothing, which is no error where it names a target. */
  hitNothing(target: Selector, objects: readonly Resource[]): void;
}

interface PatchText {
  readonly text: string;
  readonly source: Source;
  /** Of a text that is written in the kustomization. */
  readonly inline?: InlineText;
  /** How to name it in messages. */
  readonly name: string;
}

function patchText({ patch, path }: PatchArgs, { loader, inline, fileText }: PatchContext): PatchText {
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
    throw new KustomizeError(error.kind, `failed to get the patch file from path(${path}): ${error.message}`);
  }
}

/** An entry of `patches`. */
export function patchTransform(args: PatchArgs, context: PatchContext): Transform {
  const patch = patchText(args, context);
  const merge = attempt(() => resourcesOf(patch, context.cache));
  const operations = attempt(() => readJsonPatch(patch.text, patch.source, patch.inline));
  if (merge !== undefined && operations !== undefined && merge.length > 0 && operations.length > 0)
    throw new KustomizeError('patch-config', `illegally qualifies as both an SM and JSON patch: ${patch.name}`);
  if (merge === undefined) {
    if (operations === undefined) throw new KustomizeError('patch-config', `unable to parse SM or JSON patch from ${patch.name}`);
    return jsonTransform(args, operations, patch.name, context);
  }
  for (const resource of merge) {
    if (args.options?.allowNameChange === true) resource.allowChange('name');
    if (args.options?.allowKindChange === true) resource.allowChange('kind');
  }
  return strategicMerge(args, merge, patch.name, context);
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KustomizeError) return undefined;
    throw error;
  }
}

function resourcesOf({ text, source, inline }: PatchText, cache: ParseCache): readonly Resource[] {
  const nodes = nodesFromText(text, source, cache);
  if (inline !== undefined) relocate(nodes, inline);
  return nodes.map((node) => new Resource(node));
}

function strategicMerge({ target }: PatchArgs, patches: readonly Resource[], name: string, context: PatchContext): Transform {
  return (map) => {
    if (target === undefined) {
      for (const patch of patches) applyPatch(findTarget(map, patch), patch);
      map.changed();
      return;
    }
    const [patch, ...more] = patches;
    if (more.length > 0)
      throw new KustomizeError(
        'patch-config',
        `Multiple Strategic-Merge Patches in one \`patches\` entry is not allowed to set \`patches.target\` field: ${name}`,
      );
    if (patch !== undefined) map.applyPatchTo(selected(map, target, context), patch);
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
  return (map) => {
    if (target === undefined) throw new KustomizeError('patch-config', `must specify a target for JSON patch ${name}`);
    for (const resource of selected(map, target, context)) {
      resource.storePreviousId();
      applyKeepingInternals(resource, operations);
    }
    map.changed();
  };
}

function selected(map: ResMap, target: Selector, context: PatchContext): readonly Resource[] {
  const found = map.select(target);
  if (found.length === 0) context.hitNothing(target, map.resources);
  return found;
}

/** What the build itself notes of an object survives a patch of its annotations. */
function applyKeepingInternals(resource: Resource, operations: readonly Operation[]): void {
  if (resource.node === undefined) return;
  const internal = [...resource.annotations].filter(([key]) => key.startsWith(INTERNAL_PREFIX));
  applyJsonPatch(resource.node, operations);
  resource.setAnnotations(new Map([...resource.annotations, ...internal]));
}

/** `patchesStrategicMerge`: each entry is a patch or the path of one. */
export function strategicMergeTransform(paths: readonly string[], contextOf: (index: number) => PatchContext): Transform {
  const patches = paths.flatMap((path, index) => {
    const context = contextOf(index);
    const { loader, cache, inline, fileText } = context;
    const written = { place: inline, file: fileText, value: path, from: 0 };
    const text = { text: path, source: inline.source, inline: written, name: '' };
    const found = attempt(() => resourcesOf(text, cache));
    if (found !== undefined) return found;
    const source = { file: loader.pathOf(path), by: 'patch' as const };
    return resourcesOf({ text: loader.load(path), source, name: '' }, cache);
  });
  if (patches.length === 0) throw new KustomizeError('patch-config', 'patch appears to be empty');
  return (map) => {
    for (const patch of patches) map.applyPatchTo([map.getById(patch.orgId)], patch);
  };
}

/** An entry of `patchesJson6902`. */
export function jsonPatchTransform(args: PatchArgs, context: PatchContext): Transform {
  const { loader, inline, fileText } = context;
  const { target, path, patch = '' } = args;
  if (!target?.name) throw new KustomizeError('patch-config', 'must specify the target name');
  if (!path && patch === '') throw new KustomizeError('patch-config', 'empty file path and empty jsonOp');
  if (path && patch !== '') throw new KustomizeError('patch-config', 'must specify a file path or jsonOp, not both');
  const source = path ? { file: loader.pathOf(path), by: 'patch' as const } : inline.source;
  const text = path ? loader.load(path) : patch;
  const operations = readJsonPatch(text, source, path ? undefined : { place: inline, file: fileText, value: patch, from: 0 });
  if (operations.length === 0) throw new KustomizeError('patch-config', 'patch appears to be empty');
  return (map) => {
    for (const resource of selected(map, target, context)) applyKeepingInternals(resource, operations);
    map.changed();
  };
}

/** Upstream: api/internal/builtins/ValueAddTransformer.go, api/filters/valueadd/valueadd.go (kustomize v5.8.1). */
import { parseText } from '../../manifest/parse';
import { readJson } from '../../manifest/json';
import { decode } from './decode';
import { each } from './effort';
import { KustomizeError } from './error';
import { makeFieldSpec, applyFieldSpec } from './fieldSpec';
import { SELECTOR, type FieldType } from './kustomizationFields';
import type { PatchContext, Transform } from './patches';
import { matchPath } from './pathMatcher';
import type { Resource } from './resource';
import { newScalar, setScalar, type Place } from './rnode';
import type { Selector } from './selector';

interface Target {
  readonly selector?: Selector;
  readonly fieldPath?: string;
  readonly filePathPosition?: number;
}

export interface ValueAddArgs {
  readonly value?: string;
  readonly targets?: readonly Target[];
  readonly targetFilePath?: string;
}

const TARGETS: FieldType = { list: { fields: { selector: SELECTOR, fieldPath: 'string', filePathPosition: 'int' } } };
export const VALUE_ADD = { value: 'string', targets: TARGETS, targetFilePath: 'string' } as const satisfies Record<
  string,
  FieldType
>;

const META_NAMESPACE = 'metadata/namespace';

/** Puts one text into many fields: as they are, or as a part of the path that they hold. */
export function valueAddTransform(args: ValueAddArgs, { loader, place }: PatchContext): Transform {
  const value = args.value?.trim() || (loader.root.split('/').at(-1) ?? '');
  const targets = [...(args.targets ?? []), ...(args.targetFilePath ? targetsIn(loader.load(args.targetFilePath)) : [])];
  if (targets.length === 0) throw new KustomizeError('plugin', 'must specify at least one target');
  for (const { fieldPath = '', filePathPosition = 0 } of targets) {
    if (fieldPath === '') throw new KustomizeError('plugin', 'fieldPath cannot be empty');
    if (filePathPosition < 0)
      throw new KustomizeError('plugin', `value of FilePathPosition (${filePathPosition}) cannot be negative`);
  }
  return function* (map) {
    for (const target of targets) {
      const resources = target.selector === undefined ? map.resources : map.select(target.selector);
      yield* each(resources, (resource) => {
        add(resource, target, value, place);
      });
      map.changed();
    }
  };
}

function targetsIn(text: string): readonly Target[] {
  const { root } = parseText(text);
  const json = root === undefined ? null : (readJson(root, 'literal').json ?? null);
  return ((decode(json, { fields: { targets: TARGETS } }, 'loose') ?? {}) as ValueAddArgs).targets ?? [];
}

function add({ node, gvk }: Resource, { fieldPath = '', filePathPosition = 0 }: Target, value: string, place: Place): void {
  if (node === undefined) return;
  if (fieldPath === META_NAMESPACE) {
    const set = (field: typeof node): void => {
      setScalar(field, newScalar(value, '', place));
    };
    applyFieldSpec(node, gvk, makeFieldSpec(META_NAMESPACE, true), set, { kind: 'scalar', tag: '' });
    return;
  }
  const steps = fieldPath.split(/(?<!\\)\//).map((step) => step.replaceAll('\\/', '/'));
  for (const field of matchPath(node, steps, 'scalar')) {
    if (field.kind !== 'scalar')
      throw new KustomizeError('plugin', `wrong node kind: expected ScalarNode but was ${field.kind} at ${fieldPath}`);
    setScalar(field, newScalar(filePathPosition === 0 ? value : inserted(field.value, filePathPosition - 1, value), '', place));
  }
}

/** Upstream: InsertPathPart. The first place of an absolute path is behind its slash. */
function inserted(path: string, position: number, part: string): string {
  const isAbsolute = path.startsWith('/');
  const parts = path.split('/').filter((step) => step !== '');
  parts.splice(position, 0, part);
  return `${isAbsolute ? '/' : ''}${parts.join('/')}`;
}

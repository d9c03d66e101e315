/** Upstream: api/types/fieldspec.go, api/filters/fieldspec/fieldspec.go, kyaml/utils/pathsplitter.go (kustomize v5.8.1). */
import { spend } from './effort';
import { KustomizeError } from './error';
import { NULL_TAG, RNode, getField, isTaggedNull, setField, type NodeKind } from './rnode';
import { isSelected, type Gvk } from './resId';

export interface FieldSpec extends Gvk {
  readonly path: string;
  readonly create: boolean;
  readonly parts: readonly PathPart[];
}

interface PathPart {
  readonly name: string;
  /** Written with `[]`: the field must be there, and is a list. */
  readonly isList: boolean;
}

export function makeFieldSpec(path: string, create: boolean, { group, version, kind }: Partial<Gvk> = {}): FieldSpec {
  const parts = splitPath(path, '/').map((part) => ({ name: part.replace(/\[\]$/, ''), isList: part.endsWith('[]') }));
  return { path, create, group: group ?? '', version: version ?? '', kind: kind ?? '', parts };
}

/** Upstream: PathSplitter. A backslash keeps the delimiter behind it. */
function splitPath(path: string, delimiter: string): string[] {
  const parts = path.split(delimiter);
  if (parts.length > 1 && parts[0] === '') parts.shift();
  const result = [parts[0] ?? ''];
  for (const part of parts.slice(1)) {
    const last = result.at(-1) ?? '';
    if (last.endsWith('\\')) result[result.length - 1] = last.slice(0, -1) + delimiter + part;
    else result.push(part);
  }
  return result;
}

/** Upstream: SmarterPathSplitter. Brackets keep the delimiters in them. */
export function splitFieldPath(path: string): string[] {
  const parts = splitPath(path, '.');
  const result: string[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? '';
    if (!part.startsWith('[') || part.endsWith(']')) {
      result.push(part);
      continue;
    }
    const bracketed = [part];
    while (i < parts.length - 1) {
      i += 1;
      bracketed.push(parts[i] ?? '');
      if (parts[i]?.endsWith(']') === true) break;
    }
    const text = bracketed.join('.');
    result.push(text.includes('=') ? text : trimBrackets(text));
  }
  return result;
}

function trimBrackets(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && '[]'.includes(text.charAt(start))) start += 1;
  while (end > start && '[]'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export function mergeFieldSpecs(specs: readonly FieldSpec[], incoming: readonly FieldSpec[]): readonly FieldSpec[] {
  const result = [...specs];
  const byPath = new Map<string, FieldSpec[]>();
  const add = (spec: FieldSpec): void => {
    const known = byPath.get(spec.path);
    if (known === undefined) byPath.set(spec.path, [spec]);
    else known.push(spec);
  };
  result.forEach(add);
  for (const spec of incoming) {
    const same = byPath.get(spec.path)?.find((known) => isSelected(known, spec));
    if (same === undefined) {
      result.push(spec);
      add(spec);
    } else if (same.create !== spec.create) throw new KustomizeError('kustomization-malformed', 'conflicting fieldspecs');
  }
  return result;
}

export interface Creation {
  readonly kind: NodeKind;
  readonly tag: string;
}

/** Calls `set` for every node that the path leads to; with a creation the path is made where the field says so. */
export function applyFieldSpec(object: RNode, gvk: Gvk, spec: FieldSpec, set: (node: RNode) => void, creation?: Creation): void {
  spend(2);
  if (!isSelected(gvk, spec)) return;
  visit(object, 0, { spec, set, creation: spec.create ? creation : undefined });
}

interface Visit {
  readonly spec: FieldSpec;
  readonly set: (node: RNode) => void;
  readonly creation: Creation | undefined;
}

function visit(node: RNode, depth: number, to: Visit): void {
  const part = to.spec.parts[depth];
  if (part === undefined) {
    to.set(node);
    return;
  }
  if (isTaggedNull(node)) return;
  if (node.kind === 'sequence') for (const item of node.content) visit(item, depth, to);
  else if (node.kind === 'map') visitMap(node, part, depth, to);
  else {
    throw new KustomizeError('resource-malformed', `considering field '${to.spec.path}': expected sequence or mapping node`);
  }
}

function visitMap(node: RNode, part: PathPart, depth: number, to: Visit): void {
  if (part.name === '') throw new KustomizeError('kustomization-malformed', 'cannot set or create an empty field name');
  const { creation } = to;
  const isLast = depth === to.spec.parts.length - 1;
  const kind = part.isList ? 'sequence' : creation === undefined ? undefined : isLast ? creation.kind : 'map';
  let field = getField(node, part.name);
  if (field === undefined) {
    if (creation === undefined || part.isList || kind === undefined) return;
    field = new RNode(kind);
    setField(node, part.name, field);
  }
  if (field.tag === NULL_TAG && kind !== undefined) {
    field.kind = kind;
    field.tag = part.isList || creation === undefined ? '' : isLast ? creation.tag : '!!map';
    if (kind !== 'scalar') field.value = '';
  }
  visit(field, depth + 1, to);
}

/** Ours: which file and which place a value of a built object comes from, and what it took the place of. */
import type { Path } from '../../manifest/source';
import type { FieldPlace, FilePlace, OverriddenValue } from '../builtManifest';
import { getField, type Overridden, type RNode } from './rnode';

/** Undefined for paths that the object does not have, and for what the build made itself. */
export function placeIn(root: RNode, path: Path): FieldPlace | undefined {
  const found = nodeAt(root, path);
  if (found?.source === undefined) return undefined;
  const { source, start, end } = found;
  return { file: source.file, start, end, by: source.by, overridden: chainOf(found.before) };
}

/** Where the key of a field is written. */
export function keyIn(root: RNode, path: Path): FilePlace | undefined {
  const name = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (parent?.kind !== 'map') return undefined;
  const key = parent.content.find((node, index) => index % 2 === 0 && node.value === name);
  return key?.source === undefined ? undefined : { file: key.source.file, start: key.start, end: key.end };
}

/** Every file that something of an object is from. */
export function filesIn(root: RNode): ReadonlySet<string> {
  const files = new Set<string>();
  const visit = (node: RNode): void => {
    if (node.source !== undefined) files.add(node.source.file);
    for (let each = node.before; each !== undefined; each = each.before) files.add(each.source.file);
    node.content.forEach(visit);
  };
  visit(root);
  return files;
}

export function nodeAt(root: RNode, path: Path): RNode | undefined {
  let found: RNode | undefined = root;
  for (const step of path) {
    found = typeof step === 'number' ? itemAt(found, step) : getField(found, step);
    if (found === undefined) return undefined;
  }
  return found;
}

function itemAt(node: RNode | undefined, index: number): RNode | undefined {
  return node?.kind === 'sequence' ? node.content[index] : undefined;
}

function chainOf(from: Overridden | undefined): readonly OverriddenValue[] {
  const chain: OverriddenValue[] = [];
  for (let each = from; each !== undefined; each = each.before) {
    const { source, start, end, value } = each;
    chain.push({ file: source.file, start, end, by: source.by, value });
  }
  return chain;
}

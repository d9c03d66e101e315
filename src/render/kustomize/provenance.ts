/** Ours: which file and which place a value of a built object comes from, and what it took the place of. */
import type { Path, TextRange } from '../../manifest/source';
import type { BuiltObject } from './build';
import { getField, type MadeBy, type Overridden, type RNode } from './rnode';

/** Something that was written for a field and did not last. */
export interface OverriddenValue {
  readonly file: string;
  readonly range: TextRange;
  readonly by: MadeBy;
  readonly value: string;
}

export interface Provenance {
  readonly file: string;
  readonly range: TextRange;
  readonly by: MadeBy;
  /** Newest first. */
  readonly overridden: readonly OverriddenValue[];
}

/** Undefined for paths that the object does not have. What the build made itself stands where its parent does. */
export function provenanceAt({ node }: BuiltObject, path: Path): Provenance | undefined {
  let found: RNode | undefined = node;
  let placed = node;
  for (const step of path) {
    found = typeof step === 'number' ? itemAt(found, step) : getField(found, step);
    if (found === undefined) return undefined;
    if (found.source !== undefined) placed = found;
  }
  const { source, start, end } = placed;
  if (source === undefined) return undefined;
  const overridden = placed === found ? chainOf(found.before) : [];
  return { file: source.file, range: { start, end }, by: source.by, overridden };
}

function itemAt(node: RNode | undefined, index: number): RNode | undefined {
  return node?.kind === 'sequence' ? node.content[index] : undefined;
}

function chainOf(from: Overridden | undefined): readonly OverriddenValue[] {
  const chain: OverriddenValue[] = [];
  for (let each = from; each !== undefined; each = each.before) {
    const { source, start, end, value } = each;
    chain.push({ file: source.file, range: { start, end }, by: source.by, value });
  }
  return chain;
}

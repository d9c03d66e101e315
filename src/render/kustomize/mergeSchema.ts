/** Upstream: kyaml/openapi/openapi.go (kustomize v5.8.1): which lists of a kind patches merge, and by which keys. */
import { COMMON_LISTS, MERGED_LISTS, POD_LISTS } from './facts';

/** What is known of a field: whether its items merge, and what is below it. */
export interface MergeSchema {
  readonly fields: ReadonlyMap<string, MergeSchema>;
  readonly element: MergeSchema | undefined;
  /** Undefined: the list is replaced. Empty: a set of plain values. */
  readonly keys: readonly string[] | undefined;
}

interface Building {
  fields: Map<string, Building>;
  element: Building | undefined;
  keys: readonly string[] | undefined;
}

const made = new Map<string, MergeSchema>();

/** Undefined for kinds that Kubernetes v1.21 does not have. */
export function schemaFor(apiVersion: string, kind: string): MergeSchema | undefined {
  const name = `${apiVersion} ${kind}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const lists = MERGED_LISTS.find(([kinds]) => kinds.split(', ').includes(name))?.[1];
  if (lists === undefined) return undefined;
  const root = emptySchema();
  for (const line of [...COMMON_LISTS, ...lists.split('; ').flatMap(linesOf)]) addList(root, line);
  made.set(name, root);
  return root;
}

function linesOf(line: string): readonly string[] {
  if (line === '') return [];
  return line.startsWith('pod ') ? POD_LISTS.map((each) => line.slice('pod '.length) + each) : [line];
}

const emptySchema = (): Building => ({ fields: new Map(), element: undefined, keys: undefined });

function addList(root: Building, line: string): void {
  const [path = '', keys = ''] = line.split(' ');
  let node = root;
  for (const part of path.split('.')) {
    const name = part.replace('[]', '');
    let next = node.fields.get(name);
    if (next === undefined) node.fields.set(name, (next = emptySchema()));
    node = part.endsWith('[]') ? (next.element ??= emptySchema()) : next;
  }
  node.keys = keys === '' ? [] : keys.split(',');
}

/** Upstream: kyaml/openapi/openapi.go (kustomize v5.8.1): which lists of a kind patches merge, and by which keys. */
import { MERGED_LISTS, POD_LISTS } from './facts';

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
  if (!Object.hasOwn(MERGED_LISTS, name)) return undefined;
  const { pod, lists = [] } = MERGED_LISTS[name] ?? {};
  const root = emptySchema();
  const podLists = pod === undefined ? [] : POD_LISTS.map((line) => pod + line);
  for (const line of [...lists, ...podLists]) addList(root, line);
  made.set(name, root);
  return root;
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

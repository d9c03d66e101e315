/** Upstream: api/filters/namespace/namespace.go, api/internal/builtins/NamespaceTransformer.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { each } from './effort';
import { KustomizeError } from './error';
import { applyFieldSpec, makeFieldSpec, type FieldSpec } from './fieldSpec';
import type { ResMap } from './resMap';
import { HELM_GENERATED, type Resource } from './resource';
import { idEquals, idText, isClusterScoped } from './resId';
import {
  STRING_TAG,
  getField,
  getValue,
  isMissingOrNull,
  lookupCreate,
  newScalar,
  setScalar,
  type Place,
  type RNode,
} from './rnode';

export interface NamespaceArgs {
  readonly namespace: string;
  readonly specs: readonly FieldSpec[];
  readonly unsetOnly: boolean;
  readonly setRoleBindingSubjects: string;
  readonly place: Place;
}

const META_NAMESPACE = makeFieldSpec('metadata/namespace', true);
const CREATION = { kind: 'scalar', tag: STRING_TAG } as const;

export function* namespaceTransform(map: ResMap, args: NamespaceArgs): Slices<void> {
  if (args.namespace === '') return;
  yield* each(map.resources, (resource) => {
    if (resource.isEmpty || resource.annotation(HELM_GENERATED) === 'true') return;
    resource.storePreviousId();
    setNamespace(resource, args);
  });
  map.changed();
  refuseConflicts(map);
}

/** After all have moved no two may have become one. */
function refuseConflicts(map: ResMap): void {
  const seen = new Map<string, Resource[]>();
  for (const resource of map.resources) {
    const id = resource.curId;
    const key = `${id.kind}/${id.name}`;
    const others = seen.get(key) ?? [];
    if (others.some((other) => idEquals(other.curId, id)))
      throw new KustomizeError('id-conflict', `namespace transformation produces ID conflict: ${idText(id)}`);
    seen.set(key, [...others, resource]);
  }
}

function setNamespace(resource: Resource, args: NamespaceArgs): void {
  const { node, gvk, apiVersion, kind } = resource;
  if (node === undefined) return;
  const set = setterOf(args);
  if (!isClusterScoped(apiVersion, kind)) applyFieldSpec(node, gvk, META_NAMESPACE, set, { kind: 'scalar', tag: '' });
  const isBinding = kind === 'RoleBinding' || kind === 'ClusterRoleBinding';
  if (isBinding) setSubjects(node, args, set);
  for (const spec of args.specs) {
    if (spec.path === 'metadata/namespace' || (apiVersion !== 'v1' && spec.path === 'metadata/name')) continue;
    if (isBinding && spec.path === 'subjects/namespace' && spec.kind === kind) continue;
    applyFieldSpec(node, gvk, spec, set, CREATION);
  }
}

type Setter = (node: RNode) => void;

function setterOf({ namespace, unsetOnly, place }: NamespaceArgs): Setter {
  return (node) => {
    if (unsetOnly && node.kind === 'scalar' && getValue(node) !== '') return;
    if (node.kind !== 'scalar') throw new KustomizeError('resource-malformed', 'namespace field specs must target scalar nodes');
    setScalar(node, newScalar(namespace, STRING_TAG, place));
  };
}

function setSubjects(node: RNode, { setRoleBindingSubjects: mode }: NamespaceArgs, set: Setter): void {
  const subjects = getField(node, 'subjects');
  if (mode === 'none' || isMissingOrNull(subjects)) return;
  for (const subject of subjects.content) {
    const [field, value] = mode === 'allServiceAccounts' ? ['kind', 'ServiceAccount'] : ['name', 'default'];
    if (getValue(getField(subject, field)) !== value) continue;
    const namespace = lookupCreate(subject, 'scalar', 'namespace');
    if (namespace !== undefined) set(namespace);
  }
}

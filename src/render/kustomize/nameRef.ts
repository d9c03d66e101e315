/**
 * Upstream: api/filters/nameref/nameref.go, api/internal/accumulator/namereferencetransformer.go (kustomize v5.8.1). Ours: the
 * objects are looked up by the names that they had, instead of being walked through for each reference.
 */
import type { Slices } from '../../model/slices';
import { each } from './effort';
import { KustomizeError } from './error';
import { applyFieldSpec, type FieldSpec } from './fieldSpec';
import type { ResMap } from './resMap';
import type { Resource } from './resource';
import { effectiveNamespace, gvkText, idText, isSelected, type Gvk, type ResId } from './resId';
import { NULL_TAG, getField, lookup, newScalar, placeOf, setField, setScalar, type Place, type RNode } from './rnode';
import type { NameBackReferences, TransformerConfig } from './transformerConfig';

export function* nameReferenceTransform(map: ResMap, config: TransformerConfig): Slices<void> {
  const byName = indexByPreviousName(map.resources);
  // Accounts without a namespace are refused even where no name has changed.
  if (byName.size === 0) map.resources.forEach(namespacesOfSubjects);
  if (byName.size === 0) return;
  yield* each(map.resources, (referrer) => {
    const { node, curId } = referrer;
    if (node === undefined) return;
    const reach = { referrer, curId, namespaces: namespacesOfSubjects(referrer), byName, all: map.resources };
    for (const { spec, target } of referencesOf(referrer.orgId, config)) {
      const filter = new Filter(reach, spec, target);
      applyFieldSpec(node, { group: spec.group, version: spec.version, kind: spec.kind }, spec, (field) => {
        filter.set(field);
      });
    }
  });
  map.changed();
}

function indexByPreviousName(resources: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const index = new Map<string, Resource[]>();
  for (const resource of resources)
    for (const name of new Set(resource.prevIds.map((id) => id.name))) {
      const list = index.get(name);
      if (list === undefined) index.set(name, [resource]);
      else list.push(resource);
    }
  return index;
}

interface Reference {
  readonly spec: FieldSpec;
  readonly target: Gvk;
}

const references = new WeakMap<TransformerConfig, Map<string, readonly Reference[]>>();

/** The fields of a kind that may refer to something. */
function referencesOf(id: ResId, config: TransformerConfig): readonly Reference[] {
  let known = references.get(config);
  if (known === undefined) references.set(config, (known = new Map<string, readonly Reference[]>()));
  const key = gvkText(id);
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = config.nameReference.flatMap((back) => referrersOf(id, back))));
  return found;
}

function referrersOf(id: Gvk, { referrers, group, version, kind }: NameBackReferences): readonly Reference[] {
  const target = { group, version, kind };
  return referrers.filter((spec) => isSelected(id, spec)).map((spec) => ({ spec, target }));
}

interface Reach {
  readonly referrer: Resource;
  readonly curId: ResId;
  /** Where a role binding's accounts are. */
  readonly namespaces: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly Resource[]>;
  readonly all: readonly Resource[];
}

/** Upstream: getNamespacesForRoleBinding. */
function namespacesOfSubjects({ kind, node, curId }: Resource): ReadonlySet<string> {
  const found = new Set<string>();
  if (kind !== 'RoleBinding') return found;
  for (const subject of getField(node, 'subjects')?.content ?? []) {
    const namespace = getField(subject, 'namespace');
    if (namespace === undefined || getField(subject, 'kind')?.value !== 'ServiceAccount') continue;
    if (namespace.tag === NULL_TAG)
      throw new KustomizeError('resource-malformed', `Invalid Input: namespace is blank for resource "${idText(curId)}"`);
    found.add(namespace.value);
  }
  return found;
}

class Filter {
  readonly #reach: Reach;
  readonly #spec: FieldSpec;
  readonly #target: Gvk;

  constructor(reach: Reach, spec: FieldSpec, target: Gvk) {
    this.#reach = reach;
    this.#spec = spec;
    this.#target = target;
  }

  set(node: RNode): void {
    if (node.tag === NULL_TAG) return;
    if (node.kind === 'scalar') this.#setScalar(node);
    else if (node.kind === 'map') this.#setMapping(node);
    else
      for (const item of node.content) {
        if (item.kind === 'scalar') this.#setScalar(item);
        else if (item.kind === 'map') this.#setMapping(item);
      }
  }

  #setScalar(node: RNode): void {
    const referral = this.#select(node.value, () => true, false);
    if (referral === undefined || referral.name === node.value) return;
    setScalar(node, newScalar(referral.name, '', referencePlace(referral)));
  }

  /** A map with a name, and perhaps a namespace. */
  #setMapping(node: RNode): void {
    const name = getField(node, 'name');
    if (name === undefined) throw new KustomizeError('kustomization-malformed', "path config error; no 'name' field in node");
    const referral = this.#select(name.value, this.#inNamespace(node), true);
    if (referral === undefined) return;
    const { namespace } = referral;
    if (referral.name === name.value && namespace === '') return;
    const place = referencePlace(referral);
    setField(node, 'name', newScalar(referral.name, '', place));
    if (namespace !== '') setField(node, 'namespace', newScalar(namespace, '', place));
  }

  /** Upstream: filterMapCandidatesByNamespace: by the namespaces that objects had first, if there is such a one. */
  #inNamespace(node: RNode): (candidate: Resource) => boolean {
    const field = getField(node, 'namespace');
    if (field === undefined) return () => true;
    const wanted = field.value;
    const isOriginal = (candidate: Resource): boolean => effectiveNamespace(candidate.orgId) === wanted;
    if (this.#reach.all.some((each) => this.#isReachable(each) && isOriginal(each))) return isOriginal;
    return (candidate) => effectiveNamespace(candidate.curId) === wanted;
  }

  /** Upstream: SubsetThatCouldBeReferencedByResource. */
  #isReachable(candidate: Resource): boolean {
    const { curId, namespaces } = this.#reach;
    if (curId.clusterScoped) return true;
    const id = candidate.curId;
    return id.clusterScoped || effectiveNamespace(id) === effectiveNamespace(curId) || namespaces.has(candidate.namespace);
  }

  /** Upstream: selectReferral. */
  #select(oldName: string, accepts: (candidate: Resource) => boolean, withNamespace: boolean): Resource | undefined {
    const { referrer } = this.#reach;
    let candidates = (this.#reach.byName.get(oldName) ?? []).filter(
      (each) => this.#isReachable(each) && accepts(each) && this.#isReferral(each),
    );
    if (candidates.length <= 1) return candidates[0];
    candidates = candidates.filter((each) => each.prefixesSuffixesEquals(referrer, true));
    if (candidates.length > 1) candidates = candidates.filter((each) => each.prefixesSuffixesEquals(referrer, false));
    const [first, ...more] = candidates;
    const isSame = more.every((each) => each.name === first?.name && (!withNamespace || each.namespace === first.namespace));
    if (isSame) return first;
    const ids = candidates.map((each) => idText(each.curId)).join(', ');
    throw new KustomizeError('id-conflict', `found multiple possible referrals: ${ids}`);
  }

  #isReferral(candidate: Resource): boolean {
    const { prevIds } = candidate;
    if (!prevIds.some((id) => isSelected(id, this.#target))) return false;
    const role = this.#roleRef();
    if (role !== undefined && !prevIds.some((id) => isSelected(id, role))) return false;
    const { curId } = this.#reach;
    const id = candidate.curId;
    if (curId.clusterScoped || id.clusterScoped || candidate.kind === 'ServiceAccount') return true;
    return effectiveNamespace(id) === effectiveNamespace(curId);
  }

  /** What a `roleRef` says of the kind of its role. */
  #roleRef(): Gvk | undefined {
    if (!this.#spec.path.endsWith('roleRef/name')) return undefined;
    const { node } = this.#reach.referrer;
    const group = lookup(node, 'roleRef', 'apiGroup');
    const kind = lookup(node, 'roleRef', 'kind');
    return group === undefined || kind === undefined ? undefined : { group: group.value, version: '', kind: kind.value };
  }
}

/** A reference is as it is because of what gave the object its name. */
function referencePlace({ node }: Resource): Place | undefined {
  const name = lookup(node, 'metadata', 'name');
  return name === undefined ? undefined : placeOf(name);
}

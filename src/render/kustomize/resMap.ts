/** Upstream: api/resmap/reswrangler.go (kustomize v5.8.1): the objects of a build, in the order they came. */
import type { Slices } from '../../model/slices';
import { ORIGIN } from './buildOrigin';
import { each, TooMuchError } from './effort';
import { KustomizeError } from './error';
import { mergePatch } from './merge';
import { lookup, setField, newScalar, type Place } from './rnode';
import { setMapField } from './dataMap';
import type { Resource } from './resource';
import { apiVersionOf, effectiveNamespace, idEquals, idText, type ResId } from './resId';
import { matchesGvk, matchesName, parseLabelSelector, type Selector } from './selector';

type IdMatcher = (id: ResId) => boolean;

/** More objects than a cluster is given by one overlay. */
const MAX_RESOURCES = 5_000;

/** An object that a selector does not take. */
export interface Misfit {
  readonly kind: string;
  readonly name: string;
  /** The one field that keeps it from being taken, and what it is there. */
  readonly only?: keyof Selector | undefined;
  readonly value?: string | undefined;
}

type Check = readonly [field: keyof Selector, fits: (resource: Resource) => boolean];

/** One for each field of a selector that is not empty. */
function checksOf(selector: Selector): readonly Check[] {
  const { group, version, kind, name, namespace, labelSelector, annotationSelector } = selector;
  const byLabels = parseLabelSelector(labelSelector ?? '');
  const byAnnotations = parseLabelSelector(annotationSelector ?? '');
  const all: readonly Check[] = [
    ['namespace', (of) => idsOf(of).some((id) => matchesName(namespace, effectiveNamespace(id)))],
    ['name', (of) => idsOf(of).some((id) => matchesName(name, id.name))],
    ['group', ({ gvk }) => matchesName(group, gvk.group)],
    ['version', ({ gvk }) => matchesName(version, gvk.version)],
    ['kind', ({ gvk }) => matchesName(kind, gvk.kind)],
    ['labelSelector', ({ labels }) => byLabels(labels)],
    ['annotationSelector', ({ annotations }) => byAnnotations(annotations)],
  ];
  return all.filter(([field]) => Boolean(selector[field]));
}

function idsOf({ orgId, curId }: Resource): readonly ResId[] {
  return [orgId, curId];
}

function valueOf({ gvk, curId }: Resource, field: keyof Selector | undefined): string | undefined {
  if (field === 'group' || field === 'version') return gvk[field];
  return field === 'namespace' ? curId.namespace : undefined;
}

export class ResMap {
  resources: Resource[] = [];
  /** By kind and name, so that looking for a double is no walk through all. Made again when a name may have changed. */
  readonly #ids = new Map<string, Resource[]>();
  readonly #deleted: ResId[] = [];

  append(resource: Resource): void {
    const id = resource.curId;
    const key = `${id.kind}/${id.name}`;
    const sames = this.#known(key);
    if (sames.some((other) => idEquals(other.curId, id)))
      throw new KustomizeError('duplicate-id', `may not add resource with an already registered id: ${idText(id)}`);
    if (this.resources.length >= MAX_RESOURCES) throw new TooMuchError(`more than ${MAX_RESOURCES} objects`);
    this.resources.push(resource);
    sames.push(resource);
  }

  #known(key: string): Resource[] {
    if (this.#ids.size === 0)
      for (const resource of this.resources) {
        const known = `${resource.kind}/${resource.name}`;
        const list = this.#ids.get(known);
        if (list === undefined) this.#ids.set(known, [resource]);
        else list.push(resource);
      }
    let list = this.#ids.get(key);
    if (list === undefined) this.#ids.set(key, (list = []));
    return list;
  }

  /** Objects may have other names now. */
  changed(): void {
    this.#ids.clear();
  }

  appendAll(resources: readonly Resource[]): void {
    this.changed();
    for (const resource of resources) this.append(resource);
  }

  /** Puts other objects in the place of all. */
  reset(resources: readonly Resource[]): void {
    this.resources = [];
    this.appendAll(resources);
  }

  dropEmpties(): void {
    this.changed();
    if (this.resources.some(({ isEmpty }) => isEmpty)) this.resources = this.resources.filter(({ isEmpty }) => !isEmpty);
  }

  matchingCurrentId(matches: IdMatcher): readonly Resource[] {
    return this.resources.filter((resource) => matches(resource.curId));
  }

  matchingAnyId(matches: IdMatcher): readonly Resource[] {
    return this.resources.filter((resource) => !resource.isEmpty && (resource.prevIds.some(matches) || matches(resource.curId)));
  }

  /** All by each id that they have or had, below its name: for whoever has many to look for. */
  idsByName(): ReadonlyMap<string, ReadonlyMap<Resource, readonly ResId[]>> {
    const all = new Map<string, Map<Resource, ResId[]>>();
    for (const resource of this.resources) {
      if (resource.isEmpty) continue;
      for (const id of [...resource.prevIds, resource.curId]) {
        const sames = all.get(id.name) ?? new Map<Resource, ResId[]>();
        all.set(id.name, sames.set(resource, [...(sames.get(resource) ?? []), id]));
      }
    }
    return all;
  }

  /** Upstream: GetById. */
  getById(id: ResId): Resource {
    const [found, ...more] = this.matchingAnyId((other) => idEquals(id, other));
    if (found !== undefined && more.length === 0) return found;
    const many = found === undefined ? 'no' : 'multiple';
    throw new KustomizeError(
      'patch-no-target',
      `${many} matches for Id ${idText(id)}; failed to find unique target for patch ${idText(id)}`,
    );
  }

  select(selector: Selector): readonly Resource[] {
    const checks = checksOf(selector);
    return this.resources.filter((resource) => checks.every(([, fits]) => fits(resource)));
  }

  /** Of what a selector does not take: what keeps each from it, where it is one field. */
  misfits(selector: Selector): readonly Misfit[] {
    const checks = checksOf(selector);
    return this.resources.map((resource) => {
      const wrong = checks.filter(([, fits]) => !fits(resource));
      const { kind, name } = resource;
      return wrong.length === 1 ? { kind, name, only: wrong[0]?.[0], value: valueOf(resource, wrong[0]?.[0]) } : { kind, name };
    });
  }

  patch(resource: Resource, patch: Resource): void {
    const { curId } = resource;
    applyPatch(resource, patch);
    if (resource.isEmpty) this.#deleted.push(curId);
  }

  /** Whether what a selector asks for was there until a patch deleted it. */
  hasDeleted(selector: Selector): boolean {
    const { name, namespace } = selector;
    return this.#deleted.some(
      (id) => matchesGvk(selector, id) && matchesName(name, id.name) && matchesName(namespace, effectiveNamespace(id)),
    );
  }

  /** Upstream: resWrangler.ApplySmPatch: a patch for all that are selected. */
  *applyPatchTo(selected: readonly Resource[], patch: Resource): Slices<void> {
    const ids = selected.map(({ curId }) => curId);
    const list: Resource[] = [];
    yield* each(this.resources, (resource) => {
      const { curId } = resource;
      if (ids.some((id) => isSameId(id, curId))) {
        const copy = patch.copy();
        copy.copyMergeMetadataFrom(patch);
        setField(copy.node, 'apiVersion', newScalar(apiVersionOf(curId)));
        copy.setKind(patch.kind);
        this.patch(resource, copy);
      }
      if (!resource.isEmpty) list.push(resource);
    });
    this.reset(list);
  }

  /** Upstream: AbsorbAll: what generators make, which may replace and merge. */
  absorb(made: Resource): void {
    const id = made.curId;
    const [old, ...more] = this.matchingAnyId((other) => idEquals(id, other));
    const { behavior } = made;
    if (old === undefined) {
      if (behavior === 'merge' || behavior === 'replace')
        throw new KustomizeError('generator', `id ${idText(id)} does not exist; cannot merge or replace`);
      this.append(made);
      return;
    }
    if (more.length > 0) throw new KustomizeError('generator', `found multiple objects that could accept merge of ${idText(id)}`);
    if (behavior !== 'merge' && behavior !== 'replace') {
      const message = `id ${idText(id)} exists; can not use behavior: '${behavior || 'unspecified'}', behavior must be merge or replace`;
      throw new KustomizeError('generator', message);
    }
    const origin = old.annotation(ORIGIN);
    made.copyMergeMetadataFrom(old);
    if (behavior === 'merge') {
      if (origin !== undefined) made.setAnnotations(made.annotations.set(ORIGIN, origin));
      setMapField(made.node, 'data', old.node);
      setMapField(made.node, 'binaryData', old.node);
    }
    this.resources[this.resources.indexOf(old)] = made;
    this.changed();
  }
}

function isSameId(a: ResId, b: ResId): boolean {
  return a.namespace === b.namespace && idEquals(a, b);
}

/** Upstream: Resource.ApplySmPatch. Kind and name stay, unless the patch may change them. */
function applyPatch(resource: Resource, patch: Resource): void {
  const { name, namespace, kind, node } = resource;
  if (node === undefined || patch.node === undefined) return;
  const namePlace = placeOfName(resource);
  if (patch.isChangeAllowed('name') || patch.isChangeAllowed('kind')) resource.storePreviousId();
  const mayRename = patch.isChangeAllowed('name');
  const mayChangeKind = patch.isChangeAllowed('kind');
  resource.node = mergePatch(node, patch.node);
  if (resource.isEmpty) return;
  if (!mayChangeKind) resource.setKind(kind);
  if (!mayRename) resource.setName(name, namePlace);
  resource.setNamespace(namespace);
}

function placeOfName({ node }: Resource): Place | undefined {
  const name = lookup(node, 'metadata', 'name');
  return name?.source === undefined ? undefined : { source: name.source, start: name.start, end: name.end };
}

/** Upstream: api/internal/builtins/*Transformer.go (kustomize v5.8.1): names, labels, annotations, replicas, hashes, order. */
import type { Slices } from '../../model/slices';
import { each, isSliceFull } from './effort';
import { KustomizeError } from './error';
import { applyFieldSpec, type FieldSpec } from './fieldSpec';
import { hashOf } from './hash';
import type { Kustomization } from './kustomizationFields';
import type { ResMap } from './resMap';
import { LEGACY_ORDER, compareIds, isSelected, type Gvk } from './resId';
import { STRING_TAG, compareBytes, newScalar, setField, setScalar, type Place } from './rnode';

/** Kinds whose names nobody may change. */
const NAMES_STAY: readonly Partial<Gvk>[] = [
  { kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', kind: 'APIService' },
  { kind: 'Namespace' },
];

export function* nameTransform(
  map: ResMap,
  at: 'prefix' | 'suffix',
  text: string,
  specs: readonly FieldSpec[],
  place: Place,
): Slices<void> {
  yield* each(map.resources, (resource) => {
    const id = resource.orgId;
    if (NAMES_STAY.some((gvk) => isSelected(id, gvk))) return;
    for (const spec of specs) {
      if (!isSelected(id, spec)) continue;
      if (spec.path === 'metadata/name') {
        if (at === 'prefix') resource.addNamePrefix(text);
        else resource.addNameSuffix(text);
        if (text !== '') resource.storePreviousId();
      }
      const { node, gvk } = resource;
      if (node === undefined) continue;
      applyFieldSpec(
        node,
        gvk,
        spec,
        (field) => {
          const name = at === 'prefix' ? text + field.value : field.value + text;
          setScalar(field, newScalar(name, '', place));
        },
        { kind: 'scalar', tag: STRING_TAG },
      );
    }
  });
  map.changed();
}

/** Labels and annotations. One node is set in all places of an object, so that patches change them together, as there. */
export function* entriesTransform(
  map: ResMap,
  entries: Readonly<Record<string, string>>,
  specs: readonly FieldSpec[],
  placeOf: (key: string) => Place,
): Slices<void> {
  const keys = Object.keys(entries).sort(compareBytes);
  const places = keys.map(placeOf);
  for (const { node, gvk } of map.resources) {
    if (node === undefined) continue;
    for (const [index, key] of keys.entries()) {
      const value = newScalar(entries[key] ?? '', STRING_TAG, places[index]);
      for (const spec of specs)
        applyFieldSpec(
          node,
          gvk,
          spec,
          (field) => {
            if (field.kind !== 'map') throw new KustomizeError('resource-malformed', 'wrong node kind: expected a map of labels');
            setField(field, key, value);
          },
          { kind: 'map', tag: '!!map' },
        );
      if (isSliceFull()) yield;
    }
  }
}

export function* replicaCountTransform(
  map: ResMap,
  { name = '', count = 0 }: { readonly name?: string; readonly count?: number },
  specs: readonly FieldSpec[],
  place: Place,
): Slices<void> {
  let isFound = false;
  for (const spec of specs) {
    const found = map.matchingAnyId((id) => id.name === name && isSelected(id, spec));
    isFound ||= found.length > 0;
    yield* each(found, ({ node, gvk }) => {
      if (node === undefined) return;
      applyFieldSpec(
        node,
        gvk,
        spec,
        (field) => {
          setScalar(field, newScalar(String(count), '!!int', place));
        },
        { kind: 'scalar', tag: '!!int' },
      );
    });
  }
  if (isFound) return;
  const kinds = specs.map(({ kind }) => kind).join(', ');
  throw new KustomizeError('replicas', `resource with name ${name} does not match a config with one of the kinds ${kinds}`);
}

export function* hashTransform(map: ResMap): Slices<void> {
  yield* each(map.resources, (resource) => {
    if (!resource.needsHashSuffix || resource.node === undefined) return;
    const hash = hashOf(resource.node);
    resource.storePreviousId();
    resource.setName(`${resource.name}-${hash}`);
  });
  map.changed();
}

export function* sortTransform(map: ResMap, options: Kustomization['sortOptions']): Slices<void> {
  const { order, legacySortOptions: legacy } = options ?? { order: 'legacy' };
  if (order !== 'fifo' && order !== 'legacy')
    throw new KustomizeError('sort', "the field 'sortOptions.order' must be one of [fifo, legacy]");
  if (order === 'fifo' && legacy !== undefined)
    throw new KustomizeError(
      'sort',
      "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'",
    );
  if (order === 'fifo') return;
  const kinds = legacy === undefined ? LEGACY_ORDER : { first: legacy.orderFirst ?? [], last: legacy.orderLast ?? [] };
  const withIds = map.resources.map((resource) => ({ resource, id: resource.curId }));
  withIds.sort((a, b) => compareIds(a.id, b.id, kinds));
  map.resources = [];
  map.changed();
  yield* each(withIds, ({ resource }) => {
    map.append(resource);
  });
}

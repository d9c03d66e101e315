/**
 * Upstream: api/resource/resource.go, api/internal/utils/{annotations,makeResIds}.go (kustomize v5.8.1). What is known of an
 * object besides its fields stands in annotations of its own, so that patches that replace annotations lose it as they do there.
 */
import { spend } from './effort';
import {
  RNode,
  clearField,
  copyNode,
  getField,
  isNilOrEmpty,
  lookup,
  lookupCreate,
  mapInMetadata,
  newScalar,
  newString,
  setField,
  setMapInMetadata,
  type Place,
} from './rnode';
import { effectiveNamespace, isClusterScoped, parseGroupVersion, type Gvk, type ResId } from './resId';

export const INTERNAL_PREFIX = 'internal.config.kubernetes.io/';
const PREVIOUS_KINDS = `${INTERNAL_PREFIX}previousKinds`;
const PREVIOUS_NAMES = `${INTERNAL_PREFIX}previousNames`;
const PREVIOUS_NAMESPACES = `${INTERNAL_PREFIX}previousNamespaces`;
const PREFIXES = `${INTERNAL_PREFIX}prefixes`;
const SUFFIXES = `${INTERNAL_PREFIX}suffixes`;
const BEHAVIOR = `${INTERNAL_PREFIX}generatorBehavior`;
const NEEDS_HASH = `${INTERNAL_PREFIX}needsHashSuffix`;
const ALLOW_NAME_CHANGE = `${INTERNAL_PREFIX}allowNameChange`;
const ALLOW_KIND_CHANGE = `${INTERNAL_PREFIX}allowKindChange`;
export const HELM_GENERATED = `${INTERNAL_PREFIX}helm-generated`;

const BUILD_ANNOTATIONS: readonly string[] = [
  PREVIOUS_KINDS,
  PREVIOUS_NAMES,
  PREFIXES,
  SUFFIXES,
  PREVIOUS_NAMESPACES,
  ALLOW_NAME_CHANGE,
  ALLOW_KIND_CHANGE,
  `${INTERNAL_PREFIX}refBy`,
  BEHAVIOR,
  NEEDS_HASH,
  ...['path', 'index', 'seqindent', 'id', 'annotations-migration-resource-id'].map((name) => INTERNAL_PREFIX + name),
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
  HELM_GENERATED,
];

export class Resource {
  /** Undefined when a patch has deleted the object. */
  node: RNode | undefined;
  readonly refVarNames: string[] = [];
  #previous: { readonly key: string; readonly ids: readonly ResId[] } | undefined;

  constructor(node: RNode) {
    this.node = node;
  }

  get isEmpty(): boolean {
    return isNilOrEmpty(this.node);
  }

  get kind(): string {
    return getField(this.node, 'kind')?.value ?? '';
  }

  get apiVersion(): string {
    return getField(this.node, 'apiVersion')?.value ?? '';
  }

  get name(): string {
    return this.#meta('name');
  }

  get namespace(): string {
    return this.#meta('namespace');
  }

  #meta(field: string): string {
    const node = getField(getField(this.node, 'metadata'), field);
    return isNilOrEmpty(node) ? '' : (node?.value ?? '');
  }

  get gvk(): Gvk {
    const [group, version] = parseGroupVersion(this.apiVersion);
    return { group, version, kind: this.kind };
  }

  setKind(kind: string): void {
    setField(this.node, 'kind', newScalar(kind));
  }

  setName(name: string, place?: Place): void {
    this.#setMeta('name', newScalar(name, '', place));
  }

  setNamespace(namespace: string): void {
    if (namespace === '') clearField(getField(this.node, 'metadata'), 'namespace');
    else this.#setMeta('namespace', newScalar(namespace));
  }

  #setMeta(field: string, value: RNode): void {
    if (this.node !== undefined) setField(lookupCreate(this.node, 'map', 'metadata'), field, value);
  }

  copy(): Resource {
    const result = new Resource(copyNode(this.node ?? new RNode('map')));
    result.refVarNames.push(...this.refVarNames);
    return result;
  }

  get curId(): ResId {
    spend(8);
    const { apiVersion, kind } = this;
    const [group, version] = parseGroupVersion(apiVersion);
    return { group, version, kind, name: this.name, namespace: this.namespace, clusterScoped: isClusterScoped(apiVersion, kind) };
  }

  /** The ids it had before each change, the oldest first. */
  get prevIds(): readonly ResId[] {
    spend(4);
    const annotations = lookup(this.node, 'metadata', 'annotations');
    const names = getField(annotations, PREVIOUS_NAMES)?.value;
    if (names === undefined) return [];
    const namespaces = getField(annotations, PREVIOUS_NAMESPACES)?.value ?? '';
    const kinds = getField(annotations, PREVIOUS_KINDS)?.value ?? '';
    const key = `${this.apiVersion}|${names}|${namespaces}|${kinds}`;
    if (this.#previous?.key !== key) this.#previous = { key, ids: previousIds(this.apiVersion, names, namespaces, kinds) };
    return this.#previous.ids;
  }

  get orgId(): ResId {
    return this.prevIds[0] ?? this.curId;
  }

  storePreviousId(): void {
    const id = this.curId;
    this.appendCsv(PREVIOUS_NAMES, id.name);
    this.appendCsv(PREVIOUS_NAMESPACES, effectiveNamespace(id));
    this.appendCsv(PREVIOUS_KINDS, id.kind);
  }

  appendCsv(name: string, value: string): void {
    if (value === '') return;
    const current = this.annotation(name);
    this.setAnnotation(name, current === undefined ? value : `${current},${value}`);
  }

  annotation(name: string): string | undefined {
    return getField(lookup(this.node, 'metadata', 'annotations'), name)?.value;
  }

  /** Upstream: AnnotationSetter. */
  setAnnotation(name: string, value: string): void {
    const { node } = this;
    if (node === undefined) return;
    clearField(getField(node, 'metadata'), 'annotations', true);
    clearField(node, 'metadata', true);
    const annotation = newString(value);
    annotation.quoted = true;
    setField(lookupCreate(node, 'map', 'metadata', 'annotations'), name, annotation);
  }

  get annotations(): Map<string, string> {
    return mapInMetadata(this.node, 'annotations');
  }

  setAnnotations(annotations: ReadonlyMap<string, string>): void {
    if (this.node !== undefined) setMapInMetadata(this.node, annotations, 'annotations');
  }

  get labels(): Map<string, string> {
    return mapInMetadata(this.node, 'labels');
  }

  addNamePrefix(prefix: string): void {
    this.appendCsv(PREFIXES, prefix);
  }

  addNameSuffix(suffix: string): void {
    this.appendCsv(SUFFIXES, suffix);
  }

  /** Upstream: PrefixesSuffixesEquals. */
  prefixesSuffixesEquals(other: Resource, allowEmpty: boolean): boolean {
    return [PREFIXES, SUFFIXES].every((name) => {
      const mine = this.annotation(name)?.split(',') ?? [];
      const theirs = other.annotation(name)?.split(',') ?? [];
      return (allowEmpty && (mine.length === 0 || theirs.length === 0)) || haveSameEnd(mine, theirs);
    });
  }

  get needsHashSuffix(): boolean {
    return this.annotation(NEEDS_HASH) === 'enabled';
  }

  enableHashSuffix(): void {
    this.#enable(NEEDS_HASH);
  }

  /** Upstream: resource.enable, which writes all annotations again. */
  #enable(name: string): void {
    this.setAnnotations(this.annotations.set(name, 'enabled'));
  }

  get behavior(): string {
    return this.annotation(BEHAVIOR) ?? '';
  }

  setBehavior(behavior: string): void {
    const known = ['create', 'replace', 'merge'].includes(behavior) ? behavior : 'unspecified';
    this.setAnnotations(this.annotations.set(BEHAVIOR, known));
  }

  allowChange(of: 'name' | 'kind'): void {
    this.#enable(of === 'name' ? ALLOW_NAME_CHANGE : ALLOW_KIND_CHANGE);
  }

  isChangeAllowed(of: 'name' | 'kind'): boolean {
    return this.annotation(of === 'name' ? ALLOW_NAME_CHANGE : ALLOW_KIND_CHANGE) === 'enabled';
  }

  removeBuildAnnotations(): void {
    const { annotations } = this;
    if (annotations.size === 0) return;
    for (const name of BUILD_ANNOTATIONS) annotations.delete(name);
    this.setAnnotations(annotations);
  }

  /** Upstream: CopyMergeMetaDataFieldsFrom. Labels and annotations become texts. */
  copyMergeMetadataFrom(other: Resource): void {
    if (this.node === undefined) return;
    setMapInMetadata(this.node, new Map([...other.labels, ...this.labels]), 'labels');
    const { annotations } = this;
    const enableHash = annotations.has(NEEDS_HASH);
    const theirs = other.annotations;
    const merged = new Map([...theirs, ...annotations]);
    for (const name of BUILD_ANNOTATIONS) {
      const value = theirs.get(name);
      if (value === undefined) merged.delete(name);
      else merged.set(name, value);
    }
    if (!enableHash) merged.delete(NEEDS_HASH);
    this.setAnnotations(merged);
    this.setName(other.name);
    this.setNamespace(other.namespace);
    this.refVarNames.splice(0, this.refVarNames.length, ...other.refVarNames);
  }
}

function previousIds(apiVersion: string, names: string, namespaces: string, kinds: string): readonly ResId[] {
  spend(names.length >> 1);
  const [group, version] = parseGroupVersion(apiVersion);
  const spaces = namespaces.split(',');
  const kindList = kinds.split(',');
  return names.split(',').map((name, index) => ({
    group,
    version,
    kind: kindList[index] ?? '',
    name,
    namespace: spaces[index] ?? '',
    clusterScoped: false,
  }));
}

/** Upstream: SameEndingSubSlice. */
function haveSameEnd(a: readonly string[], b: readonly string[]): boolean {
  const shortest = Math.min(a.length, b.length);
  if (shortest === 0) return a.length === b.length;
  for (let i = 1; i <= shortest; i += 1) if (a.at(-i) !== b.at(-i)) return false;
  return true;
}

/** Upstream: kyaml/resid/{gvk,resid}.go (kustomize v5.8.1). */
import { CLUSTER_SCOPED, LEGACY_ORDER_FIRST, LEGACY_ORDER_LAST } from './facts';
import { compareBytes } from './rnode';

export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface ResId extends Gvk {
  readonly name: string;
  readonly namespace: string;
  /** QUIRK: earlier ids of an object are never known to be without a namespace. */
  readonly clusterScoped: boolean;
}

const CLUSTER_KINDS: ReadonlySet<string> = new Set(CLUSTER_SCOPED);

export function isClusterScoped(apiVersion: string, kind: string): boolean {
  return CLUSTER_KINDS.has(`${apiVersion} ${kind}`);
}

export function parseGroupVersion(apiVersion: string): readonly [group: string, version: string] {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
}

export function apiVersionOf({ group, version }: Gvk): string {
  return group === '' ? version : `${group}/${version}`;
}

/** Empty fields of the selector take anything. */
export function isSelected(gvk: Gvk, selector: Partial<Gvk>): boolean {
  return (
    (!selector.group || selector.group === gvk.group) &&
    (!selector.version || selector.version === gvk.version) &&
    (!selector.kind || selector.kind === gvk.kind)
  );
}

export function gvkEquals(a: Gvk, b: Gvk): boolean {
  return a.kind === b.kind && a.group === b.group && a.version === b.version;
}

const NOT_A_NAMESPACE = '_non_namespaceable_';

export function effectiveNamespace({ clusterScoped, namespace }: ResId): string {
  if (clusterScoped) return NOT_A_NAMESPACE;
  return namespace === '' ? 'default' : namespace;
}

export function gvknEquals(a: ResId, b: ResId): boolean {
  return a.name === b.name && gvkEquals(a, b);
}

export function idEquals(a: ResId, b: ResId): boolean {
  return gvknEquals(a, b) && effectiveNamespace(a) === effectiveNamespace(b);
}

export function gvkText({ group, version, kind }: Gvk): string {
  return [kind || '[noKind]', version || '[noVer]', group || '[noGrp]'].join('.');
}

export function idText(id: ResId): string {
  return `${gvkText(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`;
}

export interface KindOrder {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

export const LEGACY_ORDER: KindOrder = { first: LEGACY_ORDER_FIRST, last: LEGACY_ORDER_LAST };

function kindRank(kind: string, { first, last }: KindOrder): number {
  const ahead = first.lastIndexOf(kind);
  const behind = last.lastIndexOf(kind);
  if (behind >= 0) return 1 + behind;
  return ahead >= 0 ? ahead - first.length : 0;
}

function sortText({ group, version, kind }: Gvk): string {
  return [group || '~G', version || '~V', kind || '~K'].join('_');
}

export function compareGvk(a: Gvk, b: Gvk, order: KindOrder = LEGACY_ORDER): number {
  return kindRank(a.kind, order) - kindRank(b.kind, order) || compareBytes(sortText(a), sortText(b));
}

/** Upstream: SortOrderTransformer. */
export function compareIds(a: ResId, b: ResId, order: KindOrder): number {
  if (!gvkEquals(a, b)) {
    const byKind = compareGvk(a, b, order);
    // Core Namespaces come before others of that name.
    const turned = a.kind === 'Namespace' && b.kind === 'Namespace' && (a.group === '' || b.group === '');
    return turned ? -byKind : byKind;
  }
  const text = (id: ResId): string => [gvkText(id), id.namespace || '~X', id.name || '~N'].join('|');
  return compareBytes(text(a), text(b));
}

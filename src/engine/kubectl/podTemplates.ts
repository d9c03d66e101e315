/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/util/deployment/deployment.go, EqualIgnoreHash (v1.36.4). Templates are
 * compared as JSON, with quantities in their canonical form.
 */
import type { PodTemplateSpec, StringMap } from '../../model/apiTypes';
import { withoutTemplateHash } from '../../model/podTemplate';
import { canonicalQuantity } from '../../model/quantity';
import { jsonEqual } from '../kernel/jsonEqual';

type Json = Readonly<Record<string, unknown>>;

/** Fields that are structs or maps in the API's types: empty and missing are the same there. Elsewhere `{}` says something. */
const EMPTY_IS_MISSING: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'nodeSelector',
  'resources',
  'requests',
  'limits',
]);

/**
 * A template as a client serializes it after reading it from the API server: nothing empty that the types leave out,
 * quantities in canonical form, and `resources: {}` on every container, which the types never leave out.
 */
export function serializeTemplate(template: PodTemplateSpec): Json {
  const { metadata = {}, spec, ...rest } = clean(template) as { metadata?: Json; spec?: Json };
  return { ...rest, metadata, spec: withContainerResources(spec ?? {}) };
}

function withContainerResources(spec: Json): Json {
  const result: Record<string, unknown> = { ...spec };
  for (const field of ['containers', 'initContainers']) {
    const containers = spec[field];
    if (Array.isArray(containers)) result[field] = (containers as Json[]).map((container) => ({ resources: {}, ...container }));
  }
  return result;
}

function clean(value: unknown, key = ''): unknown {
  if (key === 'requests' || key === 'limits') return canonicalQuantities(value);
  if (Array.isArray(value)) return value.map((item) => clean(item));
  if (typeof value !== 'object' || value === null) return value;
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const cleaned = clean(item, name);
    if (!isLeftOut(name, cleaned)) result[name] = cleaned;
  }
  return result;
}

function isLeftOut(name: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && EMPTY_IS_MISSING.has(name) && Object.keys(value).length === 0;
}

function canonicalQuantities(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, canonicalQuantity(text as string)]));
}

/** Whether two templates say the same, whatever their pod-template-hash label. */
export function equalIgnoreHash(a: PodTemplateSpec, b: PodTemplateSpec): boolean {
  return jsonEqual(serializeTemplate(withoutTemplateHash(a)), serializeTemplate(withoutTemplateHash(b)));
}

export function withAnnotation(template: PodTemplateSpec, key: string, value: string): PodTemplateSpec {
  const annotations: StringMap = { ...template.metadata?.annotations, [key]: value };
  return { ...template, metadata: { ...template.metadata, annotations } };
}

/**
 * Upstream: pkg/registry/apps/{deployment,daemonset}/strategy.go, pkg/registry/discovery/endpointslice/strategy.go (v1.36.4);
 * for the objects of the store, which hold times as numbers.
 */
import { semanticEqual } from './schema/semanticEqual';
import { jsonEqual } from '../kernel/jsonEqual';
import type { DaemonSet, Deployment, EndpointSlice } from '../../model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../model/wellKnown';
import type { Kind, KindMap } from './kinds';

type Loose = KindMap[Kind] & { readonly spec?: unknown; readonly status?: unknown };

/** What the API server makes of an update of the main resource: status is ignored, the generation counts spec changes. */
export function prepareForUpdate<K extends Kind>(kind: K, next: KindMap[K], current: KindMap[K]): KindMap[K] {
  if (kind === 'DaemonSet') return prepareDaemonSet(next as DaemonSet, current as DaemonSet) as KindMap[K];
  if (kind === 'EndpointSlice') return prepareEndpointSlice(next as EndpointSlice, current as EndpointSlice) as KindMap[K];
  const [spec, before] = [(next as Loose).spec ?? {}, (current as Loose).spec ?? {}];
  const specChanged = kind === 'Deployment' ? !semanticEqual('DeploymentSpec', spec, before) : !jsonEqual(spec, before);
  // A Deployment's annotations count as well: kubectl rollout undo relies on being observed.
  const annotationsChanged =
    kind === 'Deployment' && !jsonEqual(next.metadata.annotations ?? {}, current.metadata.annotations ?? {});
  const generation = nextGeneration(current, specChanged || annotationsChanged);
  return withStatus({ ...next, metadata: { ...next.metadata, generation } }, (current as Loose).status);
}

/** It has no spec: what it lists counts, and its labels. */
function prepareEndpointSlice(next: EndpointSlice, current: EndpointSlice): EndpointSlice {
  const told = ({ endpoints, ports, metadata }: EndpointSlice): unknown => [endpoints, ports ?? [], metadata.labels ?? {}];
  const generation = nextGeneration(current, !jsonEqual(told(next), told(current)));
  return { ...next, metadata: { ...next.metadata, generation } };
}

function nextGeneration(current: KindMap[Kind], changed: boolean): number | undefined {
  const { generation } = current.metadata;
  return changed && generation !== undefined ? generation + 1 : generation;
}

/** Every template change raises both the generation and the template generation. */
function prepareDaemonSet(next: DaemonSet, current: DaemonSet): DaemonSet {
  const templateChanged = !semanticEqual('PodTemplateSpec', next.spec.template, current.spec.template);
  const specChanged = templateChanged || !semanticEqual('DaemonSetSpec', next.spec, current.spec);
  const templateGeneration = currentTemplateGeneration(current) + (templateChanged ? 1 : 0);
  const annotations = { ...next.metadata.annotations, [TEMPLATE_GENERATION_ANNOTATION]: String(templateGeneration) };
  const generation = nextGeneration(current, specChanged);
  return withStatus({ ...next, metadata: { ...next.metadata, annotations, generation } }, current.status);
}

function currentTemplateGeneration(daemonSet: DaemonSet): number {
  const value = Number(daemonSet.metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  return Number.isInteger(value) ? value : 0;
}

function withStatus<T extends object>(object: T, status: unknown): T {
  return (object as { readonly status?: unknown }).status === status ? object : { ...object, status };
}

/** What the API server makes of a status update: spec is ignored and the generation stays; annotations are stored. */
export function prepareForStatusUpdate<K extends Kind>(kind: K, next: KindMap[K], current: KindMap[K]): KindMap[K] {
  // Most were made from the newest version and change nothing else.
  if (next.metadata === current.metadata && (next as Loose).spec === (current as Loose).spec) return next;
  const metadata = { ...next.metadata, generation: current.metadata.generation };
  const kept = kind === 'Deployment' ? { ...metadata, labels: (current as Deployment).metadata.labels } : metadata;
  return { ...next, spec: (current as Loose).spec, metadata: kept };
}

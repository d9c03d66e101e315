/**
 * Upstream: pkg/registry/apps/{deployment,daemonset}/strategy.go, pkg/registry/discovery/endpointslice/strategy.go (v1.36.4);
 * for the objects of the store, which hold times as numbers.
 */
import { semanticEqual } from './schema/semanticEqual';
import { jsonEqual } from '../kernel/jsonEqual';
import { draftOfMeta, type Draft } from '../../model/copies';
import type { DaemonSet, EndpointSlice } from '../../model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../model/wellKnown';
import { copyOf } from './copyOf';
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
  const metadata = draftOfMeta(next.metadata);
  metadata.generation = generation;
  return withPart(copyOf(kind, next, metadata), 'status', (current as Loose).status);
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
  const metadata = draftOfMeta(next.metadata);
  metadata.annotations = annotations;
  metadata.generation = generation;
  return withPart(copyOf('DaemonSet', next, metadata), 'status', current.status);
}

function currentTemplateGeneration(daemonSet: DaemonSet): number {
  const value = Number(daemonSet.metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  return Number.isInteger(value) ? value : 0;
}

/** Puts a part into an object that is not handed on yet. */
function withPart<T extends object>(object: T, part: 'spec' | 'status', value: unknown): T {
  if ((object as Loose)[part] !== value) (object as Draft<Loose>)[part] = value;
  return object;
}

/** What the API server makes of a status update: spec is ignored and the generation stays; annotations are stored. */
export function prepareForStatusUpdate<K extends Kind>(kind: K, next: KindMap[K], current: KindMap[K]): KindMap[K] {
  // Most were made from the newest version and change nothing else.
  if (next.metadata === current.metadata && (next as Loose).spec === (current as Loose).spec) return next;
  const metadata = draftOfMeta(next.metadata);
  metadata.generation = current.metadata.generation;
  if (kind === 'Deployment') metadata.labels = current.metadata.labels;
  return withPart(copyOf(kind, next, metadata), 'spec', (current as Loose).spec);
}

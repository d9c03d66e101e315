/** Upstream: pkg/registry/apps/{deployment,daemonset}/strategy.go (v1.36.4). */
/**
 * What the API server does with a Deployment or DaemonSet that is sent to it, as pure functions over JSON:
 *
 *     const { object, decodeError, strictErrors } = decodeWorkload('Deployment', json);   // strict decoding
 *     const defaulted = applyDefaults('Deployment', object);                              // values nobody wrote
 *     const prepared = prepareForCreate('Deployment', defaulted);                         // generation, dropped fields
 *     const errors = validateCreate('Deployment', prepared);                              // FieldError[], in the server's order
 *     const warnings = errors.length === 0 ? warningsForCreate('Deployment', prepared) : [];
 *     const stored = encodeWorkload('Deployment', prepared);                              // the JSON that a GET returns
 *
 * and for an update with the stored object as `old`:
 *
 *     const next = prepareForUpdate('Deployment', applyDefaults('Deployment', object), old);
 *     const errors = validateUpdate('Deployment', next, old);
 *
 * Errors carry the server's texts and a structured path into the document. Nothing here throws for what a user wrote, keeps
 * state, or changes its arguments; unchanged parts of an object are shared with the result.
 */
import { withFields } from '../../../model/copies';
import { semanticEqual } from '../schema/semanticEqual';
import { DEFAULT_NAMESPACE } from '../../../model/meta';
import { encode } from '../decoding/encode';
import { defaultDaemonSet, defaultDeployment } from '../defaults/workloadDefaults';
import { dropDisabledFields } from '../defaults/disabledFields';
import type { DaemonSet, Deployment, ObjectMeta, PodTemplateSpec } from '../../../model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../../model/wellKnown';
import type { Unchecked } from '../schema/unchecked';
import type { FieldError } from '../validation/common/field';
import { isDNS1123Label } from '../validation/common/names';
import { validateDaemonSetUpdate, validateDeploymentUpdate } from '../validation/updates';
import { warningsForPodTemplate } from '../validation/warnings';
import { validateDaemonSet, validateDeployment } from '../validation/workloads';
import type { WorkloadKind, WorkloadOf } from './decodeWorkload';

type Spec = Unchecked<Deployment>['spec'] | Unchecked<DaemonSet>['spec'];

/** The object with everything in it that the server adds when nothing is written. */
export function applyDefaults<K extends WorkloadKind>(kind: K, object: WorkloadOf[K]): WorkloadOf[K] {
  return kind === 'Deployment' ? defaultDeployment(object) : defaultDaemonSet(object);
}

function withMeta<T extends { readonly metadata?: Unchecked<ObjectMeta> | undefined }>(
  object: T,
  meta: Partial<Unchecked<ObjectMeta>>,
): T {
  return withFields(object, { metadata: withFields(object.metadata ?? {}, meta) } as Partial<T>);
}

function templateOf(object: Unchecked<Deployment> | Unchecked<DaemonSet>): Unchecked<PodTemplateSpec> {
  return object.spec?.template ?? {};
}

function withoutDisabledFields<T extends Unchecked<Deployment> | Unchecked<DaemonSet>>(object: T): T {
  const template = templateOf(object);
  return { ...object, spec: { ...object.spec, template: { ...template, spec: dropDisabledFields(template.spec ?? {}) } } };
}

function templateGeneration(object: Unchecked<DaemonSet>): number {
  return Number(object.metadata?.annotations?.[TEMPLATE_GENERATION_ANNOTATION] ?? 0);
}

function withTemplateGeneration<T extends Unchecked<Deployment> | Unchecked<DaemonSet>>(object: T, generation: number): T {
  return withMeta(object, {
    annotations: { ...object.metadata?.annotations, [TEMPLATE_GENERATION_ANNOTATION]: String(generation) },
  });
}

/** What the server sets and drops before it looks at a new object. */
export function prepareForCreate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K]): WorkloadOf[K] {
  const { status: _status, ...rest } = object;
  const created = withMeta(withoutDisabledFields(rest as WorkloadOf[K]), {
    generation: 1,
    namespace: object.metadata?.namespace ?? DEFAULT_NAMESPACE,
  });
  if (kind === 'Deployment') return created;
  return withTemplateGeneration(created, Math.max(1, templateGeneration(object)));
}

/** What keeps the server from taking a new object, in its order; none if it takes it. */
export function validateCreate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K]): FieldError[] {
  return kind === 'Deployment' ? validateDeployment(object) : validateDaemonSet(object);
}

/** What the server warns of although it takes the object. */
export function warningsForCreate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K]): string[] {
  return [...(kind === 'Deployment' ? nameWarnings(object) : []), ...warningsForPodTemplate(templateOf(object))];
}

function nameWarnings(deployment: Unchecked<Deployment>): string[] {
  const problems = isDNS1123Label(deployment.metadata?.name ?? '');
  if (problems.length === 0) return [];
  const consequence = 'this is used in Pod names and hostnames, which can result in surprising behavior';
  return [`metadata.name: ${consequence}; a DNS label is recommended: [${problems.join(' ')}]`];
}

/** What the server takes over from the stored object, and how it counts generations. */
export function prepareForUpdate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K], old: WorkloadOf[K]): WorkloadOf[K] {
  const { status: _status, ...rest } = withoutDisabledFields(object);
  const templateChanged = !semanticEqual('PodTemplateSpec', templateOf(object), templateOf(old));
  const changed = !sameSpec(kind, rest.spec, old.spec) || (kind === 'Deployment' && !sameAnnotations(object, old));
  const generation = (old.metadata?.generation ?? 0) + (changed ? 1 : 0);
  const next = withMeta(
    { ...rest, ...(old.status === undefined ? {} : { status: old.status }) },
    {
      generation,
      namespace: object.metadata?.namespace ?? old.metadata?.namespace,
      uid: old.metadata?.uid,
      creationTimestamp: old.metadata?.creationTimestamp,
    },
  );
  return kind === 'Deployment' ? next : withTemplateGeneration(next, templateGeneration(old) + (templateChanged ? 1 : 0));
}

function sameSpec(kind: WorkloadKind, a: Spec, b: Spec): boolean {
  return semanticEqual(`${kind}Spec`, a ?? {}, b ?? {});
}

function sameAnnotations(a: Unchecked<Deployment>, b: Unchecked<Deployment>): boolean {
  return semanticEqual('ObjectMeta', { annotations: a.metadata?.annotations }, { annotations: b.metadata?.annotations });
}

/** What keeps the server from replacing `old` by `object`. */
export function validateUpdate<K extends WorkloadKind>(kind: K, object: WorkloadOf[K], old: WorkloadOf[K]): FieldError[] {
  return kind === 'Deployment' ? validateDeploymentUpdate(object, old) : validateDaemonSetUpdate(object, old);
}

/** The JSON that a GET returns for an object. */
export function encodeWorkload<K extends WorkloadKind>(kind: K, object: WorkloadOf[K]): Record<string, unknown> {
  return encode(kind, object);
}

/** What `kubectl apply` of one version of a workload makes of another that runs: the three-way merge, then the API server. */
import {
  applyDefaults,
  encodeWorkload,
  prepareForCreate,
  prepareForUpdate,
  validateCreate,
  validateUpdate,
} from '../engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../engine/api/admission/decodeWorkload';
import { encode } from '../engine/api/decoding/encode';
import { semanticEqual } from '../engine/api/schema/semanticEqual';
import type { Unchecked } from '../engine/api/schema/unchecked';
import { applyStrategicPatch } from '../engine/api/strategicMerge/merge';
import { createThreeWayMergePatch } from '../engine/api/strategicMerge/threeWay';
import type { FieldError } from '../engine/api/validation/common/field';
import { jsonEqual } from '../engine/kernel/jsonEqual';
import type { PodTemplateSpec } from '../model/apiTypes';
import { withoutTemplateHash } from '../model/podTemplate';
import { TEMPLATE_GENERATION_ANNOTATION } from '../model/wellKnown';

type Json = Record<string, unknown>;
type AnyWorkload = WorkloadOf[WorkloadKind];

/** Two versions of a workload as the API server holds them. */
export interface AppliedOver {
  readonly stored: AnyWorkload;
  /** As it is sent, with defaults; where there are refusals it is not stored. */
  readonly next: AnyWorkload;
  readonly refusals: readonly FieldError[];
}

/** What the server stores of a new object, or nothing where it cannot be read. */
export function created(kind: WorkloadKind, json: Readonly<Json>): AnyWorkload | undefined {
  const { object } = decodeWorkload(kind, json);
  return object === undefined ? undefined : prepareForCreate(kind, applyDefaults(kind, object));
}

/** The same, if it would take it. */
export function admitted(kind: WorkloadKind, json: Readonly<Json>): AnyWorkload | undefined {
  const stored = created(kind, json);
  return stored === undefined || validateCreate(kind, stored).length > 0 ? undefined : stored;
}

/** What `kubectl apply` sends for a file that was `before` when it was last applied and is `after` now. */
export function applyPatch(kind: WorkloadKind, before: Readonly<Json>, after: Readonly<Json>, stored: AnyWorkload): Json {
  return createThreeWayMergePatch(kind, before, after, encodeWorkload(kind, stored));
}

/** Applies a patch to what is stored; undefined where the result cannot be read. */
export function patched(kind: WorkloadKind, stored: AnyWorkload, patch: Readonly<Json>): AppliedOver | undefined {
  return replaced(kind, stored, applyStrategicPatch(encodeWorkload(kind, stored), patch, { type: kind }));
}

/** Puts a whole object in the place of what is stored; undefined where it cannot be read. */
export function replaced(kind: WorkloadKind, stored: AnyWorkload, json: Readonly<Json>): AppliedOver | undefined {
  const { object } = decodeWorkload(kind, json);
  if (object === undefined) return undefined;
  const next = prepareForUpdate(kind, applyDefaults(kind, object), stored);
  return { stored, next, refusals: validateUpdate(kind, next, stored) };
}

export function templateOf({ spec }: AnyWorkload): Unchecked<PodTemplateSpec> {
  return spec?.template ?? {};
}

/** Whether the controller begins a rollout: a Deployment's as it compares templates, a DaemonSet's by revision and generation. */
export function startsRollout(kind: WorkloadKind, { stored, next }: AppliedOver): boolean {
  const [a, b] = [templateOf(stored), templateOf(next)];
  if (kind === 'Deployment') return !semanticEqual('PodTemplateSpec', withoutTemplateHash(a), withoutTemplateHash(b));
  const [before, after] = [stored, next].map(({ metadata }) => metadata?.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  return before !== after && !isSameJson(a, b);
}

/** Whether the two templates are the same to the letter, which is what hashes and revisions see. */
export function isSameJson(a: Unchecked<PodTemplateSpec>, b: Unchecked<PodTemplateSpec>): boolean {
  return jsonEqual(encode('PodTemplateSpec', a), encode('PodTemplateSpec', b));
}

/** What applying a new version of a workload does to the one that runs, as Kubernetes takes it. */
import type { WorkloadKind, WorkloadOf } from '../engine/api/admission/decodeWorkload';
import type { FieldError } from '../engine/api/validation/common/field';
import { jsonEqual } from '../engine/kernel/jsonEqual';
import { DEFAULT_REPLICAS } from '../model/defaults';
import { admitted, applyPatch, patched, startsRollout, templateOf, type AppliedOver } from './appliedOver';
import { fieldChanges, type FieldChange } from './fieldChanges';

/**
 * `same`: not a character of the object differs. `none`: something does, and no pod notices. `strategy`: it counts from the
 * next rollout on.
 */
export type ChangeKind =
  'same' | 'none' | 'scale' | 'rollout' | 'rolloutAndScale' | 'strategy' | 'rejected' | 'new' | 'deleted' | 'renamed';

export interface Change {
  readonly kind: ChangeKind;
  /** What of the pods' template differs, with paths from the top of the object. */
  readonly template: readonly FieldChange[];
  /** What of the rest of the spec differs, the replicas aside. */
  readonly settings: readonly FieldChange[];
  /** Of a Deployment, where they differ. */
  readonly replicas: { readonly before: number; readonly after: number } | undefined;
  /** Why the pods stay as they are although their template differs: it is paused, or waits for each pod to be deleted. */
  readonly held: 'paused' | 'onDelete' | undefined;
  /** Why the API server would not take it. */
  readonly refusals: readonly FieldError[];
  /** The spec that the API server then holds, where it takes the change. */
  readonly spec: Readonly<Record<string, unknown>> | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const NOTHING: Omit<Change, 'kind'> = {
  template: [],
  settings: [],
  replicas: undefined,
  held: undefined,
  refusals: [],
  spec: undefined,
};

/** A change that is told by its kind alone. */
export function plainChange(kind: 'new' | 'deleted' | 'renamed'): Change {
  return { ...NOTHING, kind };
}

/**
 * The change from one version of a file's object to the next, applied by kubectl. Undefined where either cannot be read, so that
 * nothing can be said; what did not get past the API server before is new.
 */
export function changeBetween(kind: WorkloadKind, before: Json, after: Json): Change | undefined {
  if (jsonEqual(before, after)) return { ...NOTHING, kind: 'same' };
  const stored = admitted(kind, before);
  if (stored === undefined) return admitted(kind, after) === undefined ? undefined : plainChange('new');
  const over = patched(kind, stored, applyPatch(kind, before, after, stored));
  return over === undefined ? undefined : changeOf(kind, over);
}

function changeOf(kind: WorkloadKind, over: AppliedOver): Change {
  const { stored, next, refusals } = over;
  if (refusals.length > 0) return { ...NOTHING, kind: 'rejected', refusals };
  const starts = startsRollout(kind, over);
  const replicas = kind === 'Deployment' ? replicasOf(stored, next) : undefined;
  const template = starts ? fieldChanges('PodTemplateSpec', templateOf(stored), templateOf(next)).map(inTemplate) : [];
  const settings = fieldChanges(`${kind}Spec`, stored.spec ?? {}, next.spec ?? {}, NOT_SETTINGS).map(inSpec);
  const held = starts ? heldBy(next) : undefined;
  const spec = (next.spec ?? {}) as Json;
  return { kind: kindOf(starts, replicas !== undefined, settings), template, settings, replicas, held, refusals, spec };
}

const NOT_SETTINGS: ReadonlySet<string> = new Set(['template', 'replicas', 'selector']);

function kindOf(starts: boolean, scales: boolean, settings: readonly FieldChange[]): ChangeKind {
  if (starts) return scales ? 'rolloutAndScale' : 'rollout';
  if (scales) return 'scale';
  return settings.length > 0 ? 'strategy' : 'none';
}

function replicasOf(stored: WorkloadOf[WorkloadKind], next: WorkloadOf[WorkloadKind]): Change['replicas'] {
  const [before, after] = [stored, next].map(({ spec }) => (spec as Json | undefined)?.['replicas'] ?? DEFAULT_REPLICAS);
  return before === after ? undefined : { before: Number(before), after: Number(after) };
}

function heldBy({ spec }: WorkloadOf[WorkloadKind]): Change['held'] {
  const { paused, updateStrategy } = (spec ?? {}) as { paused?: boolean; updateStrategy?: { type?: string } };
  if (paused === true) return 'paused';
  return updateStrategy?.type === 'OnDelete' ? 'onDelete' : undefined;
}

function inTemplate(change: FieldChange): FieldChange {
  return { ...change, path: ['spec', 'template', ...change.path] };
}

function inSpec(change: FieldChange): FieldChange {
  return { ...change, path: ['spec', ...change.path] };
}

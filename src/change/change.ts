/** What applying a new version of a workload does to the one that runs, as Kubernetes takes it. */
import { encodeWorkload, validateCreate } from '../engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../engine/api/admission/decodeWorkload';
import type { JsonPath } from '../engine/api/decoding/decode';
import { jsonEqual } from '../engine/kernel/jsonEqual';
import { DEFAULT_REPLICAS } from '../model/defaults';
import { isLive, lastApplied } from '../model/liveObject';
import { admitted, applyPatch, created, patched, replaced, startsRollout, templateOf, type AppliedOver } from './appliedOver';
import { fieldChanges, type FieldChange } from './fieldChanges';
import { asOldServersStored } from './oldVersions';

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
  readonly refusals: readonly Refusal[];
  /** A template decides the rest: there may be more, and only what is told is sure. */
  readonly isPartial: boolean;
  /** The version before would not have been taken either: what runs is older than that. */
  readonly wasRefused: boolean;
  /** What a new object seems to be a new name or place of: `Deployment web`, `namespace shop`. */
  readonly from: string | undefined;
}

/** What the API server says against a change, and about which field. */
export interface Refusal {
  readonly message: string;
  readonly field: string;
  /** Without field and value; empty where the message says it all. */
  readonly detail: string;
  readonly path: JsonPath;
}

type Json = Readonly<Record<string, unknown>>;

const NOTHING: Omit<Change, 'kind'> = {
  template: [],
  settings: [],
  replicas: undefined,
  held: undefined,
  refusals: [],
  isPartial: false,
  wasRefused: false,
  from: undefined,
};

/** A change that is told by its kind alone, and by what it was before. */
export function plainChange(kind: 'new' | 'deleted' | 'renamed', from?: string): Change {
  return { ...NOTHING, kind, from };
}

/** A change that the API server does not take, whatever it would do. */
export function rejectedChange(change: Change | undefined, refusals: readonly Refusal[]): Change {
  return { ...(change ?? NOTHING), kind: 'rejected', refusals };
}

/** The older version, as the API server has it. */
export interface Stored {
  readonly json: Json;
  /** Undefined: it cannot be read. */
  readonly object: WorkloadOf[WorkloadKind] | undefined;
  readonly wasRefused: boolean;
}

export function storedVersion(kind: WorkloadKind, json: Json): Stored {
  const object = created(kind, asOldServersStored(kind, json));
  return { json, object, wasRefused: object !== undefined && validateCreate(kind, object).length > 0 };
}

/**
 * The change from one version of a file's object to the next, applied by kubectl. Undefined where nothing can be said; where the
 * older one cannot even be read, the newer one is new.
 */
export function changeBetween(kind: WorkloadKind, { json, object, wasRefused }: Stored, after: Json): Change | undefined {
  if (jsonEqual(json, after)) return { ...NOTHING, kind: 'same' };
  if (object === undefined) return admitted(kind, after) === undefined ? unread(kind, after) : plainChange('new');
  const patch = applyPatch(kind, lastApplied(json, after), after, object);
  // kubectl calls it unchanged: all else is what the server and others have set.
  if (isLive(json, after) && Object.keys(patch).length === 0) return { ...NOTHING, kind: 'same' };
  const over = patched(kind, object, patch);
  if (over === undefined) return unread(kind, after);
  // A new object takes the place of one that never was.
  const refusals = wasRefused ? validateCreate(kind, over.next) : over.refusals;
  return { ...changeOf(kind, { ...over, refusals }), wasRefused };
}

/** What cannot be read stays with the server's words about the first thing that it does not understand. */
function unread(kind: WorkloadKind, after: Json): Change | undefined {
  const { decodeError } = decodeWorkload(kind, after);
  if (decodeError === undefined) return undefined;
  const { message, path } = decodeError;
  return rejectedChange(undefined, [{ message, field: path.join('.'), detail: '', path }]);
}

/** Whether a place of one of the versions is left to a template. */
export type IsKnown = (version: 'before' | 'after', path: JsonPath) => boolean;

/** The same where templates decide parts: what is sure to replace the pods. Undefined where nothing is. */
export function partialChange(kind: WorkloadKind, before: Json, after: Json, isKnown: IsKnown): Change | undefined {
  const [stored, next] = [before, after].map((json) => created(kind, json));
  if (stored === undefined || next === undefined) return undefined;
  const isSure = ({ path }: FieldChange): boolean => isKnown('before', path) && isKnown('after', path);
  const found = fieldChanges('PodTemplateSpec', templateOf(stored), templateOf(next)).map(inTemplate).filter(isSure);
  // What a live object has more may be others' work, which stays.
  const template = isLive(before, after) ? found.filter(({ how }) => how !== 'removed') : found;
  if (template.length === 0) return undefined;
  return { ...NOTHING, kind: 'rollout', template, isPartial: true };
}

/** The spec that the API server holds after an apply, where that is not what the newer version says by itself. */
export function mergedSpec(kind: WorkloadKind, before: Json, after: Json): Json | undefined {
  const stored = admitted(kind, asOldServersStored(kind, before));
  if (stored === undefined) return undefined;
  const over = patched(kind, stored, applyPatch(kind, lastApplied(before, after), after, stored));
  const alone = replaced(kind, stored, after);
  if (over === undefined || alone === undefined || over.refusals.length > 0) return undefined;
  const [merged, own] = [over, alone].map(({ next }) => encodeWorkload(kind, next)['spec'] as Json);
  return jsonEqual(merged, own) ? undefined : merged;
}

/** The change from one whole object to another that takes its place, as a simulation applies it. */
export function changeByReplacing(kind: WorkloadKind, before: Json, after: Json): Change | undefined {
  const stored = admitted(kind, before);
  const over = stored === undefined ? undefined : replaced(kind, stored, after);
  return over === undefined ? undefined : changeOf(kind, over);
}

function changeOf(kind: WorkloadKind, over: AppliedOver): Change {
  const { stored, next, refusals } = over;
  const starts = startsRollout(kind, over);
  const replicas = kind === 'Deployment' ? replicasOf(stored, next) : undefined;
  const template = starts ? fieldChanges('PodTemplateSpec', templateOf(stored), templateOf(next)).map(inTemplate) : [];
  const settings = fieldChanges(`${kind}Spec`, stored.spec ?? {}, next.spec ?? {}, NOT_SETTINGS).map(inSpec);
  const held = starts ? heldBy(next) : undefined;
  const change = { ...NOTHING, template, settings, replicas, held, refusals };
  if (refusals.length > 0) return { ...change, kind: 'rejected' };
  return { ...change, kind: kindOf(starts, replicas !== undefined, settings) };
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

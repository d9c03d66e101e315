import { objectKey } from '../../model/meta';
import { decodeTimes, encodeTimes } from '../../model/time';
import type { DaemonSet, Deployment } from '../../model/workloads';
import { semanticEqual } from '../kernel/semanticEqual';
import { ApiError, notFound } from './apiError';
import { decode } from './decoding/decode';
import { encode } from './decoding/encode';
import { defaultDaemonSet, defaultDeployment } from './defaults/workloads';
import { mergePatch } from './mergePatch';
import { RESOURCES } from './kinds';
import type { ObjectStore } from './objectStore';
import { TEMPLATE_GENERATION_ANNOTATION } from './updateStrategies';
import { ErrorList, Path, type FieldError } from './validation/field';
import { selectorForm } from './validation/internalForms';
import { validateDaemonSet, validateDeployment } from './validation/workloads';

/** What a user applies, and what the controllers here roll out. */
export type Workload = Deployment | DaemonSet;
type WorkloadKind = 'Deployment' | 'DaemonSet';
/** A workload as its strict decoding gives it. */
type DecodedWorkload = Parameters<typeof defaultDeployment>[0] & Parameters<typeof defaultDaemonSet>[0];

/** Creates a workload as the API server does: defaults, validation, generation 1, no status. Throws its refusal. */
export function submitWorkload(store: ObjectStore, workload: Workload): Workload {
  const kind = kindOf(workload);
  const { status: _status, ...wanted } = workload;
  const metadata = { ...wanted.metadata, generation: 1 };
  if (kind === 'Deployment') return store.create(kind, admit(kind, { ...wanted, metadata }, undefined) as Deployment);
  const annotations = { ...metadata.annotations, [TEMPLATE_GENERATION_ANNOTATION]: firstTemplateGeneration(workload) };
  return store.create(kind, admit(kind, { ...wanted, metadata: { ...metadata, annotations } }, undefined));
}

function firstTemplateGeneration({ metadata }: Workload): string {
  const given = Number(metadata.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  return Number.isInteger(given) && given > 1 ? String(given) : '1';
}

/** Replaces a workload: defaults, validation, generations. Throws the API server's refusal. */
export function updateWorkload(store: ObjectStore, workload: Workload): Workload {
  const kind = kindOf(workload);
  return store.update(kind, admit(kind, workload, current(store, kind, objectKey(workload))));
}

/** What `kubectl patch --type merge` does to a workload. */
export function patchWorkload(store: ObjectStore, kind: WorkloadKind, key: string, patch: unknown): Workload {
  const before = current(store, kind, key);
  const { metadata } = before;
  const patched = mergePatch(encodeTimes(before), patch);
  const next = decodeTimes<Workload>(patched);
  return store.update(
    kind,
    admit(kind, { ...next, metadata: { ...next.metadata, resourceVersion: metadata.resourceVersion } }, before),
  );
}

function current(store: ObjectStore, kind: WorkloadKind, key: string): Workload {
  const found = store.get(kind, key);
  if (found === undefined) throw notFound(RESOURCES[kind], key.slice(key.indexOf('/') + 1));
  return found;
}

function kindOf(workload: Workload): WorkloadKind {
  return workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment';
}

/** Decodes, completes and checks; gives the object as it will be stored. */
function admit(kind: WorkloadKind, next: Workload, before: Workload | undefined): Workload {
  const { value, error } = decode(kind, encodeTimes(next));
  if (error !== undefined) throw new ApiError('BadRequest', error.message);
  const decoded = value as DecodedWorkload;
  const completed = (kind === 'Deployment' ? defaultDeployment(decoded) : defaultDaemonSet(decoded)) as DecodedWorkload;
  const errors = before === undefined ? [] : validateUpdate(completed, before);
  errors.push(...(kind === 'Deployment' ? validateDeployment(completed) : validateDaemonSet(completed)));
  if (errors.length > 0) throw invalid(kind, next.metadata.name, errors);
  const stored = decodeTimes<Workload>(encode(kind, completed));
  return { ...stored, metadata: { ...stored.metadata, uid: next.metadata.uid, resourceVersion: next.metadata.resourceVersion } };
}

function validateUpdate(next: DecodedWorkload, before: Workload): FieldError[] {
  const errors = new ErrorList();
  const selector = next.spec?.selector;
  if (!semanticEqual(selector, before.spec.selector)) {
    errors.invalid(Path.root('spec').child('selector'), selectorForm(selector), 'field is immutable');
  }
  return [...errors.errors];
}

/** `DaemonSet.apps "agent" is invalid: [first, second]`. */
function invalid(kind: WorkloadKind, name: string, errors: readonly FieldError[]): ApiError {
  const texts = [...new Set(errors.map(({ message }) => message))];
  const list = texts.length === 1 ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
  return new ApiError('Invalid', `${kind}.apps ${JSON.stringify(name)} is invalid: ${list}`);
}

import { applyDefaults, prepareForCreate, validateCreate, warningsForCreate } from '../engine/api/admission/admission';
import { decodeWorkload } from '../engine/api/admission/decodeWorkload';
import { isPatchDirective } from '../manifest/fragment';
import { isEmptySelector, matchesSelector } from '../model/labelSelector';
import type { Resource, WorkloadKind } from '../manifest/kinds';
import { isJsonObject, jsonAt, type JsonObject, type JsonValue, type Unknowns } from '../manifest/json';
import { pathsOverlap, pathText, type Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { ServerComplaint } from '../rules/rule';

/**
 * What the API server says about a workload's manifest when it is created: kind, decoding, validation, warnings, in this order
 * and no further than the server comes. What rests on a value that a template fills in is left out.
 */
export function complaintsAbout(workload: Workload): readonly ServerComplaint[] {
  const { json, unknowns } = workload.resource;
  const complaints = withoutConsequences(
    allComplaints(workload).filter((complaint) => !isMatch(complaint, workload) && !isOfSops(complaint, json)),
    json,
  );
  if (isBare(workload.resource)) return [];
  // Of a part only what it says can be wrong: names and types, not what it lacks.
  if (workload.fragment) return complaints.filter((complaint) => isWrongInPart(complaint, json));
  return workload.certain ? complaints : complaints.filter((complaint) => isSure(complaint, unknowns));
}

/** The labels that a kustomization gives to the pods are there when the server looks. */
function isMatch({ kind, detail }: ServerComplaint, { selector, pod }: Workload): boolean {
  const isOfLabels = kind === 'invalid' && detail.startsWith('`selector` does not match');
  return isOfLabels && selector !== undefined && !isEmptySelector(selector) && matchesSelector(selector, pod.labels);
}

/** What SOPS notes of a file that it has encrypted is gone once somebody has decrypted it, which comes before all else. */
function isOfSops({ kind, path }: ServerComplaint, json: JsonObject): boolean {
  return kind === 'strict' && path.length === 1 && path[0] === 'sops' && jsonAt(json, ['sops', 'lastmodified']) !== undefined;
}

/** A patch takes away what it sets to null. */
function isWrongInPart({ kind, path }: ServerComplaint, json: JsonObject): boolean {
  return kind === 'strict' && !path.some(isPatchDirective) && jsonAt(json, path) !== null;
}

/** Nothing but a kind: half typed, or the settings of a chart. */
function isBare({ apiVersion, json }: Resource): boolean {
  return apiVersion === '' && json['metadata'] === undefined && json['spec'] === undefined;
}

/** `PORT` where a number stands, `KSA_NAME` or `RELEASE-NAME-web` where a name does: whoever applies it fills that in before. */
function isFilledIn({ kind, path, message }: ServerComplaint, json: JsonObject): boolean {
  const value = jsonAt(json, path);
  if (kind === 'decode' && isBraced(value)) return true;
  const [only, ...others] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  if (typeof only !== 'string' || others.length > 0 || kind === 'warning') return false;
  if (kind === 'decode') return /^[A-Z][A-Z0-9_ -]{2,}$/.test(only) || /(?:^|[-_ ])placeholder(?:$|[-_ ])/i.test(only);
  const isFieldName = only === only.toUpperCase() && only.toLowerCase() === String(path.at(-1)).toLowerCase();
  return message.includes('RFC 1123') && (isFieldName || /^\$|\b[A-Z]{2}[A-Z0-9]*(?:[_ -][A-Z0-9]{2,})+\b/.test(only));
}

/** `{replicas}`, which YAML takes for a map. */
function isBraced(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const [entry, ...others] = Object.values(value);
  return entry === null && others.length === 0;
}

/** Whether the API server would not take it at all. */
export function isRefused(kind: WorkloadKind, json: JsonObject): boolean {
  const { object, decodeError } = decodeWorkload(kind, json);
  if (decodeError !== undefined || object === undefined) return true;
  return validateCreate(kind, prepareForCreate(kind, applyDefaults(kind, object))).length > 0;
}

/** Of each kind. Nobody reads more, and an editor shows no more. */
const MAX_COMPLAINTS = 100;

function allComplaints({ kind, resource }: Workload): readonly ServerComplaint[] {
  if (resource.apiVersion !== 'apps/v1') return [noMatch(kind, resource.apiVersion)];
  const { object, decodeError, strictErrors } = decodeWorkload(kind, resource.json);
  if (decodeError !== undefined) return [complaint('decode', decodeError.message, decodeError.path)];
  if (object === undefined) return [];
  const strict = strictErrors
    .slice(0, MAX_COMPLAINTS)
    .map(({ message, path, known }) => ({ ...complaint('strict', message, path), known }));
  const prepared = prepareForCreate(kind, applyDefaults(kind, object));
  const invalid = validateCreate(kind, prepared)
    .slice(0, MAX_COMPLAINTS)
    .map(({ message, path, field, detail }): ServerComplaint => ({ kind: 'invalid', message, path, field, detail }));
  if (invalid.length > 0) return [...strict, ...invalid];
  const warnings = warningsForCreate(kind, prepared);
  return [...strict, ...warnings.map((message) => complaint('warning', message, placeOfWarning(message)))];
}

/**
 * One mistake is said once. A misspelled or misplaced field also lacks where it belongs, and a workload without a selector cannot
 * match its template's labels.
 */
function withoutConsequences(complaints: readonly ServerComplaint[], json: JsonObject): readonly ServerComplaint[] {
  if (complaints.length === 0) return complaints;
  const misplaced = complaints.filter(({ kind }) => kind === 'strict');
  // What somebody fills in may be more than these words.
  const isTemplate = complaints.some((complaint) => isFilledIn(complaint, json));
  const isSelectorMisplaced = misplaced.some(({ path }) => path[0] === 'spec' && path[1] === 'selector');
  const lacksSelector = complaints.some(({ kind, field }) => kind === 'invalid' && field === 'spec.selector');
  return complaints.filter((complaint) => {
    if (isTemplate && (complaint.kind === 'invalid' || isFilledIn(complaint, json))) return false;
    if (complaint.kind === 'strict') return misplaced.find((other) => isSameTerm(other, complaint)) === complaint;
    if (complaint.kind !== 'invalid') return true;
    if (lacksSelector && complaint.detail.startsWith('`selector` does not match')) return false;
    if (
      isNotFound(complaint) &&
      complaints.find((other) => isNotFound(other) && saidOf(other) === saidOf(complaint)) !== complaint
    )
      return false;
    if (isSelectorMisplaced && complaint.field === 'spec.selector') return false;
    if (complaints.some((other) => isBehind(complaint, other))) return false;
    if (/must specify one of/.test(complaint.detail) && misplaced.some(({ path }) => isBelow(path, complaint.path))) return false;
    if (isNotFound(complaint) && (isSpoilt(complaint, complaints, json) || misplaced.some(isVolumes))) return false;
    if (jsonAt(json, complaint.path) !== undefined) return true;
    return !misplaced.some(({ path }) => isMissed(complaint.path, path) || isElsewhere(complaint.path, path, json));
  });
}

/** Whether a part of what lacks stands elsewhere, under the same name: `spec` below the labels of the template. */
function isElsewhere(path: Path, misplaced: Path, json: JsonObject): boolean {
  const at = path.findIndex((step, index) => index > 1 && step === misplaced.at(-1));
  return at > 0 && jsonAt(json, path.slice(0, at + 1)) === undefined && misplaced[0] === path[0] && misplaced[1] === path[1];
}

/** Several containers may mount the volume that is missing. */
function isNotFound({ message, field }: ServerComplaint): boolean {
  return message.startsWith(`${field}: Not found`);
}

function isBelow(path: Path, above: Path): boolean {
  return path.length > above.length && pathsOverlap(path, above);
}

/** What is required and missing cannot be found either, and a selector is not valid because of a label in it. */
function isBehind(complaint: ServerComplaint, other: ServerComplaint): boolean {
  if (complaint === other || other.kind !== 'invalid') return false;
  if (isNotFound(complaint)) return other.field === complaint.field && saidOf(other).startsWith(': Required value');
  return complaint.message.endsWith(': invalid label selector') && other.field.startsWith(`${complaint.field}.`);
}

/** `volumes` at another height. */
function isVolumes({ path }: ServerComplaint): boolean {
  return path.at(-1) === 'volumes';
}

/** The volume is there, and what is wrong with it is said. */
function isSpoilt({ path }: ServerComplaint, complaints: readonly ServerComplaint[], json: JsonObject): boolean {
  const wanted = jsonAt(json, path);
  const volumes = jsonAt(json, VOLUMES);
  const at = Array.isArray(volumes)
    ? (volumes as readonly JsonValue[]).findIndex((volume) => jsonAt(volume, ['name']) === wanted)
    : -1;
  return at >= 0 && complaints.some((other) => pathsOverlap(other.path, [...VOLUMES, at]));
}

function saidOf({ message, field }: ServerComplaint): string {
  return message.slice(field.length);
}

/** Both are the same, or unknown fields of one list item: a term that stands one step too high or too low. */
function isSameTerm({ path: a }: ServerComplaint, { path: b }: ServerComplaint): boolean {
  if (a.length !== b.length || typeof a.at(-2) !== 'number') return pathText(a) === pathText(b);
  return pathText(a.slice(0, -1)) === pathText(b.slice(0, -1));
}

/** Whether what lacks at `path` is what stands at `misplaced` under another name or at another height. */
function isMissed(path: Path, misplaced: Path): boolean {
  const parent = misplaced.slice(0, -1);
  if (parent.length === 0 || path.length <= parent.length || !pathsOverlap(parent, path)) return false;
  return path.length === misplaced.length || typeof parent.at(-1) === 'number' || path.at(-1) === misplaced.at(-1);
}

function noMatch(kind: string, apiVersion: string): ServerComplaint {
  if (apiVersion === '') return complaint('decode', `apiVersion is not set; ${kind} is in apps/v1`, ['kind']);
  return complaint('decode', `no matches for kind "${kind}" in version "${apiVersion}"; since Kubernetes 1.16 it is apps/v1`, [
    'apiVersion',
  ]);
}

function complaint(kind: ServerComplaint['kind'], message: string, path: Path): ServerComplaint {
  return { kind, message, path, field: pathText(path), detail: '' };
}

/** Warnings come as sentences that begin with the field: `spec.template.spec.nodeSelector[beta.kubernetes.io/os]: …`. */
function placeOfWarning(message: string): Path {
  const field = /^(?:\w+(?:\[[^[\]]*\])*\.)*\w+(?:\[[^[\]]*\])*(?=: )/.exec(message)?.[0] ?? '';
  const steps = [...field.matchAll(/\[([^[\]]*)\]|\w+/g)].map(([word, key]) => key ?? word);
  return steps.length === 0 ? ['kind'] : steps.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

const VOLUMES: Path = ['spec', 'template', 'spec', 'volumes'];

/** Whether a complaint has nothing to do with what is unknown. No addition makes a field known that is not. */
function isSure({ kind, path }: ServerComplaint, { values, open }: Unknowns): boolean {
  // What a template writes before a field may open the map that it belongs to.
  if (kind === 'strict' && open.some((place) => place.length === path.length - 1 && pathsOverlap(place, path))) return false;
  // What looks like a map may be the rest of an item whose beginning a template writes.
  if (kind === 'decode' && open.some((place) => place.length >= path.length && pathsOverlap(place, path))) return false;
  if (kind === 'strict' || kind === 'decode') return !values.some((value) => pathsOverlap(value, path));
  // A volume that is not complete is none, and nobody can mount it.
  const isMount = path.includes('volumeMounts') || path.includes('volumeDevices');
  return isFree(path, { values, open }) && !(isMount && [...values, ...open].some((place) => pathsOverlap(place, VOLUMES)));
}

/** Not above, below or beside anything unknown. */
function isFree(path: Path, { values, open }: Unknowns): boolean {
  const parent = path.slice(0, -1);
  // The server names some lists without the place in it.
  const inList = (value: Path): boolean =>
    pathsOverlap(
      value.filter((step) => typeof step !== 'number'),
      path,
    );
  const beside = (value: Path): boolean => value.length === path.length && pathsOverlap(value.slice(0, -1), parent);
  return (
    !values.some((value) => pathsOverlap(value, path) || inList(value) || beside(value)) &&
    !open.some((place) => pathsOverlap(place, path))
  );
}

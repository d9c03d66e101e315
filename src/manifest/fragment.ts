import { isKnown, jsonAt, type JsonObject, type JsonValue } from './json';
import type { Resource } from './kinds';
import type { Path } from './source';

const LABELS: Path = ['spec', 'template', 'metadata', 'labels'];
const CONTAINERS: Path = ['spec', 'template', 'spec', 'containers'];
const SELECTOR: Path = ['spec', 'selector'];

/** Keys of strategic merge patches: no API server knows them, and only patches carry them. */
export function isPatchDirective(key: string | number): boolean {
  return typeof key === 'string' && /^\$(?:patch$|retainKeys$|deleteFromPrimitiveList\/|setElementOrder\/)/.test(key);
}

/**
 * Whether a document is a part that something else completes (a Kustomize patch, a test's assertion, a server-side apply of a
 * few fields) and no manifest that is applied as it stands: it carries a patch's directives, or says what it is but lacks an
 * image and a selector, labels or a name besides. One missing thing is a mistake, and said.
 * Of a file that is called a patch or lies where patches do one missing image, or selector and labels, is enough.
 */
export function isFragment({ apiVersion, json, unknowns }: Resource, isAmongPatches = false): boolean {
  if (hasDirective(json)) return true;
  if (apiVersion === '') return false;
  const spec = child(json, 'spec');
  const template = child(spec, 'template');
  const containers = child(child(template, 'spec'), 'containers');
  const written = Array.isArray(containers) ? (containers as readonly JsonValue[]) : [];
  const imageless = written.findIndex((container) => isAbsent(child(container, 'image')));
  // What a template or a placeholder fills in is not lacking.
  const isSure = (path: Path): boolean => isKnown(unknowns, json, path);
  const name = child(json, 'metadata');
  const lacksSelector = isAbsent(child(spec, 'selector')) && isSure(SELECTOR);
  const lacksLabels = isAbsent(child(child(template, 'metadata'), 'labels')) && isSure(LABELS);
  const lacksName = isAbsent(child(name, 'name')) && isAbsent(child(name, 'generateName')) && isSure(['metadata', 'name']);
  if (written.length > 0 && imageless < 0) return isAmongPatches && lacksSelector && lacksLabels;
  if (!isSure(written.length === 0 ? CONTAINERS : [...CONTAINERS, imageless, 'image'])) return false;
  return isAmongPatches || lacksSelector || lacksLabels || lacksName;
}

function child(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject)[key] : undefined;
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function hasDirective(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(hasDirective);
  return Object.entries(value).some(([key, entry]) => isPatchDirective(key) || hasDirective(entry));
}

/** The same object when something else may add to any part of it: only what is written is known. */
export function openEverywhere(resource: Resource): Resource {
  const open: Path[] = [];
  collectOpen(resource.json, [], open);
  return { ...resource, unknowns: { values: resource.unknowns.values, open: [...resource.unknowns.open, ...open] } };
}

/** The same object when labels and selector are added to it, as a kustomization does; the object itself when it has them. */
export function openLabels(resource: Resource): Resource {
  const { json, unknowns } = resource;
  if (isFilled(jsonAt(json, SELECTOR)) && isFilled(jsonAt(json, LABELS))) return resource;
  return { ...resource, unknowns: { values: [...unknowns.values, SELECTOR, LABELS], open: unknowns.open } };
}

/** `selector: {matchLabels: }` leaves the labels to somebody else, too. */
function isFilled(value: JsonValue | undefined): boolean {
  if (typeof value !== 'object' || value === null) return value !== undefined && value !== null;
  return Object.values(value).some((entry: JsonValue) => isFilled(entry));
}

function collectOpen(value: JsonValue, path: Path, open: Path[]): void {
  if (typeof value !== 'object' || value === null) return;
  open.push(path);
  if (Array.isArray(value))
    (value as readonly JsonValue[]).forEach((item, index) => {
      collectOpen(item, [...path, index], open);
    });
  else for (const [key, entry] of Object.entries(value)) collectOpen(entry, [...path, key], open);
}

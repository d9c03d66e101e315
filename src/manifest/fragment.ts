import { isJsonObject, isKnown, jsonAt, type JsonObject, type JsonValue } from './json';
import type { Resource } from './kinds';
import { nodeAt, type Path } from './source';

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
 * Of a file that is called a patch or lies where patches do one missing image, or the selector, is enough; of one that others
 * build on, an image.
 */
export function isFragment({ apiVersion, json, unknowns }: Resource, isAmongPatches = false, isBuiltOn = false): boolean {
  if (hasDirective(json)) return true;
  if (apiVersion === '') return false;
  const spec = child(json, 'spec');
  const template = child(spec, 'template');
  const written = containersOf(json);
  // What a template or a placeholder fills in is not lacking.
  const isSure = (path: Path): boolean => isKnown(unknowns, json, path);
  const name = child(json, 'metadata');
  const lacksSelector = isAbsent(child(spec, 'selector')) && isSure(SELECTOR);
  const lacksLabels = isAbsent(child(child(template, 'metadata'), 'labels')) && isSure(LABELS);
  const lacksName = isAbsent(child(name, 'name')) && isAbsent(child(name, 'generateName')) && isSure(['metadata', 'name']);
  if (written.length > 0 && !lacksImage({ json, unknowns })) return isAmongPatches && lacksSelector;
  if (written.length === 0 && !isSure(CONTAINERS)) return false;
  return isAmongPatches || isBuiltOn || lacksSelector || lacksLabels || lacksName;
}

/** Whether a container is there without an image. */
export function lacksImage({ json, unknowns }: Pick<Resource, 'json' | 'unknowns'>): boolean {
  return containersOf(json).some(
    (container, index) => isAbsent(child(container, 'image')) && isKnown(unknowns, json, [...CONTAINERS, index, 'image']),
  );
}

function containersOf(json: JsonObject): readonly JsonValue[] {
  const containers = jsonAt(json, CONTAINERS);
  return Array.isArray(containers) ? (containers as readonly JsonValue[]) : [];
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

/** The words that were booleans until YAML 1.2, by their value and length; those of a letter keep no case. */
const OLD_WORDS: ReadonlyMap<string, string> = new Map([
  ...(['yes', 'on', 'y'] as const).map((word) => [`true ${word.length}`, word] as const),
  ...(['off', 'no', 'n'] as const).map((word) => [`false ${word.length}`, word] as const),
]);

/** The same object as kustomize reads it: `yes` is a text, and written in quotes. */
export function withOldWords(resource: Resource): Resource {
  const read = (value: JsonValue, path: Path): JsonValue => {
    if (typeof value === 'boolean') {
      const node = nodeAt(resource.source, path);
      return (node?.kind === 'scalar' && OLD_WORDS.get(`${value} ${node.end - node.start}`)) || value;
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, index) => read(item, [...path, index]));
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]: [string, JsonValue]) => [key, read(entry, [...path, key])]),
    );
  };
  const json = hasBoolean(resource.json) ? read(resource.json, []) : resource.json;
  return isJsonObject(json) ? { ...resource, json } : resource;
}

function hasBoolean(value: JsonValue): boolean {
  if (typeof value === 'boolean') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasBoolean);
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

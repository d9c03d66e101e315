/** Upstream: api/types/kustomization.go (kustomize v5.8.1). Ours: the place of every entry. */
import { goYamlProblem } from '../../manifest/goYaml/parser';
import { readJson } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { splitDocuments } from '../../manifest/split';
import type { SourceMap, SourceNode } from '../../manifest/source';
import type { MadeBy } from '../builtManifest';
import { decode } from './decode';
import { KustomizeError } from './error';
import { KUSTOMIZATION, type Kustomization } from './kustomizationFields';
import type { Place } from './rnode';
import type { JsonMap } from './toJson';

const COMMENTS = /^[ \t]*#.*$/gm;

/** A kustomization as its file has it, with the deprecated fields moved to where they belong. */
export class KustFile {
  readonly file: string;
  readonly text: string;
  readonly value: Kustomization;
  readonly warnings: readonly string[];
  readonly #root: SourceNode | undefined;
  readonly #offset: number;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
    // Comments before the first marker are no document.
    const isSome = (chunk: string): boolean => chunk.replaceAll(COMMENTS, '').trim() !== '';
    const chunk = splitDocuments(text).find(({ start, end }) => isSome(text.slice(start, end))) ?? { start: 0, end: 0 };
    const first = text.slice(chunk.start, chunk.end);
    const { root, problems, refused } = parseText(first);
    const problem = refused ?? (problems.length > 0 ? goYamlProblem(first) : undefined);
    if (problem !== undefined) throw new KustomizeError('kustomization-malformed', `invalid Kustomization: ${problem}`);
    this.#root = root;
    this.#offset = chunk.start;
    const json = root === undefined ? null : (readJson(root, 'literal').json ?? null);
    const decoded = (decode(json, KUSTOMIZATION, 'exact') ?? {}) as Kustomization;
    this.warnings = deprecationsOf(decoded);
    this.value = fixKustomization(decoded);
    check(decoded, this.value, file);
  }

  /** How many entries a list has as it is written, without those of deprecated fields. */
  countOf(field: string): number {
    return this.#root === undefined ? 0 : sizeOf(stepInto(this.#root, field));
  }

  /** The place of an entry; of the nearest above it that is written. */
  place(by: MadeBy, ...path: readonly (string | number)[]): Place {
    let node = this.#root;
    for (const step of path) {
      const next: SourceNode | undefined = node === undefined ? undefined : stepInto(node, step);
      if (next === undefined) break;
      node = next;
    }
    const start = this.#offset + (node?.start ?? 0);
    return { source: { file: this.file, by }, start, end: this.#offset + (node?.end ?? 0) };
  }
}

function sizeOf(node: SourceNode | undefined): number {
  return node?.kind === 'sequence' ? node.items.length : 0;
}

function stepInto(node: SourceNode, step: string | number): SourceNode | undefined {
  if (typeof step === 'number') return node.kind === 'sequence' ? node.items[step] : undefined;
  if (node.kind !== 'map') return undefined;
  if (node.entries.length > FEW) return valuesIn(node).get(step);
  const exact = node.entries.findLast(({ key }) => key === step);
  return (exact ?? node.entries.findLast(({ key }) => key.toLowerCase() === step.toLowerCase()))?.value;
}

/** So many are looked through; of more, those that somebody asks for are found by their names. */
const FEW = 50;
const VALUES = new WeakMap<SourceNode, ReadonlyMap<string, SourceNode>>();

/** Maps with so many entries hold what people name themselves, in which capitals count. */
function valuesIn(node: SourceMap): ReadonlyMap<string, SourceNode> {
  const known = VALUES.get(node) ?? new Map(node.entries.map(({ key, value }) => [key, value]));
  VALUES.set(node, known);
  return known;
}

const RUN_FIX = "Run 'kustomize edit fix' to update your Kustomization automatically.";

const DEPRECATED: readonly (readonly [field: keyof Kustomization, instead: string])[] = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements'],
];

function deprecationsOf(kustomization: Kustomization): readonly string[] {
  return DEPRECATED.filter(([field]) => kustomization[field] !== undefined).map(
    ([field, instead]) =>
      `# Warning: '${field}' is deprecated. Please use '${instead}' instead. ${field === 'vars' ? '[EXPERIMENTAL] ' : ''}${RUN_FIX}`,
  );
}

const KIND = 'Kustomization';
const COMPONENT = 'Component';

/** Upstream: FixKustomization. */
function fixKustomization(from: Kustomization): Kustomization {
  const { bases, imageTags, helmChartInflationGenerator: oldCharts = [], ...rest } = from;
  const kind = from.kind || KIND;
  const apiVersion = from.apiVersion || (kind === COMPONENT ? 'kustomize.config.k8s.io/v1alpha1' : VERSION);
  return {
    ...rest,
    kind,
    apiVersion,
    resources: [...(from.resources ?? []), ...(bases ?? [])],
    images: [...(from.images ?? []), ...(imageTags ?? [])],
    ...(oldCharts.length > 0 ? chartsOf(from, oldCharts) : {}),
  };
}

/** Upstream: SplitHelmParameters. */
function chartsOf({ helmCharts = [], helmGlobals }: Kustomization, old: readonly JsonMap[]): Partial<Kustomization> {
  const charts = old.map((chart) => renamed(chart, NEW_NAMES));
  const homes = Object.assign({}, ...old.map((chart) => renamed(chart, NEW_GLOBALS))) as JsonMap;
  return { helmCharts: [...helmCharts, ...charts], helmGlobals: helmGlobals ?? homes };
}

const NEW_NAMES: readonly (readonly [old: string, name: string])[] = [
  ['chartName', 'name'],
  ['chartVersion', 'version'],
  ['chartRepoUrl', 'repo'],
  ['values', 'valuesFile'],
  ['valuesLocal', 'valuesInline'],
  ['valuesMerge', 'valuesMerge'],
  ['releaseName', 'releaseName'],
];
const NEW_GLOBALS: typeof NEW_NAMES = [
  ['chartHome', 'chartHome'],
  ['helmHome', 'configHome'],
];

function renamed(from: JsonMap, names: typeof NEW_NAMES): JsonMap {
  return Object.fromEntries(
    names.flatMap(([old, name]) => {
      const value = from[old];
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}

const VERSION = 'kustomize.config.k8s.io/v1beta1';

function check(written: Kustomization, fixed: Kustomization, file: string): void {
  const isEmpty = Object.entries(written).every(
    ([field, value]) => field === 'kind' || field === 'apiVersion' || isNothing(value),
  );
  if (isEmpty) throw new KustomizeError('empty', 'kustomization.yaml is empty');
  const { kind, apiVersion } = fixed;
  if (kind !== KIND && kind !== COMPONENT)
    throw new KustomizeError('kind-or-version-of-kustomization', `${file}: kind should be ${KIND} or ${COMPONENT}`);
  const required = kind === COMPONENT ? 'kustomize.config.k8s.io/v1alpha1' : VERSION;
  if (apiVersion !== required)
    throw new KustomizeError('kind-or-version-of-kustomization', `${file}: apiVersion for ${kind} should be ${required}`);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === '';
}

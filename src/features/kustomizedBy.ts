import { isAmongBases, isAmongPatches, NOT_KUSTOMIZED, type Kustomization, type Kustomized } from '../manifest/kustomization';
import { matchesSelector } from '../model/labelSelector';
import type { Fact, WorkloadFact } from '../rules/facts';
import { distanceTo } from '../rules/nearness';
import { folderOf, resolvedPath } from './folders';

/** A kustomization, as it has to do with a file or with those beside it. */
interface Known {
  readonly order: number;
  readonly place: string;
  readonly kustomization: Kustomization;
}

interface Naming extends Known {
  isPatch: boolean;
  isBase: boolean;
  isLeftOut: boolean;
}

/** Kustomizations by what they name: of thousands of files each is asked for. */
export class NamedFiles {
  readonly #naming = new Map<string, Map<string, Naming>>();
  readonly #labelsIn = new Map<string, Known[]>();
  /** What is named as a resource and may be the folder of another one. */
  readonly #folders = new Set<string>();
  #order = 0;

  constructor(kustomizations: ReadonlyMap<string, Kustomization>) {
    for (const [place, kustomization] of kustomizations) {
      const known = { order: this.#order++, place, kustomization };
      for (const path of kustomization.resources) this.#folders.add(`${this.#note(known, path, 'isBase')}/`);
      for (const path of kustomization.patches) this.#note(known, path, 'isPatch');
      for (const path of kustomization.leftOut) this.#note(known, path, 'isLeftOut');
      if (Object.keys(kustomization.labels).length === 0) continue;
      const folder = folderOf(place);
      this.#labelsIn.set(folder, [...(this.#labelsIn.get(folder) ?? []), known]);
    }
  }

  #note(known: Known, path: string, as: 'isPatch' | 'isBase' | 'isLeftOut'): string {
    const named = resolvedPath(known.place, path);
    let all = this.#naming.get(named);
    if (all === undefined) this.#naming.set(named, (all = new Map<string, Naming>()));
    let naming = all.get(known.place);
    if (naming === undefined) all.set(known.place, (naming = { ...known, isPatch: false, isBase: false, isLeftOut: false }));
    naming[as] = true;
    return named;
  }

  /** Those that name a file, and those that give labels to what is beside it, in their order. */
  around(uri: string): readonly Naming[] {
    const naming = this.#naming.get(uri);
    const beside = (this.#labelsIn.get(folderOf(uri)) ?? []).filter(({ place }) => place !== uri && naming?.has(place) !== true);
    const all = [
      ...(naming?.values() ?? []),
      ...beside.map((known) => ({ ...known, isPatch: false, isBase: false, isLeftOut: false })),
    ];
    return all.sort((a, b) => a.order - b.order);
  }

  /** Whether a kustomization names the folder of another one. */
  hasFolder(folder: string): boolean {
    return this.#folders.has(folder);
  }
}

/** What all kustomizations that name the file do to it. */
export function kustomizedBy(uri: string, named: NamedFiles, skaffold: ReadonlyMap<string, readonly string[]>): Kustomized {
  const built = [...skaffold].flatMap(([place, images]) => (uri.startsWith(folderOf(place)) ? images : []));
  const isPlain = built.length === 0 && !isAmongPatches(uri);
  let result = isPlain ? NOT_KUSTOMIZED : { ...NOT_KUSTOMIZED, isAmongPatches: isAmongPatches(uri), images: new Set(built) };
  for (const { place, kustomization, isPatch, isBase, isLeftOut } of named.around(uri)) {
    const { images, labels } = kustomization;
    // Left out for now, it is still written for the kustomization beside it.
    if (!isPatch && !isBase)
      result = { ...result, isLeftOut: isLeftOut || result.isLeftOut, labels: { ...labels, ...result.labels } };
    else
      result = {
        ...result,
        isPatch: result.isPatch || isPatch,
        isBase: result.isBase || isBase,
        isBuiltOn: result.isBuiltOn || isAmongBases(uri) || named.hasFolder(folderOf(place)),
        images: new Set([...result.images, ...images]),
        labels: isBase ? { ...result.labels, ...labels } : result.labels,
      };
  }
  return result.isBase || result.isPatch ? { ...result, isLeftOut: false } : result;
}

/** One file without images is a mistake, or being typed. */
const SEVERAL = 3;

/**
 * Where several files lack their images an operator or a build fills them in, and perhaps more; a file that lacks the labels
 * which another one has for the same workload, or has neither labels nor a selector, is laid over that.
 */
export function filledIn(own: readonly Fact[], { facts, lacking }: Everything, by: Kustomized): Kustomized {
  if (own.some((fact) => fact.fact === 'workload' && isPartOf(fact, facts))) return { ...by, isPatch: true };
  const isLacking = own.some(({ uri }) => lacking.has(uri));
  return lacking.size >= SEVERAL && isLacking ? { ...by, isAmongPatches: true } : by;
}

/** All facts of a workspace. */
export interface Everything {
  readonly facts: readonly Fact[];
  /** The files with workloads that lack their images. */
  readonly lacking: ReadonlySet<string>;
  readonly configs: ReadonlySet<string>;
}

/** `doneTo`: what kustomizations do to a file. */
export function everythingIn(all: readonly Fact[], doneTo: (uri: string) => Kustomized): Everything {
  const facts = all.some(isBareNode) ? all.filter((fact) => !isBareNode(fact) || !doneTo(fact.uri).isBase) : all;
  const configs = new Set(facts.flatMap((fact) => (fact.fact === 'config' ? `${fact.kind} ${fact.name}` : [])));
  const lacking = new Set(facts.flatMap((fact) => (fact.fact === 'workload' && fact.lacksImage ? fact.uri : [])));
  return { facts, lacking, configs };
}

/** Whoever applies a Node without a status gives labels and taints to one that is there, among others that need none. */
export function isBareNode({ fact, object }: Fact): boolean {
  return fact === 'node' && object['status'] === undefined;
}

function isPartOf(part: WorkloadFact, facts: readonly Fact[]): boolean {
  const { uri, kind, name, selector, labels } = part;
  if (labels === undefined || name === '') return false;
  const isBare = selector === undefined && Object.keys(labels).length === 0;
  if (!isBare && (selector === undefined || matchesSelector(selector, labels))) return false;
  if (Object.keys(selector?.matchLabels ?? {}).some((key) => Object.hasOwn(labels, key))) return false;
  return facts.some(
    (other) =>
      other.fact === 'workload' &&
      other.kind === kind &&
      other.name === name &&
      other.uri !== uri &&
      matchesSelector(selector ?? other.selector, other.labels ?? {}) &&
      distanceTo(uri, other.uri) !== undefined,
  );
}

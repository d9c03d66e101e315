import { isAmongBases, isAmongPatches, NOT_KUSTOMIZED, type Kustomization, type Kustomized } from '../manifest/kustomization';
import { matchesSelector } from '../model/labelSelector';
import type { Fact, WorkloadFact } from '../rules/facts';
import { distanceTo } from '../rules/nearness';
import { folderOf, resolvedPath } from './folders';

/** What all kustomizations that name the file do to it. */
export function kustomizedBy(
  uri: string,
  kustomizations: ReadonlyMap<string, Kustomization>,
  skaffold: ReadonlyMap<string, readonly string[]>,
): Kustomized {
  const built = [...skaffold].flatMap(([place, images]) => (uri.startsWith(folderOf(place)) ? images : []));
  const isPlain = built.length === 0 && !isAmongPatches(uri);
  let result = isPlain ? NOT_KUSTOMIZED : { ...NOT_KUSTOMIZED, isAmongPatches: isAmongPatches(uri), images: new Set(built) };
  for (const [place, { resources, patches, images, labels }] of kustomizations) {
    const names = (paths: readonly string[]): boolean => paths.some((path) => resolvedPath(place, path) === uri);
    const isPatch = names(patches);
    const isBase = names(resources);
    // Left out for now, it is still written for the kustomization beside it.
    if (!isPatch && !isBase && folderOf(place) === folderOf(uri) && place !== uri && Object.keys(labels).length > 0)
      result = { ...result, labels: { ...labels, ...result.labels } };
    if (!isPatch && !isBase) continue;
    result = {
      ...result,
      isPatch: result.isPatch || isPatch,
      isBase: result.isBase || isBase,
      isBuiltOn: result.isBuiltOn || isAmongBases(uri) || isNamed(folderOf(place), kustomizations),
      images: new Set([...result.images, ...images]),
      labels: isBase ? { ...result.labels, ...labels } : result.labels,
    };
  }
  return result;
}

/** Whether a kustomization names the folder of another one. */
function isNamed(folder: string, kustomizations: ReadonlyMap<string, Kustomization>): boolean {
  return [...kustomizations].some(([place, { resources }]) =>
    resources.some((path) => `${resolvedPath(place, path)}/` === folder),
  );
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

export function everythingIn(facts: readonly Fact[]): Everything {
  const configs = new Set(facts.flatMap((fact) => (fact.fact === 'config' ? `${fact.kind} ${fact.name}` : [])));
  const lacking = new Set(facts.flatMap((fact) => (fact.fact === 'workload' && fact.lacksImage ? fact.uri : [])));
  return { facts, lacking, configs };
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

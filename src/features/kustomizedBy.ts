import { isAmongPatches, NOT_KUSTOMIZED, type Kustomization, type Kustomized } from '../manifest/kustomization';
import type { Fact } from '../rules/facts';
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
  for (const [place, { resources, patches, images }] of kustomizations) {
    const names = (paths: readonly string[]): boolean => paths.some((path) => resolvedPath(place, path) === uri);
    const isPatch = names(patches);
    const isBase = names(resources);
    if (!isPatch && !isBase) continue;
    result = {
      ...result,
      isPatch: result.isPatch || isPatch,
      isBase: result.isBase || isBase,
      images: new Set([...result.images, ...images]),
    };
  }
  return result;
}

/** One file without images is a mistake, or being typed. */
const SEVERAL = 3;

/** Where several files lack their images an operator or a build fills them in, and perhaps more. */
export function filledIn(uri: string, facts: readonly Fact[], by: Kustomized): Kustomized {
  const lacking = new Set(facts.flatMap((fact) => (fact.fact === 'workload' && fact.lacksImage ? fact.uri : [])));
  return lacking.size >= SEVERAL && lacking.has(uri) ? { ...by, isAmongPatches: true } : by;
}

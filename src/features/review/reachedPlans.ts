import { isChartFile, isValuesFile } from '../../manifest/charts';
import { isKustomizationFile } from '../../manifest/kustomization';
import type { BuildPlan } from '../../render/builtManifest';
import { ASSUMED_KUBE_VERSION } from '../../render/helm/capabilities';
import { Charts } from '../builds/charts';
import { GeneratorFiles } from '../builds/generatorFiles';
import { Overlays } from '../builds/overlays';
import { chartSettings, type FeatureSettings } from '../settings';
import type { ChangedTrees, SourceTree } from './changedTrees';

/** What says which builds there are, besides the files of both versions. */
export interface PlansAround {
  readonly settings: FeatureSettings;
  /** Addresses of manifests that say what is applied, for Argo CD or Flux, and of what fills these in. */
  readonly deployers: ReadonlySet<string>;
}

/** The overlays and the charts, with each of their sets of values, that a changed file takes part in, before or after. */
export function reachedPlans(trees: ChangedTrees, around: PlansAround): readonly BuildPlan[] {
  const found = new Map<string, BuildPlan>();
  // The names are those of the newer version.
  for (const tree of [trees.before, trees.after])
    for (const plan of plansIn(tree, trees, around)) {
      found.delete(plan.id);
      found.set(plan.id, plan);
    }
  return [...found.values()];
}

function plansIn(tree: SourceTree, { changed, uriOf }: ChangedTrees, { settings, deployers }: PlansAround): BuildPlan[] {
  const generators = new GeneratorFiles();
  const overlays = new Overlays(generators);
  const settingsFor = (folder: string): ReturnType<typeof chartSettings> => chartSettings(settings.charts, folder);
  const charts = new Charts({ kubeVersion: ASSUMED_KUBE_VERSION, settingsFor }, generators);
  const homes: string[] = [];
  const isChanged = new Set(changed);
  for (const path of tree.paths) {
    if (!isDefinition(path) && !isChanged.has(path) && !deployers.has(uriOf(path))) continue;
    if (isChartFile(path)) homes.push(path);
    // Each takes what is its own.
    for (const finder of [generators, charts, overlays]) finder.update(path, tree.read(path));
  }
  const outside = homes.flatMap((home) =>
    charts.plansFor(home).filter(({ given }) => given?.some((path) => isChanged.has(path)) === true),
  );
  const inside = changed.flatMap((path) => [...overlays.plansFor(path), ...charts.plansFor(path), ...charts.plansOfUsers(path)]);
  return [...inside, ...outside];
}

const isDefinition = (path: string): boolean => isChartFile(path) || isValuesFile(path) || isKustomizationFile(path);

/** Whether all is there that it is made from: an overlay or a set of values may come or go with the change. */
export function isThere({ home, given = [] }: BuildPlan, tree: SourceTree): boolean {
  return [home, ...given].every((path) => tree.read(path) !== undefined);
}

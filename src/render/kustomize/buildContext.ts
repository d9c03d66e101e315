/** Ours: what the steps of a build share. */
import type { Slices } from '../../model/slices';
import type { BuildOrigin } from './buildOrigin';
import type { KustomizeError, ProblemPlace } from './error';
import type { KustFile } from './kustomization';
import type { Kustomization } from './kustomizationFields';
import type { ChartPlace, Loader } from './loader';
import type { ParseCache } from './readNodes';
import type { Resource } from './resource';
import type { Place } from './rnode';
import type { Misfit } from './resMap';
import type { Selector } from './selector';

/** A patch that hits nothing, and what there was to hit. */
export interface UnmatchedPatch {
  readonly at: ProblemPlace;
  readonly target: Selector;
  /** Of a component, which many use and not all have everything for. */
  readonly isShared: boolean;
  readonly objects: readonly Misfit[];
}

/** What a build keeps beside its objects. */
export interface BuildContext {
  readonly cache: ParseCache;
  /** Undefined: the first error ends the build. Otherwise what cannot be had is noted and left out. */
  readonly problems: KustomizeError[] | undefined;
  readonly warnings: string[];
  /** Patches whose targets no object fits. */
  readonly unmatched: UnmatchedPatch[];
  /** Resources without an object, yet: something writes them later. */
  readonly empty: string[];
  /** Every kustomization that was read, by its file. */
  readonly kustomizations: Map<string, KustFile>;
  /** Renders a chart; undefined where there is none. */
  readonly renderChart: RenderChart | undefined;
}

/** A chart of `helmCharts`: its manifests, or undefined for one that is not at hand. */
export type RenderChart = (chart: Readonly<Record<string, unknown>>, place: ChartPlace) => string | undefined;

/** A kustomization as its steps see it. */
export interface StepTarget {
  readonly kustomization: Kustomization;
  readonly loader: Loader;
  readonly file: KustFile;
  readonly context: BuildContext;
  readonly origin: string | undefined;
  attempt(run: () => void, ...path: readonly (string | number)[]): void;
  attemptInSlices(run: () => Slices<unknown>, ...path: readonly (string | number)[]): Slices<void>;
  objectsOf(entry: string, inline: Place): readonly Resource[];
  noteOrigin(resource: Resource, origin: BuildOrigin): void;
  stepOrigin(kind: string): BuildOrigin;
}

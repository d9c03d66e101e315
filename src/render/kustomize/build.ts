/**
 * Upstream: api/krusty/kustomizer.go, api/internal/target/kusttarget.go (kustomize v5.8.1). `kustomize build` over the files of a
 * workspace: what an overlay gives to the cluster, each value with its place. Reads what it is given and nothing else.
 */
import { finished, type Slices } from '../../model/slices';
import type { FileTree } from '../builtManifest';
import { writeYaml } from '../goYaml/writer';
import type { BuildContext, RenderChart, UnmatchedPatch } from './buildContext';
import { ORIGIN, TRANSFORMATIONS } from './buildOrigin';
import { isSliceFull, withinBounds } from './effort';
import { KustomizeError } from './error';
import { KUSTOMIZE_VERSION } from './facts';
import { makeFieldSpec } from './fieldSpec';
import type { KustFile } from './kustomization';
import { Loader, type LoaderOptions } from './loader';
import { ParseCache } from './readNodes';
import type { ResMap } from './resMap';
import type { Resource } from './resource';
import type { RNode } from './rnode';
import { entriesTransform, hashTransform, sortTransform } from './simpleTransforms';
import { KustTarget } from './target';
import { toJson, type Json } from './toJson';

export interface BuildOptions {
  /** Notes what cannot be had or done, and goes on without it. Else the first such thing is the end, as in kustomize. */
  readonly lenient?: boolean;
  /** `--reorder none`. */
  readonly keepOrder?: boolean;
  readonly unrestricted?: boolean;
  /** Folders of components beside those of the kustomization itself; what is none is left out. */
  readonly components?: readonly string[] | undefined;
  readonly renderChart?: RenderChart;
  /** Kept by the caller, the next build is faster. */
  readonly cache?: ParseCache;
}

/** An object as it is applied. */
export interface BuiltObject {
  readonly json: Json;
  /** The same as a tree whose nodes know where they come from. */
  readonly node: RNode;
}

export interface Build {
  readonly objects: readonly BuiltObject[];
  readonly error: KustomizeError | undefined;
  /** Of a lenient build. */
  readonly problems: readonly KustomizeError[];
  readonly warnings: readonly string[];
  readonly unmatched: readonly UnmatchedPatch[];
  readonly empty: readonly string[];
  /** Files that were read or looked for: when one of them changes, the build may, too. */
  readonly asked: ReadonlySet<string>;
  readonly kustomizations: ReadonlyMap<string, KustFile>;
}

export function build(files: FileTree, root: string, options: BuildOptions = {}): Build {
  return finished(buildInSlices(files, root, options));
}

/** The same for whoever must not be held up for long. */
export function* buildInSlices(files: FileTree, root: string, options: BuildOptions = {}): Slices<Build> {
  const asked = new Set<string>();
  const problems: KustomizeError[] = [];
  const cache = options.cache ?? new ParseCache();
  cache.beginBuild();
  const context: BuildContext = {
    cache,
    problems: options.lenient === true ? problems : undefined,
    warnings: [],
    unmatched: [],
    empty: [],
    kustomizations: new Map(),
    renderChart: options.renderChart,
  };
  const { warnings, unmatched, empty, kustomizations } = context;
  const rest = { problems, warnings, unmatched, empty, asked, kustomizations };
  try {
    const loader = new Loader(root, { files, outside: outsideOf(options), asked });
    const objects = yield* withinBounds(run(loader, context, options));
    return { objects, error: undefined, ...rest };
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error;
    return { objects: [], error, ...rest };
  }
}

function outsideOf({ lenient, unrestricted }: BuildOptions): LoaderOptions['outside'] {
  if (unrestricted === true) return 'allowed';
  return lenient === true ? 'noted' : 'refused';
}

/** All objects in one text, as `kubectl kustomize` prints them. */
export function buildText({ objects }: Build): string {
  return objects.map(({ json }) => writeYaml(json)).join('---\n');
}

function* run(loader: Loader, context: BuildContext, options: BuildOptions): Slices<readonly BuiltObject[]> {
  const target = new KustTarget(loader, context);
  const { buildMetadata = [] } = target.kustomization;
  if (buildMetadata.length > 0) target.origin = '';
  target.checkOpenApi();
  target.added = options.components ?? [];
  const all = yield* target.accumulateTarget();
  const { map } = all;
  yield* hashTransform(map);
  yield* target.attemptInSlices(() => all.fixBackReferences());
  target.attempt(() => {
    const unused = all.resolveVars();
    if (unused.length > 0) target.context.warnings.push(`well-defined vars that were never replaced: ${unused.join(',')}`);
  }, 'vars');
  map.resources = map.resources.filter((resource) => !isLocal(resource));
  yield* applySortOrder(map, target, options);
  if (buildMetadata.includes('managedByLabel')) yield* addManagedBy(map);
  const made: BuiltObject[] = [];
  for (const resource of map.resources) {
    cleanAnnotations(resource, buildMetadata);
    made.push(...builtObject(resource, target));
    if (isSliceFull()) yield;
  }
  return made;
}

function isLocal(resource: Resource): boolean {
  const local = resource.annotation('config.kubernetes.io/local-config');
  return resource.isEmpty || (local !== undefined && local !== 'false');
}

function* applySortOrder(map: ResMap, target: KustTarget, { keepOrder }: BuildOptions): Slices<void> {
  const { sortOptions } = target.kustomization;
  if (sortOptions === undefined) {
    if (keepOrder !== true) yield* sortTransform(map, undefined);
    return;
  }
  if (keepOrder === true) {
    const both = "Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder')";
    target.context.warnings.push(`Warning: ${both}. Using the kustomization file over the CLI flag.`);
  }
  yield* target.attemptInSlices(() => sortTransform(map, sortOptions), 'sortOptions');
}

function addManagedBy(map: ResMap): Slices<void> {
  const label = { 'app.kubernetes.io/managed-by': `kustomize-${KUSTOMIZE_VERSION}` };
  const place = { source: { file: '', by: 'labels' as const }, start: 0, end: 0 };
  return entriesTransform(map, label, [makeFieldSpec('metadata/labels', true)], () => place);
}

/** All annotations are written again as texts, in their order. */
function cleanAnnotations(resource: Resource, buildMetadata: readonly string[]): void {
  resource.removeBuildAnnotations();
  const { annotations } = resource;
  if (!buildMetadata.includes('originAnnotations')) annotations.delete(ORIGIN);
  if (!buildMetadata.includes('transformerAnnotations')) annotations.delete(TRANSFORMATIONS);
  if (buildMetadata.includes('originAnnotations') && buildMetadata.includes('transformerAnnotations')) return;
  resource.setAnnotations(annotations);
}

function builtObject({ node }: Resource, target: KustTarget): readonly BuiltObject[] {
  const made: BuiltObject[] = [];
  if (node !== undefined)
    target.attempt(() => {
      made.push({ json: toJson(node), node });
    });
  return made;
}

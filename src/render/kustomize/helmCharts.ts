/** Upstream: api/internal/builtins/HelmChartInflationGenerator.go (kustomize v5.8.1): the objects of a chart. */
import type { StepTarget } from './buildContext';
import type { BuildOrigin } from './buildOrigin';
import { decode } from './decode';
import { each } from './effort';
import { KustomizeError } from './error';
import { HELM_CHART_OBJECT } from './kustomizationFields';
import type { Transform } from './patches';
import { nodesInSlices } from './readNodes';
import { HELM_GENERATED, Resource } from './resource';
import type { Place, RNode } from './rnode';
import { toJson, type JsonMap } from './toJson';

export const HELM_GENERATOR = 'HelmChartInflationGenerator';

/** A chart that a generator object asks for. */
export function chartOfObject({ node }: Resource): JsonMap {
  return (decode(node === undefined ? null : toJson(node), HELM_CHART_OBJECT, 'loose') ?? {}) as JsonMap;
}

export function inflate(target: StepTarget, chart: JsonMap, entry: Place, origin: BuildOrigin): Transform {
  return function* (map) {
    const { context, loader } = target;
    const { renderChart, cache } = context;
    if (renderChart === undefined) throw new KustomizeError('helm-disabled', 'must specify --enable-helm');
    const text = renderChart(chart, loader.chartPlace);
    if (text === undefined)
      throw new KustomizeError('remote', `the chart ${JSON.stringify(chart['name'])} is not at hand, and nothing is fetched`);
    yield* each(yield* nodesInSlices(text, entry.source, cache), (node) => {
      placeAll(node, entry);
      const resource = new Resource(node);
      if (chart['namespace'] !== undefined) resource.setAnnotation(HELM_GENERATED, 'true');
      target.noteOrigin(resource, origin);
      map.absorb(resource);
    });
  };
}

/** What was rendered stands in no file: all of it is the entry's. */
function placeAll(node: RNode, { source, start, end }: Place): void {
  Object.assign(node, { source, start, end });
  for (const child of node.content) placeAll(child, { source, start, end });
}

/** Upstream: pkg/chartutil/values.go, pkg/engine/engine.go (Helm v3.21.4): what templates have for dot. */
import {
  MAP,
  MapView,
  STRING,
  TypedMap,
  makeInt,
  INTERFACE,
  type FuncMap,
  type GoMap,
  type GoType,
  type Method,
  type Value,
} from '../goTemplate/value';
import { chartFullPath, isLibraryChart, type Chart } from './chart';
import { chartStruct } from './chartStruct';
import { newFiles } from './files';
import { Preparing } from './preparing';
import { isTable, pathValue, tableAt } from './tables';

export interface ReleaseOptions {
  readonly name: string;
  readonly namespace: string;
  readonly isUpgrade?: boolean;
}

/** A template file with what it is rendered with. */
export interface Renderable {
  /** `p/charts/s/templates/x.yaml`. */
  readonly name: string;
  readonly text: string;
  readonly values: TypedMap;
  readonly basePath: string;
  /** Where it lies among the user's files. */
  readonly path?: string | undefined;
}

/** Go's `chartutil.Values`, which have methods of their own. */
function valuesType(funcs: FuncMap): GoType {
  const methods = new Map<string, Method>();
  const type: GoType = { name: 'chartutil.Values', kind: 'map', isNamed: true, elem: INTERFACE, methods };
  methods.set('YAML', { params: [], result: STRING, call: (values) => `${funcs.get('toYaml')?.call([values]) as string}\n` });
  methods.set('Table', {
    params: [STRING],
    result: type,
    call: (values, [path]) => new MapView(type, tableAt(values as GoMap, path as string)),
  });
  methods.set('AsMap', { params: [], result: MAP, call: (values) => (values instanceof MapView ? values.target : values) });
  methods.set('PathValue', {
    params: [STRING],
    result: INTERFACE,
    call: (values, [path]) => pathValue(values as GoMap, path as string),
  });
  return type;
}

export interface Scope {
  readonly chart: Chart;
  /** Coalesced. */
  readonly values: GoMap;
  readonly release: ReleaseOptions;
  readonly capabilities: Value;
}

/** All templates of the chart and of its subcharts. Throws `LimitError`. */
export function allTemplates({ chart, values, release, capabilities }: Scope, funcs: FuncMap): readonly Renderable[] {
  const type = valuesType(funcs);
  const shared: GoMap = new Map<string, Value>([
    ['Release', releaseMap(release)],
    ['Capabilities', capabilities],
  ]);
  const into: Renderable[] = [];
  recAllTemplates({ type, shared, funcs, into, of: new Preparing(undefined) }, chart, new MapView(type, values));
  return into;
}

function releaseMap({ name, namespace, isUpgrade = false }: ReleaseOptions): Value {
  return new Map<string, Value>([
    ['Name', name],
    ['Namespace', namespace],
    ['IsUpgrade', isUpgrade],
    ['IsInstall', !isUpgrade],
    ['Revision', makeInt(1)],
    ['Service', 'Helm'],
  ]);
}

interface Walk {
  readonly type: GoType;
  readonly shared: GoMap;
  readonly funcs: FuncMap;
  readonly into: Renderable[];
  readonly of: Preparing;
}

/** A template is parsed and rendered once for each name of its chart: there are 10,000 at most. */
const TEMPLATE_STEPS = 100;

function recAllTemplates(walk: Walk, chart: Chart, values: GoMap): TypedMap {
  const { type, shared, funcs, into, of } = walk;
  const { templates, files, metadata } = chart;
  of.spend(1 + TEMPLATE_STEPS * templates.length + files.length + (metadata.dependencies?.length ?? 0));
  const subcharts: GoMap = new Map();
  const dot = new TypedMap(type, [
    ['Chart', chartStruct(chart)],
    ['Files', newFiles(files, funcs)],
    ...shared,
    ['Values', values],
    ['Subcharts', subcharts],
  ]);
  for (const child of chart.dependencies) {
    const { name } = child.metadata;
    const table = values.get(name);
    // What a subchart sets in its values, its parent sees, as a plain map.
    const own = isTable(table) ? new MapView(type, table) : new TypedMap(type);
    subcharts.set(name, recAllTemplates(walk, child, own));
  }
  const path = chartFullPath(chart);
  for (const { name, data, path: source } of templates) {
    if (isLibraryChart(chart) && !name.slice(name.lastIndexOf('/') + 1).startsWith('_')) continue;
    into.push({ name: `${path}/${name}`, text: data, values: dot, basePath: `${path}/templates`, path: source });
  }
  return dot;
}

/**
 * Upstream: api/internal/builtins/HelmChartInflationGenerator.go (kustomize v5.8.1): a chart of `helmCharts`, rendered here
 * instead of by the helm of the machine, and only where it lies in `chartHome`: nothing is pulled.
 */
import { ASSUMED_RELEASE } from '../../model/appliedFrom';
import { GoError, LimitError, type GoMap } from '../goTemplate/value';
import type { RenderChart } from '../kustomize/buildContext';
import { KustomizeError } from '../kustomize/error';
import { joinPath } from '../kustomize/loader';
import { ASSUMED_KUBE_VERSION, kubeVersionOf } from './capabilities';
import { readChartFolder } from './chartFolder';
import { ParsedTemplates } from './engine';
import { prepareChart, renderChart } from './helmTemplate';
import { loadFiles } from './loader';
import { manifestOf, type HookChoice } from './printedManifest';
import { readYaml } from './readYaml';
import { asTable } from './structReader';
import { userValues } from './userValues';

const CHART_HOME = 'charts';

/** An entry of `helmCharts` with what `helmGlobals` adds. */
interface ChartEntry {
  readonly name?: string;
  readonly version?: string;
  readonly repo?: string;
  readonly chartHome?: string;
  readonly releaseName?: string;
  readonly namespace?: string;
  readonly valuesFile?: string;
  readonly additionalValuesFiles?: readonly string[];
  readonly valuesInline?: Readonly<Record<string, unknown>>;
  readonly valuesMerge?: string;
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly includeCRDs?: boolean;
  readonly skipHooks?: boolean;
  readonly skipTests?: boolean;
}

export const renderLocalChart: RenderChart = (entry, { files: tree, root, asked, load }) => {
  const chart: ChartEntry = entry;
  const { name = '', version = '', repo = '', chartHome = CHART_HOME } = chart;
  if (name === '') throw new KustomizeError('plugin', 'chart name cannot be empty');
  const home = version !== '' && repo !== '' ? joinPath(chartHome, `${name}-${version}`) : chartHome;
  const folder = joinPath(root, `${home}/${name}`);
  asked.add(folder);
  if (!tree.isFolder(folder)) return undefined;
  const { includeCRDs = false } = chart;
  const { files, asked: read } = readChartFolder(tree, folder, includeCRDs);
  for (const path of read) asked.add(path);
  try {
    const loaded = loadFiles(files);
    const own = chart.valuesFile === undefined ? (tree.read(`${folder}/values.yaml`) ?? '') : load(chart.valuesFile);
    const values = userValues(
      [...merged(chart, own), ...(chart.additionalValuesFiles ?? []).map((file) => tableIn(load(file)))],
      [],
    );
    const options = optionsOf(chart);
    const prepared = prepareChart(loaded, values, options);
    const rendered = renderChart(prepared, options, { parsed: new ParsedTemplates() });
    return manifestOf(rendered, { hooks: hooksOf(chart), definitionsOf: includeCRDs ? prepared.chart : undefined });
  } catch (error) {
    if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
    throw new KustomizeError('plugin', `the chart ${name} cannot be rendered: ${error.message}`);
  }
};

function hooksOf({ skipHooks, skipTests }: ChartEntry): HookChoice {
  if (skipHooks === true) return 'none';
  return skipTests === true ? 'noTests' : 'all';
}

const optionsOf = ({ releaseName, namespace, kubeVersion, apiVersions }: ChartEntry): Parameters<typeof prepareChart>[2] => ({
  release: { name: releaseName ?? ASSUMED_RELEASE, namespace: namespace ?? 'default' },
  kubeVersion: kubeVersionOf(kubeVersion ?? ASSUMED_KUBE_VERSION),
  ...(apiVersions === undefined ? {} : { apiVersions }),
});

const tableIn = (text: string): GoMap => asTable(readYaml(text));

/** The file of values and those of the entry; the later ones count. */
function merged({ valuesInline, valuesMerge = 'override' }: ChartEntry, own: string): readonly GoMap[] {
  if (valuesInline === undefined || Object.keys(valuesInline).length === 0) return [tableIn(own)];
  const inline = tableIn(JSON.stringify(valuesInline));
  switch (valuesMerge) {
    case 'override':
      return [tableIn(own), inline];
    case 'merge':
      return [inline, tableIn(own)];
    case 'replace':
      return [inline];
    default:
      throw new KustomizeError('plugin', `valuesMerge must be one of merge, override and replace, not ${valuesMerge}`);
  }
}

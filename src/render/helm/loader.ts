/** Upstream: pkg/chart/loader/{load,directory}.go (Helm v3.21.4): files → a chart with its subcharts. */
import { finished, type Slices } from '../../model/slices';
import { GoError, type GoMap } from '../goTemplate/value';
import { setDependencies, type Chart, type ChartFile, type Metadata } from './chart';
import { ignoreRules } from './helmIgnore';
import { readMetadata, validated } from './metadata';
import { readYamlInSlices } from './readYaml';
import { asTable } from './structReader';

/**
 * An archive in `charts/` comes unpacked: its files under `charts/NAME.tgz/`, the folder inside left out. Whoever reads files
 * also unpacks: that needs the platform.
 */
export function loadFiles(files: readonly ChartFile[]): Chart {
  return finished(loadFilesInSlices(files));
}

/** The same a little at a time. */
export function* loadFilesInSlices(files: readonly ChartFile[]): Slices<Chart> {
  let metadata = yield* readChartYaml(files);
  let values: GoMap | undefined;
  let valuesFile: ChartFile | undefined;
  let schema: string | undefined;
  const templates: ChartFile[] = [];
  const others: ChartFile[] = [];
  const subcharts = new Map<string, ChartFile[]>();
  for (const file of files) {
    const { name, data } = file;
    if (name === 'Chart.yaml' || name === 'Chart.lock') continue;
    if (name === 'values.yaml') {
      valuesFile = file;
      values = yield* wrapped('cannot load values.yaml', tableIn(data));
    } else if (name === 'values.schema.json') schema = data;
    else if (name === 'requirements.yaml') {
      metadata = yield* wrapped('cannot load requirements.yaml', metadataIn(data, metadata));
      if (metadata.apiVersion === 'v1') others.push(file);
    } else if (name === 'requirements.lock') {
      if ((metadata?.apiVersion ?? 'v1') === 'v1') others.push(file);
    } else if (name.startsWith('templates/')) templates.push(file);
    else if (name.startsWith('charts/') && !name.endsWith('.prov')) addSubchartFile(subcharts, file);
    else others.push(file);
  }
  if (metadata === undefined) throw new GoError('Chart.yaml file is missing');
  metadata = validated(metadata);
  const chart: Chart = { metadata, values, valuesFile, schema, templates, files: others, dependencies: [], parent: undefined };
  setDependencies(chart, yield* loadSubcharts(subcharts, metadata.name));
  return chart;
}

function* readChartYaml(files: readonly ChartFile[]): Slices<Metadata | undefined> {
  let metadata: Metadata | undefined;
  for (const { name, data } of files)
    if (name === 'Chart.yaml') metadata = yield* wrapped('cannot load Chart.yaml', metadataIn(data));
  return metadata;
}

function* metadataIn(data: string, before?: Metadata): Slices<Metadata> {
  return readMetadata(yield* readYamlInSlices(data), before);
}

function* tableIn(data: string): Slices<GoMap> {
  return asTable(yield* readYamlInSlices(data));
}

function addSubchartFile(subcharts: Map<string, ChartFile[]>, file: ChartFile): void {
  const name = file.name.slice('charts/'.length);
  const [folder = ''] = name.split('/');
  if (/^[_.]/.test(folder)) return;
  const files = subcharts.get(folder) ?? [];
  // A file that lies there is no chart, and fails for want of a Chart.yaml.
  if (name.length > folder.length) files.push({ ...file, name: name.slice(folder.length + 1) });
  subcharts.set(folder, files);
}

function* loadSubcharts(subcharts: ReadonlyMap<string, readonly ChartFile[]>, parent: string): Slices<readonly Chart[]> {
  const charts: Chart[] = [];
  for (const [folder, files] of subcharts) {
    charts.push(yield* wrapped(`error unpacking subchart ${folder} in ${parent}`, loadFilesInSlices(files)));
    yield;
  }
  return charts;
}

function* wrapped<T>(context: string, slices: Slices<T>): Slices<T> {
  try {
    return yield* slices;
  } catch (error) {
    throw error instanceof GoError ? new GoError(`${context}: ${error.message}`) : error;
  }
}

/** The files of a folder that make up the chart: without those that its .helmignore names. */
export function chartFilesOf(files: readonly ChartFile[]): readonly ChartFile[] {
  const isIgnored = ignoreRules(files.find(({ name }) => name === '.helmignore')?.data ?? '');
  return files
    .filter(({ name }) => !isIgnored(name))
    .map((file) => (file.data.startsWith('\ufeff') ? { ...file, data: file.data.slice(1) } : file));
}

/**
 * Upstream: pkg/downloader/manager.go (Helm v3.21.4): charts in folders beside a chart, which `helm dependency build` packs into
 * its `charts/`.
 */
import { GoError } from '../goTemplate/value';
import type { ChartFile, Metadata } from './chart';
import { isCompatibleRange } from './compatible';
import { chartFilesOf } from './loader';
import { readMetadata } from './metadata';
import { readYaml } from './readYaml';

export interface LocalDependency {
  readonly name: string;
  /** From the folder of the chart. */
  readonly path: string;
  /** Of one that comes from a repository of charts: which versions will do. */
  readonly versions?: string;
}

const SCHEME = 'file://';

/** Folders that depend on folders: more than anybody nests. */
export const DEEPEST = 8;

/** More than anybody names in one chart, and in so many characters. */
const MOST = 200;
const LONGEST = 50_000;

/**
 * What a chart's files name and `charts/` does not hold: by `file://`, or from a repository of charts. Where all charts of such
 * a repository lie side by side, as they do where they are written, the one that is meant is found there (`isMeant`).
 */
export function localDependencies(files: readonly ChartFile[]): readonly LocalDependency[] {
  const found = files
    .filter(({ name }) => name === 'Chart.yaml' || name === 'requirements.yaml')
    .filter(({ data }) => data.includes(SCHEME) || (data.length < LONGEST && data.includes('dependencies')))
    .flatMap(({ data }) => dependenciesIn(data));
  const first = new Map<string, LocalDependency>();
  for (const each of found) if (first.size < MOST && !first.has(each.name)) first.set(each.name, each);
  return [...first.values()].filter(({ name }) => !isThere(name, files));
}

function dependenciesIn(text: string): readonly LocalDependency[] {
  const { dependencies = [] } = metadataOf(text) ?? {};
  return dependencies
    .filter(({ name, repository }) => name !== '' && !name.includes('/') && repository !== '')
    .map(({ name, version, repository }) =>
      repository.startsWith(SCHEME)
        ? { name, path: repository.slice(SCHEME.length) }
        : { name, path: `../${name}`, versions: version },
    );
}

/** Whether the chart with that Chart.yaml, in the folder beside, is the one; not one that wraps it under the same name. */
export function isMeant({ name, versions }: LocalDependency, chartYaml: string | undefined): boolean {
  if (versions === undefined) return true;
  const beside = chartYaml === undefined ? undefined : metadataOf(chartYaml);
  if (beside?.name !== name || !isCompatibleRange(versions, beside.version)) return false;
  return !(beside.dependencies ?? []).some((other) => other.name === name);
}

function metadataOf(text: string): Metadata | undefined {
  try {
    return readMetadata(readYaml(text));
  } catch (error) {
    // Whoever loads the chart says so.
    if (error instanceof GoError) return undefined;
    throw error;
  }
}

/** As a folder or as an archive. */
function isThere(name: string, files: readonly ChartFile[]): boolean {
  const [folder, archive] = [`charts/${name}/`, `charts/${name}-`];
  return files.some((file) => file.name.startsWith(folder) || (file.name.startsWith(archive) && /\.tgz(?:\/|$)/.test(file.name)));
}

/** The files of such a chart where `charts/` would hold them. */
export function packed(name: string, files: readonly ChartFile[]): readonly ChartFile[] {
  return chartFilesOf(files).map((file) => ({ ...file, name: `charts/${name}/${file.name}` }));
}

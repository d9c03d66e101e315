/**
 * Upstream: pkg/downloader/manager.go (Helm v3.21.4): charts in folders beside a chart, which `helm dependency build` packs into
 * its `charts/`.
 */
import { GoError } from '../goTemplate/value';
import type { ChartFile } from './chart';
import { chartFilesOf } from './loader';
import { readMetadata } from './metadata';
import { readYaml } from './readYaml';

export interface LocalDependency {
  readonly name: string;
  /** From the folder of the chart. */
  readonly path: string;
}

const SCHEME = 'file://';

/** Folders that depend on folders: more than anybody nests. */
export const DEEPEST = 8;

/** What a chart's files name by `file://` and `charts/` does not hold. */
export function localDependencies(files: readonly ChartFile[]): readonly LocalDependency[] {
  const found = files
    .filter(({ name, data }) => (name === 'Chart.yaml' || name === 'requirements.yaml') && data.includes(SCHEME))
    .flatMap(({ data }) => dependenciesIn(data))
    .filter(({ name }) => !isThere(name, files));
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

function dependenciesIn(text: string): readonly LocalDependency[] {
  try {
    const { dependencies = [] } = readMetadata(readYaml(text));
    return dependencies
      .filter(({ name, repository }) => name !== '' && !name.includes('/') && repository.startsWith(SCHEME))
      .map(({ name, repository }) => ({ name, path: repository.slice(SCHEME.length) }));
  } catch (error) {
    // Whoever loads the chart says so.
    if (error instanceof GoError) return [];
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

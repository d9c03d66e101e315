import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bytesToString } from '../../model/utf8';
import type { ChartFile } from '../../render/helm/chart';
import { chartFilesOf } from '../../render/helm/loader';
import { DEEPEST, isMeant, localDependencies, packed } from '../../render/helm/localDependencies';
import { filesOfPackedChart, isPackedChart } from '../../render/helm/tar';
import { UsageError } from '../arguments/usageError';

/** The files of a chart in a folder or an archive, those of archives in its `charts/` unpacked beside them. */
export function readChartFiles(path: string): readonly ChartFile[] {
  const isFolder = statOf(path, `there is no chart at ${path}`).isDirectory();
  return isFolder ? chartInFolder(path, 0) : unpack(path);
}

/** With those of charts beside it that it depends on, where `charts/` does not hold them. */
function chartInFolder(folder: string, depth: number): readonly ChartFile[] {
  const files = readFolder(folder, '');
  const beside = depth < DEEPEST ? localDependencies(files) : [];
  return [
    ...chartFilesOf(files),
    ...beside.flatMap((dependency) => {
      const other = resolve(folder, dependency.path);
      const definition = join(other, 'Chart.yaml');
      const isOther = existsSync(other) && !`${resolve(folder)}/`.startsWith(`${other}/`);
      if (!isOther || !isMeant(dependency, existsSync(definition) ? bytesToString(readFileSync(definition)) : undefined))
        return [];
      return packed(dependency.name, chartInFolder(other, depth + 1));
    }),
  ];
}

function statOf(path: string, otherwise: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch {
    throw new UsageError(otherwise);
  }
}

function readFolder(root: string, below: string): ChartFile[] {
  const entries = readdirSync(join(root, below), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(root, name);
    const isFolder = entry.isSymbolicLink()
      ? statOf(path, `${path} is a link that leads nowhere: Helm would end here, too`).isDirectory()
      : entry.isDirectory();
    if (isFolder) return readFolder(root, name);
    if (isPackedChart(name)) return unpack(path).map((file) => ({ ...file, name: `${name}/${file.name}` }));
    return [{ name, data: bytesToString(readFileSync(path)) }];
  });
}

function unpack(path: string): readonly ChartFile[] {
  try {
    return filesOfPackedChart(readFileSync(path), gunzipSync);
  } catch (error) {
    throw new UsageError(`${path} is no chart archive: ${error instanceof Error ? error.message : String(error)}`);
  }
}

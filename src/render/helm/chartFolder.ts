/** Ours: the files of a chart, out of a tree of files. */
import { stringToBytes } from '../goTemplate/bytes';
import { gunzip, InflateError } from '../inflate';
import type { FileTree } from '../builtManifest';
import type { ChartFile } from './chart';
import { chartFilesOf } from './loader';
import { filesOfPackedChart, isPackedChart } from './tar';

/** More than the largest public charts have. */
const MOST_FILES = 3000;

export interface ChartFolder {
  readonly files: readonly ChartFile[];
  /** Everything that was looked at. */
  readonly asked: ReadonlySet<string>;
  /** Archives that cannot be unpacked. */
  readonly damaged: readonly string[];
  /** Some of it is not known yet: then there are no files. */
  readonly isBehind: boolean;
}

/** Reads what a rendering needs: files that no template can ask for are left out, however many there are. */
export function readChartFolder(tree: FileTree, folder: string): ChartFolder {
  const before = tree.misses;
  const asked = new Set<string>();
  const files: ChartFile[] = [];
  const damaged: string[] = [];
  const others: string[] = [];
  const paths = listBelow(tree, folder, asked);
  const take = (path: string): void => {
    asked.add(path);
    const name = path.slice(folder.length + 1);
    const data = tree.read(path);
    if (data === undefined) return;
    if (!isPackedChart(name)) files.push({ name, data, path });
    else {
      const packed = unpacked(data);
      if (packed === undefined) damaged.push(path);
      else for (const file of packed) files.push({ name: `${name}/${file.name}`, data: file.data });
    }
  };
  for (const path of paths) {
    if (isNeeded(path.slice(folder.length + 1))) take(path);
    else others.push(path);
  }
  if (files.some(({ name, data }) => name.includes('templates/') && data.includes('.Files'))) others.forEach(take);
  if (tree.misses !== before) return { files: [], asked, damaged, isBehind: true };
  files.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { files: chartFilesOf(files), asked, damaged, isBehind: false };
}

const NEEDED = /(?:^|\/)(?:Chart\.yaml|Chart\.lock|values\.yaml|values\.schema\.json|requirements\.yaml|\.helmignore)$/;

function isNeeded(name: string): boolean {
  return NEEDED.test(name) || isPackedChart(name) || /(?:^|\/)templates\//.test(name);
}

function listBelow(tree: FileTree, folder: string, asked: Set<string>): string[] {
  const found: string[] = [];
  const left = [folder];
  for (let next = left.pop(); next !== undefined && found.length < MOST_FILES; next = left.pop()) {
    asked.add(next);
    for (const name of tree.list?.(next) ?? []) {
      const path = `${next}/${name}`;
      if (name === '.git/' || name === 'node_modules/') continue;
      if (name.endsWith('/')) left.push(path.slice(0, -1));
      else found.push(path);
    }
  }
  return found;
}

const archives = new Map<string, readonly ChartFile[] | undefined>();
const MOST_ARCHIVES = 30;

/** The same archive gives the same files: they are unpacked once. */
function unpacked(data: string): readonly ChartFile[] | undefined {
  if (archives.has(data)) return archives.get(data);
  if (archives.size >= MOST_ARCHIVES) archives.clear();
  let files: readonly ChartFile[] | undefined;
  try {
    files = filesOfPackedChart(stringToBytes(data), gunzip);
  } catch (error) {
    if (!(error instanceof InflateError)) throw error;
  }
  archives.set(data, files);
  return files;
}

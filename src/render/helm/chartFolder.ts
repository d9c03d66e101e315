/** Ours: the files of a chart, out of a tree of files. */
import { stringToBytes } from '../goTemplate/bytes';
import { gunzip, InflateError } from '../inflate';
import type { FileTree } from '../builtManifest';
import type { ChartFile } from './chart';
import { joinPath } from '../kustomize/loader';
import { chartFilesOf } from './loader';
import { DEEPEST, isMeant, localDependencies, packed } from './localDependencies';
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

/** Reads what a rendering needs: files that no template can ask for are left out, however many there are, and usually `crds/`. */
export function readChartFolder(tree: FileTree, folder: string, withDefinitions = false): ChartFolder {
  const before = tree.misses;
  const reader = new FolderReader(tree, withDefinitions);
  const files = reader.filesOf(folder);
  const { asked, damaged } = reader;
  const isBehind = tree.misses !== before;
  return { files: isBehind ? [] : files, asked, damaged, isBehind };
}

class FolderReader {
  readonly asked = new Set<string>();
  readonly damaged: string[] = [];
  readonly #tree: FileTree;
  readonly #withDefinitions: boolean;
  #left = MOST_FILES;

  constructor(tree: FileTree, withDefinitions: boolean) {
    this.#tree = tree;
    this.#withDefinitions = withDefinitions;
  }

  filesOf(folder: string, depth = 0): readonly ChartFile[] {
    const files: ChartFile[] = [];
    const others: string[] = [];
    for (const path of this.#listBelow(folder)) {
      if (this.#isNeeded(path.slice(folder.length + 1))) files.push(...this.#read(path, folder));
      else others.push(path);
    }
    if (files.some(({ name, data }) => name.includes('templates/') && data.includes('.Files')))
      files.push(...others.flatMap((path) => this.#read(path, folder)));
    files.sort((a, b) => (a.name < b.name ? -1 : 1));
    return [...chartFilesOf(files), ...(depth < DEEPEST ? this.#beside(files, folder, depth) : [])];
  }

  #isNeeded(name: string): boolean {
    const isDefinition = this.#withDefinitions && /(?:^|\/)crds\//.test(name);
    return NEEDED.test(name) || isPackedChart(name) || /(?:^|\/)templates\//.test(name) || isDefinition;
  }

  #read(path: string, folder: string): readonly ChartFile[] {
    this.asked.add(path);
    const name = path.slice(folder.length + 1);
    const data = this.#tree.read(path);
    if (data === undefined) return [];
    if (!isPackedChart(name)) return [{ name, data, path }];
    const files = unpacked(data);
    if (files === undefined) this.damaged.push(path);
    return (files ?? []).map((file) => ({ name: `${name}/${file.name}`, data: file.data }));
  }

  /** Charts of folders outside that this one depends on. */
  #beside(files: readonly ChartFile[], folder: string, depth: number): readonly ChartFile[] {
    return localDependencies(files).flatMap((dependency) => {
      const other = joinPath(folder, dependency.path);
      const definition = `${other}/Chart.yaml`;
      this.asked.add(definition);
      // One that holds the other would hold itself.
      if (isWithin(folder, other) || this.#left-- <= 0 || !isMeant(dependency, this.#tree.read(definition))) return [];
      return packed(dependency.name, this.filesOf(other, depth + 1));
    });
  }

  #listBelow(folder: string): string[] {
    const found: string[] = [];
    const left = [folder];
    for (let next = left.pop(); next !== undefined && this.#left > 0; next = left.pop()) {
      this.asked.add(next);
      for (const name of this.#tree.list?.(next) ?? []) {
        const path = `${next}/${name}`;
        if (name === '.git/' || name === 'node_modules/') continue;
        if (name.endsWith('/')) left.push(path.slice(0, -1));
        else {
          found.push(path);
          this.#left--;
        }
      }
    }
    return found;
  }
}

const isWithin = (folder: string, other: string): boolean => other === '' || folder === other || folder.startsWith(`${other}/`);

const NEEDED = /(?:^|\/)(?:Chart\.yaml|Chart\.lock|values\.yaml|values\.schema\.json|requirements\.yaml|\.helmignore)$/;

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

/** What `*` stands for where an ApplicationSet goes through the folders of a repository. */
import { joinPath } from '../../render/kustomize/loader';
import { readGlob } from '../glob';
import type { ChartRelease } from './chartReleases';

/** One chart for more folders than that is rendered for the first of them: each is a chart rendered once more. */
const MOST = 12;

/**
 * The names that it stands for: that of the chart's folder, or, where one chart is installed for each folder of values, those of
 * which there are such files. Undefined: no file tells.
 */
export function starsOf(installed: ChartRelease, folder: string, values: Iterable<string>): readonly (string | undefined)[] {
  const own = segmentAt(folder, installed.folder, -installed.folder.split('/').length);
  if (own !== undefined) return [own];
  const patterns = installed.files.filter((file) => file.includes('*')).map((file) => valuesPath(file, folder, installed.folder));
  // Folders that are left out are known by their own names: `_*` of `values/_*`.
  const isLeftOut = (name: string): boolean => installed.except.some((each) => readGlob(lastOf(each))(name));
  const names = patterns.flatMap((pattern) =>
    [...values].flatMap((path) => {
      const name = segmentAt(path, pattern, 0) ?? '';
      return name !== '' && pattern.replaceAll('*', name) === path && !isLeftOut(name) ? [name] : [];
    }),
  );
  return names.length === 0 ? [undefined] : [...new Set(names)].sort().slice(0, MOST);
}

const lastOf = (folder: string): string => folder.slice(folder.lastIndexOf('/') + 1);

/** Where a file of values lies that counts from the chart's folder or, with a slash in front, from the top of the repository. */
export function valuesPath(file: string, folder: string, installed: string): string {
  const top = folder.split('/').slice(0, -installed.split('/').length).join('/');
  return file.startsWith('/') ? joinPath('', `${top}${file}`) : joinPath(folder, file);
}

/** What stands in a path where its pattern has a star. */
function segmentAt(path: string, pattern: string, from: number): string | undefined {
  const at = pattern.split('/').lastIndexOf('*');
  return at < 0 ? undefined : path.split('/').at(from + at);
}

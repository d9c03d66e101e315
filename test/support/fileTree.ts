/** Files in memory, as a build reads them. */
import type { FileTree } from '../../src/render/builtManifest';

export function fileTree(files: Readonly<Record<string, string>>): FileTree {
  const folders = new Set<string>(['']);
  for (const path of Object.keys(files))
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
  return {
    read: (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    isFolder: (path) => folders.has(path),
    list: (folder) => [...new Set(Object.keys(files).flatMap((path) => nameIn(folder, path)))],
  };
}

function nameIn(folder: string, path: string): string[] {
  if (!path.startsWith(`${folder}/`)) return [];
  const below = path.slice(folder.length + 1);
  const slash = below.indexOf('/');
  return [slash < 0 ? below : below.slice(0, slash + 1)];
}

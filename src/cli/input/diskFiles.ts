import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';
import { bytesToString } from '../../model/utf8';
import type { FileTree } from '../../render/builtManifest';

/** A path as a build has it: from the top of the disk, with slashes. */
export function buildPath(path: string): string {
  const full = resolve(path);
  return full.slice(parse(full).root.length).split(sep).join('/');
}

/** The files of the disk that holds a folder; symbolic links are followed before anything is judged by its place. */
export function diskFiles(folder: string): FileTree {
  const { root } = parse(resolve(folder));
  const full = (path: string): string => root + path.split('/').join(sep);
  return {
    read: (path) => (isKind(full(path), 'isFile') ? bytesToString(readFileSync(full(path))) : undefined),
    isFolder: (path) => isKind(full(path), 'isDirectory'),
    list: (path) => {
      try {
        return readdirSync(full(path)).map((name) => (isKind(join(full(path), name), 'isDirectory') ? `${name}/` : name));
      } catch {
        return [];
      }
    },
    realPath: (path) => {
      try {
        return buildPath(realpathSync(full(path)));
      } catch {
        return path;
      }
    },
  };
}

function isKind(path: string, kind: 'isFile' | 'isDirectory'): boolean {
  return statSync(path, { throwIfNoEntry: false })?.[kind]() === true;
}

export function isFolder(path: string): boolean {
  return isKind(path, 'isDirectory');
}

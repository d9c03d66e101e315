import type { FileTree } from '../../render/builtManifest';

/** One version of everything below a folder, with paths from there. */
export interface SourceTree extends FileTree {
  /** All files, or at least those that define what is built. */
  readonly paths: Iterable<string>;
}

/** Both versions, and what differs between them. */
export interface ChangedTrees {
  readonly before: SourceTree;
  readonly after: SourceTree;
  readonly changed: readonly string[];
  readonly uriOf: (path: string) => string;
  /** As people call a file, where that is not its path. */
  readonly nameOf?: (path: string) => string;
}

import type { PathKind } from '../features/builds/knownFiles';
import type { FeatureSettings } from '../features/settings';

/** A workspace as whoever can read files hands it over. Paths are seen from its top, with slashes. */
export interface CheckedFiles {
  /** All that may be manifests by their names, YAML first, each in the order of their names. */
  readonly paths: readonly string[];
  /** As builds have it: from the top of the disk, without the first slash and with one at the end; empty: files of no disk. */
  readonly top: string;
  /** Undefined: it is gone, cannot be read, or is too large. */
  textOf(path: string): string | undefined;
  uriOf(path: string): string;
  /** What a path of a build is: its text, or why there is none. */
  lookAt(path: string): { readonly text: string } | PathKind;
  /** What a folder holds, folders with a slash at their ends. */
  list(folder: string): readonly string[];
}

export interface CheckInput {
  readonly files: CheckedFiles;
  /** Those that are asked about. */
  readonly wanted: readonly string[];
  readonly settings: FeatureSettings;
}

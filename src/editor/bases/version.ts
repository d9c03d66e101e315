import { Base } from '../../features/base';
import { readManifest } from '../../manifest/manifest';

/** A version of a file, and how texts call it. */
export interface Version {
  readonly text: string;
  readonly name: string;
}

/** The base that a version makes; the same one as before where nothing in it changed. */
export function baseFrom(version: Version | undefined, known: Base | undefined): Base | undefined {
  if (version === undefined) return undefined;
  if (known?.name === version.name && known.manifest.text === version.text) return known;
  return new Base(readManifest(version.text), version.name);
}

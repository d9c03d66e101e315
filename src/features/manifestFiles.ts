import { isExcluded, readGlob } from './glob';

/** Files that may be manifests, by their names. */
export const MANIFEST_FILE = /\.(?:ya?ml|json)$|(?:^|\/)Kustomization$/;
/** Never read, whatever the settings say: copies of others' files, and what is no manifest by its name. */
export const NEVER_READ = ['**/node_modules', '**/.git', '**/vendor', '**/.vscode', '**/{package,tsconfig,jsconfig}*.json'];
/** Of JSON, most of which is something else, no more is looked at. */
export const MAX_JSON_FILES = 5000;

const never = NEVER_READ.map(readGlob);

/** Whether nobody looks into a file or folder; its path is seen from the top of the workspace. */
export function isNeverRead(path: string): boolean {
  return isExcluded(path, never);
}

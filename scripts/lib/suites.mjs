import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { inProject, projectRoot } from './project.mjs';

/**
 * Who runs which tests. Everything below test/ that no folder listed here claims is a unit test, run by mocha under Node.
 * The tidy test compares this table with the files on disk, so that no test can be forgotten.
 */
export const specialFolders = {
  /** In a real editor, on a copy of examples/. */
  host: 'test/host/examples',
  /** In a real editor, in a folder without YAML. */
  plain: 'test/host/plain',
  /** In a real editor whose extension host is a Node, with repositories that the tests make. */
  git: 'test/host/git',
  /** In a real editor that installed the packed VSIX. */
  vsix: 'test/host/vsix',
  /** In a real editor, for a long time or in strange workspaces: `npm run soak`. */
  indexing: 'test/host/soak/indexing',
  cluster: 'test/host/soak/cluster',
  editing: 'test/host/soak/editing',
  flaky: 'test/host/soak/flaky',
  untrusted: 'test/host/soak/untrusted',
  /** Playwright drives the editor's real user interface. */
  ui: 'test/ui',
  /** Playwright drives the built webview bundle in a page of its own. */
  webview: 'test/webview',
};

/** @typedef {keyof typeof specialFolders} SpecialSuite */

/**
 * All files below a folder whose name ends so, as paths from the root with forward slashes, in name order.
 * @param {string} folder
 * @param {string} suffix
 * @returns {string[]}
 */
export function filesBelow(folder, suffix) {
  const entries = readdirSync(inProject(folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

/**
 * The test files of one suite.
 * @param {SpecialSuite} suite
 */
export const testFiles = (suite) => filesBelow(specialFolders[suite], '.test.ts');

/** The unit tests: what the folders above leave. */
export function unitTestFiles() {
  const claimed = Object.values(specialFolders).map((folder) => `${folder}/`);
  return filesBelow('test', '.test.ts').filter((file) => !claimed.some((folder) => file.startsWith(folder)));
}

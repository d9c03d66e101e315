import { existsSync, readFileSync } from 'node:fs';
import { HumanError, inProject } from './project.mjs';
import { runNpm } from './run.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage>}
 */
function lockedPackages(file) {
  const lock = /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(readFileSync(file, 'utf8')));
  return lock.packages;
}

/** Whether node_modules holds exactly the versions of the lockfile (packages for other platforms aside). */
function isInstalled() {
  const installedList = inProject('node_modules', '.package-lock.json');
  if (!existsSync(installedList)) return false;
  const installed = lockedPackages(installedList);
  return Object.entries(lockedPackages(inProject('package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional === true || installed[path]?.version === version,
  );
}

/** Brings node_modules to the lockfile's state, if it is not there yet. */
export async function ensureDependencies() {
  if (isInstalled()) return;
  console.log(
    'Installing what package-lock.json names into node_modules/ (npm ci): the tools that build and test the product, not installed or of other versions …',
  );
  const { code } = await runNpm(['ci', '--no-audit', '--no-fund', '--fetch-retries=1']);
  if (code !== 0) throw await installFailed('npm ci');
}

/**
 * An error that says why an npm download may have failed and what to do next.
 * @param {string} what
 */
export async function installFailed(what) {
  const { output } = await runNpm(['config', 'get', 'registry'], { quiet: true });
  return new HumanError(
    `${what} failed; npm's own words are above. It downloads from ${output.trim().split('\n').at(-1) ?? 'the registry'}. Without a way there, set a mirror ` +
      '(npm config set registry URL) or a proxy (npm config set proxy URL), then run the same command again.',
  );
}

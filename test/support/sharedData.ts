import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from 'mocha';

const SHARED = process.env['ROLLOUT_LENS_SHARED'] ?? join(fileURLToPath(new URL('../../..', import.meta.url)), 'shared');

/**
 * Material that is too large, or not ours, to be in the repository: a folder `shared` beside it, or ROLLOUT_LENS_SHARED. A test
 * that needs it says so and is left out where it is missing, but not in CI.
 */
export function sharedPath(context: Context, ...parts: readonly string[]): string {
  const path = join(SHARED, ...parts);
  if (existsSync(path)) return path;
  if (process.env['CI'] !== undefined) throw new Error(`${parts.join('/')} is not at hand; set ROLLOUT_LENS_SHARED`);
  console.log(`      skipped: ${path} is not there (ROLLOUT_LENS_SHARED names the folder "shared")`);
  context.skip();
}

export function readShared(context: Context, ...parts: readonly string[]): string {
  return readFileSync(sharedPath(context, ...parts), 'utf8');
}

/** Names and texts of the files of a folder that end so. */
export function sharedFiles(context: Context, ending: string, ...parts: readonly string[]): { name: string; text: string }[] {
  const folder = sharedPath(context, ...parts);
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

/** The manifests of test/fixtures/manifests. */
export function fixtureManifests(): { name: string; text: string }[] {
  const folder = fileURLToPath(new URL('../fixtures/manifests', import.meta.url));
  return readdirSync(folder).map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
}

import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const FOLDER = join(import.meta.dirname, '..');

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Compares with test/golden/NAME. What differs lies in test/out/NAME afterwards; `npm run golden:update` takes it over. */
export function assertGolden(name: string, text: string): void {
  const golden = join(FOLDER, 'golden', name);
  if (process.env['ROLLOUT_LENS_GOLDEN'] === 'update') write(golden, text);
  if (existsSync(golden) && readFileSync(golden, 'utf8') === text) return;
  write(join(FOLDER, 'out', name), text);
  assert.fail(`It is not test/golden/${name}: compare it with test/out/${name}. If that is meant: npm run golden:update`);
}

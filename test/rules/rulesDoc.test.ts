import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

describe('the documentation of the rules', () => {
  it('is what the registry says', () => {
    const args = ['--import', 'tsx', 'scripts/generate-rules-doc.mjs', '--check'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
    assert.deepEqual({ status, stderr: stderr.trim() }, { status: 0, stderr: '' });
  });
});

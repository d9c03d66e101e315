import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildText } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';

interface RealTree {
  readonly case: string;
  readonly repo: string;
  readonly commit: string;
  readonly root: string;
  readonly paths: readonly string[];
  readonly loadRestrictionsNone?: boolean;
  readonly sha256in: string;
  readonly sha256: string;
}

const PROJECT = join(import.meta.dirname, '../..');
/** Bare repositories as `owner+name/repo`; the texts in them are not ours and are kept nowhere here. */
const MIRRORS = process.env['ROLLOUT_LENS_MIRRORS'] ?? join(PROJECT, '../.mirror');

const TREES = JSON.parse(
  readFileSync(join(PROJECT, 'test/conformance/data/kustomize/real-trees.json'), 'utf8'),
) as readonly RealTree[];

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** As Python's `json.dumps(files, sort_keys=True)` writes it, of which the recorded hash is. */
function fingerprint(files: Readonly<Record<string, string>>): string {
  const text = (value: string): string =>
    JSON.stringify(value).replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const entries = Object.keys(files)
    .sort()
    .map((path) => `${text(path)}: ${text(files[path] ?? '')}`);
  return sha256(`{${entries.join(', ')}}`);
}

function filesOf({ repo, commit, paths }: RealTree): Record<string, string> {
  const git = join(MIRRORS, repo.replace('/', '+'), 'repo');
  const blob = (path: string): string =>
    execFileSync('git', ['-C', git, 'cat-file', 'blob', `${commit}:${path}`], { encoding: 'utf8', stdio: 'pipe' });
  return Object.fromEntries(paths.map((path) => [path, blob(path)]));
}

describe('real overlays', () => {
  for (const tree of TREES)
    it(`builds ${tree.case} as kustomize does, byte for byte`, function () {
      if (!existsSync(join(MIRRORS, tree.repo.replace('/', '+')))) {
        console.log(`      skipped: ${tree.repo} is not at hand (ROLLOUT_LENS_MIRRORS names the folder of bare repositories)`);
        this.skip();
      }
      let files: Record<string, string>;
      try {
        files = filesOf(tree);
      } catch {
        console.log(`      skipped: ${tree.repo} at hand does not have commit ${tree.commit}`);
        this.skip();
      }
      assert.equal(fingerprint(files), tree.sha256in, 'the texts are not those of the recording');
      const result = build(fileTree(files), tree.root, { unrestricted: tree.loadRestrictionsNone === true });
      assert.equal(result.error, undefined);
      assert.equal(sha256(buildText(result)), tree.sha256);
    });
});

import { strict as assert } from 'node:assert';
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { SAMPLE } from '../check/sample';

const COMMAND = resolve('dist/cli/rollout-lens.js');

/** Runs what is packed, as a shell would; the code is that of the last program. */
function shell(line: string, cwd: string): SpawnSyncReturns<string> {
  const [command, folder] = [JSON.stringify(COMMAND), JSON.stringify(process.execPath)];
  return spawnSync('bash', ['-o', 'pipefail', '-c', line.replaceAll('rollout-lens ', `${folder} ${command} `)], {
    cwd,
    encoding: 'utf8',
  });
}

describe('the packed command', function () {
  this.timeout(300_000);
  let folder = '';
  before(() => {
    execFileSync(process.execPath, ['scripts/pack-cli.mjs'], { stdio: 'pipe' });
    folder = mkdtempSync(join(tmpdir(), 'packed-'));
    for (const [name, text] of Object.entries(SAMPLE)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is one file of at most 900 kB that asks for nothing', () => {
    assert.ok(statSync(COMMAND).size <= 900_000);
    assert.deepEqual(readdirSync(dirname(COMMAND)).sort(), [
      'LICENSE',
      'README.md',
      'THIRD_PARTY_NOTICES.txt',
      'package.json',
      'rollout-lens.js',
    ]);
    const manifest = JSON.parse(readFileSync(join(dirname(COMMAND), 'package.json'), 'utf8')) as Record<string, unknown>;
    assert.deepEqual([manifest['bin'], manifest['dependencies']], [{ 'rollout-lens': 'rollout-lens.js' }, undefined]);
  });

  it('runs from its package with npx, where there is nothing else', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const archive = `./rollout-lens-${version}.tgz`;
    copyFileSync(`out/${archive}`, join(folder, archive));
    const said = spawnSync('npx', ['--yes', '--offline', archive, 'check', 'data', '--workspace', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(said.stdout, /data\/db\.yaml:11:67: warning stall-volume/, said.stderr);
    assert.equal(said.status, 1);
  });

  it('says its version', () => {
    assert.match(execFileSync(process.execPath, [COMMAND, '--version'], { encoding: 'utf8' }), /^rollout-lens \d+\.\d+\.\d+\n$/);
  });

  const LINES: readonly (readonly [line: string, code: number, says: RegExp])[] = [
    ['rollout-lens check . --workspace . --format json | head -c 20 > /dev/null; echo ${PIPESTATUS[1]}', 0, /^0\n$/],
    ['cat base/web.yaml | rollout-lens check - --severity hint', 0, /^Deployment web\nstdin:11:22: hint no-readiness/],
    ['cat overlays/prod/stuck.yaml base/web.yaml | rollout-lens check - | tail -1', 0, /^1 file, /],
    [
      'rollout-lens render overlays/prod | rollout-lens check - | head -2',
      1,
      /^Deployment web\nstdin:\d+:\d+: error both-zero\n$/,
    ],
    ['rollout-lens many base/web.yaml --runs 40 --workers 2 | head -1', 0, /^40 runs: /],
    ['rollout-lens check nothing 2>&1 | true; echo ${PIPESTATUS[0]}', 0, /^2\n$/],
    ['rollout-lens check data --workspace . > /dev/full', 2, /^$/],
    ['rollout-lens', 2, /^Usage: rollout-lens COMMAND/],
    ['rollout-lens chek', 2, /^$/],
    ['FORCE_COLOR=1 rollout-lens check data --workspace . | cat', 1, new RegExp(`${String.fromCharCode(27)}\\[33mwarning`)],
    ['FORCE_COLOR=1 NO_COLOR=1 rollout-lens check data --workspace . | cat', 1, /: warning stall/],
  ];
  for (const [line, code, says] of LINES)
    it(`${line} ends with ${code}`, () => {
      const { status, stdout, stderr } = shell(line.replace(/^rollout-lens$/, 'rollout-lens '), folder);
      assert.match(stdout, says, stderr);
      assert.equal(status, code, stderr);
      assert.doesNotMatch(stderr, /EPIPE|\n {4}at /);
    });

  /** Words of a line as bash splits it, the last one not yet written to its end; and what it may become. */
  const COMPLETED: readonly (readonly [words: readonly string[], into: string])[] = [
    [['sim'], 'simulate'],
    [['check', '--fail'], '--fail-on'],
    [['check', '--format', 'js'], 'json'],
    [['check', '--format', '=', 's'], 'sarif'],
    [['check', '--fail-on', '='], 'error warning info hint never'],
    [['completion', ''], 'bash zsh fish'],
    [['completion', 'z'], 'zsh'],
    [['check', 'bas'], 'base'],
  ];
  for (const [words, into] of COMPLETED)
    it(`completes “${words.join(' ')}” in bash: ${into}`, () => {
      const typed = ['rollout-lens', ...words].map((word) => `'${word}'`).join(' ');
      const asked = `COMP_WORDS=(${typed}) COMP_CWORD=${words.length}; _rollout_lens; echo "\${COMPREPLY[*]}"`;
      const script = execFileSync(process.execPath, [COMMAND, 'completion', 'bash'], { encoding: 'utf8' });
      const said = execFileSync('bash', ['-c', `${script}\n${asked}`], { cwd: folder, encoding: 'utf8' });
      assert.equal(said, `${into}\n`);
    });
});

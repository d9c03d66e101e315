import { strict as assert } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const LOADER = resolve('node_modules/tsx/dist/loader.mjs');
const FROM_SOURCE = ['--import', LOADER, resolve('src/cli/main.ts')];
/** So many that a check of them takes seconds, and that no format of it fits into a pipe. */
const FILES = 600;
const MANIFEST = (name: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 4
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: web, image: "web:latest"}]}
`;

interface Ended {
  readonly by: string | number | null;
  readonly said: string;
  readonly tookMs: number;
}

/** Starts the process, sends the signal when it is there, and says how it ended and how long it took to. */
async function endedBy(signal: NodeJS.Signals, args: readonly string[], cwd: string, when: () => Promise<void>): Promise<Ended> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const closed = new Promise<string | number | null>((done) => {
    child.once('close', (code, by) => {
      done(by ?? code);
    });
  });
  await when();
  const from = performance.now();
  child.kill(signal);
  return { by: await closed, said, tookMs: performance.now() - from };
}

describe('a run that is ended from outside', function () {
  this.timeout(300_000);
  let folder = '';
  /** How long a whole run takes here. */
  let wholeMs = 0;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'ended-'));
    mkdirSync(join(folder, 'deploy'));
    for (let index = 0; index < FILES; index += 1) writeFileSync(join(folder, `deploy/${index}.yaml`), MANIFEST(`web-${index}`));
    const from = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [...FROM_SOURCE, 'check', 'deploy', '--workspace', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    wholeMs = performance.now() - from;
    assert.equal(status, 0, stderr);
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const WRITING: readonly (readonly string[])[] = [
    ['--write-baseline', 'written.json'],
    ['--format', 'sarif', '--output', 'written.sarif'],
  ];
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    for (const options of WRITING)
      it(`a check with ${options.join(' ')} ends at ${signal}, at once and without a word, and leaves nothing behind`, async () => {
        const args = [...FROM_SOURCE, 'check', 'deploy', '--workspace', '.', ...options];
        const { by, said, tookMs } = await endedBy(signal, args, folder, () => pause(wholeMs / 2));
        assert.deepEqual([by, said], [signal, '']);
        assert.ok(tookMs < Math.max(1_000, wholeMs / 3), `${tookMs.toFixed(0)} ms`);
        assert.deepEqual(readdirSync(folder), ['deploy']);
      });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`a file that is being written at ${signal} is written whole, with nothing beside it`, async () => {
      const size = 200_000_000;
      const source = `import(${JSON.stringify(resolve('src/cli/writeWhole.ts'))}).then((all) => {
        (all.writeWhole ?? all.default.writeWhole)('big/whole.txt', 'x'.repeat(${size})); setTimeout(() => {}, 60_000); });`;
      const big = join(folder, 'big');
      const isBeingWritten = async (): Promise<void> => {
        mkdirSync(big);
        for (let tries = 0; readdirSync(big).length === 0 && tries < 10_000; tries += 1) await pause(2);
        assert.match(readdirSync(big)[0] ?? '', /\.tmp$/);
      };
      try {
        const { by, said } = await endedBy(signal, ['--import', LOADER, '-e', source], folder, isBeingWritten);
        assert.deepEqual([by, said], [signal, '']);
        assert.deepEqual(readdirSync(big), ['whole.txt']);
        assert.equal(readFileSync(join(big, 'whole.txt')).length, size);
      } finally {
        rmSync(big, { recursive: true, force: true });
      }
    });

  it('threads end with the command that started them', async () => {
    writeFileSync(join(folder, 'deploy.yaml'), MANIFEST('web'));
    const args = [...FROM_SOURCE, 'many', 'deploy.yaml', '--runs', '100000', '--workers', '2'];
    const { by, said } = await endedBy('SIGINT', args, folder, () => pause(wholeMs / 2));
    assert.deepEqual([by, said], ['SIGINT', '']);
    rmSync(join(folder, 'deploy.yaml'));
  });

  for (const format of ['text', 'json', 'sarif', 'github', 'junit', 'markdown'])
    it(`whoever reads only the first line of ${format} gets it, and no complaint`, () => {
      const command = [process.execPath, ...FROM_SOURCE].map((word) => JSON.stringify(word)).join(' ');
      const line = `${command} check deploy --workspace . --severity hint --format ${format} | head -1; echo "\${PIPESTATUS[*]}"`;
      const { stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: folder, encoding: 'utf8' });
      assert.match(stdout, /^.+\n0 0\n$/);
      assert.equal(stderr, '');
    });
});

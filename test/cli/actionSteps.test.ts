import { strict as assert } from 'node:assert';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { ScratchRepository, webOf } from './scratchRepository';

interface Step {
  readonly run: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const WEB = (image: string, surge: number): string =>
  webOf(image, `  strategy: { rollingUpdate: { maxSurge: ${surge}, maxUnavailable: 0 } }\n`);

/** The texts of action.yml and of the hook are run as they stand there: by bash, from a clone of their own. */
describe('what other repositories run', function () {
  this.timeout(300_000);
  const { inputs, runs } = parse(readFileSync('action.yml', 'utf8')) as Action;
  let repository: ScratchRepository;
  let folder = '';
  const job: Record<string, string> = {};

  const write = (name: string, text: string): string => repository.write(name, text);
  const git = (...args: readonly string[]): string => repository.git(...args);
  /** As the runner fills in and runs a composite action; the code is that of the first step that fails. */
  const runAction = (given: Readonly<Record<string, string>>): { code: number; said: string } => {
    const filled = (text: string): string =>
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, name: string) => given[name] ?? inputs[name]?.default ?? '');
    let said = '';
    for (const { run, shell, env = {} } of runs.steps) {
      assert.equal(shell, 'bash');
      const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)]));
      const { status, stdout, stderr } = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
        cwd: folder,
        env: { ...process.env, ...job, ...own, GITHUB_ACTION_PATH: resolve('.') },
        encoding: 'utf8',
      });
      said += stdout + stderr;
      if (status !== 0) return { code: status ?? -1, said };
    }
    return { code: 0, said };
  };

  before(() => {
    execFileSync(process.execPath, ['scripts/pack-cli.mjs', '--build'], { stdio: 'pipe' });
  });
  beforeEach(() => {
    repository = new ScratchRepository(WEB('web:1', 1));
    ({ folder } = repository);
    Object.assign(job, repository.jobOfPullRequest());
  });
  afterEach(() => {
    repository.remove();
  });

  const CHANGES: readonly [string, string, Readonly<Record<string, string>>, number, string][] = [
    ['passes where nothing goes wrong', WEB('web:2', 1), {}, 0, 'bad=false'],
    ['fails where something is rejected', WEB('web:2', 0), {}, 1, 'bad=true'],
    ['only says so where it is told to', WEB('web:2', 0), { 'fail-on-bad': 'false' }, 0, 'bad=true'],
    ['compares with what it is told to', WEB('web:2', 0), { base: 'HEAD' }, 0, 'bad=false'],
  ];
  for (const [does, text, given, code, output] of CHANGES)
    it(`the action ${does}, and writes all that it says it writes`, () => {
      write('deploy/web.yaml', text);
      git('commit', '-q', '-am', 'two');
      const ran = runAction({ comment: 'false', ...given });
      assert.equal(ran.code, code, ran.said);
      assert.ok(
        readFileSync(job['GITHUB_OUTPUT'] ?? '', 'utf8')
          .split('\n')
          .includes(output),
      );
      assert.match(readFileSync(job['GITHUB_STEP_SUMMARY'] ?? '', 'utf8'), /^(?:<!-- .* -->\n)?# What this change rolls out/);
      const { version } = JSON.parse(readFileSync(join(folder, 'rollout-lens.sarif'), 'utf8')) as { version: string };
      assert.equal(version, '2.1.0');
    });

  it('the hook fails on what the API server rejects, and on nothing else', () => {
    const [hook] = parse(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as [{ readonly entry: string }];
    const [script = '', ...args] = hook.entry.split(' ');
    const check = (text: string): number | null => {
      write('deploy/web.yaml', text);
      return spawnSync(resolve(script), [...args, 'deploy/web.yaml'], { cwd: folder, encoding: 'utf8' }).status;
    };
    assert.equal(check(WEB('web:2', 1)), 0);
    assert.equal(check(WEB('web:2', 0)), 1);
  });
});

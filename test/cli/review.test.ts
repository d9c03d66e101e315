import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { saidNow, type Said } from './said';
import { ScratchRepository, webOf } from './scratchRepository';

describe('review in a terminal', () => {
  let repository: ScratchRepository;
  let folder = '';
  const git = (...args: readonly string[]): string => repository.git(...args);
  const write = (name: string, text: string): string => repository.write(name, text);
  const reviewed = (...args: readonly string[]): Said => saidNow(['review', ...args]);

  beforeEach(() => {
    repository = new ScratchRepository();
    ({ folder } = repository);
  });
  afterEach(() => {
    repository.remove();
  });

  const stores: [what: string, prepare: () => void][] = [
    ['loose objects', () => undefined],
    [
      'packs with deltas',
      () => {
        for (let index = 0; index < 5; index++) {
          write('deploy/notes.yaml', `${'# the same line again and again\n'.repeat(300)}# ${index}\n`);
          git('add', '-A');
          git('commit', '-q', '-m', `note ${index}`);
        }
        git('gc', '-q', '--aggressive');
      },
    ],
  ];
  for (const [what, prepare] of stores) {
    it(`compares the files as they stand with a branch, from ${what}`, () => {
      prepare();
      git('checkout', '-q', '-b', 'feature');
      write('deploy/web.yaml', webOf('web:2'));
      const { out, code } = reviewed('--base', 'main', folder);
      assert.match(
        out,
        /^1 workload rolls out \(4 pods\)\.\n\nDeployment web {2}deploy\/web\.yaml:1\n {2}restarts 4 pods: image 1 → 2\n/,
      );
      assert.match(out, /^ {2}Completes in \d+ s$/m);
      assert.equal(code, 0);
    });
  }

  it('compares with the merge base, not with what the branch has become', () => {
    git('checkout', '-q', '-b', 'feature');
    write('deploy/web.yaml', webOf('web:2'));
    git('commit', '-q', '-am', 'mine');
    git('checkout', '-q', 'main');
    write('deploy/other.yaml', webOf('other:1').replaceAll('web', 'other'));
    git('add', '-A');
    git('commit', '-q', '-m', 'theirs');
    git('checkout', '-q', 'feature');
    const { out } = reviewed('--base', 'main', folder);
    assert.match(out, /^1 workload rolls out \(4 pods\)\.\n/);
    assert.doesNotMatch(out, /other/);
  });

  it('knows annotated tags, and a folder below the top', () => {
    git('tag', '-a', 'v1', '-m', 'first');
    write('deploy/web.yaml', webOf('web:2'));
    write('elsewhere.yaml', webOf('web:9').replaceAll('web', 'else'));
    const { out } = reviewed('--base', 'v1', join(folder, 'deploy'));
    assert.match(out, /Deployment web {2}web\.yaml:1/);
    assert.doesNotMatch(out, /else/);
  });

  it('goes on without what a partial clone has left out, unless it is what has changed', () => {
    write('deploy/notes.yaml', 'kind: Notes\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'notes');
    git('checkout', '-q', '-b', 'feature');
    write('deploy/web.yaml', webOf('web:2'));
    git('commit', '-q', '-a', '-m', 'two');
    const leaveOut = (path: string): void => {
      const id = git('rev-parse', `main:${path}`);
      rmSync(join(folder, '.git', 'objects', id.slice(0, 2), id.slice(2)));
    };
    leaveOut('deploy/notes.yaml');
    assert.match(reviewed('--base', 'main', '--head', 'feature', folder).out, /restarts 4 pods: image 1 → 2\n/);
    leaveOut('deploy/web.yaml');
    const { error, code } = reviewed('--base', 'main', folder);
    assert.match(
      error,
      /main cannot be compared with: a version of deploy\/web\.yaml is not in this clone, .*; git fetch --refetch brings it/,
    );
    assert.equal(code, 2);
  });

  it('compares with another folder as well', () => {
    write('next/web.yaml', webOf('web:2'));
    const { out } = reviewed('--base', join(folder, 'deploy'), join(folder, 'next'));
    assert.match(out, /restarts 4 pods: image 1 → 2/);
  });

  it('renders a chart that is the whole repository, with each set of values, from commits as well', () => {
    write('Chart.yaml', 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
    write('values.yaml', 'tag: 1.0.0\nreplicas: 2\n');
    write('values-prod.yaml', 'replicas: 9\n');
    write('templates/web.yaml', webOf('web:{{ .Values.tag }}').replace('replicas: 4', 'replicas: {{ .Values.replicas }}'));
    git('add', '-A');
    git('commit', '-q', '-m', 'chart');
    write('values.yaml', 'tag: 1.1.0\nreplicas: 2\n');
    const said =
      /^2 workloads roll out \(11 pods\)\.\n[^]*Deployment web \(prod\) {2}templates\/web\.yaml:3\n {2}restarts 9 pods: image 1\.0\.0 → 1\.1\.0\n/;
    assert.match(reviewed('--base', 'HEAD', folder).out, said);
    git('commit', '-q', '-am', 'tag');
    assert.match(reviewed('--base', 'HEAD~1', '--head', 'HEAD', folder).out, said);
  });

  it('writes Markdown with pictures', () => {
    write('deploy/web.yaml', webOf('web:2'));
    const pictures = join(folder, 'pictures');
    const { out } = reviewed('--base', 'HEAD', folder, '--format', 'markdown', '--pictures', pictures);
    assert.match(out, /!\[available pods over time\]\(.*1-Deployment-web\.svg\)/);
    assert.ok(existsSync(pictures));
    assert.deepEqual(readdirSync(pictures), ['1-Deployment-web.svg']);
  });

  const mistakes: [args: string[], said: RegExp][] = [
    [[], /^what to compare with is missing: --base origin\/main/],
    [['--base', 'nowhere'], /^nowhere cannot be compared with: the repository has no such branch, tag or commit/],
    [['--base', 'main', '--format', 'html'], /^--format is one of text, markdown, not html/],
    [['--base', 'main', '--loud'], /^--loud is not an option of review/],
  ];
  for (const [args, said] of mistakes) {
    it(`says what to do instead of ${args.join(' ') || 'nothing'}`, () => {
      const { error, code } = reviewed(...args, folder);
      assert.match(error, said);
      assert.equal(code, 2);
    });
  }

  it('fails where it was asked to, when something goes wrong', () => {
    write('deploy/web.yaml', webOf('web:1').replaceAll('app: web', 'app: shop'));
    assert.equal(reviewed('--base', 'main', folder, '--fail-on-bad').code, 1);
  });
});

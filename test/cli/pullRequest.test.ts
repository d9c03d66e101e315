import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { said, type Said } from './said';
import { ScratchRepository, webOf } from './scratchRepository';

const STUCK = '  strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }\n';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: { readonly body?: string };
}

describe('rollout-lens pull-request', () => {
  let repository: ScratchRepository;
  let folder = '';
  let server: Server;
  /** What GitHub was asked, and the comments that it has. */
  const asked: Asked[] = [];
  let comments: { id: number; body: string }[] = [];
  let refusal: number | undefined;
  const environment: Record<string, string> = {};
  let known: NodeJS.ProcessEnv = {};

  const git = (...args: readonly string[]): string => repository.git(...args);
  const write = (name: string, text: string): string => repository.write(name, text);
  const inJob = (name: string): string => readFileSync(environment[name] ?? '', 'utf8');
  const review = (...args: readonly string[]): Promise<Said> => said(['pull-request', folder, ...args]);

  before(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const body = (text === '' ? {} : JSON.parse(text)) as { body?: string };
        asked.push({ method, path: url, token: headers.authorization, body });
        response.statusCode = refusal ?? 200;
        if (method === 'POST') comments.push({ id: comments.length + 100, body: body.body ?? '' });
        if (method === 'PATCH')
          comments = comments.map((each) => (url.endsWith(`/${each.id}`) ? { ...each, body: body.body ?? '' } : each));
        const page = Number(/page=(\d+)$/.exec(url)?.[1] ?? 1);
        response.end(JSON.stringify(method === 'GET' ? comments.slice((page - 1) * 100, page * 100) : {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => {
    server.close();
  });

  beforeEach(() => {
    repository = new ScratchRepository();
    ({ folder } = repository);
    asked.length = 0;
    comments = [{ id: 1, body: 'Looks good to me.' }];
    refusal = undefined;
    Object.assign(environment, {
      ...repository.jobOfPullRequest(),
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_TOKEN: 'secret',
    });
    known = { ...process.env };
    Object.assign(process.env, environment);
    write('deploy/web.yaml', webOf('web:2'));
    git('commit', '-q', '-am', 'two');
  });
  afterEach(() => {
    process.env = known;
    repository.remove();
  });

  it('writes one comment, and brings it up to date from then on', async () => {
    const { code, out } = await review();
    assert.deepEqual([code, out], [0, '1 workload rolls out (4 pods).\ncomment: written\n']);
    assert.equal(comments.length, 2);
    assert.match(comments[1]?.body ?? '', /^<!-- rollout-lens -->\n# What this change rolls out\n\n\*\*1 workload rolls out/);
    write('deploy/web.yaml', webOf('web:3', STUCK));
    assert.match((await review()).out, /comment: updated\n$/);
    assert.equal(comments.length, 2);
    assert.match(comments[1]?.body ?? '', /is rejected/);
    assert.ok(asked.every(({ token }) => token === 'Bearer secret'));
    assert.equal(comments[0]?.body, 'Looks good to me.');
  });

  it('finds its comment behind hundreds of others', async () => {
    comments = Array.from({ length: 230 }, (_, id) => ({ id, body: id === 220 ? '<!-- rollout-lens -->\nold' : 'hm' }));
    assert.match((await review()).out, /comment: updated/);
    assert.match(comments[220]?.body ?? '', /1 workload rolls out/);
    assert.equal(comments.length, 230);
  });

  it('says nothing of a change that rolls nothing out', async () => {
    write('deploy/web.yaml', webOf('web:1'));
    assert.match((await review()).out, /^No workload changes\.\ncomment: nothing\n$/);
    assert.equal(comments.length, 1);
  });

  it('leaves everything in the files that the job hands over', async () => {
    write('deploy/web.yaml', webOf('web:2', STUCK));
    const sarif = join(folder, '.git/lens.sarif');
    const markdown = join(folder, '.git/review.md');
    const { code } = await review('--sarif', sarif, '--output', markdown, '--no-comment', '--fail-on-bad');
    assert.equal(code, 1);
    assert.equal(inJob('GITHUB_OUTPUT'), 'bad=true\nworkloads=1\n');
    assert.match(inJob('GITHUB_STEP_SUMMARY'), /^# What this change rolls out\n/);
    assert.equal(`${readFileSync(markdown, 'utf8')}\n`, inJob('GITHUB_STEP_SUMMARY'));
    const log = JSON.parse(readFileSync(sarif, 'utf8')) as { runs: { results: { ruleId: string; locations: unknown[] }[] }[] };
    const [result] = log.runs[0]?.results ?? [];
    assert.equal(result?.ruleId, 'both-zero');
    assert.match(JSON.stringify(result.locations), /"uri":"deploy\/web\.yaml"/);
    assert.deepEqual(asked, []);
  });

  it('fails no job because a comment may not be written', async () => {
    refusal = 403;
    const { code, out } = await review();
    assert.equal(code, 0);
    assert.match(out, /::warning title=rollout-lens::No comment: GitHub answers 403 to GET /);
    process.env['GITHUB_API_URL'] = 'http://127.0.0.1:1';
    assert.match((await review()).out, /cannot be reached/);
  });

  it('says what to do outside of a pull request', async () => {
    delete process.env['GITHUB_EVENT_PATH'];
    const { code, error } = await review();
    assert.equal(code, 2);
    assert.match(error, /belongs to no pull request: --base origin\/main/);
    assert.equal((await review('--base', 'HEAD~1')).code, 0);
    process.env['GITHUB_EVENT_PATH'] = write('.git/broken.json', '{');
    assert.match((await review()).error, /is not JSON/);
  });
});

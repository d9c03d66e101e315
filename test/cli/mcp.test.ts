import { strict as assert } from 'node:assert';
import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { SAMPLE } from '../check/sample';

/** As agents run it: what is packed has libraries of its own. */
const COMMAND = resolve('dist/cli/rollout-lens.js');

interface Reply {
  readonly id?: number;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

/** As much of a client as the protocol asks for: a message is a line. */
class Client {
  readonly #server: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #next = 1;

  constructor(folder: string) {
    this.#server = spawn(process.execPath, [COMMAND, 'mcp', folder]);
    createInterface(this.#server.stdout).on('line', (line) => {
      const reply = JSON.parse(line) as Reply;
      this.#waiting.get(reply.id ?? 0)?.(reply);
    });
  }

  request(method: string, params: unknown = {}): Promise<Reply> {
    const id = this.#next++;
    this.tell({ id, method, params });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  tell(message: object): void {
    this.#server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async call(name: string, args: unknown): Promise<{ text: string; isError: boolean }> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    assert.equal(error, undefined);
    const [content] = result?.['content'] as { text: string }[];
    return { text: content?.text ?? '', isError: result?.['isError'] === true };
  }

  /** Ends its input; gives the code that it ends with. */
  end(): Promise<number | null> {
    this.#server.stdin.end();
    return new Promise((resolve) => this.#server.once('exit', resolve));
  }
}

describe('the server for coding agents', function () {
  this.timeout(120_000);
  let folder = '';
  let client: Client;
  before(async () => {
    execFileSync(process.execPath, ['scripts/pack-cli.mjs'], { stdio: 'pipe' });
    folder = mkdtempSync(join(tmpdir(), 'mcp-'));
    for (const [name, text] of Object.entries(SAMPLE)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    client = new Client(folder);
    const clientInfo = { name: 'test', version: '1' };
    const { result } = await client.request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    assert.deepEqual((result?.['serverInfo'] as { name: string }).name, 'rollout-lens');
    client.tell({ method: 'notifications/initialized' });
  });
  after(async () => {
    assert.equal(await client.end(), 0);
    rmSync(folder, { recursive: true });
  });

  it('lists four tools that only look, with narrow inputs', async () => {
    const { result } = await client.request('tools/list');
    const tools = result?.['tools'] as {
      name: string;
      inputSchema: { additionalProperties: boolean };
      annotations: { readOnlyHint: boolean };
    }[];
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['rollout_check', 'rollout_explain', 'rollout_simulate', 'rollout_review'],
    );
    assert.ok(tools.every(({ inputSchema, annotations }) => !inputSchema.additionalProperties && annotations.readOnlyHint));
  });

  it('answers with files and lines, from all that lies around', async () => {
    const one = await client.call('rollout_check', { path: 'data/db.yaml' });
    assert.match(one.text, /^1 finding in data\/db\.yaml:\ndata\/db\.yaml:11:67: warning stall-volume: .*claims\.yaml/);
    const all = await client.call('rollout_check', {});
    assert.match(all.text, /^3 findings in \d files:\n[^]*overlays\/prod\/stuck\.yaml:7:23: error both-zero/);
  });

  it('sees what was written since', async () => {
    const path = join(folder, 'data/db.yaml');
    const text = SAMPLE['data/db.yaml'] ?? '';
    writeFileSync(path, text.replace('replicas: 1', 'strategy: { type: Recreate }'));
    assert.match((await client.call('rollout_check', { path: 'data/db.yaml' })).text, /^Nothing found/);
    writeFileSync(path, text);
  });

  it('plays a text that is in no file', async () => {
    const text = (SAMPLE['base/web.yaml'] ?? '').replace(/ {6}volumes.*\n/, '');
    const fine = await client.call('rollout_simulate', { text, nodes: 4 });
    assert.match(fine.text, /^# Deployment web: Completes in [^]*Nodes: 4/);
    const broken = await client.call('rollout_simulate', { text, fault: 'neverReady' });
    assert.match(broken.text, /^# Deployment web: Stalls/);
  });

  const MISTAKES: readonly (readonly [tool: string, args: unknown, says: RegExp])[] = [
    ['rollout_check', { pth: 'a.yaml' }, /takes path, text, severity, not pth/],
    ['rollout_check', { path: 'nowhere.yaml' }, /there is no file nowhere\.yaml/],
    ['rollout_check', { path: '../../etc/passwd' }, /there is no file/],
    ['rollout_simulate', { path: 'data/db.yaml', nodes: -1 }, /nodes is a whole number from 0/],
    ['rollout_explain', {}, /give path, a file of the workspace, or text/],
    ['rollout_review', { base: 'main' }, /main cannot be compared with/],
    ['rollout_apply', {}, /there is no tool rollout_apply/],
  ];
  for (const [tool, args, says] of MISTAKES)
    it(`says what is wrong with ${tool} ${JSON.stringify(args)}`, async () => {
      const { text, isError } = await client.call(tool, args);
      assert.match(text, says);
      assert.ok(isError);
    });
});

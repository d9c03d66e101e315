import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Analyses } from '../../src/editor/analyses';
import { Guard } from '../../src/editor/guard';
import type * as files from '../../src/editor/workspaceFiles';
import { describeLeftOut, type Coverage } from '../../src/features/coverage';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { FakeEditor } from '../support/fakeEditor';
import { deployment } from '../features/support';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ROOT = '/workspace';

interface Reading {
  readonly editor: FakeEditor;
  readonly index: WorkspaceIndex;
  readonly reader: files.WorkspaceFiles;
  readonly errors: readonly string[];
}

/** Three folders of four files each. */
function reading(): Reading {
  const editor = new FakeEditor();
  for (let folder = 0; folder < 3; folder++)
    for (let file = 0; file < 4; file++) editor.files.set(`${ROOT}/group-${folder}/app-${file}.yaml`, deployment());
  const errors: string[] = [];
  const log = { info: () => undefined, debug: () => undefined, error: (text: string) => errors.push(text) };
  const index = new WorkspaceIndex();
  const analyses = { index, refresh: () => undefined, refreshSoon: () => undefined };
  const { WorkspaceFiles } = editor.load('editor/workspaceFiles') as typeof files;
  type Log = ConstructorParameters<typeof WorkspaceFiles>[1];
  const reader = new WorkspaceFiles(analyses as unknown as Analyses, log as unknown as Log, new Guard(log));
  return { editor, index, reader, errors };
}

function counts({ index }: Reading): Pick<Coverage, 'read' | 'unread'> {
  const { read, unread } = index.coverage;
  return { read, unread };
}

/** Refuses half of all, as drawn from a seed. */
function half(seed: number): () => boolean {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % 65536 >= 32768;
  };
}

describe('the reading of a workspace whose file system refuses', () => {
  let current: Reading;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    current = reading();
  });
  afterEach(() => {
    current.reader.dispose();
    mock.timers.reset();
    assert.deepEqual(current.errors, []);
  });

  const passing: readonly (readonly [what: string, scheme: string, path: RegExp])[] = [
    ['the workspace folder', 'flaky', /^\/workspace$/],
    ['a folder', 'flaky', /group-1$/],
    ['a file', 'flaky', /group-1\/app-2/],
    ['all', 'flaky', /./],
    ['the search', 'file', /^\/workspace$/],
  ];
  for (const [what, scheme, path] of passing)
    it(`asks again until it is given: ${what}`, async () => {
      const { editor, reader } = current;
      editor.scheme = scheme;
      editor.isRefused = (asked) => path.test(asked);
      void reader.start();
      await editor.pass(10 * SECOND);
      assert.ok(counts(current).unread > 0, 'nothing is said to be unread');
      editor.isRefused = () => false;
      await editor.pass(20 * SECOND);
      assert.deepEqual(counts(current), { read: 12, unread: 0 });
    });

  it('reads everything where half of the requests fail', async () => {
    const { editor, reader } = current;
    for (let seed = 1; seed <= 20; seed++) {
      editor.isRefused = half(seed);
      editor.changeExcludes();
      void reader.start();
      await editor.pass(3 * MINUTE);
      assert.deepEqual(counts(current), { read: 12, unread: 0 }, `seed ${seed}`);
    }
  });

  it('gives up in the end, says what it was not given, and asks again when something changes', async () => {
    const { editor, index, reader } = current;
    editor.isRefused = (path) => path.endsWith('group-1');
    void reader.start();
    await editor.pass(5 * MINUTE);
    assert.deepEqual(counts(current), { read: 8, unread: 1 });
    assert.deepEqual(index.coverage.failed, ['flaky:/workspace/group-1']);
    assert.match(describeLeftOut(index.coverage) ?? '', /^Not read: refused by the file system: group-1\. .*reload the window/);
    const { requests } = editor;
    await editor.pass(10 * MINUTE);
    assert.equal(editor.requests, requests);
    editor.isRefused = () => false;
    editor.changeFile(`${ROOT}/group-0/app-0.yaml`);
    await editor.pass(10 * SECOND);
    assert.deepEqual(counts(current), { read: 12, unread: 0 });
  });

  it('asks a bounded number of times where something always changes', async () => {
    const { editor, reader } = current;
    editor.isRefused = (path) => path === ROOT;
    void reader.start();
    for (let second = 0; second < 600; second++) {
      editor.changeFile(`${ROOT}/group-0/app-0.yaml`);
      await editor.pass(SECOND);
    }
    // Two for each change that is read, and two each few seconds for the folder.
    assert.ok(editor.requests < 600 * 2 + 700, `${editor.requests} requests`);
    editor.isRefused = () => false;
    await editor.pass(10 * SECOND);
    assert.deepEqual(counts(current), { read: 12, unread: 0 });
  });

  it('keeps what it knows of a folder that is refused when all is read again', async () => {
    const { editor, index, reader } = current;
    void reader.start();
    await editor.pass(SECOND);
    editor.isRefused = (path) => path === ROOT;
    editor.changeExcludes();
    await editor.pass(SECOND);
    assert.equal(index.workloadFiles.length, 12);
    assert.equal(index.coverage.unread, 1);
  });

  it('notices what is new beside a folder that is refused', async () => {
    const { editor, index, reader } = current;
    editor.isRefused = (path) => path.endsWith('group-1');
    void reader.start();
    await editor.pass(5 * MINUTE);
    editor.files.set(`${ROOT}/group-0/new.yaml`, deployment());
    void reader.catchUp();
    await editor.pass(SECOND);
    assert.ok(index.workloadFiles.includes('flaky:/workspace/group-0/new.yaml'));
  });

  it('takes a folder that is gone for gone', async () => {
    const { editor, reader } = current;
    editor.isRefused = (path) => path.endsWith('group-1');
    void reader.start();
    await editor.pass(SECOND);
    for (const path of [...editor.files.keys()]) if (path.includes('group-1/')) editor.files.delete(path);
    editor.isRefused = () => false;
    await editor.pass(10 * SECOND);
    assert.deepEqual(counts(current), { read: 8, unread: 0 });
  });
});

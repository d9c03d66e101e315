import * as vscode from 'vscode';
import { largeCluster } from '../../support/largeCluster';
import { deepEqual, equal, match, ok } from '../support/assert';
import { canceledAt } from '../support/cancelable';
import { inWorkspace, openInWorkspace, ourExtension, until } from '../support/editor';
import { Heartbeat } from '../support/heartbeat';
import { hasThreadTime } from '../support/hostProcess';
import { lensesOf } from '../support/manifests';
import { CLUSTER, open, TEXT, whileAnswering } from '../support/snapshots';

describe('a cluster snapshot in the editor', () => {
  let document: vscode.TextDocument;
  const title = (): string | undefined => ourExtension().exports.snapshot(document.uri);
  const lens = async (): Promise<string> => (await lensesOf(document)).map((each) => each.title).join(' | ');

  before(async () => {
    ({ document } = await openInWorkspace('daemonset.yaml'));
    await ourExtension().activate();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    await until('none is in use', () => title() === undefined);
  });

  it('is read from a text, and its nodes count at once', async () => {
    const said = await open({ text: TEXT, name: 'prod-eu', place: 'user' });
    deepEqual(said, ['prod-eu is in use: 7 nodes and 1 pod.']);
    match(title() ?? '', /^snapshot prod-eu, \d+ days old$/);
    await until('a lens for seven nodes', async () => /of 7|7 nodes|\b7\b/.test(await lens()));
  });

  describe('of some size', function () {
    this.timeout(120_000);
    const SIZE = { nodes: 300, pods: 3000 };
    const file = inWorkspace('large-cluster.json');

    before(async () => {
      const parts = [...largeCluster(SIZE)].map((text) => new TextEncoder().encode(text));
      const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        bytes.set(part, at);
        at += part.length;
      }
      await vscode.workspace.fs.writeFile(file, bytes);
    });

    after(async () => vscode.workspace.fs.delete(file));

    it('is read in slices that let others have their turn', async function () {
      // Of a worker in a browser nobody tells the time of its thread.
      if (!hasThreadTime()) this.skip();
      const heartbeat = new Heartbeat();
      const said = await open({ uris: [file], name: 'large', place: 'user' });
      heartbeat.stop();
      match(said.join(), /^large is in use: 300 nodes, [\d,]+ pods/);
      const longest = Math.max(...heartbeat.gaps.map(({ cpuMs }) => cpuMs));
      ok(longest <= 50, `${longest.toFixed(0)} ms of work at once`);
    });

    it('is left alone when reading is canceled: nothing is kept, nothing said', async () => {
      const given = { uris: [file], name: 'not-wanted', place: 'user' };
      const said = await whileAnswering({}, () => canceledAt('rolloutLens.openSnapshot', /^\d+ %$/, given));
      deepEqual(said, []);
      equal(title(), undefined);
      await whileAnswering({}, async () => vscode.commands.executeCommand('rolloutLens.chooseSnapshot', 'not-wanted'));
      equal(title(), undefined);
    });
  });

  it('is found again under its name', async () => {
    await open({ text: TEXT, name: 'again', place: 'user' });
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    equal(title(), undefined);
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', 'again');
    await until('it is in use', () => title()?.startsWith('snapshot again') === true);
  });

  it('is read from a folder', async () => {
    const folder = inWorkspace('cluster-in-parts');
    const write = (name: string, items: readonly object[]): Thenable<void> =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, name), new TextEncoder().encode(items.map((item) => JSON.stringify(item)).join('\n')));
    await write('nodes.json', CLUSTER.items.slice(0, 7));
    await write('pods.jsonl', CLUSTER.items.slice(7));
    await write('notes.txt', []);
    try {
      const said = await open({ uris: [folder], name: 'parts', place: 'user' });
      deepEqual(said, ['parts is in use: 7 nodes and 1 pod.']);
    } finally {
      for (const name of ['nodes.json', 'pods.jsonl', 'notes.txt']) await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name));
    }
  });

  it('is kept in the workspace without what might be secret', async () => {
    await open({ text: TEXT, name: 'shared', place: 'workspace' });
    const kept = new TextDecoder().decode(await vscode.workspace.fs.readFile(inWorkspace('.rollout-lens/shared.snapshot.json')));
    await vscode.workspace.fs.delete(inWorkspace('.rollout-lens/shared.snapshot.json'));
    ok(kept.includes('db-0'), 'the pod is kept');
    ok(!kept.includes('hunter2'), 'the value of a variable is not');
  });

  it('is offered by a lens where what kubectl printed was pasted', async () => {
    const pasted = await vscode.workspace.openTextDocument({ language: 'json', content: TEXT });
    await vscode.window.showTextDocument(pasted);
    const isOffered = async (): Promise<boolean> =>
      (await lensesOf(pasted)).some((each) => each.title === 'Use as cluster snapshot');
    await until('the lens', isOffered);
    const text = pasted.getText();
    // The nodes in it would count beside those of the workspace as long as it is open.
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await openInWorkspace('daemonset.yaml');
    await open({ uris: [pasted.uri], text, name: 'pasted', place: 'user' });
    match(title() ?? '', /^snapshot pasted, /);
  });

  it('says what was expected of what is none', async () => {
    const [said = ''] = await open({ text: 'hello: there', name: 'none', place: 'user' });
    match(said, /There is no Kubernetes object in this\. A snapshot is what “kubectl get nodes,pods,… -A -o json” prints/);
    equal(title(), undefined);
  });

  it('counts for the folders that a setting names', async () => {
    await open({ text: TEXT, name: 'by-folder', place: 'user' });
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    const settings = vscode.workspace.getConfiguration('rolloutLens');
    await settings.update('snapshots.profiles', { '**/daemon*.yaml': 'by-folder' }, vscode.ConfigurationTarget.Global);
    try {
      await until('it is in use', () => title()?.startsWith('snapshot by-folder') === true);
      equal(ourExtension().exports.snapshot(inWorkspace('deployment.yaml')), undefined);
    } finally {
      await settings.update('snapshots.profiles', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is asked for by exactly the command that was shown, and not before the click', async function () {
    let shown = '';
    const ran: string[] = [];
    const hasTerminal = (): boolean => shown.includes('It runs in a terminal that you see.');
    const execute = async ({ execution }: vscode.Task): Promise<void> => {
      const { commandLine = '' } = execution as vscode.ShellExecution;
      ran.push(commandLine);
      const file = /> "([^"]+)"/.exec(commandLine)?.[1] ?? '';
      await vscode.workspace.fs.writeFile(vscode.Uri.file(file), new TextEncoder().encode(TEXT));
    };
    const info = (_message: string, detail: string | undefined): string | undefined => {
      if (detail === undefined) return undefined;
      shown = detail;
      equal(ran.length, 0);
      return hasTerminal() ? 'Run in Terminal' : 'Copy Command';
    };
    const plan = { context: 'prod', namespaces: ['shop', 'ops'], name: 'taken', place: 'user' };
    await whileAnswering({ info, execute }, async () => vscode.commands.executeCommand('rolloutLens.takeSnapshot', plan));
    match(shown, /^kubectl --context prod get nodes,[a-z,]+ -o json > ".*" (?:&&|;) kubectl --context prod get pods,[a-z,]+ -n shop -o json >> /);
    ok(!/secret|configmap/.test(shown.split('\n')[0] ?? ''), 'no Secrets, no ConfigMaps');
    if (hasTerminal()) {
      equal(ran.join(), shown.split('\n')[0] ?? '');
      match(title() ?? '', /^snapshot taken, /);
    } else {
      match(await vscode.env.clipboard.readText(), /^kubectl --context prod get .* > "taken\.json"/);
    }
  });

  it('leaves nothing of what kubectl printed where it failed and nobody wants it', async function () {
    let printed: vscode.Uri | undefined;
    const execute = async ({ execution }: vscode.Task): Promise<void> => {
      const { commandLine = '' } = execution as vscode.ShellExecution;
      printed = vscode.Uri.file(/> "([^"]+)"/.exec(commandLine)?.[1] ?? '');
      await vscode.workspace.fs.writeFile(printed, new TextEncoder().encode(TEXT));
    };
    const info = (_message: string, detail: string | undefined): string | undefined =>
      detail?.includes('It runs in a terminal that you see.') === true ? 'Run in Terminal' : undefined;
    const said = await whileAnswering({ info, execute, exitCode: 1 }, async () =>
      vscode.commands.executeCommand('rolloutLens.takeSnapshot', { name: 'failed', namespaces: [], place: 'user' }),
    );
    // Where there is no terminal nothing is run.
    if (printed === undefined) this.skip();
    match(said.join(), /kubectl ended with 1; the terminal says why/);
    equal(title(), undefined);
    const left = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(printed, '..'));
    deepEqual(
      left.flatMap(([name]) => (name.endsWith('.kubectl.json') ? [name] : [])),
      [],
    );
  });

  it('runs nothing where nobody says so', async () => {
    let isRun = false;
    const execute = (): Promise<void> => {
      isRun = true;
      return Promise.resolve();
    };
    await whileAnswering({ execute }, async () =>
      vscode.commands.executeCommand('rolloutLens.takeSnapshot', { name: 'never', namespaces: [] }),
    );
    ok(!isRun, 'nothing was run');
  });
});

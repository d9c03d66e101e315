import * as vscode from 'vscode';
import { deepEqual, equal, match } from '../support/assert';
import { inWorkspace, openInWorkspace, ourExtension, until } from '../support/editor';
import { CLUSTER, open, TEXT, utf16, whileAnswering } from '../support/snapshots';

describe('a file with a cluster snapshot', () => {
  let document: vscode.TextDocument;
  const title = (): string | undefined => ourExtension().exports.snapshot(document.uri);

  before(async () => {
    ({ document } = await openInWorkspace('daemonset.yaml'));
    await ourExtension().activate();
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    await until('none is in use', () => title() === undefined);
  });

  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
  const FILES: readonly (readonly [name: string, ending: string, bytes: Uint8Array])[] = [
    ['UTF-8', 'json', utf8(TEXT)],
    ['UTF-8 with a mark of byte order', 'json', utf8(`\uFEFF${TEXT}`)],
    ['UTF-16 as PowerShell writes it', 'json', utf16(TEXT)],
    ['UTF-16 with the line ends of Windows', 'json', utf16(TEXT.replaceAll('\n', '\r\n'))],
    ['an object on each line', 'jsonl', utf8(CLUSTER.items.map((item) => JSON.stringify(item)).join('\n'))],
    ['what a watch prints', 'txt', utf8(CLUSTER.items.map((object) => JSON.stringify({ type: 'ADDED', object })).join('\n'))],
    ['documents of YAML', 'yaml', utf8(CLUSTER.items.map((item) => `---\n${JSON.stringify(item)}\n`).join(''))],
    ['documents of YAML from Windows', 'yml', utf8(`\uFEFF${CLUSTER.items.map((item) => `---\r\n${JSON.stringify(item)}\r\n`).join('')}`)],
  ];
  for (const [name, ending, bytes] of FILES)
    it(`is read from a file: ${name}`, async () => {
      const file = inWorkspace(`cluster-in-a-file.${ending}`);
      await vscode.workspace.fs.writeFile(file, bytes);
      try {
        deepEqual(await open({ uris: [file], name: 'in-a-file', place: 'user' }), ['in-a-file is in use: 7 nodes and 1 pod.']);
      } finally {
        await vscode.workspace.fs.delete(file);
      }
      match(title() ?? '', /^snapshot in-a-file, /);
    });

  const GARBAGE: readonly (readonly [name: string, bytes: Uint8Array, says: RegExp])[] = [
    ['nothing', utf8(''), /There is no Kubernetes object in this\. A snapshot is what “kubectl get/],
    ['a table', utf8('NAME     STATUS   ROLES\nnode-1   Ready    <none>\n'), /This is the table that kubectl prints for people: add “-o json”\./],
    ['what was cut off', utf8(TEXT.slice(0, -60)), /after 7 objects: the text ends in the middle of an object, as if it was cut off\. A snapshot is/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /A snapshot is what “kubectl get/],
  ];
  for (const [name, bytes, says] of GARBAGE)
    it(`says what was expected instead of ${name}, and keeps nothing`, async () => {
      const file = inWorkspace('no-cluster.json');
      await vscode.workspace.fs.writeFile(file, bytes);
      try {
        match((await open({ uris: [file], name: 'none', place: 'user' })).join(), says);
      } finally {
        await vscode.workspace.fs.delete(file);
      }
      equal(title(), undefined);
      await whileAnswering({}, async () => vscode.commands.executeCommand('rolloutLens.chooseSnapshot', 'none'));
      equal(title(), undefined);
    });

  it('is offered by a lens in the editor that a dropped file opens in, and used by a click on it', async () => {
    // A file that is dropped, from wherever, is opened by the editor itself.
    const file = inWorkspace('dropped-cluster.json');
    await vscode.workspace.fs.writeFile(file, utf8(TEXT));
    try {
      await vscode.commands.executeCommand('vscode.open', file);
      const dropped = await vscode.workspace.openTextDocument(file);
      const offered = async (): Promise<vscode.CodeLens | undefined> => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', file, 100);
        return lenses.find(({ command }) => command?.title === 'Use as cluster snapshot');
      };
      await until('the lens', async () => (await offered()) !== undefined);
      const { command: name = '', arguments: [given] = [] } = (await offered())?.command ?? {};
      equal(name, 'rolloutLens.openSnapshot');
      equal(String(given), dropped.uri.toString());
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      deepEqual(await open({ uris: [vscode.Uri.parse(String(given))], name: 'dropped', place: 'user' }), ['dropped is in use: 7 nodes and 1 pod.']);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
    await openInWorkspace('daemonset.yaml');
  });
});

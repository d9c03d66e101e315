import * as vscode from 'vscode';
import { equal, match, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';
import { change, deployment, hoverAt, lensesOf, removeFile, writeFile } from '../support/manifests';
import { open } from '../support/snapshots';

const FILE = 'ranged.yaml';
const AT = Date.parse('2026-03-01T10:00:00Z');
const time = (seconds: number): string => new Date(AT + seconds * 1000).toISOString().replace('.000', '');

/** A pod of the Deployment that found its node at 0 and was ready so much later. */
function livedPod(index: number, ready: number): object {
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'ranged-7d4b9c', uid: 'u', controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `ranged-${index}`, namespace: 'ranged', labels: { 'pod-template-hash': '7d4b9c' }, ownerReferences: [owner] },
    spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'registry.example.com/web:1.0.0' }] },
    status: {
      phase: 'Running',
      conditions: [
        { type: 'PodScheduled', status: 'True', lastTransitionTime: time(0) },
        { type: 'Ready', status: 'True', lastTransitionTime: time(ready) },
      ],
      containerStatuses: [{ name: 'web', ready: true, restartCount: 0, state: { running: { startedAt: time(ready - 1) } } }],
    },
  };
}

const NODES = ['node-1', 'node-2'].map((name) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/hostname': name } },
  status: { allocatable: { cpu: '4', memory: '16Gi', pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
}));
const PODS = [10, 20, 35, 50, 70].map((ready, index) => livedPod(index, ready));

const RANGE = / · (about [\d.]+ (?:s|min) \([\d.]+–[\d.]+\))$/;

describe('the range of a rollout whose times were measured', () => {
  let document: vscode.TextDocument;
  const told = async (): Promise<string | undefined> => {
    const titles = (await lensesOf(document)).map(({ title }) => title);
    return titles.flatMap((title) => RANGE.exec(title)?.[1] ?? []).at(0);
  };

  before(async () => {
    document = await vscode.workspace.openTextDocument(await writeFile(FILE, deployment('ranged', ['replicas: 4'])));
    await vscode.window.showTextDocument(document);
    await ourExtension().activate();
  });

  after(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await removeFile(FILE);
  });

  it('is told by lens and hover once there was a moment for it, goes while one types, and comes back at once', async () => {
    ok(!(await hoverAt(document, 'replicas: 4')).includes('eight of ten'), 'nothing was measured yet');
    await open({ text: JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...NODES, ...PODS] }), name: 'measured', place: 'user' });
    await until('the lens tells it', async () => (await told()) !== undefined);
    const first = (await told()) ?? '';
    match(await hoverAt(document, 'replicas: 4'), / in eight of ten runs/);
    ok((await hoverAt(document, 'replicas: 4')).includes(first), `the hover says ${first}, too`);

    // Sooner than it waits for the typing to end, it is not worked out for any of these.
    for (const replicas of [5, 6, 7]) {
      await change(document, `replicas: ${replicas - 1}`, `replicas: ${replicas}`);
      equal(await told(), undefined);
    }
    await until('the lens tells that of what was typed', async () => (await told()) !== undefined);

    await change(document, 'replicas: 7', 'replicas: 4');
    await until('the lens tells the first again', async () => (await told()) === first);
  });
});

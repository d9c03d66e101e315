import * as vscode from 'vscode';
import { deepEqual, match } from '../support/assert';
import { openInWorkspace, ourExtension, until } from '../support/editor';

const HASHES = { old: '5b7d9f', young: '7c8e4a' };

function owned(kind: string, name: string, uid: string): object {
  return { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true };
}

function template(namespace: string | undefined, version: keyof typeof HASHES): object {
  const labels = { app: 'storefront', 'pod-template-hash': HASHES[version] };
  return { metadata: { labels, namespace }, spec: { containers: [{ name: 'web', image: `storefront:${version}` }] } };
}

/** What kubectl prints of a rollout whose new image cannot be pulled. */
function stuck(namespace: string): string {
  const meta = (name: string, uid: string, more: object = {}): object => ({ name, namespace, uid, creationTimestamp: '2026-01-02T03:04:05Z', ...more });
  const replicaSet = (version: keyof typeof HASHES, revision: string, replicas: number): object => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: meta(`storefront-${HASHES[version]}`, `rs-${version}`, {
      labels: { app: 'storefront', 'pod-template-hash': HASHES[version] },
      annotations: { 'deployment.kubernetes.io/revision': revision },
      ownerReferences: [owned('Deployment', 'storefront', 'd')],
    }),
    spec: { replicas, selector: { matchLabels: { app: 'storefront', 'pod-template-hash': HASHES[version] } }, template: template(undefined, version) },
    status: { replicas, observedGeneration: 1 },
  });
  const pod = (version: keyof typeof HASHES, number: number, status: object): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(`storefront-${HASHES[version]}-${number}`, `pod-${version}-${number}`, {
      labels: { app: 'storefront', 'pod-template-hash': HASHES[version] },
      ownerReferences: [owned('ReplicaSet', `storefront-${HASHES[version]}`, `rs-${version}`)],
    }),
    spec: { nodeName: 'node-1', containers: [{ name: 'web', image: `storefront:${version}` }] },
    status,
  });
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z' }] };
  const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "storefront:young"' };
  const unpulled = { phase: 'Pending', containerStatuses: [{ name: 'web', image: 'storefront:young', ready: false, restartCount: 0, state: { waiting } }] };
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta('storefront', 'd', { generation: 2, annotations: { 'deployment.kubernetes.io/revision': '2' } }),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: 'storefront' } },
      template: { metadata: { labels: { app: 'storefront' } }, spec: { containers: [{ name: 'web', image: 'storefront:young' }] } },
    },
    status: { observedGeneration: 2, replicas: 3, updatedReplicas: 1, readyReplicas: 2, availableReplicas: 2, unavailableReplicas: 1 },
  };
  const items = [deployment, replicaSet('old', '1', 2), replicaSet('young', '2', 1), pod('old', 1, ready), pod('old', 2, ready), pod('young', 1, unpulled)];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, undefined, 2);
}

const WORDS = '▷ from here: 1 of 2 updated, 2 available';

/** The simulator's panel on it. */
function simulators(): readonly vscode.Tab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ label }) => /storefront (?:from here|goes on)/.test(label));
}

async function opensSimulator(run: () => Thenable<unknown>): Promise<void> {
  await run();
  await until('the simulator', () => simulators().length > 0);
}

/** The lens that goes on from the snapshot, with what its command is given. */
async function lensOf({ uri }: vscode.TextDocument): Promise<readonly unknown[] | undefined> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 100);
  return lenses.find(({ command }) => command?.title === WORDS)?.command?.arguments;
}

describe('a rollout that a snapshot has caught in the middle', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('rolloutLens.chooseSnapshot', null);
    await vscode.window.tabGroups.close(simulators());
  });

  it('has a lens above its manifest, which opens the simulator', async () => {
    const { document } = await openInWorkspace('deployment.yaml');
    await ourExtension().activate();
    const namespace = /^ {2}namespace: (\S+)$/m.exec(document.getText())?.[1] ?? 'default';
    await vscode.commands.executeCommand('rolloutLens.openSnapshot', { text: stuck(namespace), name: 'caught', place: 'user' });
    await until('the lens', async () => (await lensOf(document)) !== undefined);
    const given = (await lensOf(document)) ?? [];
    deepEqual(given, ['Deployment', namespace, 'storefront']);
    await opensSimulator(() => vscode.commands.executeCommand('rolloutLens.simulateFromHere', ...given));
  });

  it('has one in what was pasted', async () => {
    const pasted = await vscode.workspace.openTextDocument({ language: 'json', content: stuck('shop') });
    await vscode.window.showTextDocument(pasted);
    await until('the lens', async () => (await lensOf(pasted)) !== undefined);
    const given = (await lensOf(pasted)) ?? [];
    match(String(given[3]), /^untitled:/);
    await opensSimulator(() => vscode.commands.executeCommand('rolloutLens.simulateFromHere', ...given));
  });
});

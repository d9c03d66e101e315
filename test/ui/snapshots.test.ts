import { expect } from '@playwright/test';
import { test as base } from './support/workbench';

const AT = Date.now() - 3 * 3_600_000 - 60_000;
const time = (seconds: number): string => new Date(AT + seconds * 1000).toISOString().replace(/\.\d+/, '');

function node(name: string): object {
  const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: time(0) }];
  const labels = { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' };
  const status = { allocatable: { cpu: '4', memory: '16Gi', pods: '110' }, conditions };
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, status };
}

function pod(index: number, nodeName: string, deployment: string, cpu: string): object {
  const hash = '5d8f6c9b7';
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: `${deployment}-${hash}`, uid: 'u', controller: true };
  const labels = { app: deployment, 'pod-template-hash': hash };
  const readinessProbe = { httpGet: { path: '/', port: 80 }, periodSeconds: 10 };
  const containers = [{ name: 'app', image: `${deployment}:1`, resources: { requests: { cpu } }, readinessProbe }];
  const started = -3600 + 30 + index * 2;
  const conditions = [
    { type: 'PodScheduled', status: 'True', lastTransitionTime: time(-3600) },
    { type: 'Ready', status: 'True', lastTransitionTime: time(started + 15) },
  ];
  const containerStatuses = [{ name: 'app', restartCount: 0, ready: true, state: { running: { startedAt: time(started) } } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `${deployment}-${hash}-${index}`, namespace: 'shop', labels, ownerReferences: [owner] },
    spec: { nodeName, containers },
    status: { phase: 'Running', conditions, containerStatuses },
  };
}

const items = [
  ...[1, 2, 3].map((index) => node(`node-${index}`)),
  ...[0, 1, 2, 3, 4, 5].map((index) => pod(index, `node-${(index % 3) + 1}`, 'web', '1')),
  ...[0, 1, 2].map((index) => pod(index, `node-${index + 1}`, 'search', '1500m')),
];
const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  replicas: 6
  selector:
    matchLabels:
      app: web
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: app
          image: web:2
          resources:
            requests:
              cpu: "1"
          readinessProbe:
            httpGet:
              path: /
              port: 80
`;

/** A rollout whose new image cannot be pulled. */
function stuckItems(): readonly object[] {
  const controlledBy = (kind: string, name: string, uid: string): object => ({
    ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid, controller: true }],
  });
  const labelsOf = (hash: string): object => ({ app: 'store', 'pod-template-hash': hash });
  // With the defaults that the server has written: otherwise a revision is not known again.
  const defaults = {
    imagePullPolicy: 'IfNotPresent',
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  };
  const containersOf = (hash: string): object => ({
    containers: [{ name: 'web', image: `store:${hash}`, ...defaults }],
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    schedulerName: 'default-scheduler',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
  });
  const meta = (name: string, more: object): object => ({ name, namespace: 'shop', creationTimestamp: time(-600), ...more });
  const replicaSet = (hash: string, revision: string, replicas: number): object => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: meta(`store-${hash}`, {
      uid: `rs-${hash}`,
      labels: labelsOf(hash),
      annotations: { 'deployment.kubernetes.io/revision': revision },
      ...controlledBy('Deployment', 'store', 'd'),
    }),
    spec: {
      replicas,
      selector: { matchLabels: labelsOf(hash) },
      template: { metadata: { labels: labelsOf(hash) }, spec: containersOf(hash) },
    },
    status: { replicas, observedGeneration: 1 },
  });
  const storePod = (hash: string, number: number, status: object): object => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(`store-${hash}-${number}`, {
      uid: `pod-${hash}-${number}`,
      labels: labelsOf(hash),
      ...controlledBy('ReplicaSet', `store-${hash}`, `rs-${hash}`),
    }),
    spec: { nodeName: 'node-1', ...containersOf(hash) },
    status,
  });
  const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: time(-600) }] };
  const waiting = { reason: 'ImagePullBackOff', message: 'Back-off pulling image "store:new"' };
  const containerStatuses = [{ name: 'web', image: 'store:new', ready: false, restartCount: 0, state: { waiting } }];
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: meta('store', { uid: 'd', generation: 2, annotations: { 'deployment.kubernetes.io/revision': '2' } }),
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'store' } },
        template: { metadata: { labels: { app: 'store' } }, spec: containersOf('new') },
      },
      status: {
        observedGeneration: 2,
        replicas: 3,
        updatedReplicas: 1,
        readyReplicas: 2,
        availableReplicas: 2,
        unavailableReplicas: 1,
      },
    },
    replicaSet('old', '1', 2),
    replicaSet('new', '2', 1),
    storePod('old', 1, ready),
    storePod('old', 2, ready),
    storePod('new', 1, { phase: 'Pending', containerStatuses }),
  ];
}

const test = base.extend({});
test.use({
  size: { width: 1280, height: 900 },
  files: {
    'web.yaml': WEB,
    'stuck.json': JSON.stringify({ apiVersion: 'v1', items: stuckItems(), kind: 'List' }, undefined, 4),
    'prod-eu.json': JSON.stringify({ apiVersion: 'v1', items, kind: 'List' }, undefined, 4),
  },
});
test.describe.configure({ mode: 'serial' });

/** From the file that kubectl has written to problems and a simulation: pictures in test/out/snapshot-*.png. */
test.describe('a cluster snapshot', () => {
  test('is used by a click above the file that kubectl has written', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('web.yaml');
    await workbench.open('prod-eu.json');
    await page.locator('.codelens-decoration a', { hasText: 'Use as cluster snapshot' }).first().click();
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    await expect(input).toHaveValue('prod-eu');
    await input.press('Enter');
    const place = page.locator('.quick-input-list .monaco-list-row', { hasText: 'With you' });
    await expect(place).toBeVisible();
    await workbench.screenshot('snapshot-place');
    await place.click();
    await workbench.open('web.yaml');
    await expect(page.locator('.statusbar-item', { hasText: 'prod-eu, 3 h old' })).toBeVisible();
    await workbench.screenshot('snapshot-in-use');
  });

  test('tells on which nodes there is how much room', async ({ workbench }) => {
    const { page } = workbench;
    await page.keyboard.press('Control+Shift+M');
    const problem = page.locator('.markers-panel .monaco-tl-contents', {
      hasText: 'Pods of others leave 2500m of 4 cpu on node-',
    });
    await expect(page.locator('.markers-panel')).toBeVisible();
    await workbench.screenshot('snapshot-problems');
    await expect(problem.first()).toBeVisible();
  });

  test('is chosen in the status bar', async ({ workbench }) => {
    const { page } = workbench;
    await page.locator('.statusbar-item', { hasText: 'prod-eu, 3 h old' }).click();
    const rows = page.locator('.quick-input-list .monaco-list-row');
    await expect(rows.filter({ hasText: 'prod-eu' })).toBeVisible();
    await workbench.screenshot('snapshot-choose');
    await page.keyboard.press('Escape');
  });

  test('is taken by a command that is shown first', async ({ workbench }) => {
    const { page } = workbench;
    const input = page.locator('.quick-input-widget input[type="text"]').first();
    await workbench.runCommand('Rollout Lens: Take Cluster Snapshot…');
    await expect(page.locator('.quick-input-title', { hasText: 'Which context of kubectl?' })).toBeVisible();
    await input.fill('arn:aws:eks:eu-1:123:cluster/prod-us');
    await input.press('Enter');
    await expect(page.locator('.quick-input-title', { hasText: 'Which namespaces?' })).toBeVisible();
    await input.press('Enter');
    await expect(input).toHaveValue('prod-us');
    await input.press('Enter');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'With you' }).click();
    const dialog = page.locator('.monaco-dialog-box');
    await expect(dialog).toContainText('kubectl --context arn:aws:eks:eu-1:123:cluster/prod-us get nodes,');
    await workbench.screenshot('snapshot-take');
    await dialog.getByRole('button', { name: 'Copy Command' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/^kubectl --context \S+ get nodes,\S+,events -A -o json > "prod-us\.json"$/);
  });

  test('shows a rollout that is under way, and again after a reload', async ({ workbench }) => {
    const { page } = workbench;
    await workbench.open('stuck.json');
    const lens = page.locator('.codelens-decoration a', { hasText: /from here: 1 of 2 updated/ }).first();
    await lens.click();
    const view = workbench.webview();
    const heading = view.locator('h1');
    await expect(heading).toContainText(/Stuck: the image store:new cannot be pulled .* always 2 of 2 available/);
    const verdict = await heading.innerText();
    await workbench.screenshot('snapshot-from-here');
    // What is kept is written a moment after the change.
    await page.waitForTimeout(1500);
    await workbench.runCommand('Developer: Reload Window');
    await page.waitForEvent('load');
    await expect(heading).toHaveText(verdict, { useInnerText: true });
    await workbench.screenshot('snapshot-from-here-restored');
  });

  test('is what the simulator plays in', async ({ workbench }) => {
    await workbench.open('web.yaml');
    await workbench.runCommand('Rollout Lens: Simulate Rollout');
    const view = workbench.webview();
    await expect(view.locator('body')).toContainText('stall', { ignoreCase: true });
    await workbench.screenshot('snapshot-simulator');
  });
});

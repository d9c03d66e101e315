import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResourceQuota } from '../../src/model/apiTypes';
import { daemonSet, deployment, nodesWith, scenario } from '../simulation/support';
import { snapshotText } from '../support/snapshotText';
import { saidNow } from './said';

interface Printed {
  readonly kind: string;
  readonly metadata: { readonly name: string } & Record<string, unknown>;
  readonly spec?: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A snapshot with some of its objects changed, or left out. */
function changed(text: string, change: (object: Printed) => object | undefined): string {
  const { items } = JSON.parse(text) as { readonly items: readonly Printed[] };
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items: items.flatMap((object) => change(object) ?? []) });
}

const strict = { maxSurge: 2, maxUnavailable: 0, progressDeadlineSeconds: 300 };
const nodes = nodesWith('16', 'node-1', 'node-2', 'node-3');
const rollout = (options: Parameters<typeof scenario>[1] = {}, more: object = {}): ReturnType<typeof scenario> =>
  scenario(deployment(6, { ...strict, ...more }), { before: deployment(6, { image: 'web:1', ...strict }), nodes, ...options });
const DENIED = 'admission webhook "check.example.org" denied the request:\n\nlabel team is required';
const refused = [{ at: 0, action: 'createErrors', count: 10_000, message: DENIED }] as const;
const quota: ResourceQuota = { metadata: { name: 'team', namespace: 'default' }, spec: { hard: { pods: '6' } } };
const NOT_RUN = 'container has runAsNonRoot and image will run as root';
const container = {
  readinessProbe: { httpGet: { port: 80 }, periodSeconds: 5 },
  resources: { limits: { memory: '512Mi' } },
};
const CRASHING = snapshotText(rollout({ after: { failure: { kind: 'crash', after: 2 } } }, { container }), 400);
const LACKS = snapshotText(rollout({ after: { failure: { kind: 'missingObject', name: 'settings' } } }), 400);

function waitingWith(object: Printed, reason: string, message: string): object {
  const statuses = object.status?.['containerStatuses'] as readonly { readonly ready: boolean }[] | undefined;
  const says = (each: { readonly ready: boolean }): object =>
    each.ready ? each : { ...each, state: { waiting: { reason, message } } };
  return { ...object, status: { ...object.status, containerStatuses: statuses?.map(says) } };
}

/** As the kernel does it to whoever takes more memory than its limit. */
function killed(object: Printed): object {
  return JSON.parse(
    JSON.stringify(object).replaceAll(/"exitCode":\d+,"reason":"Error"/g, '"exitCode":137,"reason":"OOMKilled"'),
  ) as object;
}

const agents = (more: Parameters<typeof scenario>[1]): ReturnType<typeof scenario> =>
  scenario(daemonSet({ maxUnavailable: 1 }), { before: daemonSet({ image: 'agent:1', maxUnavailable: 1 }), nodes, ...more });

const budget = {
  kind: 'PodDisruptionBudget' as const,
  metadata: { name: 'web', namespace: 'default' },
  spec: { minAvailable: 6, selector: { matchLabels: { app: 'web' } } },
};
const WHOLE = snapshotText(rollout({ surroundings: { podDisruptionBudgets: [budget] } }), 300);

const SNAPSHOTS: Readonly<Record<string, string>> = {
  webhook: snapshotText(rollout({ actions: refused }), 400),
  quota: changed(snapshotText(rollout({ surroundings: { resourceQuotas: [quota] } }), 400), (object) =>
    object.kind === 'ResourceQuota' ? undefined : object,
  ),
  agents: snapshotText(agents({ actions: refused }), 200),
  root: changed(LACKS, (object) =>
    object.kind === 'Pod'
      ? waitingWith(object, 'CreateContainerConfigError', NOT_RUN)
      : object.kind === 'Event'
        ? undefined
        : object,
  ),
  killed: changed(CRASHING, (object) => (object.kind === 'Pod' ? killed(object) : object)),
  silent: snapshotText(agents({ actions: [{ at: 0, action: 'nodeDown', node: 'node-3' }] }), 400),
  cordoned: changed(WHOLE, (object) =>
    object.kind === 'Node' && object.metadata.name === 'node-1' ? { ...object, spec: { unschedulable: true } } : object,
  ),
};

describe('rollout-lens explain names the cause', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    for (const [name, text] of Object.entries(SNAPSHOTS)) writeFileSync(join(folder, `${name}.json`), text);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const explained = (name: string, workload = 'deployment/web'): string => {
    const { out, error } = saidNow(['explain', '--cluster', join(folder, `${name}.json`), workload]);
    assert.equal(error, '');
    return out;
  };

  const SAYS: readonly (readonly [why: string, name: string, ...texts: (string | RegExp)[]])[] = [
    [
      'a webhook refuses pods, and will refuse the next ones',
      'webhook',
      'Off track. Stuck: the API server refuses new pods (admission webhook "check.example.org" denied the request: label team is required)',
      /undo {2,}completes in/,
      'were refused: further ones are taken to fare the same',
    ],
    [
      'a quota that is not in the snapshot admits no pod',
      'quota',
      'Stuck: the quota admits no further pod (exceeded quota: team, requested: pods=1, used: pods=6, limited: pods=6)',
    ],
    [
      'a container may not run as it would, and nothing is missing',
      'root',
      `Stuck: 2 new pods cannot be started (${NOT_RUN})`,
      'helps: correct what makes the new pods fail',
    ],
    [
      'containers get too little memory',
      'killed',
      /\n {2}web-\S+: web ended with exit code 137 \(OOMKilled: over its memory limit of 512Mi\); BackOff: /,
      /\$ kubectl logs web-\S+ -n default --all-containers --previous\n/,
    ],
    [
      'a budget holds a drain up where nothing rolls out',
      'cordoned',
      /A drain of node-1 waits: the budget web allows no eviction of \d pods? there\n/,
    ],
  ];
  for (const [why, name, ...texts] of SAYS)
    it(`where ${why}`, () => {
      const out = explained(name);
      for (const text of texts)
        assert.ok(typeof text === 'string' ? out.includes(text) : text.test(out), `${String(text)} is not in\n${out}`);
    });

  it('where a webhook refuses daemon pods', () => {
    assert.match(explained('agents', 'ds/agent'), /Stuck: the API server refuses new pods \(admission webhook/);
  });

  it('where a node does not answer, with what frees it', () => {
    const out = explained('silent', 'ds/agent');
    assert.match(out, /node-3 does not answer/);
    assert.match(
      out,
      /force-delete the stuck pods {2,}completes in .*\n.*\$ kubectl delete pod agent-\S+ -n default --force --grace-period=0\n/,
    );
    assert.match(out, /remove node-3 {2,}completes in .*\n.*\$ kubectl delete node node-3\n/);
  });

  it('from a folder, and in the encoding that PowerShell writes', () => {
    const text = SNAPSHOTS['webhook'] ?? '';
    mkdirSync(join(folder, 'parts'));
    writeFileSync(join(folder, 'parts', 'cluster.json'), text);
    writeFileSync(join(folder, 'parts', 'notes.txt'), 'ours');
    writeFileSync(join(folder, 'utf16.json'), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
    for (const path of ['parts', 'utf16.json']) {
      const { out, error } = saidNow(['explain', '--cluster', join(folder, path)]);
      assert.equal(error, '');
      assert.match(out, /^deployment\/web -n default: 0 of 6 updated/);
    }
    mkdirSync(join(folder, 'nothing'));
    assert.match(
      saidNow(['explain', '--cluster', join(folder, 'nothing')]).error,
      /there is no file in \S+ that ends with \.json/,
    );
  });
});

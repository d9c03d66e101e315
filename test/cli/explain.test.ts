import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saidNow, type Said } from './said';
import type { Node, ResourceQuota } from '../../src/model/apiTypes';
import type { PodFailure } from '../../src/engine/simulation/scenario/scenario';
import { daemonSet, deployment, nodesWith, scenario } from '../simulation/support';
import { snapshotText } from '../support/snapshotText';

const container = { resources: { requests: { cpu: '1' } }, readinessProbe: { httpGet: { port: 80 }, periodSeconds: 5 } };
const strict = { maxSurge: 2, maxUnavailable: 0, container, progressDeadlineSeconds: 300 };
const [old, young] = ['web:1', 'web:2'].map((image) => deployment(6, { image, ...strict }));
const narrow = nodesWith('2', 'node-1', 'node-2', 'node-3');
const roomy = nodesWith('16', 'node-1', 'node-2', 'node-3');
const cordoned = narrow.map((node, index): Node =>
  index === 2 ? { ...node, spec: { unschedulable: true } } : { ...node, status: { allocatable: { cpu: '3', pods: '110' } } },
);
function made(from = old, to = young, options: Parameters<typeof scenario>[1] = {}): ReturnType<typeof scenario> {
  assert.ok(from !== undefined && to !== undefined);
  return scenario(to, { before: from, nodes: roomy, ...options });
}

const fails = (failure: PodFailure) => made(old, young, { after: { failure } });
const quota: ResourceQuota = { metadata: { name: 'team', namespace: 'default' }, spec: { hard: { pods: '6' } } };
const agents = ['agent:1', 'agent:2'].map((image) => daemonSet({ image, maxUnavailable: 1 }));

const SNAPSHOTS: Readonly<Record<string, string>> = {
  'room.json': snapshotText(made(old, young, { nodes: narrow }), 900),
  'pull.json': snapshotText(fails({ kind: 'imagePullError' }), 200),
  'crash.json': snapshotText(fails({ kind: 'crash', after: 2 }), 400),
  'config.json': snapshotText(fails({ kind: 'missingObject', name: 'settings' }), 400),
  'paused.json': snapshotText(made(old, young, { actions: [{ at: 2, action: 'pause' }] }), 60),
  'quota.json': snapshotText(made(old, young, { surroundings: { resourceQuotas: [quota] } }), 400),
  'going.json': snapshotText(made(), 2),
  'done.json': snapshotText(made(), 300),
  'cordoned.json': snapshotText(made(old, young, { nodes: cordoned }), 200),
  'agent.json': snapshotText(
    scenario(agents[1] ?? daemonSet(), {
      before: agents[0] ?? daemonSet(),
      nodes: roomy,
      after: { failure: { kind: 'neverReady' } },
    }),
    200,
  ),
  'bare.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] }),
};

describe('rollout-lens explain', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    for (const [name, text] of Object.entries(SNAPSHOTS)) writeFileSync(join(folder, name), text);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function explain(file: string, ...args: readonly string[]): Said {
    return saidNow(['explain', '--cluster', join(folder, file), ...args]);
  }

  const SAYS: readonly (readonly [file: string, ...texts: (string | RegExp)[]])[] = [
    [
      'room.json',
      '2 of 6 updated, 6 available, deadline missed',
      'Stuck: 2 pods fit on no node (not enough cpu on 3/3: it asks for 1, at most 0 is free)',
      'no old pod may go: 2 new pods not available yet',
      'node-1, node-2, node-3: Insufficient cpu',
      /maxUnavailable 1 {2,}completes in/,
      /undo {2,}completes in/,
      `$ kubectl patch deployment/web -n default --type merge -p '{"spec":{"strategy":{"rollingUpdate":{"maxUnavailable":1}}}}'`,
      '$ kubectl rollout undo deployment/web -n default',
    ],
    [
      'pull.json',
      'Stuck: the image web:2 cannot be pulled (2 pods in ImagePullBackOff)',
      'Failed: Failed to pull image "web:2": not found',
      /pause {2,}stays as it is until it is resumed, at least 6 of 6 available/,
      /maxUnavailable 1 {2,}stays stuck, at least 5 of 6 available: the image/,
      'do not get their image: further ones are taken to fare the same',
      /delete the stuck pods +stays stuck/,
    ],
    [
      'crash.json',
      '6 new pods keep crashing and restarting',
      'crash 2 s after their start: further ones are taken to fare the same',
    ],
    ['config.json', 'settings is missing (2 pods in ContainerCreating)', 'wait for settings, which is missing', 'FailedMount'],
    [
      'paused.json',
      'Stuck: the Deployment is paused',
      /resume {2,}completes in/,
      /resume and undo {2,}completes in .*\n.*\$ kubectl rollout resume deployment\/web -n default\n.*\$ kubectl rollout undo deployment\/web/,
    ],
    ['going.json', /wait {2,}completes in/],
    ['quota.json', 'Stuck: the quota admits no further pod', 'said:', /undo {2,}completes in/],
    ['done.json', 'Nothing to roll out: all 6 pods are up to date'],
    [
      'cordoned.json',
      /helps: uncordon node-3, add nodes, lower the requests, or /,
      /uncordon node-3 {2,}completes in/,
      '$ kubectl uncordon node-3',
    ],
  ];
  for (const [file, ...texts] of SAYS)
    it(`tells of ${file} why it stands and what would help`, () => {
      const { out, code, error } = explain(file, 'deployment/web', '-n', 'default');
      assert.equal(error, '');
      assert.equal(code, 0);
      for (const text of texts)
        assert.ok(typeof text === 'string' ? out.includes(text) : text.test(out), `${String(text)} is not in\n${out}`);
    });

  it('tells of a DaemonSet, too', () => {
    const { out } = explain('agent.json', 'ds/agent');
    assert.match(out, /1 of 3 nodes updated, 2 available/);
    assert.match(out, /never gets ready/);
  });

  it('ends with 1 for a rollout that is stuck, if asked to', () => {
    assert.equal(explain('room.json', 'deployment/web', '--fail-on-stall').code, 1);
    assert.equal(explain('going.json', 'deployment/web', '--fail-on-stall').code, 0);
  });

  it('lists what is under way', () => {
    assert.match(
      explain('room.json').out,
      /^deployment\/web -n default: 2 of 6 updated, 6 available, deadline missed .* before\n$/,
    );
    assert.equal(explain('done.json').out, 'No rollout is under way.\n');
  });

  const REFUSALS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['room.json', 'deployment/other'], /There is no Deployment default\/other in snapshot room\.json/],
    [['room.json', 'statefulset/web'], /deployment\/NAME or daemonset\/NAME/],
    [['room.json', 'deployment/web', 'deployment/api'], /one workload at a time/],
    [['bare.json', 'deployment/web'], /Kubernetes object/],
    [['none.json', 'deployment/web'], /cannot be read/],
    [['room.json', '--what'], /--what/],
  ];
  for (const [[file = '', ...args], message] of REFUSALS)
    it(`says what is wrong with ${[file, ...args].join(' ')}`, () => {
      const { code, error } = explain(file, ...args);
      assert.equal(code, 2);
      assert.match(error, message);
    });
});

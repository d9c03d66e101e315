import assert from 'node:assert/strict';
import { SnapshotReader } from '../../src/snapshot/snapshotReader';
import { readSnapshot } from '../support/wholeSnapshot';
import { sleepOfCommand } from '../../src/model/sleepOfCommand';
import { largeCluster } from '../support/largeCluster';
import type { Snapshot } from '../../src/snapshot/snapshot';

const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-1', labels: { 'kubernetes.io/hostname': 'node-1' }, managedFields: [{ manager: 'kubelet' }] },
  status: {
    allocatable: { cpu: '4' },
    conditions: [{ type: 'Ready', status: 'True', lastHeartbeatTime: '2026-01-02T03:04:05Z' }],
  },
};
const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'web-1',
    namespace: 'shop',
    uid: 'u-1',
    creationTimestamp: '2026-01-02T03:00:00Z',
    annotations: { 'team/owner': 'me', 'kubernetes.io/config.mirror': 'x' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: 'u-0', controller: true }],
  },
  spec: {
    nodeName: 'node-1',
    containers: [
      {
        name: 'app',
        image: 'web:1',
        args: ['--token=a'],
        livenessProbe: { exec: { command: ['mysqladmin', 'ping', '-pHunter3'] }, periodSeconds: 10 },
        readinessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'Authorization', value: 'Basic Zm9v' }] } },
        lifecycle: { preStop: { exec: { command: ['sh', '-c', 'curl -u me:Hunter4 localhost/quit && sleep 15'] } } },
        env: [
          { name: 'PASSWORD', value: 'hunter2' },
          { name: 'AGAIN', value: 'hunter2' },
          { name: 'FROM', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        ],
        volumeMounts: [{ name: 'kube-api-access-x', mountPath: '/var/run' }],
      },
    ],
    volumes: [
      { name: 'kube-api-access-x', projected: {} },
      { name: 'share', csi: { driver: 'smb', volumeAttributes: { password: 'Hunter5' } } },
    ],
  },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-02T03:00:09Z' }] },
};
const SECRETS = ['hunter2', 'Hunter3', 'Zm9v', 'Hunter4', 'Hunter5'];
const SECRET = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { k: 'aHVudGVyMg==' } };

function cluster(text: string): Snapshot {
  const reading = readSnapshot(text);
  assert.ok(!('problem' in reading), 'problem' in reading ? reading.problem : '');
  return reading;
}

function inPieces(text: string, size: number): Snapshot {
  const reader = new SnapshotReader();
  const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
  const steps = reader.read(chunks);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  assert.equal(step.value, undefined);
  const snapshot = reader.finish();
  assert.ok(!('problem' in snapshot));
  return snapshot;
}

const items = [NODE, SECRET, POD];
const list = { apiVersion: 'v1', items, kind: 'List', metadata: { resourceVersion: '' } };
const yaml = `apiVersion: v1
items:
- apiVersion: v1
  kind: Node
  metadata:
    name: node-1
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-1
    namespace: shop
    creationTimestamp: "2026-01-02T03:00:00Z"
  spec:
    nodeName: node-1
    containers:
    - name: app
      image: web:1
kind: List
metadata:
  resourceVersion: ""
`;

const FORMS: readonly (readonly [name: string, text: string])[] = [
  ['a List as kubectl indents it', JSON.stringify(list, null, 4)],
  ['a List on one line', JSON.stringify(list)],
  ['objects behind each other', items.map((item) => JSON.stringify(item, null, 2)).join('\n')],
  ['an object on each line', items.map((item) => JSON.stringify(item)).join('\n')],
  ['an array', JSON.stringify(items)],
  [
    'lists of one kind whose items do not say it',
    JSON.stringify({ kind: 'NodeList', apiVersion: 'v1', items: [bare(NODE)] }) +
      JSON.stringify({ kind: 'PodList', apiVersion: 'v1', items: [bare(POD)] }),
  ],
  ['what a watch prints', items.map((object) => JSON.stringify({ type: 'ADDED', object })).join('\n')],
  ['a List in YAML', yaml],
  ['a List in YAML with Windows line ends', yaml.replaceAll('\n', '\r\n')],
  ['a List in YAML whose items stand in', yaml.replace(/^- (?=api)|^ {2}(?=[ akms])/gm, (dash) => `  ${dash}`)],
  ['documents in YAML', items.map((item) => `---\n${JSON.stringify(item, null, 2)}`).join('\n')],
];

function bare({ kind: _kind, apiVersion: _version, ...rest }: typeof NODE | typeof POD): object {
  return rest;
}

describe('the reader of snapshots', () => {
  for (const [name, text] of FORMS) {
    it(`reads ${name}`, () => {
      const snapshot = cluster(text);
      assert.deepEqual(
        snapshot.list('Node').map(({ metadata }) => metadata.name),
        ['node-1'],
      );
      assert.deepEqual(
        snapshot.list('Pod', 'shop').map(({ metadata, spec }) => [metadata.name, spec.nodeName]),
        [['web-1', 'node-1']],
      );
    });

    it(`reads ${name} the same wherever it is cut`, () => {
      const whole = cluster(text);
      for (const size of [1, 2, 3, 7, 64]) {
        const cut = inPieces(text, size);
        for (const kind of ['Node', 'Pod'] as const) assert.deepEqual(cut.list(kind), whole.list(kind), `${size} at a time`);
      }
    });
  }

  it('gives times as numbers and the rest as it was', () => {
    const [pod] = cluster(JSON.stringify(list)).list('Pod');
    assert.equal(pod?.metadata.creationTimestamp, Date.parse('2026-01-02T03:00:00Z'));
    assert.equal(pod.status?.conditions?.[0]?.lastTransitionTime, Date.parse('2026-01-02T03:00:09Z'));
    assert.deepEqual(pod.metadata.ownerReferences, POD.metadata.ownerReferences);
  });

  it('keeps no value of a variable, no argument, no Secret, and no annotation that nobody uses', () => {
    const snapshot = cluster(JSON.stringify(list));
    const stored = [...snapshot.text()].join('');
    for (const secret of [...SECRETS, 'aHVudGVyMg', 'token', 'team/owner', 'managedFields', 'kube-api-access'])
      assert.ok(!stored.includes(secret), secret);
    const [pod] = snapshot.list('Pod');
    const [password, again, from] = pod?.spec.containers[0]?.env ?? [];
    assert.equal(password?.value, again?.value, 'that two values are the same can still be seen');
    assert.deepEqual(from, POD.spec.containers[0]?.env[2]);
    const { preStop } = pod?.spec.containers[0]?.lifecycle ?? {};
    assert.equal(sleepOfCommand(preStop?.exec?.command ?? []), 15, 'how long a hook sleeps counts');
    assert.deepEqual(pod?.metadata.annotations, { 'kubernetes.io/config.mirror': 'x' });
  });

  it('hears in a watch what changes and what goes', () => {
    const later = { ...POD, status: { phase: 'Failed' } };
    const gone = { ...POD, metadata: { ...POD.metadata, name: 'web-2' } };
    const lines = [
      { type: 'ADDED', object: POD },
      { type: 'ADDED', object: gone },
      { type: 'MODIFIED', object: later },
      { type: 'DELETED', object: gone },
      { type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: '1' } } },
    ];
    const pods = cluster(lines.map((line) => JSON.stringify(line)).join('\n')).list('Pod');
    assert.deepEqual(
      pods.map(({ metadata, status }) => [metadata.name, status?.phase]),
      [['web-1', 'Failed']],
    );
  });

  it('knows when it was taken from the file, or else from the newest time in it', () => {
    const heartbeat = Date.parse('2026-01-02T03:04:05Z');
    const at = (modifiedAt?: number): unknown => (readSnapshot(JSON.stringify(list), modifiedAt) as Snapshot).takenAt;
    assert.deepEqual(at(), { time: heartbeat, isExact: false });
    assert.deepEqual(at(heartbeat + 60_000), { time: heartbeat + 60_000, isExact: true });
    assert.deepEqual(at(heartbeat + 86_400_000), { time: heartbeat, isExact: false }, 'the file was copied since');
  });

  it('reads again what was written down, the same wherever it is cut', () => {
    const snapshot = cluster(JSON.stringify(list));
    const text = [...snapshot.text()].join('');
    for (const again of [cluster(text), ...[1, 5, 100].map((size) => inPieces(text, size))]) {
      assert.deepEqual(again.takenAt, snapshot.takenAt);
      for (const kind of ['Node', 'Pod'] as const) assert.deepEqual(again.list(kind), snapshot.list(kind));
    }
  });

  it('says of a damaged file of its own that it is damaged', () => {
    const text = [...cluster(JSON.stringify(list)).text()].join('').replace('"objects":[\n["Node"', '"objects":[\n["Toad"');
    const reading = readSnapshot(text);
    assert.match('problem' in reading ? reading.problem : '', /is damaged; take or open the snapshot again/);
  });

  it('gives others a turn after each object and each piece, so that reading can be slowed down and canceled', () => {
    const chunks = [...largeCluster({ nodes: 30, pods: 300 })].join('').match(/[^]{1,16384}/g) ?? [];
    const steps = new SnapshotReader().read(chunks);
    let turns = 0;
    while (steps.next().done !== true) turns++;
    const objects = inPieces(chunks.join(''), 100_000);
    const count = (['Node', 'Pod', 'Deployment', 'ReplicaSet', 'DaemonSet', 'Namespace', 'ResourceQuota'] as const)
      .map((kind) => objects.count(kind))
      .reduce((sum, each) => sum + each, 0);
    assert.ok(count > 300);
    assert.ok(turns >= count + chunks.length, `${turns} turns for ${count} objects in ${chunks.length} pieces`);
  });

  it('keeps a tenth of what kubectl prints of a large cluster', () => {
    const printed = [...largeCluster({ nodes: 100, pods: 1000 })].join('');
    const kept = [...cluster(printed).text()].join('');
    assert.ok(kept.length < printed.length / 10, `${kept.length} of ${printed.length}`);
    assert.equal(cluster(kept).count('Pod'), cluster(printed).count('Pod'));
  });

  const GARBAGE: readonly (readonly [text: string, said: RegExp])[] = [
    ['', /There is no Kubernetes object in this\. A snapshot is what “kubectl get/],
    ['hello', /There is no Kubernetes object in this\./],
    ['{"a": 1}', /There is no Kubernetes object in this\./],
    [JSON.stringify(SECRET), /nothing of a cluster in this that counts for rollouts/],
    [
      JSON.stringify(list).slice(0, -200),
      /cannot be read after 2 objects: the text ends in the middle of an object, as if it was cut off\./,
    ],
    ['{"kind": "Node", "metadata": {"name": "a"}} }', /after 1 object: at character 45 an object should begin, and there is "}"/],
    ['{"kind": nothing}', /it is not JSON/],
    ['a: [1\nb', /cannot be read: /],
    [
      'NAME   STATUS   ROLES\nnode-1  Ready  <none>',
      /^This is the table that kubectl prints for people: add “-o json”\. A snapshot is/,
    ],
  ];
  for (const [text, said] of GARBAGE) {
    it(`says what was expected instead of ${text.slice(0, 30)}`, () => {
      const reading = readSnapshot(text);
      assert.match('problem' in reading ? reading.problem : '', said);
    });
  }
});

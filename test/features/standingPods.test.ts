import assert from 'node:assert/strict';
import { said, sized, type Json } from './bothSay';
import { deployment, object, QUIET_CONTAINER } from './support';

const CAREFUL = { replicas: 3, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
const WEB = deployment(CAREFUL);
const LABELS = { app: 'db' };
const POD = { containers: [{ ...QUIET_CONTAINER, name: 'db' }] };

const quota = (hard: Json): string => object('ResourceQuota', 'v1', 'team', { hard });
const node = (cpu: string, name = 'a', pods = '110'): string =>
  object('Node', 'v1', name, {}, { status: { allocatable: { cpu, memory: '16Gi', pods } } });

function runner(kind: string, apiVersion: string, spec: Json = {}, pod: Json = POD, extra: Json = {}): string {
  const template = { metadata: { labels: LABELS }, spec: pod };
  return object(kind, apiVersion, 'db', { selector: { matchLabels: LABELS }, template, ...spec }, extra);
}

const claimTemplate = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
const mounting = { containers: [{ ...QUIET_CONTAINER, name: 'db', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] };
const STATEFUL = runner(
  'StatefulSet',
  'apps/v1',
  { replicas: 3, serviceName: 'db', volumeClaimTemplates: [claimTemplate] },
  mounting,
);

describe('Pods that only run, and the quota of the namespace', () => {
  const KINDS: readonly (readonly [who: string, manifest: string, pods: number])[] = [
    ['StatefulSet “db”', STATEFUL, 3],
    ['StatefulSet “db”', runner('StatefulSet', 'apps/v1'), 1],
    ['ReplicaSet “db”', runner('ReplicaSet', 'apps/v1', { replicas: 2 }), 2],
    ['ReplicationController “db”', runner('ReplicationController', 'v1', { replicas: 2, selector: LABELS }), 2],
    ['Rollout “db”', runner('Rollout', 'argoproj.io/v1alpha1', { replicas: 2 }), 2],
    ['Pod “db”', object('Pod', 'v1', 'db', POD), 1],
  ];
  for (const [who, manifest, pods] of KINDS) {
    const file = who.replaceAll(/[“”]/g, '');
    it(`are named with their file by the rule and by the verdict: ${pods} of ${file}`, () => {
      const { problems, verdict, notes } = said(WEB, { 'shop/quota.yaml': quota({ pods: 3 + pods }), 'shop/db.yaml': manifest });
      const uses = `${who} in db.yaml uses ${pods}, and none may be missing.`;
      assert.ok(problems.startsWith(`The rollout stalls: quota “team” in quota.yaml allows “pods” ${3 + pods}, but`), problems);
      assert.ok(problems.includes(uses), problems);
      assert.match(verdict, new RegExp(`^Stalls at 0:00: .*; ${file} \\(db\\.yaml\\) uses pods=${pods} of it\\)`));
      assert.ok(notes.includes(`Beside it: ${file} (db.yaml) with ${pods} pod`), notes);
    });
    it(`leave room where there is one more: ${pods} of ${file}`, () => {
      const { problems, outcome } = said(WEB, { 'shop/quota.yaml': quota({ pods: 4 + pods }), 'shop/db.yaml': manifest });
      assert.equal(problems, '');
      assert.equal(outcome, 'complete');
    });
  }

  it('count with what they ask for', () => {
    const files = {
      'shop/quota.yaml': quota({ 'requests.cpu': '3500m' }),
      'shop/db.yaml': runner('StatefulSet', 'apps/v1', { replicas: 2 }, sized('250m')),
    };
    const { problems, verdict } = said(deployment(CAREFUL, sized('1')), files);
    assert.match(problems, /allows “requests\.cpu” 3500m, .* need 4 and StatefulSet “db” in db\.yaml uses 500m/);
    assert.match(verdict, /StatefulSet db \(db\.yaml\) uses requests\.cpu=500m of it/);
  });

  const NOT: readonly (readonly [when: string, manifest: string])[] = [
    ['a StatefulSet of nothing', runner('StatefulSet', 'apps/v1', { replicas: 0 })],
    ['a part of one', object('StatefulSet', 'apps/v1', 'db', { replicas: 3 })],
    ['one of another API group', runner('StatefulSet', 'apps.kruise.io/v1beta1', { replicas: 3 })],
    ['a pod that a ReplicaSet made', object('Pod', 'v1', 'db', POD, owned('ReplicaSet'))],
    ['a ReplicaSet of a Deployment', runner('ReplicaSet', 'apps/v1', { replicas: 3 }, POD, owned('Deployment'))],
    ['a pod that has ended', object('Pod', 'v1', 'db', POD, { status: { phase: 'Succeeded' } })],
    [
      'a Job that is done',
      runner('Job', 'batch/v1', {}, POD, { status: { conditions: [{ type: 'Complete', status: 'True' }] } }),
    ],
    ['a CronJob that is suspended', object('CronJob', 'batch/v1', 'db', { suspend: true, jobTemplate: { spec: job(2) } })],
    ['another form of the workload itself', runner('StatefulSet', 'apps/v1', { replicas: 3 }).replace('"db"', '"web"')],
  ];
  for (const [when, manifest] of NOT) {
    it(`do not count: ${when}`, () => {
      const { problems, notes } = said(WEB, { 'shop/quota.yaml': quota({ pods: 4 }), 'shop/db.yaml': manifest });
      assert.equal(problems, '');
      assert.doesNotMatch(notes, /Beside it|Left out/);
    });
  }

  it('are left out of the simulation when the API server would refuse them', () => {
    const broken = runner('StatefulSet', 'apps/v1', { replicas: 2 }, { containers: [{ name: 'db', image: '' }] });
    const { notes, outcome } = said(WEB, { 'shop/quota.yaml': quota({ pods: 5 }), 'shop/db.yaml': broken });
    assert.equal(outcome, 'complete');
    assert.match(notes, /Left out: StatefulSet db \(db\.yaml\) with 2 pods, which the API server would refuse\./);
  });
});

function owned(owner: string): Json {
  return {
    metadata: { name: 'db', ownerReferences: [{ apiVersion: 'apps/v1', kind: owner, name: 'x', uid: 'u', controller: true }] },
  };
}

function job(parallelism: number): Json {
  return { parallelism, template: { spec: { ...POD, restartPolicy: 'Never' } } };
}

describe('Pods that run only at times', () => {
  const TIMES: readonly (readonly [who: string, manifest: string, pods: number])[] = [
    ['CronJob “db”', object('CronJob', 'batch/v1', 'db', { schedule: '0 * * * *', jobTemplate: { spec: job(2) } }), 2],
    ['Job “db”', object('Job', 'batch/v1', 'db', job(2)), 2],
    ['Job “db”', object('Job', 'batch/v1', 'db', { ...job(5), completions: 1 }), 1],
    ['Pod “db”', object('Pod', 'v1', 'db', { ...POD, restartPolicy: 'Never' }), 1],
  ];
  for (const [who, manifest, pods] of TIMES) {
    const file = who.replaceAll(/[“”]/g, '');
    it(`are said to run at times by the rule, and to be left out by the simulation: ${pods} of ${file}`, () => {
      const files = { 'shop/quota.yaml': quota({ pods: 3 + pods }), 'shop/db.yaml': manifest };
      const { problems, notes, outcome } = said(WEB, files);
      assert.ok(problems.startsWith(`The rollout may wait while ${who} in db.yaml runs: quota “team” in quota.yaml`), problems);
      assert.equal(outcome, 'complete');
      assert.ok(notes.includes(`Left out: ${file} (db.yaml) with ${pods} pod`), notes);
      assert.match(notes, /, which runs only at times\./);
    });
  }

  it('are nothing to speak of where they find room', () => {
    const files = { 'shop/quota.yaml': quota({ pods: 6 }), 'shop/db.yaml': object('Job', 'batch/v1', 'db', job(2)) };
    assert.equal(said(WEB, files).problems, '');
  });
});

describe('Pods that only run, on the nodes that manifests describe', () => {
  it('leave no room for the extra pod: rule and verdict name them', () => {
    const files = { 'shop/nodes.yaml': node('6'), 'shop/db.yaml': runner('StatefulSet', 'apps/v1', { replicas: 3 }, sized('1')) };
    const { problems, verdict } = said(deployment(CAREFUL, sized('1')), files);
    assert.match(problems, /StatefulSet “db” in db\.yaml runs there, but 3 replicas \+ 1 extra pod are needed/);
    assert.match(verdict, /at most 0 is free; 3 pods of StatefulSet db \(db\.yaml\) run there/);
  });

  it('are a bare Pod by its own name', () => {
    const files = { 'shop/nodes.yaml': node('4'), 'shop/db.yaml': object('Pod', 'v1', 'db', sized('1')) };
    const { problems, verdict } = said(deployment(CAREFUL, sized('1')), files);
    assert.match(problems, /Pod “db” in db\.yaml runs there, but/);
    assert.match(verdict, /at most 0 is free; Pod db \(db\.yaml\) runs there/);
  });

  it('have to go when their priority is lower, and come again where there is room later', () => {
    const critical = deployment(CAREFUL, sized('1', { priorityClassName: 'system-cluster-critical' }));
    const files = { 'shop/nodes.yaml': node('5'), 'shop/db.yaml': runner('StatefulSet', 'apps/v1', { replicas: 2 }, sized('1')) };
    const { problems, verdict, outcome } = said(critical, files);
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
    assert.match(verdict, /StatefulSet db \(db\.yaml\) (?:is|are) preempted to make room/);
    assert.match(verdict, /StatefulSet db \(db\.yaml\) goes down to \d of 2 available pods meanwhile/);
  });
});

import assert from 'node:assert/strict';
import { said, sized, type Json } from './bothSay';
import { daemonSet, deployment, object } from './support';

const CAREFUL = { replicas: 3, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
const WEB = deployment(CAREFUL);
/** Of `web`, with 5 to 9 replicas. */
const scaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'web', {
  scaleTargetRef: { kind: 'Deployment', name: 'web' },
  minReplicas: 5,
  maxReplicas: 9,
});

const node = (name: string, allocatable: Json, more: Json = {}, ready = 'True'): string =>
  object('Node', 'v1', name, {}, { ...more, status: { allocatable, conditions: [{ type: 'Ready', status: ready }] } });

describe('Problems and simulation read the same facts', () => {
  it('a LimitRange in another file gives the pods requests, for the rule and in the simulation', () => {
    const limits = object('LimitRange', 'v1', 'sizes', { limits: [{ type: 'Container', defaultRequest: { cpu: '1' } }] });
    const one = node('a', { cpu: '3', memory: '16Gi', pods: '110' });
    const { problems, outcome } = said(WEB, { 'shop/limits.yaml': limits, 'shop/nodes.yaml': one });
    assert.match(problems, /stalls/);
    assert.equal(outcome, 'stalled');
    assert.deepEqual(said(WEB, { 'shop/nodes.yaml': one }).outcome, 'complete');
  });

  it('a node that is not ready, or of which nothing is heard, is down: its daemon pod never gets ready', () => {
    const room = { cpu: '3', memory: '16Gi', pods: '110' };
    for (const ready of ['False', 'Unknown']) {
      const files = { 'shop/a.yaml': node('a', room), 'shop/b.yaml': node('b', room, {}, ready) };
      const { problems, outcome } = said(daemonSet(), files);
      assert.match(problems, /stalls: node b does not answer/, ready);
      assert.equal(outcome, 'stalled', ready);
    }
  });

  it('a node without a status has room for 110 pods', () => {
    const bare = object('Node', 'v1', 'a', {});
    const fits = said(deployment({ ...CAREFUL, replicas: 109 }), { 'shop/a.yaml': bare });
    assert.deepEqual([fits.problems, fits.outcome], ['', 'complete']);
    const full = said(deployment({ ...CAREFUL, replicas: 110 }), { 'shop/a.yaml': bare });
    assert.match(full.problems, /stalls/);
    assert.equal(full.outcome, 'stalled');
  });

  it('why pods fit nowhere is said of the node that they may use, whatever the many others lack', () => {
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((name) => [
        `shop/${name}.yaml`,
        node(
          name,
          { cpu: name === 'd' ? '3' : '64', memory: '16Gi', pods: '110' },
          { metadata: { name, labels: { role: name } } },
        ),
      ]),
    );
    const { problems, verdict } = said(deployment(CAREFUL, sized('1', { nodeSelector: { role: 'd' } })), files);
    assert.match(problems, /1 node takes 3 pods of this size, but 3 replicas \+ 1 extra pod are needed/);
    assert.match(verdict, /not enough cpu on the only node that it may use: it asks for 1, at most 0 is free/);
  });

  it('a claim without a class gets the default one, which several claims may share', () => {
    const claim = (name: string): string => object('PersistentVolumeClaim', 'v1', name, { accessModes: ['ReadWriteOnce'] });
    const volumes = ['data', 'data', 'logs'].map((claimName, index) => ({
      name: `v${index}`,
      persistentVolumeClaim: { claimName },
    }));
    const classOf = (provisioner: string): string =>
      JSON.stringify({
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
        provisioner,
      });
    const files = { 'shop/data.yaml': claim('data'), 'shop/logs.yaml': claim('logs') };
    const text = deployment({ ...CAREFUL, replicas: 1 }, { volumes });
    const local = said(text, { ...files, 'shop/class.yaml': classOf('rancher.io/local-path') });
    assert.deepEqual([local.problems, local.outcome], ['', 'complete']);
    const disks = said(text, { ...files, 'shop/class.yaml': classOf('ebs.csi.aws.com') });
    assert.match(disks.problems, /stalls unless the extra pod lands on the node of the old one/);
    assert.equal(disks.outcome, 'stalled');
  });

  it('an autoscaler that keeps more pods than are written has them running: applying takes some away until it looks next', () => {
    const { verdict, notes } = said(WEB, { 'shop/hpa.yaml': scaler });
    assert.match(verdict, /never below 3 of 5 available/);
    assert.match(notes, /“web” \(5–9\) raises the replicas to 5, its minimum, when it looks next: every 15 s/);
    assert.match(notes, /^Assumed to run now: the same workload with another template and 5 replicas, the minimum of Horizontal/);
  });

  it('an autoscaler that keeps fewer pods than are written has those running: applying adds some until it looks next', () => {
    const { verdict, notes } = said(deployment({ ...CAREFUL, replicas: 12 }), { 'shop/hpa.yaml': scaler });
    assert.match(verdict, /peak 13 pods/);
    assert.match(notes, /“web” \(5–9\) sets the replicas back to 9, its maximum, when it looks next: every 15 s/);
    assert.match(notes, /^Assumed to run now: the same workload with another template and 9 replicas, the maximum of Horizontal/);
  });

  it('a container that must not be root and is to be never starts, and one that may be is said to be assumed otherwise', () => {
    const pod = (security: Json, runAsUser?: number): string =>
      deployment(CAREFUL, {
        securityContext: security,
        containers: [{ name: 'web', image: 'web:1', securityContext: { runAsUser } }],
      });
    const { verdict, outcome } = said(pod({ runAsNonRoot: true }, 0), {});
    assert.equal(outcome, 'stalled');
    assert.match(verdict, /cannot be started \(container's runAsUser breaks non-root policy \(container: web\)\)/);
    assert.equal(said(pod({ runAsNonRoot: true }), {}).outcome, 'complete');
  });

  it('requests that a Service sends to pods of others are told, and not followed', () => {
    const ports = (containerPort: number): Json => ({
      containers: [{ name: 'web', image: 'web:1', ports: [{ containerPort }] }],
    });
    const front = object('Service', 'v1', 'front', { selector: { app: 'web' }, ports: [{ port: 8080 }] });
    const worker = deployment(CAREFUL, ports(9090)).replace('"name": "web"', '"name": "worker"');
    const { notes } = said(deployment(CAREFUL, ports(8080)), { 'shop/front.yaml': front, 'shop/worker.yaml': worker });
    assert.match(notes, /Service “front” sends requests to the pods of Deployment “worker” as well, which declare none of its/);
  });

  it('a quota on an amount that the pods leave open refuses them, and more of it would not help', () => {
    const quota = object('ResourceQuota', 'v1', 'team', { hard: { 'limits.cpu': '4' } });
    const { verdict, remedies, outcome } = said(WEB, { 'shop/quota.yaml': quota });
    assert.equal(outcome, 'stalled');
    assert.match(
      verdict,
      /the quota admits no pod that leaves an amount open \(failed quota: team: must specify limits\.cpu for: web\)/,
    );
    assert.equal(remedies, 'write the amounts, or let a LimitRange give them');
  });

  it('what a quota counts beside pods is said to be known in part only', () => {
    const quota = object('ResourceQuota', 'v1', 'team', { hard: { 'count/replicasets.apps': '2', 'count/configmaps': '5' } });
    const { notes } = said(WEB, { 'shop/quota.yaml': quota });
    assert.match(
      notes,
      /ResourceQuota team: count\/replicasets\.apps counts one for each Deployment here\. What is kept of older/,
    );
    assert.doesNotMatch(notes, /configmaps/);
  });

  it('devices are taken to be free where no file describes the nodes, which is said', () => {
    const pod = { containers: [{ name: 'web', image: 'web:1', resources: { limits: { 'nvidia.com/gpu': '1' } } }] };
    const text = /nvidia\.com\/gpu: taken to be free on every node, which is not known\./;
    assert.match(said(deployment({ replicas: 1 }, pod), {}).notes, text);
    const one = node('a', { cpu: '3', memory: '16Gi', pods: '110', 'nvidia.com/gpu': '1' });
    const described = said(deployment({ replicas: 1 }, pod), { 'shop/nodes.yaml': one });
    assert.doesNotMatch(described.notes, text);
    assert.match(described.verdict, /not enough nvidia\.com\/gpu on 1\/1: it asks for 1, at most 0 is free/);
  });

  it('pods that these have to be near to are taken to be there where no file describes them, and are there where one does', () => {
    const required = [{ topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'cache' } } }];
    const near = deployment(CAREFUL, { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } });
    const unknown = said(near, {});
    assert.equal(unknown.outcome, 'complete');
    assert.match(
      unknown.notes,
      /Pods with app=cache, which the pods have to be near to and which no file here describes, are taken to run everywhere/,
    );
    const cache = WEB.replaceAll('"web"', '"cache"').replace('"Deployment"', '"StatefulSet"');
    const known = said(near, { 'shop/cache.yaml': cache });
    assert.equal(known.outcome, 'complete');
    assert.match(known.notes, /Beside it: StatefulSet cache \(cache\.yaml\) with 3 pods\./);
    assert.doesNotMatch(known.notes, /taken to run everywhere/);
  });

  it('a claim that no file describes is said to be unknown', () => {
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
    const { notes } = said(deployment({ replicas: 1 }, { volumes }), {});
    assert.match(
      notes,
      /PersistentVolumeClaim data is in no file: taken as one that all nodes can use at once, which is not known\./,
    );
  });
});

import assert from 'node:assert/strict';
import { said, sized, type Json } from './bothSay';
import { daemonSet, deployment, object, QUIET_CONTAINER } from './support';

const CAREFUL = { replicas: 3, strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
const WEB = deployment(CAREFUL);

function renamed(text: string, name: string, metadata: Json = {}): string {
  const manifest = JSON.parse(text.replaceAll('"web"', JSON.stringify(name))) as Json;
  return JSON.stringify({ ...manifest, metadata: { name, ...metadata } });
}

const API = renamed(WEB, 'api');
const quota = (pods: number, namespace?: string): string =>
  object(
    'ResourceQuota',
    'v1',
    'team',
    { hard: { pods } },
    namespace === undefined ? {} : { metadata: { name: 'team', namespace } },
  );
const node = (cpu: string, name = 'a', pods = '110'): string =>
  object('Node', 'v1', name, {}, { status: { allocatable: { cpu, memory: '16Gi', pods } } });

describe('Another Deployment and the quota of the namespace', () => {
  it('are named by the rule and by the verdict, with the file', () => {
    const { problems, verdict, notes } = said(WEB, { 'shop/quota.yaml': quota(6), 'shop/api.yaml': API });
    assert.match(
      problems,
      /^The rollout stalls: quota “team” in quota\.yaml allows “pods” 6, but 3 replicas \+ 1 extra pod need 4 and Deployment “api” in api\.yaml uses 3, and none may be missing\./,
    );
    assert.match(
      verdict,
      /^Stalls at 0:00: the quota admits no further pod \(exceeded quota: team, .*; Deployment api \(api\.yaml\) uses pods=3 of it\)/,
    );
    assert.match(notes, /Beside it: Deployment api \(api\.yaml\) with 3 pods\./);
  });

  const COMPLETES: readonly (readonly [when: string, files: Readonly<Record<string, string>>, text?: string])[] = [
    ['there is room for one more', { 'shop/quota.yaml': quota(7), 'shop/api.yaml': API }],
    ['it is test data', { 'shop/quota.yaml': quota(6), 'shop/tests/api.yaml': API }],
    ['it is of another environment', { 'shop/quota.yaml': quota(6), 'shop/staging/api.yaml': API }],
    ['it lies in another folder and says no namespace', { 'shop/quota.yaml': quota(6), 'other/api.yaml': API }],
    ['it is in another namespace', { 'shop/quota.yaml': quota(6), 'shop/api.yaml': renamed(WEB, 'api', { namespace: 'other' }) }],
    ['it is the same one in another file', { 'shop/quota.yaml': quota(6), 'shop/old.yaml': WEB }],
    [
      'it is a part of a manifest',
      { 'shop/quota.yaml': quota(6), 'shop/api.yaml': object('Deployment', 'apps/v1', 'api', { replicas: 3 }) },
    ],
    [
      'it is a DaemonSet of nobody knows how many nodes',
      { 'shop/quota.yaml': quota(6), 'shop/logs.yaml': renamed(daemonSet(), 'logs') },
    ],
  ];
  for (const [when, files] of COMPLETES) {
    it(`does not matter to the rule when ${when}`, () => {
      assert.equal(said(WEB, files).problems, '');
    });
  }

  it('may leave too little where they do not all fit anyway: nobody knows who has how much', () => {
    const many = renamed(deployment({ replicas: 9 }), 'api');
    const { problems } = said(WEB, { 'shop/quota.yaml': quota(5), 'shop/api.yaml': many });
    assert.match(problems, /^The rollout may stall: quota “team” .* Deployment “api” in api\.yaml wants 9/);
  });

  it('counts wherever it lies when both say the same namespace', () => {
    const inShop = { namespace: 'shop' };
    const home = renamed(WEB, 'web', inShop);
    const { problems, outcome } = said(home, { 'quota.yaml': quota(6, 'shop'), 'other/api.yaml': renamed(WEB, 'api', inShop) });
    assert.match(problems, /Deployment “api” in other\/api\.yaml uses 3/);
    assert.equal(outcome, 'stalled');
  });

  it('counts with the minimum of its autoscaler', () => {
    const scaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'api', {
      scaleTargetRef: { kind: 'Deployment', name: 'api' },
      minReplicas: 3,
    });
    const unsized = renamed(deployment({ replicas: undefined }), 'api');
    const { problems, notes } = said(WEB, { 'shop/quota.yaml': quota(6), 'shop/api.yaml': `${unsized}\n---\n${scaler}` });
    assert.match(problems, /Deployment “api” in api\.yaml uses 3/);
    assert.match(notes, /Deployment api \(api\.yaml\) with 3 pods/);
  });

  it('is left out of the simulation when the API server would refuse it', () => {
    const broken = renamed(deployment({ replicas: 3, strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } }), 'api');
    const { notes, outcome } = said(WEB, { 'shop/quota.yaml': quota(7), 'shop/api.yaml': broken });
    assert.equal(outcome, 'complete');
    assert.match(notes, /Left out: Deployment api \(api\.yaml\) with 3 pods, which the API server would refuse\./);
  });

  it('is not looked for without a quota', () => {
    assert.doesNotMatch(said(WEB, { 'shop/api.yaml': API }).notes, /Beside it/);
  });
});

describe('Another workload on the nodes that manifests describe', () => {
  const web = deployment(CAREFUL, sized('1'));

  it('leaves no room for the extra pod: rule and verdict name it', () => {
    const files = { 'shop/nodes.yaml': node('6'), 'shop/api.yaml': renamed(deployment(CAREFUL, sized('1')), 'api') };
    const { problems, verdict } = said(web, files);
    assert.match(
      problems,
      /1 node takes 6 pods of this size when it is empty, and Deployment “api” in api\.yaml runs there, but 3 replicas \+ 1 extra pod are needed/,
    );
    assert.match(
      verdict,
      /not enough cpu on 1\/1: it asks for 1, at most 0 is free; 3 pods of Deployment api \(api\.yaml\) run there/,
    );
  });

  it('has to go when its priority is lower: no rule speaks, and the verdict says who goes', () => {
    const critical = deployment(CAREFUL, sized('1', { priorityClassName: 'system-cluster-critical' }));
    const files = { 'shop/nodes.yaml': node('6'), 'shop/api.yaml': renamed(deployment(CAREFUL, sized('1')), 'api') };
    const { problems, verdict, outcome } = said(critical, files);
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
    assert.match(verdict, /pods of Deployment api \(api\.yaml\) are preempted to make room: their priority is lower/);
  });

  it('may leave too little on each node, wherever there is some on all of them together', () => {
    const files = {
      'shop/nodes.yaml': `${node('3')}\n---\n${node('3', 'b')}`,
      'shop/api.yaml': renamed(deployment({ ...CAREFUL, replicas: 2 }, sized('800m')), 'api'),
    };
    const { problems } = said(deployment(CAREFUL, sized('1')), files);
    assert.match(
      problems,
      /^The rollout may stall: 2 nodes take 6 pods of this size when they are empty, and Deployment “api” in api\.yaml runs there, too;/,
    );
  });

  it('may fill nodes of which each lacks something else, though of everything there is more than enough on all together', () => {
    const files = {
      'shop/nodes.yaml': [node('20', 'a', '3'), node('3', 'b')].join('\n---\n'),
      'shop/api.yaml': renamed(deployment(CAREFUL, sized('1')), 'api'),
    };
    const { problems, outcome } = said(web, files);
    assert.match(problems, /^The rollout may stall: 2 nodes take 6 pods .* Deployment “api” in api\.yaml runs there, too/);
    assert.equal(outcome, 'stalled');
  });

  it('takes no room for pods that are not sure to run: they ask for a device that is nowhere, or for a node each', () => {
    const devices = { containers: [{ ...QUIET_CONTAINER, resources: { limits: { cpu: '1', 'example.com/chip': '1' } } }] };
    const labelSelector = { matchLabels: { app: 'api' } };
    const required = [{ topologyKey: 'kubernetes.io/hostname', labelSelector }];
    const apart = { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
    for (const pod of [devices, sized('1', apart)]) {
      const files = { 'shop/nodes.yaml': node('6'), 'shop/api.yaml': renamed(deployment(CAREFUL, pod), 'api') };
      const { problems, outcome } = said(web, files);
      assert.doesNotMatch(problems, /^The rollout (?:stalls|never)/m);
      assert.equal(outcome, 'complete');
    }
  });

  it('is there before others where it is a DaemonSet: it may take the only place, whatever else is in the way', () => {
    const port = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 8080, hostPort: 8080 }] }] };
    const files = { 'shop/nodes.yaml': node('6', 'a', '1'), 'shop/logs.yaml': renamed(daemonSet({}), 'logs') };
    const { problems, verdict } = said(deployment(CAREFUL, port), files);
    assert.match(problems, /host port 8080 can be taken once/);
    assert.match(problems, /The rollout may stall: 1 node takes 1 pod of this size when it is empty, and DaemonSet “logs”/);
    assert.match(verdict, /the nodes are full on 1\/1; 1 pod of DaemonSet logs/);
  });

  it('may fill the only node of a zone, which then holds a required spread down', () => {
    const zoned = (name: string, zone: string, pods: string): string =>
      object(
        'Node',
        'v1',
        name,
        {},
        {
          metadata: { name, labels: { zone } },
          status: { allocatable: { cpu: '8', memory: '16Gi', pods } },
        },
      );
    const labelSelector = { matchLabels: { app: 'web' } };
    const spread = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector };
    const pod = { containers: [QUIET_CONTAINER], topologySpreadConstraints: [spread] };
    const files = {
      'shop/nodes.yaml': [zoned('a', 'x', '110'), zoned('b', 'y', '1')].join('\n---\n'),
      'shop/api.yaml': renamed(deployment({ replicas: 2 }), 'api'),
    };
    const { problems } = said(deployment({ ...CAREFUL, replicas: 1 }, pod), files);
    assert.match(problems, /^The rollout may stall: 2 nodes take 111 pods .* Deployment “api”/m);
  });

  it('counts in the quota for daemon pods on nodes that do not answer', () => {
    const down = object('Node', 'v1', 'b', {}, { status: { conditions: [{ type: 'Ready', status: 'Unknown' }] } });
    const around = { 'shop/nodes.yaml': [node('6'), down].join('\n---\n'), 'shop/logs.yaml': renamed(daemonSet({}), 'logs') };
    assert.match(said(WEB, { ...around, 'shop/quota.yaml': quota(5) }).problems, /DaemonSet “logs” in logs\.yaml uses 2/);
  });

  it('does not matter when it runs on other nodes', () => {
    const elsewhere = renamed(deployment(CAREFUL, sized('1', { nodeSelector: { pool: 'b' } })), 'api');
    const other = object(
      'Node',
      'v1',
      'b',
      {},
      { metadata: { name: 'b', labels: { pool: 'b' } }, status: { allocatable: { cpu: '6' } } },
    );
    const { problems, outcome } = said(deployment(CAREFUL, sized('1', { nodeSelector: { pool: 'a' } })), {
      'shop/nodes.yaml': `${node('6').replace('"name":"a"', '"name":"a","labels":{"pool":"a"}')}\n---\n${other}`,
      'shop/api.yaml': elsewhere,
    });
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
  });
});

describe('Another DaemonSet with the same host port', () => {
  const port = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 9100, hostPort: 9100 }] }] };
  const exporter = daemonSet({}, port);

  it('is in the simulation as well, where nobody describes the nodes', () => {
    const { problems, verdict, notes } = said(exporter, { 'shop/other.yaml': renamed(daemonSet({}, port), 'exporter') });
    assert.match(problems, /^The rollout may stall: DaemonSet “exporter” in other\.yaml takes host port 9100 as well/);
    assert.match(notes, /Beside it: DaemonSet exporter \(other\.yaml\) with 10 pods\./);
    assert.match(verdict, /^Stalls at .*hostPort 9100 is taken.*DaemonSet exporter \(other\.yaml\)/);
  });
});

describe('A host port of the old pods', () => {
  it('is not said to be taken by others that have none', () => {
    const port = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] };
    const { verdict } = said(deployment({ ...CAREFUL, replicas: 1 }, port), { 'shop/around.yaml': `${node('4')}\n---\n${API}` });
    assert.match(verdict, /^Stalls at .*\(hostPort 80 is taken on 1\/1\)/);
  });
});

describe('A workspace of 2,000 workloads', () => {
  it('is simulated with the nearest of them, and says how many are left out', () => {
    const many = Array.from({ length: 2000 }, (_, index) => renamed(deployment({ replicas: 1 }), `api-${index}`));
    const [some, more] = [many.slice(0, 1000).join('\n---\n'), many.slice(1000).join('\n---\n')];
    const { notes, outcome } = said(WEB, { 'shop/quota.yaml': quota(5000), 'shop/many.yaml': some, 'shop/more.yaml': more });
    assert.equal(outcome, 'complete');
    assert.match(notes, /Left out: 1,950 workloads further away; the nearest 50 with 500 pods at most are looked at\./);
  });
});

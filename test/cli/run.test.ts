import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saidNow, type Said } from './said';
import { serializeTimeline } from '../../src/engine/simulation/timeline/serializeTimeline';
import { playRange } from '../../src/cli/runs/play';
import { Rollout } from '../../src/engine/simulation/rollout';
import { likelyText } from '../../src/engine/simulation/words/likelyText';
import { simulate } from '../../src/engine/simulation/simulate';
import { deployment, scenario } from '../simulation/support';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:2", resources: {requests: {cpu: 600m}}}]}
`;
const QUOTA = `apiVersion: v1
kind: ResourceQuota
metadata: {name: team}
spec: {hard: {pods: "4"}}
`;
const FRONT = `apiVersion: v1
kind: Service
metadata: {name: front}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;
const AGENT = WEB.replaceAll('web', 'agent').replace('Deployment', 'DaemonSet').replace('  replicas: 4\n', '');
const NODES = ['a', 'b', 'c', 'd']
  .map(
    (name) =>
      `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\nstatus: {allocatable: {cpu: "1", memory: 4Gi, pods: "110"}}\n`,
  )
  .join('---\n');
const VARYING = { ...scenario(deployment(3)), behavior: { default: { start: { min: 2, max: 40 } } } };
const FILES: Readonly<Record<string, string>> = {
  'web.yaml': WEB,
  'old.yaml': WEB.replace('web:2', 'web:1').replace('replicas: 4', 'replicas: 2'),
  'both.yaml': `${WEB}---\n${AGENT}`,
  'quota.yaml': `${WEB.replace('spec:\n', 'spec:\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}\n')}---\n${QUOTA}`,
  'served.yaml': `${WEB}---\n${FRONT}`,
  'nodes.yaml': NODES,
  'service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n',
  'broken.yaml': 'kind: Deployment\n  metadata: {}\n',
  'chart.yaml': WEB.replace('replicas: 4', 'replicas: {{ .Values.replicas }}'),
  'scenario.rollout.json': JSON.stringify(scenario(deployment(3))),
  'typo.yaml': WEB.replace('replicas: 4', 'replicaz: 4'),
  'beta.yaml': WEB.replace('apps/v1', 'extensions/v1beta1'),
  'live.yaml': WEB.replace('web:2', 'web:1').replace('name: web\n', 'name: web\n  namespace: shop\n'),
  'hollow.yaml': WEB.slice(0, WEB.indexOf('  template:')),
  'ranges.rollout.json': JSON.stringify(VARYING),
  'bad.rollout.json': '{"version": 1, "seed": "x"}',
  'cut.rollout.json': '{"version": 1,',
};

describe('rollout-lens simulate', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Arguments with a dot are files of the folder. */
  function command(line: string): Said {
    const args = line.split(' ').map((word) => (/\.(yaml|json)$/.test(word) ? join(folder, word) : word));
    const answer = saidNow(['simulate', ...args.filter((word) => word !== '')]);
    return { ...answer, error: answer.error.replaceAll(folder, '') };
  }

  it('tells between which times it is likely to end where the file has written ranges, as the hover does', async () => {
    const rollout = new Rollout(VARYING);
    while (rollout.advance(Infinity));
    const range = playRange(VARYING, rollout.progress.steps);
    assert.ok(range !== undefined && range.p90 > range.p10);
    const { out } = command('ranges.rollout.json');
    assert.ok(out.includes(`\n\n- ${likelyText(range)}\n- `), out);
    for (const line of ['scenario.rollout.json', 'web.yaml', 'ranges.rollout.json --format status'])
      assert.doesNotMatch(command(line).out, /eight of ten/, line);
  });

  const FORMATS: readonly (readonly [string, RegExp])[] = [
    [
      'web.yaml',
      /^# Deployment web: Completes in .* s\n\n\*\*Go\*\*\n\n- never below 3 of 4 available\n- peak 5 pods \(\+600m CPU\)\n/,
    ],
    ['web.yaml --format summary', /^# Deployment web: /],
    ['web.yaml --format watch', /^NAME +DESIRED +CURRENT +READY +AGE\nweb-\S+ +4 +4 +4 +120m\nweb-\S+ +1 +0 +0 +0s\n/],
    [
      'web.yaml --format status',
      /^0:00 {2}Waiting for deployment spec update to be observed\.\.\.\n[^]*\d {2}deployment "web" successfully rolled out\n$/,
    ],
    [
      'web.yaml --format explain',
      /^0:00 deployment getNewReplicaSet: newReplicas = min\(maxTotalPods 5 − currentPodCount 4, replicas 4\) = 1; /,
    ],
    [
      'web.yaml --format table',
      /^NAME .*SELECTOR\nweb +4\/4 [^]*\n\nNAME[^]*\nweb-\S+ +4 +4 +4 [^]*\n\nNAME[^]*\nweb-\S+ +1\/1 +Running +0 /,
    ],
    ['both.yaml --name agent --format table', /^NAME .*SELECTOR\nagent +10 +10 +10 [^]*\n\nNAME[^]*\nagent-\S+ +1\/1 +Running /],
    [
      'served.yaml --format endpoints',
      /^Service default\/front\n seconds {2}ready {2}serving {2}terminating\n {4}0\.00 {6}4 {8}4 {12}0\n[^]*\nAt the least 3 endpoints are ready for new connections\.\n$/,
    ],
    [
      'served.yaml',
      /## Requests\n\nRequests to Service front\nAbout \d+ of \S+ requests fail \(\d+ %\), worst \d+ % at 0:0\d: [^]* {2}cut by the end of the process +[\d.]+\nAssumed: 100 requests per second of 0\.1 s each; by kube-proxy/,
    ],
    [
      'served.yaml --traffic rps=200,duration=0.2,plane=istio,on-term=drains,retries=0,keep-alive=10%,capacity=500',
      /Assumed: 200 requests per second of 0\.2 s each; by Istio [^]*a pod takes 500 requests per second; nobody tries again\./,
    ],
    ['web.yaml --format endpoints', /^No Service of these files selects pods/],
    [
      'web.yaml --inside',
      /^ {4}0\.000 s {2}API server {4}Deployment default\/web modified, version \d+\n[^]* {2}sync {10}deployment default\/web ends; taken: getReplicaSetsForDeployment, [^]*; skipped, the strategy is RollingUpdate: rolloutRecreate, [^]* {2}slow start {4}replicaset default\/web-\w+: 1 pod in batches of 1\n[^]*\n\d+ rows from before the change left out: --format json has them\.\n$/,
    ],
    [
      'web.yaml --inside --format json',
      /^\{"version":1,[^]*"inside":\{"rows":\[\{"t":-7200,"row":"manager","op":"starts"\},\{"t":-7200,"row":"write",[^]*\],"omitted":0\}\}\n$/,
    ],
    [
      'web.yaml --inside --at 2.5',
      /^At 2\.500 s\n\nCaches\n {2}Deployment: 1 object, up to date\n {2}ReplicaSet: 2 objects, up to date\n {2}Pod: \d objects, [^]*\n\nWork queues\n {2}deployment: [^]*\n\nExpectations\n[^]*replicaset default\/web-\w+: satisfied\n\nScheduler\n[^]*\n\nKubelets\n {2}node-/,
    ],
    ['web.yaml --format history', /^deployment.apps\/web \nREVISION {2}CHANGE-CAUSE\n1 +<none>\n2 +<none>\n\n$/],
    ['both.yaml --name agent --format describe', /^daemonset.apps\/agent with revision #2\nPod Template:\n[^]*Image:\tagent:2\n/],
    ['web.yaml --format json', /^\{"version":1,"workload":\{"kind":"Deployment"/],
    ['web.yaml --from old.yaml', /Scaled up replica set web-\S+ from 2 to/],
    ['web.yaml --from live.yaml', /## What this rests on\n\n- Runs now: what live\.yaml describes\.\n- Nodes: 10 assumed/],
    ['web.yaml --from web.yaml', /^# Deployment web: Nothing to roll out: all 4 pods are up to date\n/],
    [
      'web.yaml --assume zones=1 --assume podStopSeconds=40',
      /Nodes: 10 assumed, all in one zone, [^]*Assumed for each pod: [^]* 40 s to stop/,
    ],
    ['web.yaml --nodes nodes.yaml', /\n- Assumed to run now: .*\n- Nodes: the 4 of nodes\.yaml\.\n/],
    ['quota.yaml', /\n- Taken into account: ResourceQuota team\.\n/],
    ['both.yaml --name agent --nodes 5 --format watch', /^NAME +DESIRED .*\nagent +5 +5 +5 +5 +5 +<none> +120m\n/],
    ['both.yaml --name agent --nodes nodes.yaml --format watch', /^NAME +DESIRED .*\nagent +4 +4 /],
    ['scenario.rollout.json --format status', /deployment "web" successfully rolled out\n$/],
    ['--help', /^Usage: rollout-lens simulate FILE \[options\]\n[^]*--from FILE[^]*Examples\n/],
  ];
  for (const [line, expected] of FORMATS) {
    it(`${line} prints its answer and ends with 0`, async () => {
      const { code, out, error } = command(line);
      assert.equal(error, '');
      assert.match(out, expected);
      assert.equal(code, 0);
    });
  }

  it('plays a scenario file as it is', async () => {
    const { out } = command('scenario.rollout.json --format json');
    assert.equal(out, `${serializeTimeline(simulate(scenario(deployment(3))))}\n`);
  });

  it('gives another timeline with another seed', async () => {
    const one = command('web.yaml --format json');
    const two = command('web.yaml --format json --seed 2');
    assert.notEqual(one.out, two.out);
  });

  it('says why a rollout stalls, and ends with 0 unless asked otherwise', async () => {
    const { code, out } = command('quota.yaml');
    assert.match(out, /^# Deployment web: Stalls at 0:00: the quota admits no further pod \(exceeded quota: team, /);
    assert.equal(code, 0);
    assert.equal(command('quota.yaml --fail-on-stall').code, 1);
    assert.equal(command('web.yaml --fail-on-stall').code, 0);
  });

  it('fails on requests that are lost, where that is asked', async () => {
    assert.equal(command('served.yaml --fail-on-lost 0.1%').code, 1);
    assert.equal(command('served.yaml --fail-on-lost 90%').code, 0);
    const nobody = command('web.yaml --fail-on-lost 1%');
    assert.equal(nobody.code, 2);
    assert.match(nobody.error, /no Service of this file selects the pods/);
  });

  it('stops at the horizon', async () => {
    assert.match(command('web.yaml --horizon 3').out, /^# Deployment web: Not complete after 3 s: it is still going on/);
  });

  const USAGE_ERRORS: readonly (readonly [string, string])[] = [
    ['', 'a file is missing'],
    ['web.yaml old.yaml', 'one file at a time, please: /old.yaml is too much'],
    ['web.yaml --color', '--color is not an option of simulate'],
    ['web.yaml --nodes', '--nodes needs a value'],
    [
      'served.yaml --traffic load=5',
      '--traffic takes rps, duration, capacity, keep-alive, retries, service, plane, on-term, not load',
    ],
    ['served.yaml --traffic rps', '--traffic takes rps=VALUE, not rps'],
    ['served.yaml --traffic plane=mesh', '--traffic plane=mesh: traffic.dataPlane: must be one of kube-proxy, ipvs, '],
    ['served.yaml --traffic keep-alive=120%', '--traffic keep-alive=120%: traffic.keptAlive: must be at most 1'],
    ['served.yaml --fail-on-lost much', '--fail-on-lost takes a share such as 0.1%, not much'],
    [
      'web.yaml --assume speed=1',
      '--assume takes imagePullSeconds, podStartSeconds, podWarmUpSeconds, podStopSeconds, zones, clientQps, clientBurst, not speed',
    ],
    ['web.yaml --assume zones=0', '--assume zones=… takes a number from 1 to 26, not zones=0'],
    [
      'web.yaml --format pdf',
      '--format is one of summary, watch, status, table, history, describe, explain, endpoints, json, not pdf',
    ],
    ['web.yaml --inside --format watch', '--inside prints text, or rows with --format json, not watch'],
    ['web.yaml --at 2', '--at says when to look at what --inside prints as text'],
    ['web.yaml --inside --at soon', '--at is a second of the rollout such as 2.5, not soon'],
    ['web.yaml --inside --at -1', '--at is a second of the rollout such as 2.5, not -1'],
    ['web.yaml --seed x', '--seed takes a whole number, not x'],
    ['web.yaml --seed 1.5', '--seed takes a whole number, not 1.5'],
    ['web.yaml --horizon soon', '--horizon takes a whole number, not soon'],
    ['missing.yaml', '/missing.yaml cannot be read: ENOENT'],
    ['broken.yaml', '/broken.yaml is not valid YAML: mapping values are not allowed in this context'],
    ['service.yaml', '/service.yaml holds no Deployment or DaemonSet'],
    ['both.yaml', '/both.yaml holds several workloads (web, agent): choose one with --name'],
    ['both.yaml --name db', '/both.yaml holds no workload db; known are web, agent'],
    ['both.yaml --name agent --from old.yaml', '/old.yaml holds no DaemonSet agent'],
    ['web.yaml --from chart.yaml', '/chart.yaml has templates, or is a part of a manifest: render it first'],
    ['web.yaml --nodes service.yaml', '/service.yaml holds no Node manifests'],
    ['cut.rollout.json', '/cut.rollout.json is not valid JSON: '],
  ];
  for (const [line, message] of USAGE_ERRORS) {
    it(`"${line}" is refused: ${message}`, async () => {
      const { code, out, error } = command(line);
      assert.equal(out, '');
      assert.ok(error.startsWith(message), error);
      assert.match(error, /\n\nUsage: rollout-lens simulate FILE \[options\]\n/);
      assert.equal(code, 2);
    });
  }

  it('names what is wrong with a scenario file', async () => {
    const { code, error } = command('bad.rollout.json');
    assert.match(error, /^scenario\.\w+: .*\n$/);
    assert.equal(code, 2);
  });

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['hollow.yaml', /This is a part of a manifest: what it lacks is added elsewhere/],
    ['chart.yaml', /Templates or a kustomization decide parts of this workload/],
    ['typo.yaml', /The API server would refuse this manifest: .*replicaz/],
    ['beta.yaml', /The API server would refuse this manifest: .*extensions\/v1beta1/],
  ];
  for (const [line, expected] of REFUSED) {
    it(`${line} is refused as in the editor`, async () => {
      const { code, out, error } = command(line);
      assert.equal(out, '');
      assert.match(error, expected);
      assert.equal(code, 2);
    });
  }

  it('names a limit of the simulation', async () => {
    const { code, error } = command('web.yaml --horizon 0');
    assert.equal(error, 'scenario.horizonSeconds: must be at least 1, not 0\n');
    assert.equal(code, 2);
  });
});

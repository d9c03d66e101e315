import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { Base, COMMITTED_VERSION } from '../../src/features/base';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets, type SimulationTarget } from '../../src/features/simulationTarget';
import { tuningEdits } from '../../src/features/tuning';
import type { Deployment } from '../../src/model/apiTypes';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { simulate } from '../../src/engine/simulation/simulate';
import { ASSUMED } from '../../src/model/assumptions';
import { applyEdits } from '../support/applyEdits';
import { NO_FACTS } from '../../src/rules/facts';
import type { TunableManifestValues } from '../../src/shared/protocol';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web # the front
spec:
  replicas: 4 # as agreed
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: app
          image: nginx:1.9
`;
const AGENT = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy:
    type: OnDelete
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: app, image: 'agent:1'}]}
`;

const analysisOf = (text: string): Analysis =>
  new Analysis('file:///x.yaml', text, { settings: DEFAULT_SETTINGS, facts: NO_FACTS });
const targetIn = (analysis: Analysis, index = 0): SimulationTarget => simulationTargets(analysis)[index] as SimulationTarget;

function written(text: string, values: TunableManifestValues, index = 0): string {
  const analysis = analysisOf(text);
  const result = tuningEdits(analysis, targetIn(analysis, index), values);
  assert.ok(result.problem === undefined, result.problem);
  return applyEdits(text, result.edits);
}

describe('Simulating a manifest', () => {
  it('finds the workloads of a file in their order', () => {
    const targets = simulationTargets(analysisOf(`${WEB}---\n${AGENT}`));
    assert.deepEqual(
      targets.map(({ kind, name, index }) => [kind, name, index]),
      [
        ['Deployment', 'web', 0],
        ['DaemonSet', 'agent', 1],
      ],
    );
  });

  it('does not simulate what the API server would refuse', () => {
    const refused = WEB.replace('name: app\n', 'name: App_1\n');
    const analysis = analysisOf(refused);
    const { problem } = simulationOf(analysis, targetIn(analysis));
    assert.equal(problem?.kind, 'invalid');
    assert.match(
      problem.message,
      /^The API server would refuse this manifest: spec\.template\.spec\.containers\[0\]\.name: Invalid value/,
    );
  });

  it('makes a scenario that runs to completion', () => {
    const analysis = analysisOf(WEB);
    const simulation = simulationOf(analysis, targetIn(analysis));
    assert.ok(simulation.problem === undefined);
    const timeline = simulate(simulation.scenario);
    assert.deepEqual([timeline.outcome.kind, timeline.envelope.desired], ['complete', 4]);
    assert.match(simulation.notes.join(' '), /another template.*assumed/s);
  });

  it('takes null for nothing, and a number for a quantity, as the API server does', () => {
    const text = WEB.replace('name: web # the front', 'name: web\n  namespace: null\n  creationTimestamp: null\n  labels: null')
      .replace('spec:\n  replicas: 4', 'spec:\n  strategy: {rollingUpdate: null}\n  replicas: null')
      .replace('image: nginx:1.9', 'image: nginx:1.9\n          resources: {requests: {cpu: 1, memory: null}}')
      .replace('    spec:\n', '    spec:\n      volumes: null\n      nodeSelector: null\n      affinity: null\n');
    const analysis = analysisOf(text);
    const simulation = simulationOf(analysis, targetIn(analysis));
    assert.ok(simulation.problem === undefined, simulation.problem?.message);
    const { outcome, envelope, workload } = simulate(simulation.scenario);
    assert.deepEqual([outcome.kind, envelope.desired, workload.namespace], ['complete', 1, 'default']);
  });

  it('follows a workload that was renamed', () => {
    const target = targetIn(analysisOf(WEB));
    const simulation = simulationOf(analysisOf(WEB.replace('name: web #', 'name: shop #')), target);
    assert.ok(simulation.problem === undefined);
    assert.equal(simulation.target.name, 'shop');
  });

  it('says of a workload that is as committed that applying it rolls nothing out, and that the new template is assumed', () => {
    const analysis = new Analysis('file:///x.yaml', WEB, {
      settings: DEFAULT_SETTINGS,
      facts: NO_FACTS,
      base: new Base(analysisOf(WEB).manifest, COMMITTED_VERSION),
    });
    const simulation = simulationOf(analysis, targetIn(analysis));
    assert.ok(simulation.problem === undefined);
    assert.match(
      simulation.notes[0] ?? '',
      /^Nothing changed in this workload since [^:]+: .*rolls nothing out, .*ConfigMap or Secret.* assumed new template\.$/,
    );
  });

  it('takes the committed version for the running one when its pods differ', () => {
    const base = new Base(analysisOf(WEB.replace('nginx:1.9', 'nginx:1.8')).manifest, COMMITTED_VERSION);
    const analysis = new Analysis('file:///x.yaml', WEB, { settings: DEFAULT_SETTINGS, facts: NO_FACTS, base });
    const simulation = simulationOf(analysis, targetIn(analysis));
    assert.ok(simulation.problem === undefined);
    assert.equal(simulation.scenario.workload.before?.spec.template.spec.containers[0]?.image, 'nginx:1.8');
  });

  const simulated = (
    text: string,
    committed: string,
    others = '',
    settings = DEFAULT_SETTINGS,
  ): { scenario: Scenario; notes: readonly string[] } => {
    const index = new WorkspaceIndex();
    index.updateText('file:///others.yaml', others);
    const uri = 'file:///x.yaml';
    const base = new Base(analysisOf(committed).manifest, COMMITTED_VERSION);
    const surroundings = { settings, facts: index.factsFor(uri), base };
    const analysis = new Analysis(uri, text, surroundings);
    const simulation = simulationOf(analysis, targetIn(analysis));
    assert.ok(simulation.problem === undefined, simulation.problem?.message);
    return simulation;
  };

  it('takes the committed version for the running one when only the number of pods differs', () => {
    const { before, after } = simulated(WEB, WEB.replace('replicas: 4', 'replicas: 10')).scenario.workload;
    assert.deepEqual(
      [before, after].map((workload) => (workload as Deployment).spec.replicas),
      [10, 4],
    );
  });

  it('takes the committed version for the running one when only the strategy differs: nothing rolls then', () => {
    const { scenario } = simulated(WEB, WEB.replace('spec:\n', 'spec:\n  minReadySeconds: 3\n'));
    assert.equal(scenario.workload.before?.spec.minReadySeconds, 3);
    assert.equal(simulate(scenario).outcome.kind, 'nothingToDo');
    const same = simulated(WEB, WEB).scenario;
    assert.equal(simulate(same).outcome.kind, 'complete');
  });

  it('says what kubectl apply makes of replicas that were removed', () => {
    const removed = WEB.replace('  replicas: 4 # as agreed\n', '');
    const scaler =
      'kind: HorizontalPodAutoscaler\nmetadata: {name: hpa}\nspec: {scaleTargetRef: {kind: Deployment, name: web}, maxReplicas: 9}\n';
    assert.match(
      simulated(removed, WEB, scaler).notes.join(' '),
      /replicas was removed from the manifest: kubectl apply sets it to 1, from 4, until the autoscaler hpa raises it again\./,
    );
    assert.doesNotMatch(simulated(removed, removed).notes.join(' '), /removed/);
  });

  it('takes a paused version as one that ran before it was paused', () => {
    const paused = WEB.replace('spec:\n', 'spec:\n  paused: true\n').replace('nginx:1.9', 'nginx:1.8');
    const { outcome, facts } = simulate(simulated(WEB, paused).scenario);
    assert.deepEqual([outcome.kind, facts.minAvailable], ['complete', 3]);
  });

  it('assumes nodes that have the GPUs which the pods ask for', () => {
    const gpu = WEB.replace('image: nginx:1.9', "image: nginx:1.9\n          resources: {limits: {nvidia.com/gpu: '2'}}");
    assert.equal(simulate(simulated(gpu, gpu).scenario).outcome.kind, 'complete');
  });

  it('takes what is assumed from the settings, and says it', () => {
    const assumptions = { ...ASSUMED, podStopSeconds: 40, zones: 2, clientLimits: { qps: 5, burst: 6 } };
    const { scenario, notes } = simulated(WEB, WEB, '', { ...DEFAULT_SETTINGS, assumptions });
    assert.deepEqual(scenario.behavior?.default?.shutDown, { min: 20, max: 60 });
    assert.deepEqual([scenario.cluster.zoneCount, scenario.clientLimits], [2, { qps: 5, burst: 6 }]);
    assert.match(
      notes.join('\n'),
      /Nodes: 10 assumed, spread over 2 zones[^]*40 s to stop[^]*send 5 requests per second after 6 at once/,
    );
  });

  it('names what the durations leave out, first of all where there are many waves', () => {
    const few = simulated(WEB, WEB).notes;
    assert.match(
      few.at(-1) ?? '',
      /^Assumed for each pod: about 2 s to pull the image .* in each of about 2 waves\. Controllers send 20 requests per second/,
    );
    const many = WEB.replace('replicas: 4', 'strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}\n  replicas: 250');
    assert.match(simulated(many, many).notes[0] ?? '', /^Assumed for each pod: .* in each of about 250 waves\./);
  });

  for (const [what, text, kind] of [
    ['the workload was deleted', 'kind: Service\n', 'gone'],
    ['the file is not YAML', 'kind: Deployment\nmetadata: {name: web\nspec: [', 'invalid'],
    ['a template decides', WEB.replace('replicas: 4', 'replicas: {{ .Values.n }}'), 'invalid'],
  ] as const) {
    it(`says so when ${what}`, () => {
      const simulation = simulationOf(analysisOf(text), targetIn(analysisOf(WEB)));
      assert.equal(simulation.problem?.kind, kind);
    });
  }
});

describe('Writing values back', () => {
  it('changes the value and keeps the comment', () => {
    assert.equal(written(WEB, { replicas: 7 }), WEB.replace('replicas: 4', 'replicas: 7'));
  });

  it('brings in a strategy with both fields once', () => {
    const text = written(WEB, { maxSurge: '50%', maxUnavailable: 0 });
    assert.equal((text.match(/rollingUpdate:/g) ?? []).length, 1);
    const analysis = analysisOf(text);
    const { spec } = (simulationOf(analysis, targetIn(analysis)) as { scenario: { workload: { after: { spec: unknown } } } })
      .scenario.workload.after;
    assert.deepEqual((spec as { strategy: unknown }).strategy, { rollingUpdate: { maxSurge: '50%', maxUnavailable: 0 } });
    assert.ok(text.includes('# as agreed') && text.includes('# the front'));
  });

  it('turns another strategy into RollingUpdate, or the values would be refused', () => {
    const text = written(AGENT, { maxUnavailable: '10%' });
    assert.match(text, /type: RollingUpdate/);
    assert.match(text, /maxUnavailable: 10%/);
  });

  it('edits the second document at its place', () => {
    const text = written(`${WEB}---\n${AGENT}`, { minReadySeconds: 5 }, 1);
    assert.ok(text.startsWith(`${WEB}---\n`));
    assert.match(text, /minReadySeconds: 5/);
  });

  it('lets pods wait before they stop, and asks their port whether they answer', () => {
    const listening = WEB.replace(
      'image: nginx:1.9\n',
      'image: nginx:1.9\n          ports: [{name: http, containerPort: 8080}]\n',
    );
    const edited = written(listening, { preStopSleepSeconds: 5, readiness: 'tcp', terminationGracePeriodSeconds: 40 });
    assert.match(edited, /lifecycle:\s+preStop:\s+sleep:\s+seconds: 5/);
    assert.match(edited, /readinessProbe:[^-]*tcpSocket:\s+port: http/);
    assert.match(edited, /terminationGracePeriodSeconds: 40/);
    assert.match(written(edited, { preStopSleepSeconds: 12 }), /sleep:\s+seconds: 12/);
    assert.doesNotMatch(written(edited, { preStopSleepSeconds: 0 }), /preStop/);
  });

  it('throws no hook away that does something, and asks no port that nobody declares', () => {
    const hook = WEB.replace(
      'image: nginx:1.9\n',
      'image: nginx:1.9\n          lifecycle: {preStop: {exec: {command: [nginx, -s, quit]}}}\n',
    );
    const refused = (text: string, values: TunableManifestValues): string | undefined => {
      const analysis = analysisOf(text);
      return tuningEdits(analysis, targetIn(analysis), values).problem;
    };
    assert.match(refused(hook, { preStopSleepSeconds: 5 }) ?? '', /does something else than to sleep/);
    assert.match(refused(WEB, { readiness: 'tcp' }) ?? '', /declares a port/);
  });

  it('writes nothing when nothing differs', () => {
    const analysis = analysisOf(WEB);
    assert.deepEqual(tuningEdits(analysis, targetIn(analysis), { replicas: 4 }), { edits: [] });
  });
});

import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/features/analysis';
import { simulationOf } from '../../../src/features/simulation';
import { simulationTargets, type SimulationTarget } from '../../../src/features/simulationTarget';
import { tuningEdits } from '../../../src/features/tuning';
import { applyEdits } from '../../support/applyEdits';
import { OpenWorkspace } from './openWorkspace';

const FILES: Readonly<Record<string, string>> = {
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
`,
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'prod/kustomization.yaml': `resources: [../base]
namePrefix: prod-
replicas: [{name: web, count: 8}]
patches: [{path: surge.yaml}]
`,
  'prod/surge.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  strategy:
    rollingUpdate:
      maxSurge: 2
`,
  'staging/kustomization.yaml': 'resources: [../base]\nnamePrefix: staging-\n',
};

function targetIn(analysis: Analysis): SimulationTarget {
  const [target] = simulationTargets(analysis);
  assert.ok(target !== undefined);
  return target;
}

describe('the simulation of what is built', () => {
  it('plays the workload of the overlay in force, and stays with it when another one is', () => {
    const workspace = new OpenWorkspace(FILES);
    const target = targetIn(workspace.open('base/web.yaml'));
    assert.equal(target.name, 'prod-web');
    workspace.builds.choose('kustomize:staging');
    const again = workspace.look('base/web.yaml');
    assert.equal(targetIn(again).name, 'staging-web');
    const simulation = simulationOf(again, target);
    assert.ok(simulation.problem === undefined);
    const { spec } = simulation.scenario.workload.after;
    assert.deepEqual([simulation.target.name, 'replicas' in spec && spec.replicas], ['prod-web', 8]);
  });

  it('can be asked for from the kustomization, also of what nothing in it touches', () => {
    const files = { ...FILES, 'staging/kustomization.yaml': 'resources: [../base]\n' };
    assert.equal(targetIn(new OpenWorkspace(files).open('staging/kustomization.yaml')).name, 'web');
  });

  it('writes values back where each is decided: into the patch, at the count of replicas, into the open file what is new', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open('prod/surge.yaml');
    const result = tuningEdits(analysis, targetIn(analysis), { maxSurge: 4, replicas: 12, minReadySeconds: 5 });
    assert.ok(result.problem === undefined);
    const patch = applyEdits(workspace.textOf('prod/surge.yaml'), result.edits);
    assert.match(patch, /\n {6}maxSurge: 4\n/);
    assert.match(patch, /\n {2}minReadySeconds: 5\n/);
    assert.deepEqual(result.others, [
      {
        uri: 'file:///prod/kustomization.yaml',
        start: { line: 2, character: 30 },
        end: { line: 2, character: 31 },
        newText: '12',
      },
    ]);
  });

  it('says that a value has no place of its own', () => {
    const files = {
      ...FILES,
      'prod/kustomization.yaml': `resources: [../base]
replacements:
- source: {kind: Deployment, name: web, fieldPath: spec.replicas}
  targets: [{select: {kind: Deployment}, fieldPaths: [spec.minReadySeconds], options: {create: true}}]
`,
    };
    const analysis = new OpenWorkspace(files).open('prod/kustomization.yaml');
    const result = tuningEdits(analysis, targetIn(analysis), { minReadySeconds: 7 });
    assert.match(result.problem ?? '', /by hand/);
  });
});

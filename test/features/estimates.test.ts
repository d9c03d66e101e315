import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { Estimates } from '../../src/features/estimates';
import { computeHover } from '../../src/features/hover/hover';
import { playInSteps } from '../../src/features/review/reviewRun';
import { simulationOf } from '../../src/features/simulation';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../../src/features/settings';
import { NO_FACTS } from '../../src/rules/facts';

const manifest = (name: string, spec: string, container = ''): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: ${name}}}
${spec}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: app
          image: ${name}:1
${container}`;
const WEB = manifest('web', '  replicas: 8');

function analysisOf(text: string, settings: FeatureSettings = DEFAULT_SETTINGS): Analysis {
  return new Analysis('file:///w/x.yaml', text, { settings, facts: NO_FACTS });
}

function hoverAt(analysis: Analysis, what: string, estimates: Estimates): string {
  return computeHover(analysis, analysis.manifest.text.indexOf(what) + 1, estimates)?.markdown ?? '';
}

function simulateAll(estimates: Estimates, analysis: Analysis, offset?: number): number {
  let plays = 0;
  const steps = estimates.simulate(
    analysis,
    {
      simulationOf,
      play: (scenario) => {
        plays++;
        return playInSteps(scenario);
      },
    },
    offset,
  );
  while (steps.next().done !== true);
  return plays;
}

describe('the duration in a hover', () => {
  it('is said to be simulated until it is, and promises no figure', () => {
    const text = hoverAt(analysisOf(WEB), 'replicas', new Estimates());
    assert.match(text, /How long it takes is being simulated; it goes in 2 waves/);
    assert.doesNotMatch(text, /\*\*About|\*\*\d+ s\*\*/);
  });

  it('is the simulation’s, with the waves that explain it', () => {
    const estimates = new Estimates();
    const analysis = analysisOf(WEB);
    simulateAll(estimates, analysis);
    const [placed] = analysis.workloads;
    assert.ok(placed !== undefined);
    const estimate = estimates.of(placed.assessment);
    assert.ok(estimate !== undefined && estimate.why === undefined);
    const text = hoverAt(analysis, 'replicas', estimates);
    assert.ok(text.includes(`**${estimate.headline}** (simulated): 2 waves`), text);
    assert.match(estimate.headline, /^Completes in [\d.]+ s$/);
  });

  it('follows the assumptions of the settings', () => {
    const slow = { ...DEFAULT_SETTINGS, assumptions: { ...DEFAULT_SETTINGS.assumptions, podStartSeconds: 100 } };
    const estimates = new Estimates();
    const analysis = analysisOf(WEB, slow);
    simulateAll(estimates, analysis);
    assert.match(
      hoverAt(analysis, 'replicas', estimates),
      /\*\*Completes in [34] min[^*]*\*\* \(simulated\): .*102 s to pull the image and start/,
    );
  });

  it('says a stall where the rollout stalls, and no waves', () => {
    const port = '          ports: [{containerPort: 80, hostPort: 80}]\n';
    const text = manifest('edge', '  replicas: 10\n  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}', port);
    const estimates = new Estimates();
    const analysis = analysisOf(text);
    simulateAll(estimates, analysis);
    const hover = hoverAt(analysis, 'replicas', estimates);
    assert.match(hover, /\*\*Stalls at [^*]*\*\* \(simulated\)\./);
    assert.doesNotMatch(hover, /waves/);
  });

  it('is not played twice, and a workload that changes back is remembered', () => {
    const estimates = new Estimates();
    const both = analysisOf(`${WEB}---\n${manifest('api', '  replicas: 3')}`);
    assert.equal(simulateAll(estimates, both), 2);
    assert.equal(simulateAll(estimates, both), 0);
    assert.equal(simulateAll(estimates, analysisOf(WEB.replace('replicas: 8', 'replicas: 9'))), 1);
    assert.equal(simulateAll(estimates, analysisOf(WEB)), 0);
  });

  it('begins with the workload that somebody waits for', () => {
    const estimates = new Estimates();
    const both = analysisOf(`${WEB}---\n${manifest('api', '  replicas: 3')}`);
    const steps = estimates.simulate(
      both,
      { simulationOf, play: (scenario) => playInSteps(scenario) },
      both.manifest.text.indexOf('name: api'),
    );
    const [web, api] = both.workloads;
    assert.ok(web !== undefined && api !== undefined);
    while (estimates.isMissing(api) && steps.next().done !== true);
    assert.ok(estimates.isMissing(web));
  });

  it('is the formula’s where nothing can be simulated', () => {
    const part = analysisOf(WEB.replace('replicas: 8', 'replicas: 8\n  paused: oops'));
    assert.doesNotMatch(hoverAt(part, 'replicas', new Estimates()), /simulated/);
  });
});

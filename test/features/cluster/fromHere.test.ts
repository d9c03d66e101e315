import assert from 'node:assert/strict';
import { Analysis } from '../../../src/features/analysis';
import { simulateFromHere } from '../../../src/features/cluster/fromHere';
import type { MeasuredCluster } from '../../../src/features/cluster/inUse';
import { measuredCluster } from '../../../src/features/cluster/measuredCluster';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';
import { simulate } from '../../../src/engine/simulation/simulate';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { answerOf, cardOf } from '../../../src/engine/simulation/words/card';
import { kubectlCommands } from '../../../src/engine/simulation/words/kubectlCommands';
import { markdownSummary } from '../../../src/engine/simulation/words/renderText';
import { whatIfs, withWhatIf } from '../../../src/engine/simulation/words/whatIfs';
import { readManifest } from '../../../src/manifest/manifest';
import { readSnapshot } from '../../support/wholeSnapshot';
import type { Deployment } from '../../../src/model/apiTypes';
import { deployment, nodesWith, scenario } from '../../simulation/support';
import { snapshotText } from '../../support/snapshotText';

const container = { env: [{ name: 'KEY', value: 'secret' }], resources: { requests: { cpu: '1' } } };
const [old, young] = ['1', '2'].map((value) =>
  deployment(6, { maxSurge: 2, maxUnavailable: 0, container: { ...container, env: [{ name: 'KEY', value }] } }),
);
assert.ok(old !== undefined && young !== undefined);
function withChecksum(workload: Deployment, sum: string): Deployment {
  const { template } = workload.spec;
  const metadata = { ...template.metadata, annotations: { 'checksum/config': sum } };
  return { ...workload, spec: { ...workload.spec, template: { ...template, metadata } } };
}
const nodes = nodesWith('2', 'node-1', 'node-2', 'node-3');
const STUCK = snapshotText(scenario(young, { before: old, nodes }), 700);
const DONE = snapshotText(scenario(young, { before: old, nodes: nodesWith('16', 'node-1', 'node-2') }), 700);

const WEB = {
  kind: 'Deployment',
  namespace: 'default',
  name: 'web',
} as const;

function clusterFrom(text: string): MeasuredCluster {
  const snapshot = readSnapshot(text);
  assert.ok(!('problem' in snapshot));
  const steps = measuredCluster(snapshot, 'snapshot prod-eu, 3 h old');
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function lensesOf(
  text: string,
  cluster?: MeasuredCluster,
): readonly { readonly title: string; readonly arguments: readonly unknown[] }[] {
  const home = 'file:///web.json';
  const index = new WorkspaceIndex();
  index.updateManifest(home, readManifest(text));
  const analysis = new Analysis(home, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(home), cluster });
  return computeCodeLenses(analysis)
    .filter(({ action }) => action.command === 'rolloutLens.simulateFromHere')
    .map(({ title, action }) => ({ title, arguments: action.arguments }));
}

const MANIFEST = JSON.stringify({ apiVersion: 'apps/v1', ...young });

describe('A rollout under way in a snapshot', () => {
  it('has a lens above its manifest while it is in use', () => {
    const [lens] = lensesOf(MANIFEST, clusterFrom(STUCK));
    assert.match(lens?.title ?? '', /^▷ from here: 2 of 6 updated, 6 available, deadline missed .* before$/);
    assert.deepEqual(lens?.arguments, ['Deployment', 'default', 'web']);
    assert.deepEqual(lensesOf(MANIFEST, clusterFrom(DONE)), []);
    assert.deepEqual(lensesOf(MANIFEST), []);
  });

  it('has one in the file that holds the snapshot', () => {
    const [lens] = lensesOf(STUCK);
    assert.equal(lens?.title, '▷ from here: 2 of 6 updated, 6 available, deadline missed');
    assert.deepEqual(lens.arguments, ['Deployment', 'default', 'web', 'file:///web.json']);
    assert.deepEqual(lensesOf(DONE), []);
  });

  it('goes on although values of variables are not kept, and they are all that the versions differ in', () => {
    const found = simulateFromHere(clusterFrom(STUCK), WEB, DEFAULT_SETTINGS);
    assert.ok(!('problem' in found));
    assert.ok(!JSON.stringify(found.scenario).includes('secret'));
    const timeline = simulate(found.scenario);
    assert.equal(timeline.revisions.length, 2);
    assert.equal(timeline.outcome.kind, 'stalled');
    assert.match(timeline.outcome.sentence, /2 pods fit on no node \(not enough cpu on 3\/3/);
    assert.deepEqual(
      timeline.outcome.blockers[0]?.nodes?.map(({ node, reasons }) => [node, ...reasons]),
      ['node-1', 'node-2', 'node-3'].map((node) => [node, 'Insufficient cpu']),
    );
  });

  it('goes on although the versions differ in nothing but a checksum of their configuration', () => {
    const [one, other] = ['1', '2'].map((sum) => withChecksum(deployment(6, { maxSurge: 2, maxUnavailable: 0, container }), sum));
    assert.ok(one !== undefined && other !== undefined);
    const text = snapshotText(scenario(other, { before: one, nodes }), 700);
    const found = simulateFromHere(clusterFrom(text), WEB, DEFAULT_SETTINGS);
    assert.ok(!('problem' in found));
    assert.ok(!JSON.stringify(found.scenario).includes('checksum'));
    const { outcome, revisions } = simulate(found.scenario);
    assert.deepEqual([outcome.kind, revisions.length], ['stalled', 2]);
  });

  it('is told with the command of what is tried', () => {
    const found = simulateFromHere(clusterFrom(STUCK), WEB, DEFAULT_SETTINGS);
    assert.ok(!('problem' in found));
    const tried = whatIfs(found.scenario, simulate(found.scenario));
    assert.deepEqual(
      tried.map(({ label }) => label),
      ['undo', 'pause', 'maxUnavailable 1', 'delete the stuck pods'],
    );
    const [undo] = tried;
    assert.ok(undo !== undefined);
    assert.deepEqual(kubectlCommands(withWhatIf(found.scenario, undo))[0], {
      label: 'Do',
      command: 'kubectl rollout undo deployment/web -n default',
    });
  });

  it('needs the workload to be in the snapshot', () => {
    const found = simulateFromHere(clusterFrom(STUCK), { ...WEB, name: 'other' }, DEFAULT_SETTINGS);
    assert.deepEqual(found, { problem: 'There is no Deployment default/other in snapshot prod-eu, 3 h old.' });
  });
});

describe('The answer about a rollout under way', () => {
  const fails = { after: { failure: { kind: 'neverReady' } } } as const;
  const strict = { maxSurge: 2, maxUnavailable: 0 };
  const caught = (second: number, options: Parameters<typeof scenario>[1] = {}): Scenario => {
    const made = scenario(deployment(6, strict), { before: deployment(6, { image: 'web:1', ...strict }), ...options });
    const found = simulateFromHere(clusterFrom(snapshotText(made, second)), WEB, DEFAULT_SETTINGS);
    assert.ok(!('problem' in found));
    return found.scenario;
  };
  const CASES: readonly (readonly [string, Scenario, RegExp])[] = [
    ['goes on by itself', caught(2), /^On track: Completes in /],
    ['is stuck', caught(400, fails), /^Off track: Stuck: 2 new pods never get ready/],
    ['is helped', { ...caught(400, fails), actions: [{ at: 0, action: 'undo' }] }, /^On track: Completes in /],
  ];
  for (const [what, made, said] of CASES)
    it(`is not whether to apply it, and the same wherever it is told: it ${what}`, () => {
      const timeline = simulate(made);
      const { answer, headline } = cardOf({ timeline, scenario: made, changes: '', undo: undefined });
      assert.match(`${answer}: ${headline}`, said);
      assert.equal(answerOf(timeline).answer, answer);
      assert.ok(
        markdownSummary(timeline).startsWith(`# Deployment web: ${headline}\n\n**${answer}**\n`),
        markdownSummary(timeline),
      );
    });
});

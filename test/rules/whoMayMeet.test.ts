import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { runningBeside } from '../../src/rules/neighbors';
import { soleClaims } from '../../src/rules/volumeClaims';
import { whoMayMeet } from '../../src/rules/whoMayMeet';

const term = (app: string): string =>
  `requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {${app}}}]`;
const workload = (name: string, pod: string, container = ''): string =>
  `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: ${name}}\nspec:\n  selector: {matchLabels: {app: ${name}}}\n` +
  `  template:\n    metadata: {labels: {app: ${name}, tier: web}}\n    spec:\n      containers: [{name: web, image: web:1${container}}]\n${pod}`;
const port = (number: number): string => `, ports: [{containerPort: 80, hostPort: ${number}}]`;
const volume = (claim: string): string => `      volumes: [{name: data, persistentVolumeClaim: {claimName: ${claim}}}]\n`;
const affinity = (sort: string, app: string): string => `      affinity: {${sort}: {${term(app)}}}\n`;
const claim = (name: string): string =>
  `---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [ReadWriteOncePod]}\n`;

const OTHERS =
  claim('data') +
  claim('more') +
  workload('plain', '') +
  workload('on-81', '', port(81)) +
  workload('on-82', '', port(82)) +
  workload('has-data', volume('data')) +
  workload('has-more', volume('more')) +
  workload('shuns-own', affinity('podAntiAffinity', 'matchLabels: {app: own}')) +
  workload('shuns-none', affinity('podAntiAffinity', 'matchLabels: {app: nobody}')) +
  workload('shuns-by-key', affinity('podAntiAffinity', 'matchExpressions: [{key: app, operator: In, values: [own]}]'));

function met(own: string, at: 'w/a.yaml' | 'w/b.yaml'): readonly [may: readonly string[], meets: readonly string[]] {
  const index = new WorkspaceIndex();
  const home = `file:///${at}`;
  index.updateText('file:///w/a.yaml', OTHERS);
  const text = at === 'w/a.yaml' ? OTHERS + own : own;
  index.updateText(home, text);
  const facts = index.factsFor(home);
  const subject = new Analysis(home, text, { settings: DEFAULT_SETTINGS, facts }).alone.at(-1)?.workload;
  assert.equal(subject?.name, 'own');
  const may = [...whoMayMeet(facts, subject, soleClaims(facts, subject))].map(({ fact }) => fact.name);
  return [may, runningBeside(facts, subject, 3, 3).near.map(({ fact }) => fact.name)];
}

describe('Who may be in the way of a workload', () => {
  const always = ['shuns-own', 'shuns-by-key'];
  const cases: readonly (readonly [what: string, own: string, meets: readonly string[]])[] = [
    ['asks for nothing', workload('own', ''), always],
    ['takes a host port', workload('own', '', port(81)), ['on-81', ...always]],
    ['uses a claim', workload('own', volume('more')), ['has-more', ...always]],
    ['uses a claim that nobody wrote', workload('own', volume('none')), always],
    ['shuns by a label', workload('own', affinity('podAntiAffinity', 'matchLabels: {app: plain}')), ['plain', ...always]],
    ['wants to be near', workload('own', affinity('podAffinity', 'matchLabels: {app: on-82}')), ['on-82', ...always]],
  ];
  for (const at of ['w/a.yaml', 'w/b.yaml'] as const)
    for (const [what, own, meets] of cases)
      it(`is found without holding all against it that ${what}, in ${at === 'w/a.yaml' ? 'the same' : 'another'} file`, () => {
        const [may, all] = met(own, at);
        assert.deepEqual(
          may.filter((name) => name !== 'own'),
          meets,
        );
        assert.deepEqual(all, meets);
      });

  it('are all where a selector does not tell by a label', () => {
    const own = workload('own', affinity('podAntiAffinity', 'matchExpressions: [{key: tier, operator: Exists}]'));
    const [may, all] = met(own, 'w/b.yaml');
    assert.equal(may.filter((name) => name !== 'own').length, 8);
    assert.equal(all.length, 8);
  });
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTerminal, withoutEditor } from '../../src/cli/terminalWords';
import { deployment, nodesWith, scenario } from '../simulation/support';
import { snapshotText } from '../support/snapshotText';
import { saidNow } from './said';

const AGENT = `apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: agent, image: "agent:2"}]}
`;
const SETTINGS = 'nodeCount: 3\nassumptions: {podStartSeconds: 40, zones: 2}\n';

describe('Settings of a repository in a terminal', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    mkdirSync(join(folder, '.git'));
    const stuck = scenario(deployment(2, { image: 'web:2' }), {
      after: { failure: { kind: 'imagePullError' } },
      nodes: nodesWith('4', 'a'),
    });
    const files = { '.rollout-lens.yaml': SETTINGS, 'other.yaml': 'nodeCount: 5\n', 'agent.yaml': AGENT };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'cluster.json'), snapshotText(stuck, 60));
    writeFileSync(join(folder, 'run.rollout.json'), JSON.stringify(stuck));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  it('are refused where the repository has something without an end in their place', function () {
    if (process.platform === 'win32') this.skip();
    const hostile = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    mkdirSync(join(hostile, '.git'));
    writeFileSync(join(hostile, 'agent.yaml'), AGENT);
    symlinkSync('/dev/zero', join(hostile, '.rollout-lens.yaml'));
    const { code, error } = saidNow(['check', hostile]);
    rmSync(hostile, { recursive: true });
    assert.equal(code, 2);
    assert.match(error, /\.rollout-lens\.yaml is no file\n/);
  });

  it('are read from a pipe that somebody names, as long as it ends', function () {
    if (process.platform === 'win32') this.skip();
    const { code, error } = saidNow(['check', folder, '--config', '/dev/zero']);
    assert.equal(code, 2);
    assert.match(error, /\/dev\/zero does not end: there are more than 256 MiB/);
    assert.equal(saidNow(['check', folder, '--config', '/dev/null']).error, '');
  });

  const SIMULATED: readonly (readonly [what: string, options: readonly string[], says: RegExp])[] = [
    [
      'are those of a simulation',
      [],
      /Nodes: 3, spread over 2 zones[^]*40 s[^]*--assume changes this\.\n- Settings: those of \S*\.rollout-lens\.yaml\.\n/,
    ],
    ['yield to options', ['--nodes', '4', '--assume', 'podStartSeconds=7'], /Nodes: 4, spread over 2 zones[^]*\b7 s/],
    ['are those of the file that is named', ['--config', 'other.yaml'], /Nodes: 5, [^]*Settings: those of \S*other\.yaml\.\n/],
  ];
  for (const [what, options, says] of SIMULATED)
    it(what, () => {
      const args = options.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word));
      assert.match(saidNow(['simulate', join(folder, 'agent.yaml'), ...args]).out, says);
    });

  it('are no part of a scenario', () => {
    const { out } = saidNow(['simulate', join(folder, 'run.rollout.json')]);
    assert.doesNotMatch(out, /Settings: /);
    const { code, error } = saidNow(['simulate', join(folder, 'run.rollout.json'), '--config', join(folder, 'other.yaml')]);
    assert.deepEqual([code, /^--config is for manifests/.test(error)], [2, true]);
  });

  it('are those of an explanation, and yield to its options', () => {
    const args = [
      'explain',
      '--cluster',
      join(folder, 'cluster.json'),
      'deployment/web',
      '--config',
      join(folder, '.rollout-lens.yaml'),
    ];
    assert.match(saidNow(args).out, /40 s[^]*\n {2}Settings: those of \S*\.rollout-lens\.yaml\.\n/);
    assert.match(saidNow([...args, '--assume', 'podStartSeconds=7']).out, /\b7 s/);
  });

  it('are named as options or keys of that file, not as settings of an editor', () => {
    assert.deepEqual(inTerminal(['The setting rolloutLens.nodeGroups tells it.'], undefined), ['--node-group tells it.']);
    assert.equal(withoutEditor('The setting rolloutLens.charts says which.'), '“charts” in .rollout-lens.yaml says which.');
  });
});

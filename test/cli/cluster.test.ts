import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployment, nodesWith, scenario } from '../simulation/support';
import { snapshotText } from '../support/snapshotText';
import { saidNow, type Said } from './said';

const strict = { maxSurge: 1, maxUnavailable: 0, container: { resources: { requests: { cpu: '1' } } } };
const [old, young] = ['web:1', 'web:2'].map((image) => deployment(6, { image, ...strict }));
assert.ok(old !== undefined && young !== undefined);
/** Six pods of one CPU fill three nodes of two. */
const FULL = scenario(young, { before: old, nodes: nodesWith('2', 'node-1', 'node-2', 'node-3') });

const FILES: Readonly<Record<string, string>> = {
  'web.json': JSON.stringify({ apiVersion: 'apps/v1', ...young }),
  'prod.json': snapshotText({ ...FULL, workload: { after: old } }, 60),
  'scenario.rollout.json': JSON.stringify(FULL),
};
const GROUP = '--node-group name=general,max=4,ready=90,cpu=2,memory=8Gi,pods=110';

describe('rollout-lens simulate, in a cluster that somebody has', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'rollout-lens-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function simulated(line: string): Said {
    return saidNow(['simulate', ...line.split(' ').map((word) => (word.endsWith('.json') ? join(folder, word) : word))]);
  }

  const SAYS: readonly (readonly [what: string, line: string, ...texts: RegExp[]])[] = [
    [
      'takes the nodes and the room of a snapshot',
      'web.json --cluster prod.json',
      /Stalls at .* fits on no node \(not enough cpu on 3\/3: it asks for 1, at most 0 is free\)/,
      /Nodes: the 3 of snapshot prod\.json/,
    ],
    [
      'adds nodes to a group of the snapshot’s',
      `web.json --cluster prod.json ${GROUP}`,
      /Completes in 1\d\d s/,
      /the cluster autoscaler adds general-1 to group general, which may have 4; it takes pods after 90 s/,
      /The cluster autoscaler adds nodes to general \(at most 4\).* It takes none away here/,
    ],
    [
      'counts the nodes that belong to a group by their labels',
      `web.json --cluster prod.json ${GROUP.replace('max=4', 'max=3')},label=kubernetes.io/os=linux`,
      /Stalls at .* group general has all 3 that it may have/,
    ],
    [
      'adds none whose taint the pods do not tolerate',
      `web.json --cluster prod.json ${GROUP},taint=only=db:NoSchedule`,
      /Stalls at/,
    ],
    [
      'has as many nodes of a group as it begins with',
      'web.json --node-group name=small,max=4,min=3,cpu=2,memory=8Gi',
      /adds small-4 /,
    ],
  ];
  for (const [what, line, ...texts] of SAYS)
    it(what, () => {
      const { code, out, error } = simulated(line);
      assert.equal(error, '');
      assert.equal(code, 0);
      for (const text of texts) assert.match(out, text);
    });

  const REFUSALS: readonly (readonly [line: string, message: RegExp])[] = [
    ['web.json --cluster none.json', /none\.json cannot be read/],
    ['web.json --node-group max', /--node-group takes name=…,max=…, not max \(in max\)/],
    ['web.json --node-group name=a', /--node-group name=a: .*max/],
    ['web.json --node-group name=a,max=2 --node-group name=a,max=3', /--node-group a is there twice/],
    ['web.json --node-group name=a,max=2,label=pool', /--node-group takes label=KEY=VALUE, not label=pool/],
    ['web.json --node-group name=a,max=2,taint=x', /--node-group takes taint=KEY=VALUE:EFFECT, not taint=x/],
    ['scenario.rollout.json --node-group name=a,max=2', /a scenario says itself, in cluster\.groups, which nodes are added/],
  ];
  for (const [line, message] of REFUSALS)
    it(`says what is wrong with ${line}`, () => {
      const { code, error } = simulated(line);
      assert.equal(code, 2, error);
      assert.match(error, message);
    });
});

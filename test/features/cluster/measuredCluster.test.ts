import assert from 'node:assert/strict';
import { Analysis } from '../../../src/features/analysis';
import { computeHover } from '../../../src/features/hover/hover';
import type { NodeGroupSetting } from '../../../src/features/nodeGroupForm';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { simulationOf } from '../../../src/features/simulation';
import { simulationTargets } from '../../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';
import { said, sized } from '../bothSay';
import { clusterOf, node, pod, TITLE, type Json } from './clusters';

function web(
  replicas: number,
  cpu: string,
  more: { readonly spec?: Json; readonly pod?: Json; readonly namespace?: string } = {},
): string {
  const metadata = { name: 'web', ...(more.namespace === undefined ? {} : { namespace: more.namespace }) };
  const template = { metadata: { labels: { app: 'web' } }, spec: sized(cpu, more.pod) };
  const strategy = { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, strategy, template, ...more.spec };
  return JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec });
}

const SHOP = { namespace: 'shop' };

describe('a cluster that was measured', () => {
  it('leaves the room that pods of others leave, and says on which node how much', () => {
    const cluster = clusterOf(
      node('node-1'),
      node('node-2'),
      pod('db', { cpu: '3500m' }),
      pod('db-2', { cpu: '2', node: 'node-2' }),
    );
    const { problems, outcome, notes } = said(web(2, '1', SHOP), {}, cluster);
    assert.match(problems, /The rollout stalls: 2 nodes take 2 pods of this size, but 2 replicas \+ 1 extra pod are needed/);
    assert.match(problems, /Pods of others leave 500m of 4 cpu on node-1 and 2 of 4 cpu on node-2; a pod asks for 1 cpu\./);
    assert.match(problems, /The nodes are those of snapshot prod-eu, 3 h old\./);
    assert.equal(outcome, 'stalled');
    assert.match(notes, /Nodes: the 2 of snapshot prod-eu, 3 h old\. Beside it: 2 pods of others in snapshot prod-eu, 3 h old/);
  });

  it('has room where pods of others leave it', () => {
    const { problems, outcome } = said(web(2, '1', SHOP), {}, clusterOf(node('node-1'), pod('db')));
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
  });

  it('does not count the pods of the workload itself beside it', () => {
    const own = ['a', 'b', 'c'].map((name) => pod(`web-${name}`, { deployment: 'web', cpu: '1' }));
    const { problems, outcome } = said(web(3, '1', SHOP), {}, clusterOf(node('node-1'), ...own));
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
    const foreign = said(web(3, '1', SHOP), {}, clusterOf(node('node-1'), ...own.slice(1), pod('other')));
    assert.match(foreign.problems, /takes 3 pods/);
  });

  it('finds the namespace in which the workload runs where no file says it', () => {
    const own = ['a', 'b', 'c'].map((name) => pod(`web-${name}`, { deployment: 'web', cpu: '1' }));
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'team', namespace: 'shop' },
      spec: { hard: { pods: '3' } },
      status: { hard: { pods: '3' }, used: { pods: '3' } },
    };
    const { problems, outcome } = said(web(3, '1'), {}, clusterOf(node('node-1', '8'), ...own, quota));
    assert.match(
      problems,
      /quota “team” in snapshot prod-eu, 3 h old allows “pods” 3, but 3 replicas \+ 1 extra pod need 4, and none/,
    );
    assert.equal(outcome, 'stalled');
  });

  it('gives way to pods of a higher priority, as far as those of others may be pushed away', () => {
    const low = pod('batch', { cpu: '3500m', priority: -10 });
    const { problems, outcome } = said(web(2, '1', SHOP), {}, clusterOf(node('node-1'), low));
    assert.equal(problems, '');
    assert.equal(outcome, 'complete');
  });

  it('counts what is over and what goes as gone', () => {
    const over = pod('job', { cpu: '4', status: { phase: 'Succeeded' } });
    assert.equal(said(web(2, '1', SHOP), {}, clusterOf(node('node-1'), over)).problems, '');
  });

  it('says how much of a quota others were seen to use, without the pods of the workload', () => {
    const quota = {
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'team', namespace: 'shop' },
      spec: { hard: { 'requests.cpu': '5' } },
      status: { hard: { 'requests.cpu': '5' }, used: { 'requests.cpu': '5' } },
    };
    const own = ['a', 'b'].map((name) => pod(`web-${name}`, { deployment: 'web', cpu: '1' }));
    const { problems, outcome } = said(
      web(2, '1', SHOP),
      {},
      clusterOf(node('node-1', '16'), ...own, pod('db', { cpu: '3' }), quota),
    );
    assert.match(
      problems,
      /quota “team”.* allows “requests\.cpu” 5, but 2 replicas \+ 1 extra pod need 3 and others were seen to use 3, and none/,
    );
    assert.equal(outcome, 'stalled');
  });

  it('knows the nodes on which others have the host port', () => {
    const ports = [{ containerPort: 80, hostPort: 8080, protocol: 'TCP' }];
    const cluster = clusterOf(node('node-1'), node('node-2'), node('node-3'), pod('proxy', { cpu: '100m', ports }));
    const text = web(2, '1', { ...SHOP, pod: { containers: [{ name: 'app', image: 'web:1', ports }] } });
    const { problems, outcome } = said(text, {}, cluster);
    assert.match(problems, /host port 8080 can be taken once on a node.* Pods of others have it on node-1\./);
    assert.equal(outcome, 'stalled');
  });

  it('counts other files of the workspace nowhere: what runs was seen', () => {
    const other = web(8, '1', SHOP).replaceAll('web', 'api');
    const { problems } = said(web(2, '1', SHOP), { 'shop/api.yaml': other }, clusterOf(node('node-1'), pod('db')));
    assert.equal(problems, '');
  });

  it('computes a DaemonSet for the nodes of the snapshot, whatever number is set', () => {
    const spec = {
      selector: { matchLabels: { app: 'agent' } },
      template: { metadata: { labels: { app: 'agent' } }, spec: sized('100m') },
    };
    const text = JSON.stringify({ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' }, spec });
    const surroundings = {
      settings: { ...DEFAULT_SETTINGS, nodeCount: 50 },
      facts: new WorkspaceIndex().factsFor('file:///a.json'),
    };
    const cluster = clusterOf(node('node-1'), node('node-2'), node('node-3'));
    const analysis = new Analysis('file:///a.json', text, { ...surroundings, cluster });
    const hover = computeHover(analysis, text.indexOf('DaemonSet') + 2)?.markdown ?? '';
    assert.match(hover, new RegExp(`Computed for 3 nodes in ${TITLE}\\.`));
  });

  it('goes before what other files say of the same object, and after what the file itself says', () => {
    const quota = (pods: string): Json => ({
      apiVersion: 'v1',
      kind: 'ResourceQuota',
      metadata: { name: 'team', namespace: 'shop' },
      spec: { hard: { pods } },
    });
    const cluster = clusterOf(node('node-1'), quota('2'));
    const elsewhere = { 'shop/quota.json': JSON.stringify(quota('10')) };
    assert.match(said(web(2, '1', SHOP), elsewhere, cluster).problems, /quota “team” in snapshot prod-eu/);
    const both = `${web(2, '1', SHOP)}\n---\n${JSON.stringify(quota('10'))}`;
    assert.equal(said(both, {}, cluster).problems, '');
  });

  it('says which groups of nodes it has seen, and what of them is not in a snapshot', () => {
    const grouped = (name: string, pool: string, readyAfter: number): Json => {
      const at = Date.parse('2026-01-02T03:00:00Z');
      const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(at + readyAfter * 1000).toISOString() }];
      const metadata = { name, creationTimestamp: new Date(at).toISOString(), labels: { 'karpenter.sh/nodepool': pool } };
      return node(name, '4', { metadata, status: { allocatable: { cpu: '4', pods: '110' }, conditions } });
    };
    const nodes = [20, 30, 40, 90_000].map((seconds, index) =>
      grouped(`node-${index}`, index === 0 ? 'gpu' : 'general', seconds),
    );
    const notesWith = (nodeGroups: readonly NodeGroupSetting[]): string => {
      const text = web(2, '1', SHOP);
      const facts = new WorkspaceIndex().factsFor('file:///a.json');
      const settings = { ...DEFAULT_SETTINGS, nodeGroups };
      const analysis = new Analysis('file:///a.json', text, { settings, facts, cluster: clusterOf(...nodes) });
      const [target] = simulationTargets(analysis);
      assert.ok(target !== undefined);
      const simulation = simulationOf(analysis, target);
      assert.ok(simulation.problem === undefined);
      return simulation.notes.join('\n');
    };
    const notes = notesWith([]);
    assert.match(
      notes,
      /karpenter\.sh\/nodepool=gpu \(1 node\), karpenter\.sh\/nodepool=general \(3 nodes\)\. How far an autoscaler/,
    );
    assert.match(notes, /ready 30 s after they had registered \(the middle of 3\)/);
    assert.doesNotMatch(notesWith([{ name: 'general', max: 9 }]), /How far an autoscaler/);
  });
});

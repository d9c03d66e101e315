import assert from 'node:assert/strict';
import type { Affinity, LabelSelector, PodAffinityTerm, TopologySpreadConstraint } from '../../../../src/model/apiTypes';
import { clusterOf, node, nodesInZones, pod, podOn, verdicts } from './schedulerWorld';

const WEB: LabelSelector = { matchLabels: { app: 'web' } };
const web = { labels: { app: 'web' } };
const ZONE = 'topology.kubernetes.io/zone';
const HOST = 'kubernetes.io/hostname';

describe('PodTopologySpread', () => {
  const skewed = "node(s) didn't match pod topology spread constraints";
  const missing = `!${skewed} (missing required label)`;
  const constraint = (options: Partial<TopologySpreadConstraint> = {}): TopologySpreadConstraint => ({
    maxSkew: 1,
    topologyKey: ZONE,
    whenUnsatisfiable: 'DoNotSchedule',
    labelSelector: WEB,
    ...options,
  });
  const incoming = (...constraints: TopologySpreadConstraint[]) =>
    pod('new', { ...web, spec: { topologySpreadConstraints: constraints } });

  it('refuses a domain that is fuller than the emptiest by more than maxSkew', () => {
    const cluster = clusterOf(nodesInZones('xxy'), [podOn('a', '1', web), podOn('b', '2', web), podOn('c', '3', web)]);
    assert.deepEqual(verdicts(incoming(constraint()), cluster), { a: skewed, b: skewed, c: 'ok' });
    assert.deepEqual(verdicts(incoming(constraint({ maxSkew: 2 })), cluster), { a: 'ok', b: 'ok', c: 'ok' });
  });

  it('does not count the pod itself where it does not match', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web)]);
    const stranger = pod('new', { labels: { app: 'db' }, spec: { topologySpreadConstraints: [constraint()] } });
    assert.deepEqual(verdicts(stranger, cluster), { a: 'ok', b: 'ok' });
  });

  it('ignores terminating pods and other namespaces', () => {
    const pods = [podOn('a', '1', { ...web, terminating: true }), podOn('a', '2', { ...web, namespace: 'other' })];
    assert.deepEqual(verdicts(incoming(constraint()), clusterOf(nodesInZones('xy'), pods)), { a: 'ok', b: 'ok' });
  });

  it('refuses nodes without the label for good', () => {
    const cluster = clusterOf([...nodesInZones('x'), node('z')]);
    assert.deepEqual(verdicts(incoming(constraint()), cluster), { a: 'ok', z: missing });
  });

  it('takes the emptiest domain for empty while there are fewer than minDomains', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web), podOn('b', '2', web)]);
    assert.deepEqual(verdicts(incoming(constraint({ minDomains: 3 })), cluster), { a: skewed, b: skewed });
    assert.deepEqual(verdicts(incoming(constraint({ minDomains: 2 })), cluster), { a: 'ok', b: 'ok' });
  });

  it('counts tainted nodes unless told to honor taints, and leaves out nodes that node affinity excludes unless told to ignore it', () => {
    const taints = [{ key: 'k', effect: 'NoSchedule' as const }];
    const cluster = clusterOf([...nodesInZones('x'), node('t', { labels: { [ZONE]: 'y' }, taints })], [podOn('a', '1', web)]);
    assert.equal(verdicts(incoming(constraint()), cluster)['a'], skewed);
    assert.equal(verdicts(incoming(constraint({ nodeTaintsPolicy: 'Honor' })), cluster)['a'], 'ok');
    const selecting = (own: TopologySpreadConstraint) =>
      pod('new', { ...web, spec: { topologySpreadConstraints: [own], nodeSelector: { [ZONE]: 'x' } } });
    assert.equal(verdicts(selecting(constraint()), cluster)['a'], 'ok');
    assert.equal(verdicts(selecting(constraint({ nodeAffinityPolicy: 'Ignore' })), cluster)['a'], skewed);
  });

  it('counts only pods of the same revision with matchLabelKeys', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', { labels: { app: 'web', rev: '1' } })]);
    const ofRevision = (rev: string) =>
      pod('new', {
        labels: { app: 'web', rev },
        spec: { topologySpreadConstraints: [constraint({ matchLabelKeys: ['rev', 'unknown'] })] },
      });
    assert.equal(verdicts(ofRevision('1'), cluster)['a'], skewed);
    assert.equal(verdicts(ofRevision('2'), cluster)['a'], 'ok');
  });

  it('never refuses for an empty or missing selector', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', '1', web), podOn('a', '2', web)]);
    assert.deepEqual(verdicts(incoming(constraint({ labelSelector: {} })), cluster), { a: 'ok', b: 'ok' });
    assert.deepEqual(verdicts(incoming(constraint({ labelSelector: undefined })), cluster), { a: 'ok', b: 'ok' });
  });
});

describe('InterPodAffinity', () => {
  const noAffinity = "!node(s) didn't match pod affinity rules";
  const antiAffinity = "node(s) didn't match pod anti-affinity rules";
  const existing = "node(s) didn't satisfy existing pods anti-affinity rules";
  const near = (...terms: PodAffinityTerm[]): Affinity => ({
    podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
  });
  const apart = (...terms: PodAffinityTerm[]): Affinity => ({
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms },
  });
  const term = (options: Partial<PodAffinityTerm> = {}): PodAffinityTerm => ({
    topologyKey: ZONE,
    labelSelector: WEB,
    ...options,
  });

  it('goes where matching pods are', () => {
    const cluster = clusterOf([...nodesInZones('xxy'), node('z')], [podOn('a', '1', web)]);
    const wanted = pod('new', { spec: { affinity: near(term()) } });
    assert.deepEqual(verdicts(wanted, cluster), { a: 'ok', b: 'ok', c: noAffinity, z: noAffinity });
  });

  it('lets the first of its kind go anywhere with the topology key, and nobody else', () => {
    const cluster = clusterOf([...nodesInZones('x'), node('z')]);
    assert.deepEqual(verdicts(pod('new', { ...web, spec: { affinity: near(term()) } }), cluster), { a: 'ok', z: noAffinity });
    assert.deepEqual(verdicts(pod('new', { spec: { affinity: near(term()) } }), cluster), { a: noAffinity, z: noAffinity });
  });

  it('wants one pod that matches all terms', () => {
    const terms = [term(), term({ labelSelector: { matchLabels: { tier: 'front' } } })];
    const wanted = pod('new', { spec: { affinity: near(...terms) } });
    const split = [podOn('a', '1', web), podOn('a', '2', { labels: { tier: 'front' } })];
    assert.equal(verdicts(wanted, clusterOf(nodesInZones('x'), split))['a'], noAffinity);
    const both = [podOn('a', '1', { labels: { app: 'web', tier: 'front' } })];
    assert.equal(verdicts(wanted, clusterOf(nodesInZones('x'), both))['a'], 'ok');
  });

  it('keeps apart by any one term, also from terminating pods; a node without the key is never too near', () => {
    const cluster = clusterOf(
      [...nodesInZones('xy'), node('z')],
      [podOn('a', '1', { ...web, terminating: true }), podOn('z', '2', web)],
    );
    const wanted = pod('new', { spec: { affinity: apart(term(), term({ labelSelector: { matchLabels: { no: 'body' } } })) } });
    assert.deepEqual(verdicts(wanted, cluster), { a: antiAffinity, b: 'ok', z: 'ok' });
  });

  it('respects the anti-affinity of pods already there', () => {
    const cluster = clusterOf(nodesInZones('xy'), [podOn('a', 'shy', { spec: { affinity: apart(term()) } })]);
    assert.deepEqual(verdicts(pod('new', web), cluster), { a: existing, b: 'ok' });
    assert.deepEqual(verdicts(pod('new', { labels: { app: 'db' } }), cluster), { a: 'ok', b: 'ok' });
  });

  it('looks into its own namespace, the listed ones and those that are selected', () => {
    const cluster = clusterOf(nodesInZones('x'), [podOn('a', '1', { ...web, namespace: 'team' })]);
    cluster.objects.set('Namespace', { metadata: { name: 'team', labels: { kind: 'dev' } } });
    const cases: readonly [Partial<PodAffinityTerm>, string][] = [
      [{}, 'ok'],
      [{ namespaces: ['team'] }, antiAffinity],
      [{ namespaceSelector: {} }, antiAffinity],
      [{ namespaceSelector: { matchLabels: { kind: 'dev' } } }, antiAffinity],
      [{ namespaceSelector: { matchLabels: { kind: 'prod' } } }, 'ok'],
    ];
    for (const [options, expected] of cases) {
      assert.equal(
        verdicts(pod('new', { spec: { affinity: apart(term(options)) } }), cluster)['a'],
        expected,
        JSON.stringify(options),
      );
    }
  });

  it('keeps to its own revision with matchLabelKeys and away from others with mismatchLabelKeys', () => {
    const cluster = clusterOf(nodesInZones('x'), [podOn('a', '1', { labels: { app: 'web', rev: '1' } })]);
    const verdictOf = (rev: string, options: Partial<PodAffinityTerm>) =>
      verdicts(pod('new', { labels: { app: 'web', rev }, spec: { affinity: apart(term(options)) } }), cluster)['a'];
    assert.equal(verdictOf('1', { matchLabelKeys: ['rev'] }), antiAffinity);
    assert.equal(verdictOf('2', { matchLabelKeys: ['rev'] }), 'ok');
    assert.equal(verdictOf('1', { mismatchLabelKeys: ['rev'] }), 'ok');
    assert.equal(verdictOf('2', { mismatchLabelKeys: ['rev'] }), antiAffinity);
  });

  it('names the pod’s own affinity first, then its anti-affinity, then that of others', () => {
    const shy = podOn('a', 'shy', { ...web, spec: { affinity: apart(term({ topologyKey: HOST })) } });
    const cluster = clusterOf(nodesInZones('xx'), [shy]);
    const wanted = (affinity: Affinity) => verdicts(pod('new', { ...web, spec: { affinity } }), cluster)['a'];
    assert.equal(wanted({ ...near(term({ labelSelector: { matchLabels: { no: 'body' } } })), ...apart(term()) }), noAffinity);
    assert.equal(wanted(apart(term())), antiAffinity);
    assert.equal(wanted(near(term())), existing);
  });
});

import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { analyzed, daemonSet, deployment, object, URI } from './support';

const THREE = [deployment(), daemonSet(), deployment({ paused: true })].join('\n---\n');
const node = object('Node', 'v1', 'a', {});

describe('an analysis', () => {
  it('gives the same answers when it is asked again', () => {
    const analysis = analyzed(THREE);
    assert.equal(analysis.workloads, analysis.workloads);
    const [first] = analysis.workloads;
    assert.ok(first !== undefined);
    assert.equal(analysis.workloadAt(10)?.assessment, first.assessment);
    assert.equal(first.assessment.findings, first.assessment.findings);
    assert.equal(first.assessment.complaints, first.assessment.complaints);
  });

  it('judges one workload at a time for whoever must not be held up, and keeps what was found', () => {
    const analysis = analyzed(THREE);
    const judging = analysis.judge();
    let slices = 0;
    while (judging.next().done !== true) slices += 1;
    assert.equal(slices, 3);
    const again = analyzed(THREE).workloads.map(({ assessment }) => assessment.findings.map(({ finding }) => finding.message));
    assert.deepEqual(
      analysis.workloads.map(({ assessment }) => assessment.findings.map(({ finding }) => finding.message)),
      again,
    );
  });

  it('keeps what was said of the documents that an edit leaves alone', () => {
    const before = analyzed(THREE);
    const text = THREE.replace('"replicas": 4', '"replicas": 14');
    const after = new Analysis(URI, text, before.surroundings, before);
    const kept = after.workloads.map(({ assessment }, index) => assessment === before.workloads[index]?.assessment);
    assert.deepEqual(kept, [false, true, true]);
    assert.deepEqual(
      after.workloads.map(({ placed }) => placed.start),
      before.workloads.map(({ placed }, index) => placed.start + (index === 0 ? 0 : 1)),
    );
  });

  it('says everything again in other surroundings, but does not ask the API server again', () => {
    const before = analyzed(THREE);
    const complaints = before.workloads.map(({ assessment }) => assessment.complaints);
    const surroundings = { ...before.surroundings };
    const after = new Analysis(URI, THREE, surroundings, before);
    assert.equal(after.manifest, before.manifest);
    for (const [index, { assessment }] of after.workloads.entries()) {
      assert.notEqual(assessment, before.workloads[index]?.assessment);
      assert.equal(assessment.surroundings, surroundings);
      assert.equal(assessment.complaints, complaints[index]);
    }
  });

  const NODES: readonly (readonly [what: string, analysis: Analysis, nodes: { count: number; known: boolean }])[] = [
    ['assumes', analyzed(daemonSet()), { count: 10, known: false }],
    ['takes from the settings', analyzed(daemonSet(), { settings: { nodeCount: 7 } }), { count: 7, known: true }],
    ['counts in the workspace', analyzed(daemonSet(), { others: [node] }), { count: 1, known: true }],
  ];
  for (const [what, analysis, nodes] of NODES) {
    it(`${what} the number of nodes`, () => {
      const { manifests, ...counted } = analysis.workloads[0]?.assessment.nodes ?? { manifests: [] };
      assert.deepEqual(counted, nodes);
      assert.equal(manifests.length, what === 'counts in the workspace' ? nodes.count : 0);
    });
  }
});

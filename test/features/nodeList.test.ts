import assert from 'node:assert/strict';
import { readNodeList } from '../../src/features/nodeList';
import { allNodes } from '../../src/rules/allNodes';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';

const node = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { zone: 'a' } },
  spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] },
  status: { allocatable: { cpu: '2' }, images: [{ names: ['x'] }] },
});
const list = (...names: string[]): string => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: names.map(node) });

describe('node lists', () => {
  it('are read in full from manifests, and shortened to what matters', () => {
    const nodes = readNodeList(list('a', 'b'));
    assert.equal(nodes?.count, 2);
    const manifest = nodes.manifest ?? '';
    for (const kept of ['"gpu"', '"zone"', '"cpu"']) assert.ok(manifest.includes(kept), kept);
    assert.ok(!manifest.includes('images'));
    assert.deepEqual(readNodeList(manifest), nodes);
  });

  const COUNTED: readonly (readonly [form: string, text: string, count: number])[] = [
    ['-o name', 'node/a\r\nnode/b\nnode/c\n', 3],
    ['the table', 'NAME  STATUS  ROLES  AGE\na  Ready  <none>  1d\nb  NotReady,SchedulingDisabled  <none>  1d\n', 2],
    ['YAML cut off', 'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata: {\n- kind: Node\n', 2],
  ];
  for (const [form, text, count] of COUNTED) {
    it(`are counted: ${form}`, () => {
      assert.deepEqual(readNodeList(text), { count, manifest: undefined });
    });
  }

  it('are not found where there are none', () => {
    for (const text of ['', 'hello', 'kind: NodePool\n', 'NAME READY\nweb 1/1\n']) assert.equal(readNodeList(text), undefined);
  });

  it('take the place of the Node manifests elsewhere while they are preferred', () => {
    const index = new WorkspaceIndex();
    index.updateText('file:///nodes.yaml', list('a', 'b', 'c'));
    index.updateText('pasted', list('a', 'b'));
    assert.equal(allNodes(index.factsFor('file:///app.yaml')).length, 3);
    index.preferNodesOf('pasted');
    assert.equal(allNodes(index.factsFor('file:///app.yaml')).length, 2);
    index.preferNodesOf(undefined);
    index.remove('pasted');
    assert.equal(allNodes(index.factsFor('file:///app.yaml')).length, 3);
  });
});

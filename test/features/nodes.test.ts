import assert from 'node:assert/strict';
import { computeNodeStatus, readNodeInput } from '../../src/features/nodes';
import { analyzed, daemonSet, deployment, object } from './support';

const node = (name: string): string => object('Node', 'v1', name, {});

describe('the node count', () => {
  const COUNTS: readonly (readonly [what: string, text: string, count: number])[] = [
    ['a number', ' 12 ', 12],
    ['manifests', `${node('a')}\n---\n${node('b')}\n`, 2],
    [
      'a List as kubectl prints it',
      `apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n- apiVersion: v1\n  kind: Node\n- apiVersion: v1\n  kind: Service\nkind: List\n`,
      2,
    ],
    ['a NodeList without kinds', '{"apiVersion": "v1", "kind": "NodeList", "items": [{"metadata": {"name": "a"}}]}', 1],
    [
      'a table',
      'NAME   STATUS   ROLES    AGE   VERSION\nn1     Ready    <none>   5d    v1.36.4\nn2     NotReady <none>   5d    v1.36.4\n',
      2,
    ],
  ];
  for (const [what, text, count] of COUNTS) {
    it(`is read from ${what}`, () => {
      assert.deepEqual(readNodeInput(text), { count });
    });
  }

  for (const text of ['', '0', '-3', '1.5', '1e9', '99999999', 'many', deployment(), 'kind: [']) {
    it(`is not read from ${JSON.stringify(text.slice(0, 20))}`, () => {
      assert.ok('problem' in readNodeInput(text));
    });
  }

  it('is shown where a file has a DaemonSet', () => {
    assert.equal(computeNodeStatus(analyzed(deployment())), undefined);
    assert.deepEqual(computeNodeStatus(analyzed(daemonSet())), { count: 10, known: false });
    assert.deepEqual(computeNodeStatus(analyzed(daemonSet(), { settings: { nodeCount: 7 } })), { count: 7, known: true });
    assert.deepEqual(computeNodeStatus(analyzed(daemonSet(), { others: [node('a')] })), { count: 1, known: true });
  });
});

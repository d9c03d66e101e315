import assert from 'node:assert/strict';
import { parseAround } from '../../src/manifest/around';
import { readJson } from '../../src/manifest/json';
import { readManifest } from '../../src/manifest/manifest';
import { nodeAt } from '../../src/manifest/source';

/** What kubectl reads although YAML asks for more indentation. */
const FORGIVEN: readonly (readonly [what: string, text: string, json: unknown])[] = [
  ['a flow sequence that ends at its key', 'a:\n  b: [\n    x, z\n  ]\nc: 1\n', { a: { b: ['x', 'z'] }, c: 1 }],
  ['a flow sequence that ends further left', 'a:\n  b: [x,\n    z\n]\nc: 1\n', { a: { b: ['x', 'z'] }, c: 1 }],
  ['a flow map with comments', 'a:\n  b: {x: 1, # one\n# two: 2,\nz: 3}\n', { a: { b: { x: 1, z: 3 } } }],
  ['a quoted text', 'a:\n  b: "one\ntwo\n\n   three"\n  c: 1\n', { a: { b: 'one two\nthree', c: 1 } }],
  ['a text in single quotes', "a:\n  b: 'one\n  two'\n  c: 1\n", { a: { b: 'one two', c: 1 } }],
  ['an escaped line break', 'a:\n  b: "one\\\n  two"\n', { a: { b: 'onetwo' } }],
  ['Windows line ends', 'a:\r\n  b: [x,\r\nz]\r\n', { a: { b: ['x', 'z'] } }],
  ['a plain text in a flow sequence', 'a:\n  b: [one\ntwo, 3]\n', { a: { b: ['one two', 3] } }],
];

describe('What kubectl reads without an objection', () => {
  for (const [what, text, json] of FORGIVEN) {
    it(`is read: ${what}`, () => {
      const { root, problems } = parseAround(text).parsed;
      assert.deepEqual(problems, []);
      assert.ok(root !== undefined);
      assert.deepEqual(readJson(root).json, json);
    });
  }

  it('has its places in the text as it is written', () => {
    const text = 'kind: Deployment\nspec:\n  selector: {matchLabels: {\na: b}}\n  replicas: 3\n';
    const [placed] = readManifest(text).documents;
    const workload = placed?.document.workloads[0];
    const at = nodeAt(workload?.resource.source, ['spec', 'replicas']);
    assert.deepEqual([workload?.replicas.value, text.slice(at?.start, at?.end)], [3, '3']);
  });

  it('is said where kubectl does object', () => {
    const { yamlError, problems } = readManifest('kind: Deployment\nspec: {a: [b}\n').documents[0]?.document ?? {};
    assert.ok(yamlError !== undefined && problems !== undefined && problems.length > 0);
  });
});

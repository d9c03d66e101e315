import { strict as assert } from 'node:assert';
import { build, buildText } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';

/** As controller-gen writes it: descriptions as literal blocks, folded plain texts, and quoted where they must be. */
function definition(properties: number): string {
  const head = [
    'apiVersion: apiextensions.k8s.io/v1',
    'kind: CustomResourceDefinition',
    'metadata:',
    '  name: widgets.example.com',
    'spec:',
    '  properties:',
  ];
  const body = Array.from({ length: properties }, (_, index) => [
    `    field${index}:`,
    '      description: |-',
    '        The first line.',
    '        The second line.',
    '      title: A text that is long enough to be written',
    '        on two lines',
    '      note: "quoted: it has a colon\\nand goes',
    '        on"',
    '      type: string',
  ]);
  return [...head, ...body.flat(), ''].join('\n');
}

describe('an object of an overlay', () => {
  it('has what its aliases stand for, whatever that is', () => {
    const text = `kind: Deployment
metadata: {name: &name web}
spec:
  port: &port 8000
  on: &on true
  none: &none null
  words: &words "010"
  list: [*port, *on, *none, *words]
  map: {name: *name, port: *port}
`;
    const result = build(fileTree({ 'kustomization.yaml': 'resources:\n- a.yaml\n', 'a.yaml': text }), '');
    assert.equal(result.error, undefined);
    const { spec } = result.objects[0]?.json as { spec: Record<string, unknown> };
    assert.deepEqual(spec['list'], [8000, true, null, '010']);
    assert.deepEqual(spec['map'], { name: 'web', port: 8000 });
  });

  it('may be large: the definition of a custom resource with 30,000 lines is built', () => {
    const files = { 'kustomization.yaml': 'resources:\n- crd.yaml\nnamePrefix: our-\n', 'crd.yaml': definition(3_500) };
    const result = build(fileTree(files), '');
    assert.equal(result.error, undefined);
    const text = buildText(result);
    assert.match(text, / {4}field3499:\n {6}description: \|-\n {8}The first line\.\n {8}The second line\.\n {6}note: "?/);
    assert.match(text, /title: A text that is long enough to be written on two lines\n/);
  });

  it('ends the build with a word where it is longer than anything that is applied', () => {
    const result = build(fileTree({ 'kustomization.yaml': 'resources:\n- crd.yaml\n', 'crd.yaml': definition(20_000) }), '');
    assert.match(result.error?.message ?? '', /longer than anything that is applied/);
  });
});

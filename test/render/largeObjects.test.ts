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

describe('large objects in an overlay', () => {
  it('are built: the definition of a custom resource may have 30,000 lines', () => {
    const files = { 'kustomization.yaml': 'resources:\n- crd.yaml\nnamePrefix: our-\n', 'crd.yaml': definition(3_500) };
    const result = build(fileTree(files), '');
    assert.equal(result.error, undefined);
    const text = buildText(result);
    assert.match(text, / {4}field3499:\n {6}description: \|-\n {8}The first line\.\n {8}The second line\.\n {6}note: "?/);
    assert.match(text, /title: A text that is long enough to be written on two lines\n/);
  });

  it('end with a word where they are longer than anything that is applied', () => {
    const result = build(fileTree({ 'kustomization.yaml': 'resources:\n- crd.yaml\n', 'crd.yaml': definition(20_000) }), '');
    assert.match(result.error?.message ?? '', /longer than anything that is applied/);
  });
});

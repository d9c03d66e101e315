import assert from 'node:assert/strict';
import { overlayPlan } from '../../../src/render/kustomize/overlayPlan';
import { fileTree } from '../../support/fileTree';

type Files = Readonly<Record<string, string>>;

const OVERLAY = 'prod/kustomization.yaml';

/** `error not-built: …` of an overlay. */
function said(files: Files, path: string): readonly string[] {
  const { problems } = overlayPlan(path.slice(0, path.lastIndexOf('/')), { name: 'it', home: path }).build(fileTree(files));
  return problems.map(({ severity, id, message }) => `${severity} ${id}: ${message}`);
}

describe('An overlay that something else completes first', () => {
  const SKELETONS: readonly (readonly [what: string, files: Files, path: string, excuse: RegExp])[] = [
    [
      'lies in a folder of templates, from which somebody copies it',
      { 'hack/templates/web/kustomization.yaml': 'resources: [../base]\n' },
      'hack/templates/web/kustomization.yaml',
      /doesn't exist; what lies in templates\/ may be there to be copied to where it is$/,
    ],
    [
      'has a name to be filled in',
      { [OVERLAY]: 'resources: ["../{{ ring }}/base"]\n' },
      OVERLAY,
      /doesn't exist; something else fills in its name first$/,
    ],
    [
      'is copied to where its paths begin, as a recipe says',
      {
        'sys/parts/web/kustomization.yaml': 'resources: [./parts/web/it.yaml]\n',
        'sys/parts/web/it.yaml': 'kind: A\n',
        'sys/Makefile': 'web:\n\tcat parts/web/kustomization.yaml > kustomization.yaml\n',
      },
      'sys/parts/web/kustomization.yaml',
      /doesn't exist; seen from the folder of sys\/Makefile it is there, which names this kustomization$/,
    ],
    [
      'lacks what a recipe above writes',
      {
        'sys/hack/patch/kustomization.yaml': 'resources: [source.yaml]\n',
        'sys/Makefile': 'source:\n\tkustomize build config > $(PATCH_DIR)/source.yaml\n',
      },
      'sys/hack/patch/kustomization.yaml',
      /doesn't exist; sys\/Makefile makes it$/,
    ],
    [
      'is a template of objects',
      { [OVERLAY]: 'resources: [web.yaml]\n', 'prod/web.yaml': 'kind: {{ kind }}{% if x %}-v1{% endif %}\n' },
      OVERLAY,
      /MalformedYAMLError: .*; web\.yaml is a template, which something else fills in first$/,
    ],
    [
      'has a line that stands for others',
      { [OVERLAY]: 'resources: [web.yaml]\n', 'prod/web.yaml': 'kind: Web\nmetadata:\n  name: web\n  <ANNOTATIONS>\nspec: {}\n' },
      OVERLAY,
      /MalformedYAMLError: .*; web\.yaml is a template, which something else fills in first$/,
    ],
    [
      'is a template of a patch',
      {
        [OVERLAY]: 'patches: [{path: web.yaml, target: {kind: Deployment}}]\n',
        'prod/web.yaml': '- op: add\n  path: /a\n  value: {{ env }}/b\n',
      },
      OVERLAY,
      /unable to parse SM or JSON patch from .*; web\.yaml is a template, which something else fills in first$/,
    ],
  ];
  for (const [what, files, path, excuse] of SKELETONS)
    it(`is no mistake: what ${what}`, () => {
      const found = said(files, path);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', /^information not-built: /);
      assert.match(found[0] ?? '', excuse);
    });

  it('is a mistake where the file is broken beside what is for others', () => {
    const rule = 'kind: Rule\nspec:\n  text: "{{ $value }}"\n bad: [\n';
    assert.match(
      said({ [OVERLAY]: 'resources: [rule.yaml]\n', 'prod/rule.yaml': rule }, OVERLAY).join('\n'),
      /^error not-built: .*MalformedYAMLError: (?!.*template)/,
    );
  });
});

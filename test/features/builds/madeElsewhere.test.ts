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
      'lacks what a script beside it writes',
      {
        'sys/render/kustomization.yaml': 'resources: [all.yaml]\n',
        'sys/render/post-render': '#!/bin/sh\nDIR=$(dirname "$0")\ncat <&0 > "$DIR"/all.yaml\nkustomize build $DIR\n',
      },
      'sys/render/kustomization.yaml',
      /doesn't exist; render\/post-render makes it$/,
    ],
    [
      'lacks what a script above copies to its folder',
      {
        'sys/overlays/parts/kustomization.yaml': 'resources: [base/web.yaml]\n',
        'sys/generate.sh': 'cp -R overlays "${OUT}"\ncp -R base "${OUT}"/overlays/parts/base\n',
      },
      'sys/overlays/parts/kustomization.yaml',
      /doesn't exist; sys\/generate\.sh makes it$/,
    ],
    [
      'lacks what a script writes as an option of its says',
      {
        'sys/parts/kustomization.yaml': 'resources: [crds.yaml]\n',
        'sys/hack/update.sh': 'curl -sSL "$URL" -o parts/crds.yaml\n',
      },
      'sys/parts/kustomization.yaml',
      /doesn't exist; hack\/update\.sh makes it$/,
    ],
    [
      'lacks what a script copies to a place that has the same folders',
      {
        'lab/parts/web/kustomization.yaml': 'resources: [base/web.yaml]\n',
        'lab/scripts/deploy.sh': 'docker cp lab/parts "${node}:/srv/"\ndocker cp "${BASE}" "${node}:/srv/parts/web/base"\n',
      },
      'lab/parts/web/kustomization.yaml',
      /doesn't exist; scripts\/deploy\.sh makes it$/,
    ],
    [
      'lacks the roles that controller-gen makes of comments in Go',
      {
        'config/rbac/kustomization.yaml': 'resources: [role.yaml]\n',
        Makefile: 'manifests: controller-gen\n\t$(CONTROLLER_GEN) rbac:roleName=manager crd paths="./..."\n',
      },
      'config/rbac/kustomization.yaml',
      /doesn't exist; Makefile makes it$/,
    ],
    [
      'lacks the definitions that controller-gen makes where it is told to',
      {
        'config/crd/kustomization.yaml': 'resources: [bases/a.example.org_things.yaml]\n',
        Makefile: 'manifests:\n\tcontroller-gen $(CRD_OPTIONS) paths="./..." output:crd:artifacts:config=config/crd/bases\n',
      },
      'config/crd/kustomization.yaml',
      /doesn't exist; Makefile makes it$/,
    ],
    [
      'is the description that the Operator SDK generates',
      {
        'config/manifests/kustomization.yaml': 'resources: [bases/cache.clusterserviceversion.yaml]\n',
        Makefile: 'bundle:\n\toperator-sdk generate kustomize manifests -q\n',
      },
      'config/manifests/kustomization.yaml',
      /doesn't exist; Makefile makes it$/,
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

  const BROKEN = 'kind: Settings\ndata:\nREPLACEWITHENV\n';

  it('is no mistake as a whole where one of its files is a template: what is missing beside that comes with what fills it in', () => {
    const found = said({ [OVERLAY]: 'resources: [key.yaml, web.yaml]\n', 'prod/web.yaml': BROKEN }, OVERLAY);
    assert.equal(found.length, 2, found.join('\n'));
    for (const each of found) assert.match(each, /^information not-built: .*; web\.yaml is a template/);
  });

  const SCRIPTS: readonly (readonly [what: string, script: string])[] = [
    ['reads it', 'cat prod/all.yaml | kubectl apply -f -\n'],
    ['copies it elsewhere', 'cp prod/all.yaml /tmp/out\n'],
    ['copies something to another folder', 'cp -R base dev/all.yaml\n'],
    ['writes a file with a longer name', 'render > prod/not-all.yaml\n'],
    ['copies a file of that name to another folder', 'docker cp all.yaml "${node}:/srv/dev/all.yaml"\n'],
    ['calls controller-gen for others', 'controller-gen rbac:roleName=a webhook paths=./... output:crd:dir=dev\n'],
  ];
  for (const [what, script] of SCRIPTS)
    it(`is a mistake where a script only ${what}`, () => {
      const files = { 'up/prod/kustomization.yaml': 'resources: [all.yaml]\n', 'up/run.sh': script };
      assert.match(said(files, 'up/prod/kustomization.yaml').join('\n'), /^error not-built: .*doesn't exist$/);
    });

  it('says nothing of a file outside where a comment of the kustomization says how kustomize is called', () => {
    const base = { 'web.yaml': 'kind: Web\nmetadata:\n  name: web\n' };
    const overlay = (head: string): Files => ({ ...base, [OVERLAY]: `${head}resources: [../web.yaml]\n` });
    assert.match(said(overlay(''), OVERLAY).join('\n'), /^warning not-built: kustomize refuses this file/);
    assert.deepEqual(said(overlay('# kubectl kustomize --load-restrictor=LoadRestrictionsNone prod\n'), OVERLAY), []);
  });

  it('is a mistake where the file is broken beside what is for others', () => {
    const rule = 'kind: Rule\nspec:\n  text: "{{ $value }}"\n bad: [\n';
    assert.match(
      said({ [OVERLAY]: 'resources: [rule.yaml]\n', 'prod/rule.yaml': rule }, OVERLAY).join('\n'),
      /^error not-built: .*MalformedYAMLError: (?!.*template)/,
    );
  });
});

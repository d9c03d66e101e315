import assert from 'node:assert/strict';
import { installedAs, OpenWorkspace, saidOf } from './openWorkspace';

type Files = Readonly<Record<string, string>>;

const said = (files: Files, path: string): readonly string[] => saidOf(files, path, ['not-built', 'rejected', 'patch-misses']);

function deploymentWith(image: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: ${image}
`;
}

const CHART = 'charts/web/Chart.yaml';
const TEMPLATE = 'charts/web/templates/web.yaml';

function chart(image: string, others: Files = {}): Files {
  return {
    [CHART]: 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/values.yaml': 'image: ""\n',
    [TEMPLATE]: deploymentWith(image),
    ...others,
  };
}

const INSTALLED = installedAs('web');

const LEFT = /whoever installs it/;

/** What is wrong, where it shows, and what is said of it where nobody is known to install the chart so. */
const LEFT_OPEN: readonly (readonly [what: string, files: Files, shownIn: string])[] = [
  ['a value that the chart requires', chart('{{ required "an image, please" .Values.image }}'), TEMPLATE],
  ['a value within others that are not there', chart('{{ .Values.container.image }}'), TEMPLATE],
  ['a value for a function that is not there', chart('{{ lower .Values.name }}'), TEMPLATE],
  ['a value that is looked up within others', chart('{{ index .Values "container" "image" }}'), TEMPLATE],
  ['a list whose length is asked for', chart('{{ if len (index .Values "names") }}web:1{{ end }}'), TEMPLATE],
  ['a map that a function is to look into', chart('{{ if hasKey .Values.global "image" }}web:1{{ end }}'), TEMPLATE],
  ['an image of empty parts, which is no YAML', chart('{{ .Values.registry }}{{ .Values.name }}:{{ .Values.tag }}'), TEMPLATE],
  ['fields that are printed as null, which is no YAML', chart('web:1\n{{ toYaml .Values.fields | indent 10 }}'), TEMPLATE],
  ['an image that is empty', chart('{{ .Values.image }}'), TEMPLATE],
  ['an image that is an empty text', chart('{{ .Values.image | quote }}'), TEMPLATE],
  ['an image that a helper leaves empty', chart('{{ include "web.image" . }}', helper('{{ .Values.image }}')), TEMPLATE],
  [
    'empty parts among what a helper writes',
    chart(
      'web:1\n{{ include "web.image" . | indent 10 }}',
      helper('command: [web]\nworkingDir: {{ .Values.registry }}:{{ .Values.tag }}\nstdin: true'),
    ),
    TEMPLATE,
  ],
  [
    'an empty name in a map that is printed as it is',
    chart('web:1\n          env: {{ toYaml .Values.env | nindent 12 }}', {
      'charts/web/values.yaml': 'env:\n  - name: KEY\n    valueFrom: {secretKeyRef: {name: null, key: a}}\n',
    }),
    TEMPLATE,
  ],
  [
    'values that its schema does not take',
    chart('web:1', { 'charts/web/values.schema.json': '{"properties": {"image": {"minLength": 3}}}' }),
    CHART,
  ],
];

function helper(body: string): Files {
  return { 'charts/web/templates/_helpers.tpl': `{{ define "web.image" }}${body}{{ end }}` };
}

const DEMANDS = { 'charts/web/templates/checks.yaml': '{{ if not .Values.key }}{{ fail "a key, please" }}{{ end }}' };

describe('What a chart leaves to whoever installs it', () => {
  it('is no error in a text that Helm never reads, as the chart asks for values first', () => {
    const broken = chart('{{ if .Values.key }}web:1{{ else }}web: none: 1{{ end }}', DEMANDS);
    assert.match(said(broken, TEMPLATE).join(), /^information not-built: Helm: YAML parse error on .*whoever installs it/);
    const mended = { ...broken, 'charts/web/values.yaml': 'key: ""\nimage: ""\n', 'charts/web/templates/checks.yaml': '' };
    assert.match(said(mended, TEMPLATE).join(), /^error not-built: Helm: YAML parse error on /);
  });

  for (const [what, files, shownIn] of LEFT_OPEN) {
    it(`is no error: ${what}`, () => {
      const [first, ...more] = said(files, shownIn);
      assert.deepEqual(more, []);
      assert.match(first ?? '', /^information /);
      assert.match(first ?? '', LEFT);
    });

    it(`is one where a file says that it is installed so: ${what}`, () => {
      const [first, ...more] = said({ ...files, ...INSTALLED }, shownIn);
      assert.deepEqual(more, []);
      assert.match(first ?? '', /^error /);
      assert.doesNotMatch(first ?? '', LEFT);
    });
  }

  it('is not meant where the mistake stands in the template itself', () => {
    assert.match(said(chart('""'), TEMPLATE).join('\n'), /^error rejected: /);
    const subchart = `${chart('')[CHART] ?? ''}dependencies: [{name: db, version: 1.0.0, repository: "https://example.com"}]\n`;
    for (const others of [{}, { [CHART]: subchart }])
      assert.match(said(chart('{{ .Values.image', others), TEMPLATE).join(), /^error .*unclosed action started at \S+$/);
  });

  it('is not asked for where an Application has values that cannot be known', () => {
    const unknown = (INSTALLED['apps/web.yaml'] ?? '').replace('releaseName: web', 'valueFiles: ["https://example.com/v.yaml"]');
    const files = chart('{{ required "an image, please" .Values.image }}', { 'apps/web.yaml': unknown });
    assert.match(said(files, TEMPLATE).join('\n'), /^information not-built: .*cannot be known/);
  });
});

it('is no mistake that somebody is to put “your node name” in', () => {
  const on = (node: string): string =>
    deploymentWith('web:1').replace('      containers', `      nodeName: ${node}\n      containers`);
  assert.deepEqual(said({ 'web.yaml': on('your node name') }, 'web.yaml'), []);
  assert.match(
    said({ 'web.yaml': on('our node name') }, 'web.yaml').join(),
    /^error rejected: .*“our node name” is not a valid name/,
  );
});

describe('What a kustomization has commented out', () => {
  const WEB = deploymentWith('""');
  const KUSTOMIZATION = 'resources:\n  - ns.yaml\n  # - ./web.yaml\n';
  const CASES: readonly (readonly [what: string, files: Files, severity: RegExp])[] = [
    ['hurts nobody', { 'kustomization.yaml': KUSTOMIZATION }, /^information rejected: /],
    [
      'counts where another one names it',
      { 'kustomization.yaml': KUSTOMIZATION, 'x/kustomization.yaml': 'resources: [../web.yaml]\n' },
      /^error rejected: /,
    ],
    ['is another file', { 'kustomization.yaml': KUSTOMIZATION.replace('web', 'the-web') }, /^error rejected: /],
  ];
  for (const [what, files, severity] of CASES)
    it(what, () => {
      assert.match(
        said(
          { 'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n', 'web.yaml': WEB, ...files },
          'web.yaml',
        ).join('\n'),
        severity,
      );
    });
});

describe('A chart that cannot be rendered as it lies there', () => {
  const OTHERS: readonly (readonly [what: string, files: Files, shownIn: string, words: RegExp])[] = [
    [
      'wants another version of Kubernetes than the assumed one',
      chart('web:1', { [CHART]: 'apiVersion: v2\nname: web\nversion: 1.0.0\nkubeVersion: "<1.20.0"\n' }),
      CHART,
      /kubeVersion: <1\.20\.0 .*The version is assumed/,
    ],
    [
      'has a Chart.yaml that something else fills in',
      chart('web:1', { [CHART]: 'apiVersion: v2\nname: web\nversion: "[[ .Version ]]"\n' }),
      CHART,
      /Something else fills in its Chart\.yaml/,
    ],
    [
      'has values that something else fills in',
      chart('web:1', { 'charts/web/values.yaml': 'annotations:\n  <ANNOTATION_1>\n  a: b\n' }),
      'charts/web/values.yaml',
      /cannot load values\.yaml: .*“<ANNOTATION_1>” is to be filled in first/,
    ],
    [
      'has nothing but a Chart.yaml to lie over another one',
      { [CHART]: 'description: ours\n', 'charts/web/values.yaml': 'a: 1\n' },
      CHART,
      /There are no templates beside it/,
    ],
    [
      'lacks the subchart that has the helper',
      chart('{{ include "common.image" . }}', {
        [CHART]:
          'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies:\n  - {name: common, version: 1.0.0, repository: "https://example.com"}\n',
      }),
      TEMPLATE,
      /common, which is missing, may be what it lacks/,
    ],
  ];
  for (const [what, files, shownIn, words] of OTHERS)
    it(`is none the worse for it where it ${what}`, () => {
      const found = said(files, shownIn).filter((each) => words.test(each));
      assert.equal(found.length, 1, said(files, shownIn).join('\n'));
      assert.match(found[0] ?? '', /^information not-built: /);
    });
});

const OVERLAY = 'prod/kustomization.yaml';

describe('What is left out of an overlay', () => {
  it('may be what a patch is for: of that nothing is said', () => {
    for (const source of ['resources: ["https://github.com/x/y"]', 'helmCharts: [{name: web, repo: "https://example.com"}]']) {
      const patch = '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: 2}}';
      const files = { [OVERLAY]: `${source}\npatches: [{path: y.yaml}]\n`, 'prod/y.yaml': patch };
      const found = said(files, OVERLAY);
      assert.equal(found.length, 1, found.join('\n'));
      assert.match(found[0] ?? '', /^information not-built: /);
    }
  });

  it('is no mistake where git leaves it alone, so that something else makes it', () => {
    const files = { [OVERLAY]: 'resources: [made/all.yaml]\n', '.gitignore': 'made/\n' };
    assert.match(said(files, OVERLAY).join('\n'), /^information not-built: .*doesn't exist; \/\.gitignore keeps it out/);
    assert.match(said({ ...files, '.gitignore': 'other/\n' }, OVERLAY).join('\n'), /^error not-built: /);
  });

  const NAMED: readonly (readonly [as: string, text: string])[] = [
    ['a patch', 'patches: [{path: made/it.yaml}]'],
    ['a patch of the old form', 'patchesStrategicMerge: [made/it.yaml]'],
    ['a patch of operations', 'patches: [{path: made/it.yaml, target: {kind: Deployment}}]'],
    ['a component', 'components: [made/it]'],
    ['a file of a ConfigMap', 'configMapGenerator: [{name: c, files: [made/it.conf]}]'],
    ['variables of a Secret', 'secretGenerator: [{name: s, envs: [made/it.env]}]'],
    ['a replacement', 'replacements: [{path: made/it.yaml}]'],
    ['a transformer', 'transformers: [made/it.yaml]'],
    ['a generator', 'generators: [made/it.yaml]'],
    ['a configuration', 'configurations: [made/it.yaml]'],
    ['a CRD', 'crds: [made/it.yaml]'],
    ['a schema', 'openapi: {path: made/it.json}'],
  ];
  for (const [as, text] of NAMED)
    it(`is no mistake where git leaves it alone, named as ${as}`, () => {
      const files = { [OVERLAY]: `resources: [web.yaml]\n${text}\n`, 'prod/web.yaml': deploymentWith('web:1') };
      assert.match(said(files, OVERLAY).join('\n'), /^error not-built: [^\n]*$/);
      const found = said({ ...files, '.gitignore': 'made/\n' }, OVERLAY);
      assert.match(found.join('\n'), /^information not-built: [^\n]*; \/\.gitignore keeps it out[^\n]*$/);
    });

  for (const source of ['it.yaml.in', 'it.tmpl.yaml', 'it.yaml.example', 'it.enc.yaml'])
    it(`is no mistake where something makes it of ${source}`, () => {
      const files = { [OVERLAY]: 'resources: [made/it.yaml]\n', [`prod/made/${source}`]: 'kind: ${KIND}\n' };
      assert.match(
        said(files, OVERLAY).join('\n'),
        new RegExp(`^information not-built: .*; something has to make it of ${source}, which is there$`),
      );
    });

  it('is a mistake beside something else of the same beginning', () => {
    const files = { [OVERLAY]: 'resources: [made/it.yaml]\n', 'prod/made/it.yaml.disabled': 'kind: A\n' };
    assert.match(said(files, OVERLAY).join('\n'), /^error not-built: /);
  });

  it('is no mistake where comments stand before the first marker of a kustomization, which is a document itself', () => {
    const files = { 'prod/web.yaml': deploymentWith('web:1') };
    assert.deepEqual(said({ ...files, [OVERLAY]: '# what it is for\n\n---\nresources: [web.yaml]\n' }, OVERLAY), []);
  });

  it('is told once where a file names much that is not there', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `made/${name}.yaml`);
    const files = { [OVERLAY]: `resources: [${names.join(', ')}]\n` };
    assert.match(
      said(files, OVERLAY).join('\n'),
      /^error not-built: [^\n]*a\.yaml' doesn't exist, nor do 5 more that are named here$/,
    );
    assert.equal(said({ [OVERLAY]: `resources: [${names.slice(1).join(', ')}]\n` }, OVERLAY).length, 5);
    const ignored = said({ ...files, '.gitignore': '?.yaml\n!f.yaml\n' }, OVERLAY);
    assert.deepEqual(
      ignored.map((each) => each.slice(0, 5)),
      ['infor', 'infor', 'infor', 'infor', 'infor', 'error'],
    );
  });

  it('is no mistake where a plugin would make it, which nobody runs here', () => {
    const files = {
      [OVERLAY]: 'generators: [secrets.yaml]\n',
      'prod/secrets.yaml': 'apiVersion: viaduct.ai/v1\nkind: ksops\nmetadata: {name: s}\n',
    };
    assert.match(said(files, OVERLAY).join('\n'), /^information not-built: external plugins disabled/);
  });

  it('is nothing where files beside the folder are named: they are read, and kustomize’s objection is told', () => {
    const files = {
      [OVERLAY]: 'resources: [../web.yaml, ../other.yaml]\nnamePrefix: prod-\n',
      'web.yaml': deploymentWith('web:1'),
      'other.yaml': deploymentWith('web:1').replace('name: web', 'name: other'),
    };
    const found = said(files, OVERLAY);
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', /^warning not-built: kustomize refuses this file, .*LoadRestrictionsNone/);
    assert.equal(new OpenWorkspace(files).open(OVERLAY).workloads.length, 2);
    const recipe = 'build:\n\tkustomize build prod --load-restrictor LoadRestrictionsNone\n';
    assert.deepEqual(said({ ...files, Makefile: recipe }, OVERLAY), []);
    assert.equal(said({ ...files, Makefile: 'build:\n\tkustomize build prod\n' }, OVERLAY).length, 1);
    const flux = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: p}\nspec: {path: ./prod}\n';
    assert.deepEqual(said({ ...files, 'flux/prod.yaml': flux }, OVERLAY), []);
  });
});

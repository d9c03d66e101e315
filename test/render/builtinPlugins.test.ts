import { strict as assert } from 'node:assert';
import { renderLocalChart } from '../../src/render/helm/inflatedChart';
import { build, buildText } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';

const CLAIM = `apiVersion: example.com/v1
kind: Claim
metadata:
  name: one
spec:
  ref: projects/old
  items:
  - name: a
    path: /var/a
`;

function built(files: Readonly<Record<string, string>>): string {
  const tree = fileTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`area/${name}`, text])));
  const result = build(tree, 'area', { renderChart: renderLocalChart });
  return result.error === undefined ? buildText(result) : `error: ${result.error.message}`;
}

const added = (...lines: readonly string[]): string =>
  built({
    'kustomization.yaml': 'resources: [claim.yaml]\ntransformers: [add.yaml]\n',
    'claim.yaml': CLAIM,
    'add.yaml': ['apiVersion: builtin', 'kind: ValueAddTransformer', 'metadata: {name: add}', ...lines, ''].join('\n'),
    'more.yaml': 'targets:\n- fieldPath: spec/shared\n',
  });

describe('a ValueAddTransformer', () => {
  const cases: readonly (readonly [what: string, lines: readonly string[], text: RegExp])[] = [
    ['adds a field', ['value: v', 'targets: [{fieldPath: spec/a/b}]'], /^spec:\n {2}a:\n {4}b: v\n/m],
    ['replaces a field', ['value: v', 'targets: [{fieldPath: spec/ref}]'], /^ {2}ref: v$/m],
    ['adds to the front of a path', ['value: v', 'targets: [{fieldPath: spec/ref, filePathPosition: 1}]'], /^ {2}ref: v\/projects\/old$/m],
    ['adds in the middle of a path', ['value: v', 'targets: [{fieldPath: spec/ref, filePathPosition: 2}]'], /^ {2}ref: projects\/v\/old$/m],
    ['adds behind a path', ['value: v', 'targets: [{fieldPath: spec/ref, filePathPosition: 99}]'], /^ {2}ref: projects\/old\/v$/m],
    ['keeps an absolute path', ['value: v', 'targets: [{fieldPath: "spec/items/[name=a]/path", filePathPosition: 1}]'], /path: \/v\/var\/a$/m],
    ['takes the name of the folder', ['targets: [{fieldPath: metadata/namespace}]'], /^ {2}namespace: area$/m],
    ['leaves what it does not select', ['value: v', 'targets: [{selector: {kind: Other}, fieldPath: spec/ref}]'], /ref: projects\/old$/m],
    ['reads targets from a file', ['value: v', 'targetFilePath: more.yaml'], /^ {2}shared: v$/m],
    ['keeps a slash in a name', ['value: v', 'targets: [{fieldPath: metadata/annotations/example.com\\/a}]'], /^ {4}example.com\/a: v$/m],
    ['needs a target', ['value: v'], /^error: must specify at least one target$/],
    ['needs a path', ['value: v', 'targets: [{}]'], /^error: fieldPath cannot be empty$/],
  ]; // prettier-ignore
  for (const [what, lines, text] of cases) {
    it(what, () => {
      assert.match(added(...lines), text);
    });
  }
});

describe('a transformer that is an object', () => {
  const SHIP = 'apiVersion: example.com/v1\nkind: Ship\nmetadata:\n  name: ship\nspec:\n  crew: 3\n  home: york\n';
  const changed = (kind: string, ...lines: readonly string[]): string =>
    built({
      'kustomization.yaml': 'resources: [ship.yaml]\ntransformers: [change.yaml]\n',
      'ship.yaml': SHIP,
      'change.yaml': ['apiVersion: builtin', `kind: ${kind}`, 'metadata: {name: change}', ...lines, ''].join('\n'),
      'copies.yaml':
        '- source: {kind: Ship, fieldPath: metadata.name}\n  targets: [{select: {kind: Ship}, fieldPaths: [spec.home]}]\n',
    });
  const specs = 'fieldSpecs: [{path: metadata/annotations, create: true}]';
  const patch = ['patches: |-', '  apiVersion: example.com/v1', '  kind: Ship', '  metadata: {name: ship}', '  spec: {crew: 4}'];
  const cases: readonly (readonly [what: string, kind: string, lines: readonly string[], text: RegExp])[] = [
    ['takes a boolean for a text', 'AnnotationsTransformer', ['annotations: {a: true}', specs], /^ {4}a: "true"$/m],
    ['takes a number for a text', 'AnnotationsTransformer', ['annotations: {a: 42}', specs], /^ {4}a: "42"$/m],
    ['merges a patch that is written in it', 'PatchStrategicMergeTransformer', patch, /^ {2}crew: 4$/m],
    ['needs a patch', 'PatchStrategicMergeTransformer', [], /^error: patch appears to be empty$/],
    ['reads replacements from a file', 'ReplacementTransformer', ['replacements: [{path: copies.yaml}]'], /^ {2}home: ship$/m],
    ['takes them from one place', 'ReplacementTransformer', ['replacements: [{path: copies.yaml, source: {kind: Ship}}]'], /^error: cannot specify both/],
  ]; // prettier-ignore
  for (const [what, kind, lines, text] of cases)
    it(`${what} (${kind})`, () => {
      assert.match(changed(kind, ...lines), text);
    });
});

describe('an IAMPolicyGenerator', () => {
  const policy = (cloud: string): string =>
    built({
      'kustomization.yaml': 'generators: [iam.yaml]\n',
      'iam.yaml': `apiVersion: builtin\nkind: IAMPolicyGenerator\nmetadata: {name: iam}\ncloud: ${cloud}\nkubernetesService: {name: web, namespace: shop}\nserviceAccount: {name: acc, projectId: p1}\n`,
    });

  it('makes a ServiceAccount', () => {
    assert.equal(
      policy('gke'),
      'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  annotations:\n    iam.gke.io/gcp-service-account: acc@p1.iam.gserviceaccount.com\n  name: web\n  namespace: shop\n',
    );
  });

  it('knows one cloud', () => {
    assert.equal(policy('other'), 'error: cloud provider other not supported yet');
  });
});

describe('a chart in an overlay', () => {
  const CHART = {
    'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'charts/web/templates/a.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\ndata: {color: {{ .Values.color }}}\n',
    'values.yaml': 'color: red\n',
  };
  const RED = 'apiVersion: v1\ndata:\n  color: red\nkind: ConfigMap\nmetadata:\n  name: shop\n';

  it('is rendered for a generator that is an object', () => {
    const chart =
      'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: c}\nname: web\nreleaseName: shop\nvaluesFile: values.yaml\n';
    assert.equal(built({ ...CHART, 'kustomization.yaml': 'generators: [chart.yaml]\n', 'chart.yaml': chart }), RED);
  });

  it('is rendered for the fields of old', () => {
    const chart = 'helmChartInflationGenerator:\n- {chartName: web, releaseName: shop, values: values.yaml}\n';
    assert.equal(built({ ...CHART, 'kustomization.yaml': chart }), RED);
  });

  it('is missed by its name', () => {
    const chart = 'apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: c}\nname: other\nversion: 1.0.0\n';
    const text = built({ 'kustomization.yaml': 'generators: [chart.yaml]\n', 'chart.yaml': chart });
    assert.equal(text, 'error: the chart "other" is not at hand, and nothing is fetched');
  });
});

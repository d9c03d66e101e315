import { strict as assert } from 'node:assert';
import type { Path } from '../../src/manifest/source';
import { build, type BuiltObject } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';
import { placeIn } from '../../src/render/kustomize/provenance';
import { ParseCache } from '../../src/render/kustomize/readNodes';

const FILES: Readonly<Record<string, string>> = {
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  strategy:
    rollingUpdate: {maxSurge: 1}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: nginx:1
        envFrom:
        - configMapRef: {name: settings}
      - name: sidecar
        image: proxy:1
`,
  'base/kustomization.yaml': 'resources:\n- web.yaml\n',
  'prod/kustomization.yaml': `resources:
- ../base
namePrefix: prod-
labels:
- pairs: {tier: front}
images:
- name: nginx
  newTag: "2"
configMapGenerator:
- name: settings
  literals:
  - mode=fast
patches:
- path: surge.yaml
- target: {kind: Deployment}
  patch: |-
    - op: replace
      path: /spec/template/spec/containers/0/image
      value: nginx:9
- patch: |
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: 10
`,
  'prod/surge.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  strategy:
    rollingUpdate:
      maxSurge: 2
      maxUnavailable: 0
`,
};

function built(kind: string): BuiltObject {
  const { objects, error } = build(fileTree(FILES), 'prod');
  assert.equal(error, undefined);
  const found = objects.find(({ json }) => (json as { readonly kind?: string }).kind === kind);
  assert.ok(found !== undefined);
  return found;
}

const CONTAINER: Path = ['spec', 'template', 'spec', 'containers', 0];

/** The path, what stands at its place, in which file, who made it, and the values that did not last. */
const PLACES: readonly (readonly [path: Path, text: string, file: string, by: string, overridden: readonly string[]])[] = [
  [['spec', 'replicas'], '10', 'prod/kustomization.yaml', 'patch', ['3']],
  [['spec', 'strategy', 'rollingUpdate', 'maxSurge'], '2', 'prod/surge.yaml', 'patch', ['1']],
  [['spec', 'strategy', 'rollingUpdate', 'maxUnavailable'], '0', 'prod/surge.yaml', 'patch', []],
  [['spec', 'template', 'spec', 'containers', 1, 'image'], 'proxy:1', 'base/web.yaml', 'resource', []],
  [[...CONTAINER, 'image'], '"2"', 'prod/kustomization.yaml', 'images', ['nginx:9', 'nginx:1']],
  [['metadata', 'name'], 'prod-', 'prod/kustomization.yaml', 'namePrefix', ['web']],
  [['metadata', 'labels', 'tier'], 'front', 'prod/kustomization.yaml', 'labels', []],
  [[...CONTAINER, 'envFrom', 0, 'configMapRef', 'name'], 'prod-', 'prod/kustomization.yaml', 'namePrefix', ['settings']],
];

describe('where the values of a built object come from', () => {
  for (const [path, text, file, by, overridden] of PLACES)
    it(`tells it of ${path.join('.')}`, () => {
      const found = placeIn(built('Deployment').node, path);
      assert.ok(found !== undefined);
      const written = FILES[found.file]?.slice(found.start, found.end).trimEnd();
      const values = found.overridden.map(({ value }) => value);
      assert.deepEqual([written, found.file, found.by, values], [text, file, by, overridden]);
      for (const old of found.overridden) {
        const oldText = FILES[old.file]?.slice(old.start, old.end);
        assert.ok(oldText === old.value || old.by !== 'resource', `${old.file}: ${oldText ?? ''}`);
      }
    });

  it('tells it of what a generator makes', () => {
    const found = placeIn(built('ConfigMap').node, ['data', 'mode']);
    assert.deepEqual(found?.by, 'generator');
    assert.equal(FILES[found.file]?.slice(found.start, found.end), 'mode=fast');
  });

  it('knows nothing of fields that are not there', () => {
    assert.equal(placeIn(built('Deployment').node, ['spec', 'paused']), undefined);
  });
});

const HOSTILE: readonly (readonly [what: string, files: Readonly<Record<string, string>>, root: string, kind: string])[] = [
  ['a kustomization that names itself', { 'a/kustomization.yaml': 'resources: [../a]' }, 'a', 'cycle'],
  ['a file beside the root', { 'a/kustomization.yaml': 'resources: [../x.yaml]', 'x.yaml': 'a: b' }, 'a', 'outside-root'],
  ['a remote base', { 'a/kustomization.yaml': 'resources: ["https://github.com/x/y"]' }, 'a', 'remote'],
  ['a chart without a room for charts', { 'a/kustomization.yaml': 'helmCharts: [{name: x}]' }, 'a', 'helm-disabled'],
  [
    'an expression that could take for ever',
    {
      'a/kustomization.yaml':
        'resources: [x.yaml]\npatches: [{target: {name: "(a+)+b"}, patch: "[]"}, {target: {name: "(a+)+b"}, path: p}]',
      'a/x.yaml': 'kind: A\nmetadata: {name: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}',
      'a/p': '[{"op":"remove","path":"/kind"}]',
    },
    'a',
    'selector',
  ],
  [
    'a tree that is deeper than any',
    { 'a/kustomization.yaml': 'resources: [x.yaml]', 'a/x.yaml': `kind: A\nmetadata: {name: a}\nspec: ${'['.repeat(5_000)}` },
    'a',
    'resource-malformed',
  ],
];

describe('what a build does not do', () => {
  for (const [what, files, root, kind] of HOSTILE)
    it(`ends with an error at ${what}, and goes on behind it when it may`, () => {
      assert.equal(build(fileTree(files), root).error?.kind, kind);
      const lenient = build(fileTree(files), root, { lenient: true });
      assert.equal(lenient.error, undefined);
      assert.ok(lenient.problems.some((problem) => problem.kind === kind && problem.at?.file === 'a/kustomization.yaml'));
    });

  it('builds the rest around what is remote', () => {
    const files = {
      ...FILES,
      'prod/kustomization.yaml': `${FILES['prod/kustomization.yaml']?.replace('- ../base', '- ../base\n- https://example.com/x.yaml')}`,
    };
    const { objects, problems } = build(fileTree(files), 'prod', { lenient: true });
    assert.equal(objects.length, 2);
    assert.deepEqual(
      problems.map(({ kind, at }) => [kind, files['prod/kustomization.yaml'].slice(at?.start, at?.end)]),
      [['remote', 'https://example.com/x.yaml']],
    );
  });

  it('gives the same with what it has kept from before', () => {
    const cache = new ParseCache();
    const texts = [1, 2, 3].map(() => JSON.stringify(build(fileTree(FILES), 'prod', { cache }).objects.map(({ json }) => json)));
    assert.equal(new Set(texts).size, 1);
  });
});

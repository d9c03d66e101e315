import assert from 'node:assert/strict';
import { isDeployed, readDeployers } from '../../../src/features/builds/deployers';
import { deployment } from '../support';
import { OpenWorkspace, saidOf } from './openWorkspace';

const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop-prod}
spec:
  source: {repoURL: https://example.com/shop, path: ./overlays/prod/}
`;

const CASES: readonly (readonly [what: string, written: string, name: string, folders: readonly string[]])[] = [
  ['an Application', APPLICATION, 'Application shop-prod', ['overlays/prod']],
  [
    'an Application of several sources',
    APPLICATION.replace('source: {', 'sources: [{').replace('prod/}', 'prod/}, {path: more}]'),
    'Application shop-prod',
    ['overlays/prod', 'more'],
  ],
  [
    'an ApplicationSet over a list',
    `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: shop}
spec:
  generators:
  - list: {elements: [{env: prod}, {env: staging}]}
  template: {spec: {source: {path: 'overlays/{{.env}}'}}}
`,
    'ApplicationSet shop',
    ['overlays/prod', 'overlays/staging'],
  ],
  [
    'an ApplicationSet over folders',
    `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  generators:
  - git: {directories: [{path: apps/*}, {path: apps/old, exclude: true}]}
  template: {spec: {source: {path: '{{.path.path}}'}}}
`,
    'ApplicationSet all',
    ['apps/*'],
  ],
  [
    'a Flux Kustomization',
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: apps}\nspec: {path: ./apps/prod}\n',
    'Kustomization apps',
    ['apps/prod'],
  ],
];

describe('Components that Flux adds to what it applies', () => {
  const FILES = {
    'apps/echo/kustomization.yaml': 'resources: [web.yaml]\npatches: [{path: patch.yaml}]\n',
    'apps/echo/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n',
    'apps/echo/patch.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${APP}-policy"}\ndata: {url: other}\n',
    'parts/policy/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [policy.yaml]\n',
    'parts/policy/policy.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${APP}-policy"}\ndata: {url: one}\n',
  };
  const built = (components: string): readonly [text: string, problems: readonly string[]] => {
    const head = 'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: echo}\n';
    const workspace = new OpenWorkspace({
      ...FILES,
      'flux/echo.yaml': `${head}spec: {path: ./apps/echo, components: ${components}}\n`,
    });
    workspace.open('apps/echo/kustomization.yaml');
    const [{ id } = assert.fail()] = workspace.builds.plansFor('apps/echo/kustomization.yaml');
    const { text, problems } = workspace.builds.analysisOf(id)?.built ?? assert.fail();
    return [text, problems.map(({ message }) => message)];
  };

  it('are built with it, so that its patches find them', () => {
    const [text, problems] = built('[../../parts/policy]');
    assert.deepEqual(problems, []);
    assert.match(text, /url: other/);
  });

  it('are left out where they are not there, or are none', () => {
    for (const components of ['[]', '[../../parts/other, 3, "${PARTS}"]', 'policy'])
      assert.match(built(components)[1].join(), /no matches for Id/, components);
  });
});

describe('What Flux changes of what it applies', () => {
  const filesWith = (spec: string): Readonly<Record<string, string>> => ({
    'apps/echo/kustomization.yaml': 'resources: [web.yaml]\n',
    'apps/echo/web.yaml': deployment(),
    'flux/echo.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: echo}\nspec: {path: apps/echo${spec}}\n`,
  });
  const said = (spec: string): string => saidOf(filesWith(spec), 'apps/echo/kustomization.yaml', ['not-built']).join();

  it('is said not to be followed', () => {
    assert.equal(
      said(', patches: [{patch: "kind: A"}], images: [{name: web, newTag: "2"}]'),
      'information not-built: Kustomization echo in flux/echo.yaml changes what this builds by its spec.patches and spec.images, which are not followed here',
    );
    assert.match(said(', namePrefix: my-'), /changes what this builds by its spec\.namePrefix, which is not followed here$/);
  });

  it('is nothing where it only applies it', () => {
    for (const spec of ['', ', patches: [], images: []', ', namePrefix: ""', ', commonMetadata: {labels: {a: b}}'])
      assert.equal(said(spec), '');
  });

  it('does not let what is missing there exist', () => {
    const workspace = new OpenWorkspace(filesWith(', images: [{name: web, newTag: "2"}]'));
    workspace.open('apps/echo/web.yaml');
    const [{ id } = assert.fail()] = workspace.builds.plansFor('apps/echo/web.yaml');
    assert.equal(workspace.builds.analysisOf(id)?.analysis.surroundings.facts.limited, false);
  });
});

describe('what says which overlays are applied', () => {
  for (const [what, written, name, folders] of CASES)
    it(`is ${what}`, () => {
      assert.deepEqual(readDeployers(written), [{ name, folders }]);
    });

  it('is nothing that a template fills in, and no other kind', () => {
    assert.deepEqual(readDeployers(APPLICATION.replace('overlays/prod', 'overlays/{{env}}')), []);
    assert.deepEqual(readDeployers('apiVersion: v1\nkind: Kustomization\nspec: {path: argoproj.io/}\n'), []);
    assert.deepEqual(readDeployers('a: [argoproj.io/'), []);
  });

  it('means folders by their last steps', () => {
    assert.ok(isDeployed('home/me/repo/apps/web', 'apps/*'));
    assert.ok(!isDeployed('home/me/repo/apps/web/base', 'apps/*'));
    assert.ok(!isDeployed('web', 'apps/web'));
  });

  it('puts these overlays first, and names what applies them; one that is a base as well is built by itself, too', () => {
    const files = {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n',
      'overlays/dev/kustomization.yaml': 'resources: [../../base]\n',
      'overlays/prod/kustomization.yaml': 'resources: [../../base]\n',
      'overlays/prod-eu/kustomization.yaml': 'resources: [../prod]\n',
      'apps/prod.yaml': APPLICATION,
    };
    const plans = new OpenWorkspace(files).builds.plansFor('base/web.yaml');
    const told = plans.map(({ name, appliedBy }) => [name, appliedBy]);
    assert.deepEqual(told, [
      ['prod', 'Application shop-prod in apps/prod.yaml'],
      ['prod-eu', undefined],
      ['dev', undefined],
    ]);
  });
});

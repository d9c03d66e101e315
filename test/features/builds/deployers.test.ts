import assert from 'node:assert/strict';
import { isDeployed, readDeployers } from '../../../src/features/builds/deployers';
import { OpenWorkspace } from './openWorkspace';

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

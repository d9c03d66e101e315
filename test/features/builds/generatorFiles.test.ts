import assert from 'node:assert/strict';
import { OpenWorkspace, saidOf } from './openWorkspace';

type Files = Readonly<Record<string, string>>;

const CHART: Files = {
  'repo/charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'repo/charts/web/values.yaml': 'replicas: 2\n',
  'repo/charts/web/templates/web.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\ndata: {host: "{{ required "no host" .Values.host }}"}\n',
};
const VALUES: Files = { 'repo/settings/shop.yaml': 'host: shop\n' };
const SHOP: Files = {
  'repo/apps/shop/config.json': '{"app": {"name": "shop", "chart": "charts/web", "values": "settings/shop.yaml"}}',
};
const set = (files: string, path = '{{.app.chart}}', more = ''): Files => ({
  'repo/argo/all.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  generators:
  - git: {files: [${files}]}
  template:
    metadata: {name: '{{.app.name}}'}
    spec: {source: {path: '${path}', helm: {valueFiles: ['/{{.app.values}}']}}}
${more}`,
});

/** `shop repo/settings/shop.yaml`: what a chart is built with. */
function plansOf(workspace: OpenWorkspace, path = 'repo/charts/web/templates/web.yaml'): readonly string[] {
  return workspace.builds
    .plansFor(path)
    .map(({ name, given = [] }) => [name, ...given.filter((each) => !each.startsWith('repo/argo/'))].join(' '));
}
const opened = (files: Files): OpenWorkspace => new OpenWorkspace({ ...CHART, ...VALUES, ...files });

describe('The files that an ApplicationSet goes through', () => {
  const ALL = '{path: apps/*/config.json}';
  const BUILT = ['shop repo/settings/shop.yaml'];

  it('say which chart is installed, and with what', () => {
    assert.deepEqual(plansOf(opened({ ...SHOP, ...set(ALL) })), BUILT);
    assert.deepEqual(plansOf(opened({ ...set('{path: "apps/**/config.json"}'), ...SHOP })), BUILT);
    const said = (files: Files): string =>
      saidOf({ ...CHART, ...VALUES, ...files }, 'repo/charts/web/templates/web.yaml', ['not-built']).join();
    assert.match(said(set(ALL)), /not-built: .*no host/);
    assert.equal(said({ ...set(ALL), ...SHOP }), '');
  });

  it('may be YAML, with several Applications in one', () => {
    const both =
      '- app: {name: one, chart: charts/web, port: 80}\n- app: {name: two, chart: charts/web, values: settings/shop.yaml}\n';
    assert.deepEqual(plansOf(opened({ 'repo/apps/both.yaml': both, ...set('{path: apps/*.yaml}') })), [
      'one',
      'two repo/settings/shop.yaml',
    ]);
  });

  it('stand for the folder that they lie in', () => {
    const own = { 'repo/charts/web/app.json': '{"app": {"name": "own", "values": "settings/shop.yaml"}}' };
    for (const path of ['{{path}}', '{{.path.path}}', 'charts/{{ .path.basename }}'])
      assert.deepEqual(plansOf(opened({ ...own, ...set('{path: charts/*/app.json}', path) })), ['own repo/settings/shop.yaml']);
  });

  it('are left out as it says', () => {
    const but = `${ALL}, {path: apps/shop/*, exclude: true}`;
    assert.deepEqual(plansOf(opened({ ...SHOP, ...set(but) })), ['values.yaml']);
  });

  it('count as they are now', () => {
    const workspace = opened(set(ALL));
    assert.deepEqual(plansOf(workspace), ['values.yaml']);
    workspace.builds.define('repo/apps/shop/config.json', SHOP['repo/apps/shop/config.json']);
    assert.deepEqual(plansOf(workspace), BUILT);
    workspace.builds.define('repo/apps/shop/config.json', '{"app": {"name": "store", "chart": "charts/web"}}');
    assert.deepEqual(plansOf(workspace), ['store']);
    workspace.builds.define('repo/apps/shop/config.json', undefined);
    assert.deepEqual(plansOf(workspace), ['values.yaml']);
  });

  it('say which overlays are applied', () => {
    const overlays = {
      'repo/prod/kustomization.yaml': 'resources: [web.yaml]\n',
      'repo/prod/web.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n',
    };
    const files = { ...overlays, ...set(ALL), 'repo/apps/shop/config.json': '{"app": {"name": "shop", "chart": "prod"}}' };
    const [{ appliedBy } = assert.fail()] = opened(files).builds.plansFor('repo/prod/web.yaml');
    assert.equal(appliedBy, 'ApplicationSet all in argo/all.yaml');
  });

  it('are handed on by the index, in whatever order it reads them, once somebody asks for them', () => {
    const [config = ''] = Object.keys(SHOP);
    const isHandedOn = (files: Files): boolean => new Map(opened(files).index.definitions()).has(`file:///${config}`);
    assert.ok(isHandedOn({ ...SHOP, ...set(ALL) }));
    assert.ok(isHandedOn({ ...set(ALL), ...SHOP }));
    assert.ok(!isHandedOn(SHOP));
    const { index } = opened(set(ALL));
    index.noteData('file:///repo/apps/other/config.json', '{}');
    assert.ok(new Map(index.definitions()).has('file:///repo/apps/other/config.json'));
    index.remove('file:///repo/apps/other/config.json');
    assert.ok(!new Map(index.definitions()).has('file:///repo/apps/other/config.json'));
    assert.ok(!isHandedOn({ ...set(ALL), [config]: `{"a": "${'x'.repeat(5000)}"}` }));
  });
});

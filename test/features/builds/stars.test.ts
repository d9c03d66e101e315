import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { OpenWorkspace } from './openWorkspace';

type Files = Readonly<Record<string, string>>;

const CHART = 'charts/service/Chart.yaml';
const FILES: Files = {
  [CHART]: 'apiVersion: v2\nname: service\nversion: 1.0.0\n',
  'charts/service/values.yaml': 'replicas: 2\n',
  'charts/service/templates/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n',
};

/** One chart for each folder of values. */
function applications(files: string, ...excluded: readonly string[]): Files {
  const directories = ['{path: services/*}', ...excluded.map((path) => `{path: ${path}, exclude: true}`)];
  return {
    'apps/services.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: services}
spec:
  generators:
  - matrix:
      generators:
      - git: {directories: [${directories.join(', ')}]}
      - list: {elements: [{env: dev}]}
  template:
    metadata: {name: '{{.path.basename}}-{{.env}}'}
    spec:
      destination: {namespace: '{{.env}}'}
      source: {path: charts/service, helm: {valueFiles: [${files}]}}
`,
  };
}

const VALUES: Files = {
  'services/api/values.yaml': 'replicas: 3\n',
  'services/api/values-dev.yaml': 'replicas: 1\n',
  'services/shop/values-dev.yaml': 'replicas: 1\n',
  'services/_new/values-dev.yaml': 'replicas: 1\n',
};

const plansOf = (files: Files): readonly string[] =>
  new OpenWorkspace({ ...FILES, ...files }).builds
    .plansFor('charts/service/templates/web.yaml')
    .map(({ name, given = [] }) => [name, ...given.filter((path) => !path.startsWith('apps/'))].join(' '));

const said = (files: Files): readonly string[] =>
  computeDiagnostics(new OpenWorkspace({ ...FILES, ...files }).open(CHART)).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );

describe('A chart that an ApplicationSet installs for each of several folders', () => {
  it('is rendered for those that have files of values', () => {
    const files = applications("'../../services/{{.path.basename}}/values-{{.env}}.yaml'", 'services/_*');
    assert.deepEqual(plansOf({ ...VALUES, ...files }), [
      'api-dev services/api/values-dev.yaml',
      'shop-dev services/shop/values-dev.yaml',
    ]);
    assert.deepEqual(said({ ...VALUES, ...files }), []);
  });

  it('is told to lack what one of them lacks', () => {
    const both = "'../../services/{{.path.basename}}/values.yaml', '/services/{{.path.basename}}/values-{{.env}}.yaml'";
    assert.match(
      said({ ...VALUES, ...applications(both, 'services/_*') }).join('\n'),
      /^warning: In shop-dev: .* not there: shop\/values\.yaml\. /,
    );
  });

  it('takes the name of the folder twice', () => {
    const twice = applications("'../../services/{{.path.basename}}/{{.path.basename}}-values.yaml'");
    const values = { 'services/api/api-values.yaml': 'a: 1\n', 'services/api/shop-values.yaml': 'a: 1\n' };
    assert.deepEqual(plansOf({ ...values, ...twice }), ['api-dev services/api/api-values.yaml']);
  });

  it('has values that cannot be known where no file is found', () => {
    const other = applications("'../../services/{{.path.basename}}/settings.yaml'");
    assert.deepEqual(plansOf({ ...VALUES, ...other }), ['service-dev']);
    assert.match(said(other).join('\n'), /^information: .*cannot be known here: \.\.\/\.\.\/services\/\*\/settings\.yaml\./);
  });

  it('has values that cannot be known where files say which they are', () => {
    const [[path, text] = ['', '']] = Object.entries(applications("'../../clusters/{{.cluster}}/values.yaml'"));
    const byFiles = text.replace(/directories: \[.*\]/, 'files: [{path: clusters/*.json}]').replace('{{.path.basename}}', 'web');
    assert.match(
      said({ [path]: byFiles }).join('\n'),
      /^information: .*cannot be known here: \.\.\/\.\.\/clusters\/\{\{\.cluster/,
    );
  });
});

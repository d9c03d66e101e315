import { strict as assert } from 'node:assert';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { OpenWorkspace } from './openWorkspace';

const PROD = 'apps/prod/kustomization.yaml';
const TEMPLATE = 'apps/prod/charts/web/templates/web.yaml';

const FILES: Readonly<Record<string, string>> = {
  [PROD]: `namePrefix: prod-
helmCharts:
- name: web
  releaseName: shop
  valuesInline: {replicas: 10}
`,
  'apps/prod/charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'apps/prod/charts/web/values.yaml': 'replicas: 1\n',
  [TEMPLATE]: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ .Release.Name }}-web
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: web:latest
`,
};

function lensesOf(workspace: OpenWorkspace): string {
  return computeCodeLenses(workspace.open(PROD))
    .map(({ title }) => title)
    .join('\n');
}

describe('charts that a kustomization renders', () => {
  it('are built with the overlay: lens at the kustomization, findings at the entry', () => {
    const workspace = new OpenWorkspace(FILES);
    assert.match(lensesOf(workspace), /prod-shop-web: surge 3 · unavailable 2 · 8–13 pods/);
    const text = workspace.textOf(PROD);
    const found = computeDiagnostics(workspace.open(PROD)).find(({ ruleId }) => ruleId === 'mutable-tag');
    assert.ok(found !== undefined);
    assert.match(text.slice(found.start), /^name: web/);
  });

  it('follow what is typed in a template', () => {
    const workspace = new OpenWorkspace(FILES);
    lensesOf(workspace);
    workspace.type(TEMPLATE, workspace.textOf(TEMPLATE).replace('  selector:', '  strategy: {type: Recreate}\n  selector:'));
    assert.match(lensesOf(workspace), /prod-shop-web: .*Recreate|prod-shop-web: all 10/);
  });

  it('are named where they are not at hand, and the rest is built', () => {
    const workspace = new OpenWorkspace({ [PROD]: FILES[PROD] ?? '' });
    const [problem] = computeDiagnostics(workspace.open(PROD));
    assert.match(problem?.message ?? '', /the chart "web" is not at hand, and nothing is fetched/);
  });
});

import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import {
  deployment,
  fixesAt,
  hoverAt,
  lensesOf,
  openText,
  problemsOf,
  removeFile,
  untilNoProblem,
  untilProblem,
  writeFile,
} from '../support/manifests';

const OTHER = 'zz-service.json';

/** The same Deployment as the YAML tests have, as `kubectl -o json` would print it. */
function jsonDeployment(name: string, spec: object): string {
  const labels = { app: name };
  const web = { name: 'web', image: 'registry.example.com/web:1.0.0', readinessProbe: { httpGet: { path: '/', port: 8080 } } };
  const template = { metadata: { labels }, spec: { containers: [web] } };
  const whole = { selector: { matchLabels: labels }, template, ...spec };
  return JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name, namespace: name }, spec: whole }, null, 2);
}

describe('a manifest in JSON', () => {
  afterEach(async () => {
    await removeFile(OTHER);
  });

  it('has lenses, hovers, problems and fixes', async () => {
    const strategy = { rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } };
    const document = await openText(jsonDeployment('json', { replicas: 10, strategy }), 'json');
    await untilProblem(document, 'both-zero');
    equal((await lensesOf(document)).length, 3);
    ok(/\*\*replicas\*\*: 10/.test(await hoverAt(document, '"replicas"')), 'the hover of replicas');
    const fix = (await fixesAt(document, '"maxUnavailable"')).find(({ edit }) => edit !== undefined);
    ok(fix?.edit, 'there is a fix');
    ok(await vscode.workspace.applyEdit(fix.edit), 'the fix is applied');
    JSON.parse(document.getText());
    await untilNoProblem(document, 'both-zero');
  });

  it('counts in the workspace as YAML does', async () => {
    const document = await openText(deployment('json-fact', ['replicas: 4', 'strategy: { type: Recreate }']));
    const metadata = { name: 'front', namespace: 'json-fact' };
    await writeFile(OTHER, JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata, spec: { selector: { app: 'json-fact' } } }));
    await untilProblem(document, 'recreate-behind-service');
  });

  it('is not any other JSON', async () => {
    const settings = await openText('{ "name": "x", "kind": "Deployment" }', 'json');
    const manifest = await openText(jsonDeployment('other', { replicas: 10, paused: true }), 'jsonc');
    await untilProblem(manifest, 'paused');
    deepEqual([problemsOf(settings), await lensesOf(settings)], [[], []]);
  });
});

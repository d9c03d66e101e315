import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { deployment, QUIET_CONTAINER } from '../features/support';

const PAGES = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'pages' }, data: { a: '' } });
const NAMED = { configMapRef: { name: 'pages' } };
const WEB = deployment(
  {},
  { containers: [{ ...QUIET_CONTAINER, envFrom: [NAMED, NAMED] }] },
  { metadata: { name: 'web', namespace: 'shop' } },
);

function saidIn(folder: string): string[] {
  const index = new WorkspaceIndex();
  const home = `file:///w/${folder}/web.yaml`;
  index.updateText(home, WEB);
  index.updateText(`file:///w/${folder}/pages.yaml`, PAGES);
  const analysis = new Analysis(home, WEB, { settings: DEFAULT_SETTINGS, facts: index.factsFor(home), base: undefined });
  return computeDiagnostics(analysis).flatMap(({ ruleId, message }) => (ruleId === 'missing-config' ? message : []));
}

describe('what says no namespace beside pods that do', () => {
  it('is told once, however often it is named', () => {
    const said = saidIn('deploy');
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^ConfigMap “pages” in pages\.yaml is written without a namespace, the pods are in “shop”/);
  });

  it('is not told of templates, which Helm installs where the release goes', () => {
    assert.deepEqual(saidIn('chart/templates'), []);
  });
});

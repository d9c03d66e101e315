import * as vscode from 'vscode';
import { deepEqual, ok } from '../support/assert';
import { inWorkspace, until } from '../support/editor';
import { deployment, hoverAt, lensesOf, openText, removeFile, writeFile } from '../support/manifests';

interface Marks {
  getEntriesByType(type: 'mark'): readonly { readonly name: string }[];
}

/** The parts of the extension that were read, by the marks that say so. */
const loaded = (): readonly string[] =>
  (performance as unknown as Marks)
    .getEntriesByType('mark')
    .map(({ name }) => name)
    .filter((name) => name.startsWith('rollout-lens/'));
/** Those that nobody else asks for. */
const ofBuilds = (): readonly string[] =>
  loaded().filter((name) => name.split('+').every((asking) => /builds|builtFiles|templateViews/i.test(asking)));

describe('what renders charts and builds overlays', function () {
  this.timeout(60_000);

  it('is not loaded for whoever has none, whatever is asked of a manifest', async () => {
    const document = await openText(deployment('plain'));
    ok((await lensesOf(document)).length > 0, 'there is no lens');
    ok((await hoverAt(document, 'replicas:')).length > 0, 'there is no hover');
    ok(
      loaded().some((name) => name.includes('hover')),
      `the hover is not among ${loaded().join(', ')}`,
    );
    deepEqual(ofBuilds(), []);
  });

  it('is loaded with the first chart', async () => {
    const template = 'zz-first/templates/web.yaml';
    const files = {
      'zz-first/Chart.yaml': 'apiVersion: v2\nname: first\nversion: 1.0.0\n',
      'zz-first/values.yaml': 'replicas: 4\n',
      [template]: deployment('web', ['replicas: {{ .Values.replicas }}']),
    };
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(name, text);
      const document = await vscode.workspace.openTextDocument(inWorkspace(template));
      await until('the template is rendered', async () =>
        (await lensesOf(document)).some(({ title }) => title.includes('3–5 pods')),
      );
      ok(ofBuilds().length > 0, `none is among ${loaded().join(', ')}`);
    } finally {
      for (const name of Object.keys(files)) await removeFile(name);
    }
  });
});

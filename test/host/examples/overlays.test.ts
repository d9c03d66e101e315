import * as vscode from 'vscode';
import { ok } from '../support/assert';
import { openInWorkspace, until } from '../support/editor';
import { change, hoverAt, removeFile, writeFile } from '../support/manifests';

const BASE = 'overlays/base/web.yaml';
const PATCH = 'overlays/prod/scale.yaml';

async function titles(document: vscode.TextDocument): Promise<readonly string[]> {
  const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document.uri);
  return lenses.map(({ command }) => command?.title ?? '');
}

async function untilLens(document: vscode.TextDocument, text: string): Promise<void> {
  let last: readonly string[] = [];
  await until(`the lens says ${text}`, async () => {
    last = await titles(document);
    return last.some((title) => title.includes(text));
  }).catch((error: unknown) => {
    throw new Error(`${String(error)}; it says ${last.join(' / ')}`);
  });
}

describe('files that overlays are built from', () => {
  it('show the overlays that use them', async () => {
    const { document } = await openInWorkspace(BASE);
    await untilLens(document, 'prod: surge 3 · unavailable 0 · 10–13 pods | staging: surge 1 · unavailable 1 · 0–2 pods');
    ok((await hoverAt(document, 'replicas: 3')).includes('by the patch in'), 'the hover says who decides the replicas');
  });

  it('follow the typing in another file', async () => {
    const { document } = await openInWorkspace(BASE);
    const { document: patch } = await openInWorkspace(PATCH);
    await untilLens(patch, 'prod: surge 3 · unavailable 0 · 10–13 pods');
    await change(patch, 'replicas: 10', 'replicas: 20');
    await untilLens(patch, 'prod: surge 3 · unavailable 0 · 20–23 pods');
    await untilLens(document, 'prod: surge 3 · unavailable 0 · 20–23 pods');
    await change(patch, 'replicas: 20', 'replicas: 10');
    await untilLens(document, 'prod: surge 3 · unavailable 0 · 10–13 pods');
  });

  it('show the overlay that was chosen', async () => {
    const { document } = await openInWorkspace(BASE);
    await untilLens(document, 'prod: surge 3');
    const id = `kustomize:${vscode.Uri.joinPath(document.uri, '../../staging').path.slice(1)}`;
    await vscode.commands.executeCommand('rolloutLens.chooseBuild', document.uri.toString(), id);
    await untilLens(document, 'Simulate rollout in staging');
    await vscode.commands.executeCommand('rolloutLens.chooseBuild', document.uri.toString(), id.replace('staging', 'prod'));
    await untilLens(document, 'Simulate rollout in prod');
  });

  it('have problems where the value is written', async () => {
    const { document } = await openInWorkspace('overlays/staging/kustomization.yaml');
    const isThere = ({ code, range }: vscode.Diagnostic): boolean =>
      typeof code === 'object' && code.value === 'mutable-tag' && document.getText(range) === 'latest';
    await until('a problem at newTag', () => vscode.languages.getDiagnostics(document.uri).some(isThere));
  });

  it('are shown as they are built, in step with the typing', async () => {
    const { document } = await openInWorkspace(PATCH);
    await untilLens(document, 'prod: surge 3');
    await vscode.commands.executeCommand('rolloutLens.showBuilt');
    // Others may be open: of charts, and of what was in force before.
    const built = (): vscode.TextDocument | undefined =>
      vscode.workspace.textDocuments.find(
        ({ uri }) => uri.scheme === 'rollout-lens-built' && uri.query.endsWith('overlays/prod'),
      );
    await until('the built manifest is shown', () => built()?.getText().includes('name: prod-storefront') === true);
    await openInWorkspace(PATCH);
    await change(document, 'maxSurge: 3', 'maxSurge: 4');
    await until('it follows the typing', () => built()?.getText().includes('maxSurge: 4') === true);
    await change(document, 'maxSurge: 4', 'maxSurge: 3');
    await until('and back', () => built()?.getText().includes('maxSurge: 3') === true);
  });

  it('read nothing outside the workspace, and say so where it is named', async () => {
    const name = 'overlays/zz-outside/kustomization.yaml';
    const uri = await writeFile(name, 'resources:\n- ../../../../../../../../etc/hosts\n- ../../../outside\n');
    try {
      await vscode.window.showTextDocument(uri);
      const says = (text: string): boolean => vscode.languages.getDiagnostics(uri).some(({ message }) => message.includes(text));
      await until('the folder is refused', () => says('outside'));
    } finally {
      await removeFile('overlays/zz-outside/kustomization.yaml');
    }
  });
});

import * as vscode from 'vscode';
import { inWorkspace } from '../support/editor';
import { deployment, openText, untilNoProblem, untilProblem, writeFile } from '../support/manifests';

const budget = (name: string, minAvailable: number): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: budget, namespace: ${name} }
spec:
  minAvailable: ${minAvailable}
  selector: { matchLabels: { app: ${name} } }
`;

describe('facts in a folder that comes and goes as a whole', function () {
  // What the watchers tell may take its time.
  this.timeout(60_000);

  it('count as soon as it is there, and no longer than that', async () => {
    const [hidden, folder] = [inWorkspace('.vscode/zz-moved'), inWorkspace('zz-moved')];
    const document = await openText(deployment('moved'));
    await writeFile('.vscode/zz-moved/deep/down/other.yaml', budget('moved', 9));
    await vscode.workspace.fs.rename(hidden, folder);
    await untilProblem(document, 'pdb-violated');
    await vscode.workspace.fs.rename(folder, hidden);
    await untilNoProblem(document, 'pdb-violated');
    await vscode.workspace.fs.rename(hidden, folder);
    await untilProblem(document, 'pdb-violated');
    await vscode.workspace.fs.delete(folder, { recursive: true });
    await untilNoProblem(document, 'pdb-violated');
  });

  it('count in many that were made a moment ago', async () => {
    const folders = Array.from({ length: 20 }, (_, index) => `made-${index}`);
    const documents = await Promise.all(folders.map((name) => openText(deployment(name))));
    await Promise.all(folders.map((name) => writeFile(`zz-made/${name}/a/b/other.yaml`, budget(name, 9))));
    for (const document of documents) await untilProblem(document, 'pdb-violated');
    await vscode.workspace.fs.delete(inWorkspace('zz-made'), { recursive: true });
    for (const document of documents) await untilNoProblem(document, 'pdb-violated');
  });
});

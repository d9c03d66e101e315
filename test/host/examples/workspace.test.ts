import * as vscode from 'vscode';
import { equal, ok } from '../support/assert';
import { inWorkspace, until } from '../support/editor';
import { daemonSet, deployment, hoverAt, openText, removeFile, setText, untilNoProblem, untilProblem, writeFile } from '../support/manifests';

const OTHER = 'zz-other.yaml';
const HIDDEN = 'zz-hidden.yaml';

const budget = (name: string, minAvailable: number): string => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: budget, namespace: ${name} }
spec:
  minAvailable: ${minAvailable}
  selector: { matchLabels: { app: ${name} } }
`;
const service = (name: string): string => `apiVersion: v1
kind: Service
metadata: { name: service, namespace: ${name} }
spec: { selector: { app: ${name} } }
`;
const autoscaler = (name: string): string => `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: scaler, namespace: ${name} }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: 20
`;
const quota = (name: string): string => `apiVersion: v1
kind: ResourceQuota
metadata: { name: quota, namespace: ${name} }
spec: { hard: { pods: "4" } }
`;

const SURGING = ['replicas: 4', 'strategy:', '  rollingUpdate:', '    maxSurge: 1', '    maxUnavailable: 0'];

const CASES: readonly (readonly [what: string, spec: readonly string[], other: (name: string) => string, rule: string])[] = [
  ['a budget that the rollout goes below', ['replicas: 10'], (name) => budget(name, 9), 'pdb-violated'],
  ['a budget that blocks every drain', ['replicas: 10'], (name) => budget(name, 10), 'pdb-blocks-drain'],
  ['a Service in front of Recreate', ['replicas: 4', 'strategy: { type: Recreate }'], service, 'recreate-behind-service'],
  ['an autoscaler that owns the replicas', ['replicas: 4'], autoscaler, 'hpa-owns-replicas'],
  ['a quota without room for the surge', SURGING, quota, 'stall-quota'],
];

describe('facts from another file of the workspace', () => {
  afterEach(async () => {
    await removeFile(OTHER);
  });

  CASES.forEach(([what, spec, other, rule], index) => {
    it(`count as soon as they are there, and no longer: ${what}`, async () => {
      const name = `fact-${index}`;
      const document = await openText(deployment(name, spec));
      await writeFile(OTHER, other(name));
      await untilProblem(document, rule);
      await removeFile(OTHER);
      await untilNoProblem(document, rule);
    });
  });

  it('are linked from the problem: the file, the place in it, and what is there', async () => {
    const document = await openText(deployment('linked'));
    const uri = await writeFile(OTHER, `# above\n---\n${budget('linked', 9)}`);
    const { message, relatedInformation = [] } = await untilProblem(document, 'pdb-violated');
    const [link, ...others] = relatedInformation;
    ok(link, `no link from: ${message}`);
    equal(others.length, 0);
    ok(message.includes('“budget” in zz-other.yaml'), message);
    equal(link.location.uri.toString(), uri.toString());
    equal(link.location.range.start.line, 2);
    ok(link.message.includes('“budget”'), link.message);
  });

  it('count as they stand in an open editor, saved or not', async () => {
    const document = await openText(deployment('unsaved'));
    const other = await openText('kind: ConfigMap\n');
    await setText(other, budget('unsaved', 9));
    await untilProblem(document, 'pdb-violated');
    await setText(other, budget('unsaved', 1));
    await untilNoProblem(document, 'pdb-violated');
  });

  it('fall back to the file when changes are thrown away', async () => {
    const document = await openText(deployment('thrown-away'));
    const uri = await writeFile(OTHER, budget('thrown-away', 1));
    const other = (await vscode.window.showTextDocument(uri)).document;
    await setText(other, budget('thrown-away', 9));
    await untilProblem(document, 'pdb-violated');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await untilNoProblem(document, 'pdb-violated');
  });

  it('follow a file that is renamed', async () => {
    const document = await openText(deployment('renamed'));
    const uri = await writeFile('zz-before.yaml', budget('renamed', 9));
    await untilProblem(document, 'pdb-violated');
    await vscode.workspace.fs.rename(uri, inWorkspace('zz-before.txt'));
    await untilNoProblem(document, 'pdb-violated');
    await vscode.workspace.fs.rename(inWorkspace('zz-before.txt'), inWorkspace(OTHER));
    await untilProblem(document, 'pdb-violated');
  });

  it('leave out what files.exclude hides', async () => {
    const document = await openText(deployment('excluded'));
    await writeFile(HIDDEN, budget('excluded', 9));
    await untilProblem(document, 'pdb-violated');
    const files = vscode.workspace.getConfiguration('files');
    const own = files.inspect('exclude')?.globalValue;
    await files.update('exclude', { '**/zz-hid*.yaml': true }, vscode.ConfigurationTarget.Global);
    await untilNoProblem(document, 'pdb-violated');
    await files.update('exclude', own, vscode.ConfigurationTarget.Global);
    await untilProblem(document, 'pdb-violated');
    await removeFile(HIDDEN);
  });
});

describe('the number of nodes', () => {
  const set = async (value: unknown): Promise<void> => {
    await vscode.commands.executeCommand('rolloutLens.setNodeCount', value);
  };
  const untilHover = async (document: vscode.TextDocument, says: RegExp): Promise<void> => {
    await until(`the hover says ${String(says)}`, async () => says.test(await hoverAt(document, 'kind: DaemonSet')));
  };
  const nodes = (...names: readonly string[]): string =>
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: names.map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } })) });

  afterEach(async () => {
    await set(null);
  });

  it('is that of the Node manifests of the workspace, as far as they take the pods', async () => {
    const document = await openText(daemonSet('counted', ['updateStrategy: { type: RollingUpdate }']));
    // Of the eight in examples/nodes.yaml two have taints that only some tolerate; daemon pods run on cordoned ones.
    await untilHover(document, /Computed for 6 nodes in \[nodes\\?\.yaml\]/);
    const tolerant = await openText(daemonSet('tolerant', [], ['tolerations: [{ operator: Exists }]']));
    await untilHover(tolerant, /Computed for 8 nodes in \[nodes\\?\.yaml\]/);
  });

  it('can be set, and is kept in the settings', async () => {
    const document = await openText(daemonSet('set'));
    await set(37);
    await untilHover(document, /Computed for 37 nodes\./);
    equal(vscode.workspace.getConfiguration('rolloutLens').get('nodeCount'), 37);
    await set(null);
    equal(vscode.workspace.getConfiguration('rolloutLens').get('nodeCount'), null);
    await until('37 is gone', async () => !/37 nodes/.test(await hoverAt(document, 'kind: DaemonSet')));
  });

  it('can be that of pasted nodes, which replace those of the workspace', async () => {
    const document = await openText(daemonSet('pasted'));
    await set(nodes('a', 'b', 'c'));
    await untilHover(document, /Computed for 3 nodes in the list that was pasted\./);
    equal(vscode.workspace.getConfiguration('rolloutLens').get('nodeCount'), null);
    await set(nodes('a', 'b'));
    await untilHover(document, /Computed for 2 nodes in the list that was pasted\./);
  });

  it('can be counted from any other output of kubectl get nodes', async () => {
    const document = await openText(daemonSet('named'));
    await set('node/a\nnode/b\nnode/c\nnode/d\n');
    await untilHover(document, /Computed for 4 nodes\./);
  });
});

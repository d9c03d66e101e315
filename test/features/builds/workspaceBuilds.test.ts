import assert from 'node:assert/strict';
import type { Analysis } from '../../../src/features/analysis';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { computeHover } from '../../../src/features/hover/hover';
import { computeInlayHints } from '../../../src/features/inlayHints';
import { computeQuickFixes } from '../../../src/features/quickFixes';
import { applyEdits } from '../../support/applyEdits';
import { OpenWorkspace } from './openWorkspace';

const FILES: Readonly<Record<string, string>> = {
  'shop/base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  strategy:
    rollingUpdate:
      maxSurge: 25%
      maxUnavailable: 1
  template:
    spec:
      containers:
      - name: web
        image: web
        readinessProbe: {httpGet: {path: /, port: 80}}
`,
  'shop/base/kustomization.yaml': 'resources: [web.yaml]\ncommonLabels: {app: web}\n',
  'shop/overlays/prod/kustomization.yaml': `resources: [../../base]
namePrefix: prod-
images:
- name: web
  newTag: "1.8"
patches:
- path: scale.yaml
`,
  'shop/overlays/prod/scale.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 10
  strategy:
    rollingUpdate:
      maxSurge: 3
      maxUnavailable: 0
`,
  'shop/overlays/staging/kustomization.yaml': `resources: [../../base]
images: [{name: web, newTag: latest}]
replicas: [{name: web, count: 1}]
`,
};
const BASE = 'shop/base/web.yaml';
const PATCH = 'shop/overlays/prod/scale.yaml';
const PROD = 'shop/overlays/prod/kustomization.yaml';
const STAGING = 'shop/overlays/staging/kustomization.yaml';

function titles(analysis: Analysis): readonly string[] {
  return computeCodeLenses(analysis).map(({ title }) => title);
}

function problems(analysis: Analysis): readonly string[] {
  const { text } = analysis.manifest;
  return computeDiagnostics(analysis).map(
    ({ start, end, severity, ruleId, message }) => `${severity} ${ruleId} at “${text.slice(start, end)}”: ${message}`,
  );
}

function hoverAt(analysis: Analysis, text: string, inside = 0): string {
  const offset = analysis.manifest.text.indexOf(text);
  assert.ok(offset >= 0);
  return computeHover(analysis, offset + inside)?.markdown ?? '';
}

describe('files that overlays are built from', () => {
  it('show in a patch what it does in its overlay, and no findings about what a patch lacks', () => {
    const analysis = new OpenWorkspace(FILES).open(PATCH);
    assert.deepEqual(titles(analysis), [
      '▷ Simulate rollout',
      'prod: surge 3 · unavailable 0 · 10–13 pods',
      '✓ no rollout warnings',
    ]);
    assert.deepEqual(problems(analysis), []);
  });

  it('show in a base all overlays that use it, the one in force first', () => {
    const workspace = new OpenWorkspace(FILES);
    const analysis = workspace.open(BASE);
    assert.deepEqual(titles(analysis).slice(0, 2), [
      '▷ Simulate rollout in prod',
      'prod: surge 3 · unavailable 0 · 10–13 pods | staging: surge 1 · unavailable 1 · 0–2 pods',
    ]);
    const staging = workspace.builds.plansFor(BASE).find(({ name }) => name === 'staging');
    workspace.builds.choose(staging?.id ?? '');
    const other = workspace.look(BASE);
    assert.match(titles(other)[1] ?? '', /^staging: .* \| prod: /);
    assert.equal(titles(other)[0], '▷ Simulate rollout in staging');
  });

  it('say of a field who decides it, and what it is in each overlay', () => {
    const workspace = new OpenWorkspace(FILES);
    const base = workspace.open(BASE);
    const inBase = hoverAt(base, 'replicas: 3', 11);
    assert.match(
      inBase,
      /^\*\*prod\*\*: \*\*10\*\*, by the patch in \[overlays\\\/prod\\\/scale\\\.yaml\]\([^)]*#L5\), instead of \*\*3\*\* here\./,
    );
    assert.match(inBase, /Built: prod \*\*10\*\* · staging \*\*1\*\*/);
    assert.match(hoverAt(base, 'replicas: 3'), /\*\*prod\*\*: \*\*10\*\*/);
    const inPatch = hoverAt(workspace.open(PATCH), 'replicas: 10');
    assert.match(inPatch, /^\*\*prod\*\*: overrides \*\*3\*\* → \*\*10\*\* in \[/);
    assert.match(inPatch, /replicas/);
  });

  it('place a problem where the value is written, and say in which overlays it is one', () => {
    const workspace = new OpenWorkspace(FILES);
    const found = problems(workspace.open(STAGING));
    assert.equal(found.filter((text) => text.includes('mutable-tag')).length, 1);
    assert.match(found.join('\n'), /mutable-tag at “latest”/);
    assert.match(problems(workspace.open(BASE)).join('\n'), /at “1”: In staging: /);
    assert.doesNotMatch(problems(workspace.open(BASE)).join('\n'), /selector|mutable-tag/);
  });

  it('reject in the patch what the API server rejects of the whole, and mend it there', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.type(PATCH, workspace.textOf(PATCH).replace('maxSurge: 3', 'maxSurge: 0'));
    const analysis = workspace.open(PATCH);
    assert.match(problems(analysis).join('\n'), /^error both-zero at “0”: The API server rejects this/);
    const [fix] = computeQuickFixes(analysis, 0, analysis.manifest.text.length);
    assert.ok(fix !== undefined);
    workspace.type(PATCH, applyEdits(workspace.textOf(PATCH), fix.edits));
    assert.deepEqual(problems(workspace.open(PATCH)), []);
  });

  it('follow what is typed: the overlay in force at once, the others when they are made', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.open(BASE);
    workspace.type(BASE, workspace.textOf(BASE).replace('maxSurge: 25%', 'maxSurge: 2'));
    workspace.type(PATCH, workspace.textOf(PATCH).replace('replicas: 10', 'replicas: 20'));
    assert.match(titles(workspace.look(BASE))[1] ?? '', /^prod: surge 3 · unavailable 0 · 20–23 pods \| staging: surge 1 /);
    workspace.settle([BASE]);
    assert.match(titles(workspace.look(BASE))[1] ?? '', /^prod: surge 3 · unavailable 0 · 20–23 pods \| staging: surge 2 /);
  });

  it('show in a kustomization what it builds, and what its entries change', () => {
    const analysis = new OpenWorkspace(FILES).open(PROD);
    assert.deepEqual(titles(analysis), ['▤ 1 object built', 'prod-web: surge 3 · unavailable 0 · 10–13 pods']);
    assert.match(
      hoverAt(analysis, 'newTag'),
      /`images` in \*\*prod\*\* decides:\n\n- Deployment prod\\-web: .*image \*\*web → web\\:1\\\.8\*\*/,
    );
    assert.match(hoverAt(analysis, 'path: scale'), /spec\\\.replicas \*\*3 → 10\*\*/);
  });

  it('hint at what a percentage comes to in the overlay in force, unless that decides otherwise', () => {
    const workspace = new OpenWorkspace(FILES);
    assert.deepEqual(computeInlayHints(workspace.open(BASE)), []);
    workspace.builds.choose(workspace.builds.plansFor(BASE).find(({ name }) => name === 'staging')?.id ?? '');
    assert.deepEqual(
      computeInlayHints(workspace.look(BASE)).map(({ label }) => label),
      ['→ 1 pod'],
    );
  });

  it('name a patch that hits nothing, with the nearest names', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.type(PROD, `${workspace.textOf(PROD)}- target: {kind: Deployment, name: webb}\n  path: scale.yaml\n`);
    assert.match(problems(workspace.open(PROD)).join('\n'), /^warning patch-misses at “target.*this patch hits nothing/m);
  });

  it('read no file that no overlay of an open file names', () => {
    const workspace = new OpenWorkspace({ ...FILES, 'other/secret.yaml': 'a: b' });
    workspace.open(BASE);
    const elsewhere = workspace.asked.filter((path) => path.includes('/') && !path.startsWith('shop/'));
    assert.deepEqual(elsewhere, []);
    assert.equal(workspace.open('other/secret.yaml').builds, undefined);
  });

  it('are not read where somebody refuses it: the entry says why, and the rest is built', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.type(PROD, `${workspace.textOf(PROD)}- path: link.yaml\nconfigurations: [../../../outside.yaml]\n`);
    workspace.builds.tell('shop/overlays/prod/link.yaml', { refused: 'is behind a symbolic link, which is not followed' });
    const analysis = workspace.open(PROD);
    const found = problems(analysis).join('\n');
    assert.match(found, /^information not-built at “path: link\.yaml”: .*link\.yaml' is behind a symbolic link/m);
    assert.match(found, /^error not-built at “\.\.\/\.\.\/\.\.\/outside\.yaml”: .*doesn't exist|lies outside/m);
    assert.ok(titles(analysis).some((title) => title.startsWith('prod-web: surge 3')));
  });

  it('listen to comments that silence a rule', () => {
    const workspace = new OpenWorkspace(FILES);
    workspace.type(STAGING, workspace.textOf(STAGING).replace('latest}]', 'latest}] # rollout-lens: ignore mutable-tag'));
    assert.doesNotMatch(problems(workspace.open(STAGING)).join('\n'), /mutable-tag/);
  });

  it('what a component brings counts where the component is taken', () => {
    const budget =
      'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: web, namespace: shop}\nspec: {minAvailable: 1, selector: {matchLabels: {app: web}}}\n';
    const files = {
      ...FILES,
      'shop/base/kustomization.yaml': 'resources: [web.yaml]\ncommonLabels: {app: web}\nreplicas: [{name: web, count: 1}]\n',
      'shop/components/careful/budget.yaml': budget,
      'shop/components/careful/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [budget.yaml]\n',
      [PROD]: 'namespace: shop\nresources: [../../base]\n',
      [STAGING]: 'namespace: shop\nresources: [../../base]\ncomponents: [../../components/careful]\n',
    };
    const said = (others: Readonly<Record<string, string>>): string =>
      computeDiagnostics(new OpenWorkspace({ ...files, ...others }).open(BASE))
        .filter(({ ruleId }) => ruleId === 'pdb-violated')
        .map(({ message }) => message)
        .join();
    assert.match(said({}), /^In staging: The rollout goes below PodDisruptionBudget “web”/);
    const plain = said({ 'shop/components/careful/kustomization.yaml': 'resources: [budget.yaml]\n' });
    assert.match(plain, /^In prod|^The rollout/);
  });
});

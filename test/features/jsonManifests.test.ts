import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { looksLikeJsonManifest } from '../../src/manifest/kinds';
import { PROBE_CASES } from '../rules/probeCases';
import { RISK_CASES } from '../rules/riskCases';
import { STALL_CASES } from '../rules/stallCases';
import { applyEdits } from '../support/applyEdits';
import { analyzed, deployment, diagnosticsOf, object } from './support';

const CASES = Object.values({ ...STALL_CASES, ...RISK_CASES, ...PROBE_CASES })
  .flat()
  .filter(({ text }) => text.startsWith('{') && !text.includes('\n---'));

const SHAPES: readonly (readonly [name: string, of: (value: unknown) => string])[] = [
  ['on one line', (value) => JSON.stringify(value)],
  ['with tabs and Windows line ends', (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n')],
  ['in a List', (value) => JSON.stringify({ apiVersion: 'v1', items: [value], kind: 'List' }, null, 4)],
];

describe('JSON manifests', () => {
  for (const [name, of] of SHAPES) {
    it(`get the same findings ${name}, and fixes that leave JSON`, () => {
      let fixed = 0;
      for (const { text, around } of CASES) {
        const shaped = of(JSON.parse(text));
        const said = (source: string): string[] =>
          diagnosticsOf(source, around).map(({ ruleId, message }) => `${ruleId} ${message}`);
        assert.deepEqual(said(shaped), said(text));
        for (const { title, edits } of computeQuickFixes(analyzed(shaped, around), 0, shaped.length)) {
          assert.doesNotThrow(() => JSON.parse(applyEdits(shaped, edits)) as unknown, `${title}: ${applyEdits(shaped, edits)}`);
          fixed += 1;
        }
      }
      assert.ok(fixed > 20, `${fixed} fixes`);
    });
  }

  it('are read around comments', () => {
    const text = deployment().replace('"spec"', '// replicas: "9" {\n"spec"').replace('4,', '4, /* // "x" */');
    assert.deepEqual(diagnosticsOf(text), []);
    assert.equal(computeCodeLenses(analyzed(text))[1]?.title, 'surge 1 · unavailable 1 · 3–5 pods');
  });

  it('are read where templates fill them in', () => {
    const text = deployment().replace('"replicas": 4', '"replicas": {{ .Values.n }}').replace('"web"', '"${NAME}"');
    assert.deepEqual(diagnosticsOf(text), []);
    assert.equal(computeCodeLenses(analyzed(text))[1]?.title, 'numbers depend on a template');
  });

  it('count in the workspace', () => {
    const index = new WorkspaceIndex();
    index.updateText('file:///w/service.json', object('Service', 'v1', 'front', { selector: { app: 'web' } }));
    assert.equal([...index.factsFor('file:///w/app.json').bySort].length, 1);
  });

  it('are known by their beginning', () => {
    const manifests = [
      deployment(),
      object('Service', 'v1', 'front', {}),
      '\uFEFF{\n  // ours\n  "kind": "List",',
      '{"apiVersion":"v1"',
    ];
    for (const text of manifests) assert.equal(looksLikeJsonManifest(text), true, text);
    const others = [
      '{"name": "x", "version": "1"}',
      '{"compilerOptions": {"kind": "x"}}',
      '[]',
      '',
      '{"kind": 5}',
      'kind: "Service"',
    ];
    for (const text of others) assert.equal(looksLikeJsonManifest(text), false, text);
  });
});

import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics, computeNotAnalyzed } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { computeInlayHints } from '../../src/features/inlayHints';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { analyzed } from './support';

/** They turn around what follows, or are no characters. */
const MISLEADING = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF]/;
const ODD = 'a\u202Eb\u2066c\uFFFFd\u200Fe';

const workload = (kind: string): string =>
  [
    `apiVersion: apps/v1`,
    `kind: ${kind}`,
    `metadata: {name: "${ODD}", namespace: "${ODD}", labels: {"${ODD}": "${ODD}"}}`,
    'spec:',
    `  selector: {matchLabels: {app: "${ODD}"}}`,
    `  "${ODD}": "${ODD}"`,
    '  template:',
    `    metadata: {labels: {app: "${ODD}"}}`,
    '    spec:',
    `      priorityClassName: "${ODD}"`,
    `      nodeSelector: {"${ODD}": "${ODD}"}`,
    `      volumes: [{name: "${ODD}", persistentVolumeClaim: {claimName: "${ODD}"}}]`,
    '      containers:',
    `      - name: "${ODD}"`,
    `        image: "${ODD}:1"`,
    `        resources: {requests: {"${ODD}": "${ODD}", cpu: "${ODD}"}}`,
    `        envFrom: [{configMapRef: {name: "${ODD}"}}]`,
    `        ports: [{name: "${ODD}", containerPort: 80}]`,
    `        readinessProbe: {httpGet: {port: "${ODD}"}}`,
  ].join('\n');
const AROUND = [
  `apiVersion: v1\nkind: Service\nmetadata: {name: "${ODD}"}\nspec: {selector: {app: "${ODD}"}, ports: [{port: 80, targetPort: "x${ODD}"}]}`,
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: "${ODD}"}\nspec: {maxUnavailable: 0, selector: {matchLabels: {app: "${ODD}"}}}`,
  `apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: "${ODD}"}\nspec: {hard: {pods: "1", "${ODD}": "${ODD}"}}`,
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: "${ODD}"}\nspec: {accessModes: [ReadWriteOncePod]}`,
];

describe('Characters that turn a line around, or are none', () => {
  for (const kind of ['Deployment', 'DaemonSet'])
    it(`mislead nobody in lens, hover, problem, hint or fix: ${kind}`, () => {
      const text = [workload(kind), ...AROUND].join('\n---\n');
      const analysis = analyzed(text);
      const said = [
        ...computeCodeLenses(analysis).map(({ title }) => title),
        ...computeDiagnostics(analysis).map(({ message }) => message),
        ...computeNotAnalyzed(analysis).map(({ reason }) => reason),
        ...computeInlayHints(analysis).flatMap(({ label, tooltip }) => [label, tooltip]),
        ...computeQuickFixes(analysis, 0, text.length).map(({ title }) => title),
        ...Array.from(text, (_, offset) => computeHover(analysis, offset)?.markdown ?? ''),
      ];
      assert.ok(said.filter((words) => words.includes('202E')).length > 50);
      for (const words of said) assert.doesNotMatch(words, MISLEADING, JSON.stringify(words));
    });
});

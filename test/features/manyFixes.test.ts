import assert from 'node:assert/strict';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { BODY } from '../support/hostileCrowds';
import { analyzed } from './support';

/** Findings of three rules, with fixes. */
const MISTAKEN = BODY.replace(
  '  replicas: 3\n',
  '  replicas: 3\n  paused: true\n  minReadySeconds: 600\n  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}\n',
);

describe('Quick fixes for a whole file', () => {
  /** Milliseconds of CPU, and what is offered. */
  function fixesOf(text: string): { readonly ms: number; readonly fixes: ReturnType<typeof computeQuickFixes> } {
    const analysis = analyzed(text);
    assert.ok(analysis.workloads.every(({ assessment }) => assessment.findings.length > 0));
    const before = process.cpuUsage();
    const fixes = computeQuickFixes(analysis, 0, text.length);
    const { user, system } = process.cpuUsage(before);
    return { ms: (user + system) / 1000, fixes };
  }

  it('do not take longer the more documents there are: what nobody would read through is not tried out', () => {
    fixesOf(MISTAKEN);
    const hundred = fixesOf(Array.from({ length: 100 }, () => MISTAKEN).join('---\n'));
    const thousand = fixesOf(Array.from({ length: 1000 }, () => MISTAKEN).join('---\n'));
    assert.ok(hundred.fixes.length >= 100, `${hundred.fixes.length} fixes`);
    assert.equal(thousand.fixes.length, hundred.fixes.length);
    assert.ok(thousand.ms < 3 * hundred.ms + 100, `${thousand.ms} ms against ${hundred.ms} ms`);
  });

  it('are as many as ever for one document, wherever it stands in a large file', () => {
    const alone = fixesOf(MISTAKEN).fixes.map(({ title }) => title);
    const text = Array.from({ length: 300 }, () => MISTAKEN).join('---\n');
    const from = text.lastIndexOf('---\n');
    const there = computeQuickFixes(analyzed(text), from + 4, text.length).map(({ title }) => title);
    assert.deepEqual(there, alone);
  });

  it('are not tried out in a document with a text of megabytes, but findings can be ignored there', () => {
    const text = `${MISTAKEN.trimEnd()}\nx: |\n${'  abcdefg hijklmn\n'.repeat(120_000)}`;
    const { fixes } = fixesOf(text);
    assert.ok(fixes.length > 0);
    for (const { title } of fixes) assert.match(title, /^Ignore /);
  });
});

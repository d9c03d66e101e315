import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics, computeNotAnalyzed } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { computeInlayHints } from '../../src/features/inlayHints';
import { otherKindsIn } from '../../src/features/otherKinds';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { snapshotLenses } from '../../src/features/snapshotLens';
import { applyEdits } from '../support/applyEdits';
import { readManifest } from '../../src/manifest/manifest';
import { analyzed, URI } from './support';

const NONSENSE = /undefined|NaN|\[object|Infinity|-\d+ pods/;

/** Runs all features on a text and checks what must hold for any text at all. Offsets are where to hover. */
export function useEverything(text: string, offsets: readonly number[]): Analysis {
  const analysis = analyzed(text);
  checkRanges(text, analysis);
  for (const offset of offsets) {
    const hover = computeHover(analysis, offset);
    if (hover === undefined) continue;
    assert.ok(hover.start <= offset && offset <= hover.end && hover.end <= text.length);
    assert.doesNotMatch(hover.markdown.replace(/\]\(command:[^)]*\)/g, ''), NONSENSE);
  }
  const fixes = computeQuickFixes(analysis, 0, text.length);
  // Fixed texts are texts like any other.
  for (const fix of fixes.slice(0, 1))
    checkRanges(applyEdits(text, fix.edits), new Analysis(URI, applyEdits(text, fix.edits), analysis.surroundings, analysis));
  return analysis;
}

function checkRanges(text: string, analysis: Analysis): void {
  const inside = ({ start, end }: { start: number; end: number }): boolean => 0 <= start && start <= end && end <= text.length;
  const lenses = computeCodeLenses(analysis);
  const others = otherKindsIn(analysis.manifest).length + snapshotLenses(analysis).length;
  assert.equal(lenses.length, analysis.workloads.length * 3 + others);
  for (const lens of lenses) {
    assert.ok(inside(lens));
    assert.doesNotMatch(lens.title.replace(/“[^”]*”/g, ''), NONSENSE);
  }
  for (const diagnostic of computeDiagnostics(analysis)) {
    assert.ok(inside(diagnostic), diagnostic.message);
    assert.doesNotMatch(diagnostic.message, /\n/);
  }
  for (const hint of computeInlayHints(analysis)) {
    assert.ok(hint.offset <= text.length);
    assert.doesNotMatch(hint.label, NONSENSE);
  }
  for (const fix of computeQuickFixes(analysis, 0, text.length)) assert.ok(fix.edits.every(inside));
  for (const note of computeNotAnalyzed(analysis)) assert.ok(inside(note) && note.reason !== '');
}

/** Reading after an edit must give what reading afresh gives. */
export function checkIncremental(before: string, after: string): void {
  assert.deepEqual(readManifest(after, readManifest(before)).documents, readManifest(after).documents);
}

/** Offsets spread over a text. */
export function spread(text: string, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor((text.length * (index + 0.5)) / count));
}

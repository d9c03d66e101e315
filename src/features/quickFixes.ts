import type { PlacedDocument } from '../manifest/manifest';
import type { Workload } from '../manifest/workload';
import { BLANKS, type Fix } from '../rules/rule';
import { difference, editDocument, type TextEdit } from '../manifest/edits';
import { Analysis, type PlacedWorkload } from './analysis';
import { bySeverity, type RuledFinding } from './assessment';
import { diagnosticOf } from './diagnostics';
import type { DiagnosticData, QuickFixData } from './said';

/** The fixes for what is said about a range of the file. */
export function computeQuickFixes(analysis: Analysis, from: number, to: number): QuickFixData[] {
  const found = analysis.workloads.filter(({ placed, built }) => built === undefined && placed.start <= to && placed.end >= from);
  const effort = { left: MOST_EFFORT };
  const own: QuickFixData[] = [];
  let answered = 0;
  for (const placed of found)
    for (const ruled of placed.assessment.findings) {
      if (answered === MOST_ANSWERED) break;
      const diagnostic = diagnosticOf(ruled, placed);
      if (diagnostic.start > to || diagnostic.end < from) continue;
      answered += 1;
      own.push(...fixesFor(analysis, placed, ruled, diagnostic, effort));
    }
  return [...own, ...(analysis.builds?.quickFixes(from, to) ?? [])];
}

/** Who selects a whole file does not go through more of them. */
export const MOST_ANSWERED = 100;

/** What may be spent on trying fixes out: twice in a document of 3,500 lines, 22 times in one of a screen, not in 590 kB. */
const MOST_EFFORT = 54_000;

/** Each fix is tried out, which reads the document three times and judges it once, among all nodes and what runs there. */
function effortOf({ placed: { start, end, document }, assessment }: PlacedWorkload): number {
  return 2400 + document.size + (end - start) / 10 + 150 * Math.min(50, assessment.nodes.manifests.length);
}

function fixesFor(
  analysis: Analysis,
  found: PlacedWorkload,
  ruled: RuledFinding,
  diagnostic: DiagnosticData,
  effort: { left: number },
): QuickFixData[] {
  const { workload, placed } = found;
  const text = analysis.manifest.text.slice(placed.start, placed.end);
  const fixes = (ruled.finding.fixes ?? []).flatMap((fix): QuickFixData[] => {
    effort.left -= effortOf(found);
    if (effort.left < 0) return [];
    const changed = changedBy(fix, text, workload, filledIn);
    const change = difference(text, changed ?? text);
    if (changed === undefined || change === undefined) return [];
    // What is put behind the document is no fact before the file is read again.
    if (fix.append === undefined && !helps(analysis, placed, ruled, changed)) return [];
    const { title, preferred = false, edits } = fix;
    const offered = { title, preferred, diagnostic };
    const isOpen = edits.some((edit) => edit.op === 'set' && edit.value !== filledIn(edit.value));
    const marked = isOpen ? changedBy(fix, text, workload, (value) => value) : undefined;
    const blanks = difference(text, marked ?? text);
    // In JSON a number that is to be filled in would be a text.
    if (marked === undefined || blanks === undefined || filledIn(marked) !== changed)
      return [{ ...offered, edits: [moved(change, placed.start)] }];
    const filled = { ...blanks, newText: filledIn(blanks.newText) };
    return [{ ...offered, edits: [moved(filled, placed.start)], snippet: snippetOf(blanks.newText) }];
  });
  const ignore = ignoreEdit(text, diagnostic.start - placed.start, ruled.rule.id);
  if (ignore !== undefined) {
    fixes.push({ title: `Ignore “${ruled.rule.id}” here`, preferred: false, diagnostic, edits: [moved(ignore, placed.start)] });
  }
  return fixes;
}

/** The document's text after a fix, with suggestions where something is to be filled in; undefined where it cannot be made. */
export function textAfter(fix: Pick<Fix, 'edits' | 'append'>, text: string, workload: Workload): string | undefined {
  return changedBy(fix, text, workload, filledIn);
}

/** The document's text after a fix, whose values are put there as `shown` makes them. */
function changedBy(
  { edits, append }: Pick<Fix, 'edits' | 'append'>,
  text: string,
  { resource: { base } }: Workload,
  shown: (value: string) => string,
): string | undefined {
  if (append === undefined)
    return editDocument(
      text,
      edits.map((edit) => {
        const path = [...base, ...edit.path];
        return edit.op === 'set' ? { ...edit, path, value: shown(edit.value) } : { ...edit, path };
      }),
    );
  // An item of a List, or of a JSON text, has nothing behind it.
  if (base.length > 0 || isJson(text)) return undefined;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const end = text.trimEnd().length;
  return `${text.slice(0, end)}${eol}---${eol}${append.trimEnd().replaceAll('\n', eol)}${text.slice(end)}`;
}

function filledIn(text: string): string {
  return text.replace(BLANKS, '$1');
}

/** In a snippet `$`, `}` and `\\` stand for something else. */
function snippetOf(text: string): string {
  let number = 0;
  return text.replace(/[$}\\]/g, '\\$&').replace(BLANKS, (_, suggestion: string) => `\${${++number}:${suggestion}}`);
}

function isJson(text: string): boolean {
  return /^(?:---)?\s*[{[]/.test(text);
}

/** A fix that leaves the finding where it was, or brings one that is as bad, is none. */
function helps(
  { uri, surroundings, workloads }: Analysis,
  placed: PlacedDocument,
  ruled: RuledFinding,
  changed: string,
): boolean {
  const before = findingsOf(workloads.filter((other) => other.placed === placed));
  const after = findingsOf(new Analysis(uri, changed, surroundings).alone);
  const count = (all: readonly RuledFinding[], found: RuledFinding): number =>
    all.filter((other) => other.rule === found.rule && bySeverity(other, found) <= 0).length;
  if (count(after, ruled) >= count(before, ruled)) return false;
  return after.every((found) => bySeverity(found, ruled) > 0 || count(after, found) <= count(before, found));
}

function findingsOf(workloads: readonly PlacedWorkload[]): RuledFinding[] {
  return workloads.flatMap(({ assessment }) => assessment.findings);
}

function moved(edit: TextEdit, by: number): TextEdit {
  return { start: edit.start + by, end: edit.end + by, newText: edit.newText };
}

/** A comment behind the line, or above it where there is one already. JSON has no comments. */
export function ignoreEdit(text: string, offset: number, ruleId: string): TextEdit | undefined {
  if (isJson(text)) return undefined;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const lineBreak = text.indexOf('\n', offset);
  const lineEnd = lineBreak < 0 ? text.length : lineBreak;
  const line = text.slice(lineStart, lineEnd).replace(/\r$/, '');
  const comment = `# rollout-lens: ignore ${ruleId}`;
  // A quote or a block scalar's header may be followed by more than a comment could follow.
  if (/^[^#"'|>]*$/.test(line) && line.trimEnd() !== '---') {
    const at = lineStart + line.trimEnd().length;
    return { start: at, end: at, newText: ` ${comment}` };
  }
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { start: lineStart, end: lineStart, newText: `${indent}${comment}${eol}` };
}

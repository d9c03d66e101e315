import { findObstacles, signOfTemplate } from '../manifest/placeholders';
import { rangeFor } from '../manifest/source';
import { quote, visible, withoutMiddle } from '../model/words';
import { SYNTAX_ID } from '../rules/registry';
import type { Analysis, PlacedWorkload } from './analysis';
import type { RuledFinding } from './assessment';
import type { DiagnosticData } from './said';

/** Everything there is to say about a file, document by document. */
export function computeDiagnostics(analysis: Analysis): DiagnosticData[] {
  const alone = analysis.workloads.filter(({ built }) => built === undefined);
  const found = alone.flatMap((placed) => placed.assessment.findings.map((ruled) => diagnosticOf(ruled, placed)));
  return [...syntaxDiagnostics(analysis), ...unreadDiagnostics(analysis), ...found, ...(analysis.builds?.diagnostics() ?? [])];
}

export function diagnosticOf(
  { rule, severity, finding, sources }: RuledFinding,
  { workload, placed, assessment: { surroundings } }: PlacedWorkload,
): DiagnosticData {
  const { placeOf, writtenIn } = surroundings.facts;
  const range = rangeFor(workload.resource.source, finding.path);
  return {
    start: placed.start + range.start,
    end: placed.start + Math.max(range.end, range.start),
    severity,
    ruleId: rule.id,
    message: finding.message,
    related: sources.flatMap(({ fact, text }) => {
      const place = placeOf(fact);
      if (place === undefined) return [];
      const { line, start, end } = place;
      return [{ line, start, end, uri: writtenIn?.(fact) ?? fact.uri, message: text }];
    }),
  };
}

/** One for each document that is no YAML; what follows from the first problem is left out. */
function syntaxDiagnostics({ manifest, surroundings }: Analysis): DiagnosticData[] {
  const severity = surroundings.settings.severities[SYNTAX_ID] ?? (surroundings.facts.isUnused ? 'information' : 'error');
  if (severity === 'off') return [];
  const broken = manifest.documents.filter(({ document }) => document.yamlError !== undefined);
  const shell = broken.length === 0 ? undefined : shellAround(manifest.text);
  return broken.flatMap(({ start, end, document }) => {
    const [problem] = document.problems;
    if (problem === undefined || document.yamlError === undefined) return [];
    const own = manifest.text.slice(start, end);
    const around = shell ?? notesAround(own) ?? unfilled(own, problem.start);
    const message = `kubectl cannot read this document: ${around ?? withoutMiddle(visible(document.yamlError))}`;
    const milder = around !== undefined && severity === 'error' ? 'information' : severity;
    return [
      { start: start + problem.start, end: start + problem.end, severity: milder, ruleId: SYNTAX_ID, message, related: [] },
    ];
  });
}

/** It is YAML, but kubectl takes none of it, and says nothing. */
function unreadDiagnostics({ manifest, surroundings }: Analysis): DiagnosticData[] {
  const severity = surroundings.settings.severities[SYNTAX_ID] ?? (surroundings.facts.isUnused ? 'information' : 'warning');
  if (severity === 'off') return [];
  return manifest.documents.flatMap(({ start, document: { unread } }) => {
    if (unread === undefined) return [];
    const range = { start: start + unread.start, end: start + unread.end };
    const rest = manifest.text.slice(range.start, range.end);
    // Of a file that begins as JSON kubectl reads one value after the other.
    if (rest.startsWith('{') && /^\s*\{/.test(manifest.text)) return [];
    const why = endText(rest);
    const message = `kubectl reads nothing of this document from here on: ${why}.`;
    return [{ ...range, severity, ruleId: SYNTAX_ID, message, related: [] }];
  });
}

function endText(line: string): string {
  if (line.startsWith('...')) return '“...” ends it';
  return line.startsWith('%') ? 'a line that begins with % ends it' : 'a line that is less indented than the first one ends it';
}

/** `"$REGISTRY"/web:1`: no YAML before it is filled in. */
const QUOTED_VARIABLE = /"\$[A-Za-z_][^"\n]{0,99}"(?=[^\s,}\]])/;

/** A placeholder where the reader trips, or a line of a template anywhere: something fills it in before. */
function unfilled(text: string, offset: number): string | undefined {
  const end = text.indexOf('\n', offset);
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, end < 0 ? text.length : end);
  const [first] = findObstacles(line);
  const word =
    first === undefined ? (QUOTED_VARIABLE.exec(line)?.[0] ?? signOfTemplate(text)) : line.slice(first.start, first.end);
  return word === undefined ? undefined : `${quote(visible(word))} is to be filled in first`;
}

/** `kubectl apply -f - <<EOF`: to be pasted into a shell, not to be applied as a file. */
function shellAround(text: string): string | undefined {
  return /^\w.*<<-? ?['"]?\w/m.test(text) ? 'a shell command stands around the manifests of this file' : undefined;
}

/** Where something is applied by hand, or explained: a command, a fence of Markdown, an address. */
const NOTE =
  /^(?:(?:kubectl|k|oc|helm|sudo|docker|curl|cat|vim?|nano|export|cd|mkdir|ssh|aws|gcloud|az|vault)[^\S\n]+[^\s:]|```|https?:\/\/)[^\n]*/m;

/** That holds more than a comment or a marker. */
const FIRST_LINE = /^(?![^\S\n]*(?:#|$)|---)[^\n]+/m;

/** How a line of a manifest begins at the first column. */
const MANIFEST_LINE = /^(?:[\s#\-%{}[\]"']|$|[^\s:]+:(?:\s|$)|(?:apiVersion|kind|metadata|spec)\b)/;

/** Notes that hold manifests, for people to read: nobody applies them as they stand. */
function notesAround(text: string): string | undefined {
  const first = FIRST_LINE.exec(text)?.[0] ?? '';
  const note = MANIFEST_LINE.test(first) ? NOTE.exec(text)?.[0] : first;
  return note === undefined ? undefined : `${quote(visible(note.trim().slice(0, 40)))} belongs to notes around its manifests`;
}

/** A document about which nothing is said although it holds a workload, and why. */
export interface NotAnalyzed {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
}

/** For a quiet note, never for a squiggle. */
export function computeNotAnalyzed({ manifest }: Analysis): NotAnalyzed[] {
  if (manifest.notAnalyzed !== undefined) return [{ start: 0, end: manifest.text.length, reason: manifest.notAnalyzed }];
  return manifest.documents.flatMap(({ start, end, document }) =>
    document.notAnalyzed === undefined ? [] : [{ start, end, reason: document.notAnalyzed }],
  );
}

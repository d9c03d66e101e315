import type { ObjectEdit } from '../../manifest/edits';
import { readManifest } from '../../manifest/manifest';
import type { FileEdit } from '../../render/builtManifest';
import { BLANKS, type Fix } from '../../rules/rule';
import { bySeverity } from '../assessment';
import { ignoreEdit, MOST_ANSWERED } from '../quickFixes';
import type { PlacedWorkload } from '../analysis';
import type { EditsInFiles } from '../builtFile';
import type { Found } from './buildDiagnostics';
import { BuiltAnalysis } from './builtAnalysis';
import type { FileParts } from './fileParts';
import { withTexts } from './knownFiles';
import type { QuickFixData } from '../said';

const known = new WeakMap<Found, readonly QuickFixData[]>();

/** What may be spent on trying fixes out, in characters that are built. */
const MOST_EFFORT = 60_000;
/** In a smaller build one is tried in any case; a larger one is not built once more while somebody waits. */
const MOST_BUILT = 100_000;

/** The fixes for what is said in a range: each is tried out by building once more, as far as somebody waits for that. */
export function fixesForAll(file: FileParts, all: readonly Found[]): readonly QuickFixData[] {
  const effort = { left: MOST_EFFORT };
  return all.slice(0, MOST_ANSWERED).flatMap((found) => fixesFor(file, found, effort));
}

function fixesFor(file: FileParts, found: Found, effort: { left: number }): readonly QuickFixData[] {
  const before = known.get(found);
  if (before !== undefined) return before;
  const { diagnostic, ruled, build } = found;
  const fixes = (ruled.finding.fixes ?? []).flatMap((fix) => {
    if (effort.left <= 0 || build.built.text.length > MOST_BUILT) return [];
    effort.left -= 1000 + build.built.text.length;
    return fixOf(file, found, fix) ?? [];
  });
  const ignore = ignoreEdit(file.text, diagnostic.start, ruled.rule.id);
  const title = `Ignore “${ruled.rule.id}” here`;
  const all = ignore === undefined ? fixes : [...fixes, { title, preferred: false, diagnostic, edits: [ignore] }];
  // What was not tried out now may be asked for alone.
  if (effort.left > 0) known.set(found, all);
  return all;
}

function fixOf(
  file: FileParts,
  found: Found,
  { title, preferred = false, edits: changes, append }: Fix,
): QuickFixData | undefined {
  const { placed, diagnostic } = found;
  if (append !== undefined || placed.built === undefined) return undefined;
  const { base } = placed.workload.resource;
  const wanted = changes.map((change): ObjectEdit => {
    const path = [...base, ...change.path];
    return change.op === 'set' ? { ...change, path, value: change.value.replace(BLANKS, '$1') } : { ...change, path };
  });
  const edits = placed.built.object.editsFor(wanted, file.file);
  if (edits === undefined || edits.length === 0 || !helps(file, found, edits)) return undefined;
  const { edits: own, others } = inFiles(file, edits, found.build.uriOf);
  return { title, preferred, diagnostic, edits: own, ...(others.length === 0 ? {} : { others }) };
}

function inFiles(file: FileParts, edits: readonly FileEdit[], uriOf: (path: string) => string): EditsInFiles {
  const elsewhere = edits.filter((edit) => edit.file !== file.file);
  return {
    edits: edits.filter((edit) => edit.file === file.file),
    others: elsewhere.map((edit) => ({ ...placeOf(edit, file), uri: uriOf(edit.file) })),
  };
}

/** Changes of a workload, made where its values are written. */
export function editsFor(
  file: FileParts,
  { built, workload }: PlacedWorkload,
  changes: readonly ObjectEdit[],
): EditsInFiles | undefined {
  const build = file.builds.find(({ plan }) => plan.id === built?.id);
  const wanted = changes.map((change) => ({ ...change, path: [...workload.resource.base, ...change.path] }));
  const edits = built?.object.editsFor(wanted, file.file);
  return build === undefined || edits === undefined ? undefined : inFiles(file, edits, build.uriOf);
}

/** A fix that leaves the finding where it was, or brings one that is as bad, is none. */
function helps(file: FileParts, { build, ruled }: Found, edits: readonly FileEdit[]): boolean {
  const files = withTexts(file.files, applied(edits, file));
  const { plan, uriOf, analysis } = build;
  const { settings, facts } = analysis.surroundings;
  const built = plan.build(files);
  // What the fix leaves alone is not read again.
  const manifest = readManifest(built.text, analysis.manifest);
  const around = { settings, outside: build.outside, textOf: (path: string) => files.read(path), uriOf, manifest };
  const after = new BuiltAnalysis(plan, built, around).analysis.workloads;
  const count = (workloads: typeof after): number =>
    workloads
      .flatMap(({ assessment }) => assessment.findings)
      .filter((other) => other.rule === ruled.rule && bySeverity(other, ruled) <= 0).length;
  const all = (workloads: typeof after): number =>
    workloads.flatMap(({ assessment }) => assessment.findings).filter((other) => bySeverity(other, ruled) <= 0).length;
  return facts.home !== '' && count(after) < count(analysis.workloads) && all(after) < all(analysis.workloads) + 1;
}

function applied(edits: readonly FileEdit[], { files }: FileParts): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { file, start, end, newText } of [...edits].sort((a, b) => b.start - a.start)) {
    const text = texts.get(file) ?? files.read(file) ?? '';
    texts.set(file, text.slice(0, start) + newText + text.slice(end));
  }
  return texts;
}

/** In a file that may not be open lines count, and the characters in them. */
function placeOf(
  { file, start, end, newText }: FileEdit,
  { files }: FileParts,
): Omit<NonNullable<QuickFixData['others']>[number], 'uri'> {
  const text = files.read(file) ?? '';
  const position = (offset: number): { readonly line: number; readonly character: number } => {
    const before = text.slice(0, offset);
    return { line: before.split('\n').length - 1, character: offset - (before.lastIndexOf('\n') + 1) };
  };
  return { start: position(start), end: position(end), newText };
}

import { Analysis } from '../features/analysis';
import { describeLeftOut, INDEX_LIMITS } from '../features/coverage';
import { computeDiagnostics } from '../features/diagnostics';
import type { DiagnosticData } from '../features/said';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { looksLikeJsonManifest } from '../manifest/kinds';
import { LineStarts } from '../manifest/lineStarts';
import { readManifest, type Manifest } from '../manifest/manifest';
import type { CheckedFiles, CheckInput } from './checkedFiles';
import { CheckedBuilds } from './checkedBuilds';
import type { CheckResult, Finding, FilePosition } from './finding';

/** How far a check is. */
export interface CheckProgress {
  readonly done: number;
  readonly of: number;
  readonly doing: 'read' | 'checked';
}

interface Read {
  readonly index: WorkspaceIndex;
  /** Of the files that are asked about. */
  readonly manifests: Map<string, Manifest>;
}

/** What the editor says about files when their workspace is opened: the same index, nearness, builds and settings. */
export function* checkInSteps({ files, wanted, settings }: CheckInput): Generator<CheckProgress, CheckResult> {
  const { index, manifests } = yield* readAll(files, new Set(wanted));
  const builds = new CheckedBuilds(files, index, settings);
  const findings: Finding[] = [];
  const of = manifests.size;
  let workloads = 0;
  let done = 0;
  for (const [path, manifest] of manifests) {
    yield { done, of, doing: 'checked' };
    done += 1;
    const uri = files.uriOf(path);
    const alone = new Analysis(uri, manifest, { settings, facts: index.factsFor(uri) });
    const analysis = builds.seen(path, alone);
    workloads += analysis.alone.length;
    const found = computeDiagnostics(analysis);
    const places = new Places(files, manifest.text);
    findings.push(...found.map((data) => findingOf(data, path, analysis, places)).sort(byPlace));
    // What was said of it is kept, its tree is not.
    manifests.delete(path);
  }
  const leftOut = describeLeftOut(index.coverage);
  return { findings, files: of, workloads, omissions: leftOut === undefined ? [] : [leftOut] };
}

function* readAll(files: CheckedFiles, wanted: ReadonlySet<string>): Generator<CheckProgress, Read> {
  const index = new WorkspaceIndex();
  const manifests = new Map<string, Manifest>();
  const of = files.paths.length;
  for (const [done, path] of files.paths.entries()) {
    yield { done, of, doing: 'read' };
    const text = files.textOf(path);
    if (text === undefined) continue;
    const uri = files.uriOf(path);
    if (path.endsWith('.json') && !looksLikeJsonManifest(text)) {
      index.noteData(uri, text);
      continue;
    }
    if (text.length > INDEX_LIMITS.fileSize) {
      index.skipLarge(uri);
      continue;
    }
    const manifest = readManifest(text);
    index.updateFile(uri, manifest);
    if (wanted.has(path)) manifests.set(path, manifest);
  }
  index.setProgress(of, 0);
  return { index, manifests };
}

function findingOf(data: DiagnosticData, file: string, analysis: Analysis, places: Places): Finding {
  const { severity, ruleId, message, related } = data;
  const [line, column] = places.at(data.start);
  const [endLine, endColumn] = places.at(data.end);
  const workload = analysis.workloadAt(data.start)?.workload;
  return {
    file,
    line,
    column,
    endLine,
    endColumn,
    severity,
    rule: ruleId,
    message,
    object: workload === undefined ? undefined : `${workload.kind} ${workload.name}`,
    related: related.map((place) => ({ ...places.elsewhere(place), message: place.message })),
  };
}

function byPlace(a: Finding, b: Finding): number {
  return a.line - b.line || a.column - b.column;
}

/** Offsets of one file as lines and columns. */
class Places {
  readonly #files: CheckedFiles;
  readonly #lines: LineStarts;

  constructor(files: CheckedFiles, text: string) {
    this.#files = files;
    this.#lines = new LineStarts(text);
  }

  at(offset: number): readonly [line: number, column: number] {
    const line = this.#lines.lineAt(offset);
    return [line + 1, offset - this.#lines.startOf(line) + 1];
  }

  elsewhere({ uri, line, start }: DiagnosticData['related'][number]): FilePosition {
    const top = this.#files.uriOf('');
    const file = uri.startsWith(top) ? decoded(uri.slice(top.length)) : uri;
    return { file, line: line + 1, column: start + 1 };
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

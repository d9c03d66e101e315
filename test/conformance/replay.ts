import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConformanceRecord, ConformanceSuite, Difference, Share } from './suite';
import { suites } from './suites/index';

export interface Failure {
  readonly file: string;
  readonly line: number;
  readonly label: string;
  /** Of a sample: what kind of case it is. */
  readonly group?: string;
  readonly differences: readonly Difference[];
}

export interface SuiteResult {
  readonly suite: string;
  passed: number;
  readonly failures: Failure[];
  /** Of a suite of samples: what share of them must come out, and how many cases there are of each kind. */
  readonly shares: readonly Share[];
  readonly groups: Map<string, number>;
}

const DATA_FILE = /\.jsonl(\.gz)?$/;

/** All data files below the given files and folders, in name order. */
export function dataFiles(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    return entries.flatMap((entry) => {
      const child = join(path, entry.name);
      if (entry.isDirectory()) return dataFiles([child]);
      return DATA_FILE.test(entry.name) ? [child] : [];
    });
  });
}

export function* readRecords(file: string): Generator<{ line: number; record: ConformanceRecord }> {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  let line = 0;
  for (const row of text.split('\n')) {
    line++;
    if (row.trim() !== '') yield { line, record: JSON.parse(row) as ConformanceRecord };
  }
}

/** Replays every record of the files. A record of an unknown format is a failure, not a skip. */
export function replayFiles(files: readonly string[], known: readonly ConformanceSuite[] = suites): SuiteResult[] {
  const results = new Map<string, SuiteResult>();
  for (const file of files) {
    for (const { line, record } of readRecords(file)) {
      const suite = known.find((candidate) => candidate.accepts(record));
      const name = suite?.name ?? 'unknown format';
      let result = results.get(name);
      if (result === undefined) results.set(name, (result = emptyResult(name, suite?.shares)));
      const differences = suite === undefined ? [unknownFormat(record)] : replayRecord(suite, record, dirname(file));
      const group = suite?.group?.(record) ?? '';
      result.groups.set(group, (result.groups.get(group) ?? 0) + 1);
      if (differences.length === 0) result.passed++;
      else result.failures.push({ file, line, label: suite?.label(record) ?? `line ${line}`, group, differences });
    }
  }
  return [...results.values()];
}

export function emptyResult(suite: string, shares: readonly Share[] = []): SuiteResult {
  return { suite, passed: 0, failures: [], shares, groups: new Map() };
}

function replayRecord(suite: ConformanceSuite, record: ConformanceRecord, folder: string): readonly Difference[] {
  try {
    return suite.replay(record, folder);
  } catch (error) {
    return [{ path: '(exception)', expected: 'no exception', actual: error instanceof Error ? error.stack : String(error) }];
  }
}

function unknownFormat(record: ConformanceRecord): Difference {
  return { path: '(format)', expected: 'a record of a documented format', actual: Object.keys(record) };
}

export function describeFailure(failure: Failure, mostDifferences = 5): string {
  const lines = [`✗ ${failure.label}  (${failure.file}:${failure.line})`];
  for (const { path, expected, actual } of failure.differences.slice(0, mostDifferences)) {
    lines.push(`    ${path}`, `      recorded: ${show(expected)}`, `      replayed: ${show(actual)}`);
  }
  const rest = failure.differences.length - mostDifferences;
  if (rest > 0) lines.push(`    … and ${rest} more differences`);
  return lines.join('\n');
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

import { existsSync, statSync } from 'node:fs';
import { Analysis } from '../features/analysis';
import type { DiagnosticData } from '../features/said';
import { computeDiagnostics } from '../features/diagnostics';
import { DEFAULT_SETTINGS } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { looksLikeJsonManifest } from '../manifest/kinds';
import { readManifest, type Manifest } from '../manifest/manifest';
import { counted } from '../model/words';
import type { Severity } from '../rules/rule';
import { UsageError } from './options';
import { treeOnDisk, uriOf } from './reviewTrees';
import type { Terminal } from './terminal';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];
const FORMATS = ['text', 'json'] as const;

export const FINDINGS_USAGE = `Usage: npm run findings -- FOLDER… [options]

What the editor says about the manifests of each FOLDER when it is opened as a workspace: the same index, the same nearness,
the default settings.

  --severity S      error, warning (default), information or hint: that and what is worse
  --format F        text (default), or json: one finding a line
`;

interface FindingsOptions {
  readonly folders: readonly string[];
  readonly severities: readonly Severity[];
  readonly format: (typeof FORMATS)[number];
}

/** `findings FOLDER…`: 0, or 1 where there is an error. */
export function findingsIn(args: readonly string[], terminal: Terminal): number {
  const { folders, severities, format } = parseFindings(args);
  const tally = new Map<Severity, number>();
  const read = { files: 0, workloads: 0 };
  for (const folder of folders) {
    const { texts, index } = indexOf(folder);
    let done = 0;
    for (const [path, manifest] of texts) {
      done += 1;
      if (terminal.isWatched && done % 50 === 0) terminal.error(`\r${done} of ${texts.size} files (Ctrl-C ends)`);
      const uri = uriOf(folder, path);
      const analysis = new Analysis(uri, manifest.text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) });
      read.files += 1;
      read.workloads += analysis.workloads.length;
      for (const found of computeDiagnostics(analysis)) {
        tally.set(found.severity, (tally.get(found.severity) ?? 0) + 1);
        if (!severities.includes(found.severity)) continue;
        terminal.out(format === 'json' ? asJson(folder, path, manifest, found) : asText(folder, path, manifest, found));
      }
    }
    if (terminal.isWatched) terminal.error('\r\x1b[K');
  }
  const totals = SEVERITIES.map((severity) => counted(tally.get(severity) ?? 0, severity)).join(', ');
  terminal.error(`${counted(read.files, 'file')}, ${counted(read.workloads, 'workload')}: ${totals}\n`);
  return (tally.get('error') ?? 0) > 0 ? 1 : 0;
}

function parseFindings(args: readonly string[]): FindingsOptions {
  const values = new Map<string, string>();
  const folders: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--severity' || argument === '--format') values.set(argument, args[++index] ?? '');
    else if (argument.startsWith('-')) throw new UsageError(`${argument} is not an option of findings`);
    else folders.push(argument);
  }
  const least = values.get('--severity') ?? 'warning';
  const upTo = SEVERITIES.findIndex((severity) => severity === least);
  const format = FORMATS.find((one) => one === (values.get('--format') ?? 'text'));
  if (upTo < 0) throw new UsageError(`--severity is one of ${SEVERITIES.join(', ')}, not ${least}`);
  if (format === undefined) throw new UsageError(`--format is text or json, not ${values.get('--format') ?? ''}`);
  const missing = folders.find((folder) => !existsSync(folder) || !statSync(folder).isDirectory());
  if (missing !== undefined) throw new UsageError(`there is no folder ${missing}`);
  return { folders: folders.length === 0 ? ['.'] : folders, severities: SEVERITIES.slice(0, upTo + 1), format };
}

/** Copies of others' files, and what is no manifest by its name: the editor passes over the same. */
const PASSED_OVER = /(?:^|\/)(?:(?:vendor|\.vscode)\/|(?:package|tsconfig|jsconfig)[^/]*\.json$)/;

/** The manifests of a folder, and the index over them as the editor has it when it has read them all. */
function indexOf(folder: string): { readonly texts: ReadonlyMap<string, Manifest>; readonly index: WorkspaceIndex } {
  const texts = new Map<string, Manifest>();
  const index = new WorkspaceIndex();
  const tree = treeOnDisk(folder);
  for (const path of tree.paths) {
    const text = PASSED_OVER.test(path) ? undefined : tree.textOf(path);
    if (text === undefined || (path.endsWith('.json') && !looksLikeJsonManifest(text))) continue;
    const manifest = readManifest(text);
    texts.set(path, manifest);
    index.updateFile(uriOf(folder, path), manifest);
  }
  return { texts, index };
}

function asText(folder: string, path: string, manifest: Manifest, { start, severity, message, ruleId }: DiagnosticData): string {
  const [line, column] = placeIn(manifest, start);
  return `${folder}/${path}:${line}:${column}: ${severity}: ${message} (${ruleId})\n`;
}

function asJson(folder: string, path: string, manifest: Manifest, { start, related, ...found }: DiagnosticData): string {
  const [line, column] = placeIn(manifest, start);
  const { severity, ruleId, message } = found;
  const places = related.map((place) => `${place.uri}:${place.line + 1}`);
  return `${JSON.stringify({ folder, file: path, line, column, severity, rule: ruleId, message, related: places })}\n`;
}

/** From one. */
function placeIn({ text }: Manifest, offset: number): readonly [line: number, column: number] {
  const before = text.slice(0, offset).split('\n');
  return [before.length, (before.at(-1)?.length ?? 0) + 1];
}

import { relative } from 'node:path';
import { Analysis, type PlacedWorkload } from '../features/analysis';
import { DEFAULT_SETTINGS } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { readManifest } from '../manifest/manifest';
import type { Path } from '../manifest/source';
import { build, buildText, type Build } from '../render/kustomize/build';
import type { FileTree } from '../render/kustomize/loader';
import { provenanceAt } from '../render/kustomize/provenance';
import { isSimilar } from '../rules/similar';
import { buildPath, diskFiles } from './diskFiles';
import { parseRender } from './renderOverlay';
import type { Terminal } from './terminal';

interface Said {
  readonly file: string;
  readonly offset: number;
  readonly severity: string;
  readonly message: string;
}

/** `check FOLDER`: what there is to say about what an overlay builds, each at the place where it is written. */
export function checkOverlay(args: readonly string[], terminal: Terminal): number {
  const { folder, ...options } = parseRender(args);
  const files = diskFiles(folder);
  const result = build(files, buildPath(folder), { ...options, lenient: true });
  const said = [...ofBuild(result), ...ofPatches(result), ...ofWorkloads(result)];
  for (const { file, offset, severity, message } of said)
    terminal.out(`${lineOf(files, file, offset)}: ${severity}: ${message}\n`);
  if (result.error !== undefined && result.error.at === undefined) terminal.error(`error: ${result.error.message}\n`);
  const isWrong = result.error !== undefined || said.some(({ severity }) => severity === 'error');
  return isWrong ? 1 : 0;
}

/** What cannot be had, and is left out. */
function ofBuild({ problems, error }: Build): readonly Said[] {
  return [...problems, ...(error === undefined ? [] : [error])].flatMap(({ at, kind, message }) => {
    const severity = kind === 'remote' || kind === 'helm-disabled' ? 'information' : 'error';
    return at === undefined ? [] : [{ file: at.file, offset: at.start, severity, message }];
  });
}

function ofPatches({ unmatched }: Build): readonly Said[] {
  return unmatched.map(({ at, target, objects }) => {
    const wanted = Object.entries(target).map(([field, value]) => `${field} ${String(value)}`);
    const near = objects.filter(
      ({ kind, name }) => isSimilar(target.name ?? '', name) || (!target.name && isSimilar(target.kind ?? '', kind)),
    );
    const nearest = near.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
    const hint = nearest.length === 0 ? '' : `; the nearest: ${nearest.join(', ')}`;
    const message = `this patch hits nothing: no object has ${wanted.join(', ')}${hint}`;
    return { file: at.file, offset: at.start, severity: 'warning', message };
  });
}

function ofWorkloads(result: Build): readonly Said[] {
  const home = 'file:///.overlay';
  const text = buildText(result);
  const index = new WorkspaceIndex();
  index.updateManifest(home, readManifest(text));
  const analysis = new Analysis(home, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(home) });
  return analysis.workloads.flatMap((placed) => findingsOf(placed, analysis, result));
}

/** Each object is a document of the built text. */
function findingsOf({ placed, assessment }: PlacedWorkload, { manifest }: Analysis, { objects }: Build): readonly Said[] {
  const object = objects[manifest.documents.findIndex(({ start }) => start === placed.start)];
  if (object === undefined) return [];
  return assessment.findings.flatMap(({ rule, severity, finding }) => {
    const found = nearest(finding.path, (path) => provenanceAt(object, path));
    if (found === undefined) return [];
    return [{ file: found.file, offset: found.range.start, severity, message: `${finding.message} (${rule.id})` }];
  });
}

/** What is said of a field that is not written stands at the nearest field above it. */
function nearest<T>(path: Path, find: (path: Path) => T | undefined): T | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = find(path.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}

function lineOf(files: FileTree, file: string, offset: number): string {
  const before = (files.read(file) ?? '').slice(0, offset).split('\n');
  const shown = relative('.', `/${file}`) || file;
  return `${shown}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Analysis } from '../../src/features/analysis';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics, computeNotAnalyzed } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { computeInlayHints } from '../../src/features/inlayHints';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf, simulationTargets } from '../../src/features/simulation';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';
import type { HostileFile } from '../support/hostileCrowds';
import { hostileFiles } from '../support/hostileFiles';
import { spread } from './everything';
import { URI } from './support';

/**
 * Part of `npm run fuzz`: every hostile file through every feature, in processes that have 250 MB. Each answer may take
 * 100 ms of CPU for each MB, and in a small file as long as the most that is read of any document takes.
 */
const MS_PER_MB = 100;
const FLOOR_MS = 300;
const MAX_MB = 250;

/** Milliseconds of CPU by feature. */
type Times = Readonly<Record<string, number>>;

function timesOf({ text }: HostileFile): Times {
  const times: Record<string, number> = {};
  const timed = <T>(feature: string, run: () => T): T => {
    const before = process.cpuUsage();
    const result = run();
    const { user, system } = process.cpuUsage(before);
    times[feature] = (user + system) / 1000;
    return result;
  };
  const manifest = timed('reading', () => readManifest(text));
  const index = new WorkspaceIndex();
  const facts = timed('indexing', () => {
    index.updateManifest(URI, manifest);
    return index.factsFor(URI);
  });
  const surroundings = { settings: DEFAULT_SETTINGS, facts };
  const analysis = new Analysis(URI, text, surroundings);
  timed('lenses', () => computeCodeLenses(analysis));
  timed('diagnostics', () => [computeDiagnostics(analysis), computeNotAnalyzed(analysis)]);
  timed('hints', () => computeInlayHints(analysis));
  timed('fixes', () => computeQuickFixes(analysis, 0, 1000));
  timed('hovers', () => spread(text, 10).map((offset) => computeHover(analysis, offset)));
  timed('simulation', () =>
    simulationTargets(analysis)
      .slice(0, 1)
      .map((target) => simulationOf(analysis, target)),
  );
  const middle = text.length >> 1;
  timed('an edit', () => {
    const edited = new Analysis(URI, `${text.slice(0, middle)}x${text.slice(middle)}`, surroundings, analysis);
    return [computeCodeLenses(edited), computeDiagnostics(edited)];
  });
  return times;
}

/** What takes too long, in words. */
function excess(file: HostileFile, times: Times): string[] {
  const most = Math.max(FLOOR_MS, (MS_PER_MB * file.text.length) / 1e6);
  return Object.entries(times).flatMap(([feature, ms]) =>
    ms > most ? [`${feature} takes ${Math.round(ms)} ms, allowed are ${Math.round(most)}`] : [],
  );
}

/** In the child: says which file comes next, so that an end of the process has a name. What is done is let go. */
function measureFrom(first: number): void {
  const files = hostileFiles().slice(first);
  for (let at = first, file = files.shift(); file !== undefined; at += 1, file = files.shift()) {
    process.stdout.write(`at ${at}\n`);
    let problems = excess(file, timesOf(file));
    // Another process may have been in the way.
    if (problems.length > 0) problems = excess(file, timesOf(file));
    for (const problem of problems) process.stdout.write(`${file.name}: ${problem}\n`);
  }
}

function main(): void {
  const files = hostileFiles();
  const problems: string[] = [];
  for (let next = 0; next < files.length;) {
    const memory = `--max-old-space-size=${MAX_MB}`;
    const self = fileURLToPath(import.meta.url);
    const { stdout, status, signal } = spawnSync(process.execPath, [...process.execArgv, memory, self, '--from', String(next)], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const lines = stdout.trim().split('\n');
    problems.push(...lines.filter((line) => !line.startsWith('at ')));
    const at = Number(lines.findLast((line) => line.startsWith('at '))?.slice(3) ?? next);
    if (status !== 0) problems.push(`${files[at]?.name ?? '?'}: ends the process (${signal ?? status})`);
    next = status === 0 ? files.length : at + 1;
  }
  for (const problem of problems) console.error(problem);
  console.log(`${files.length} hostile files on Node ${process.version}, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

const from = process.argv.indexOf('--from');
if (from < 0) main();
else measureFrom(Number(process.argv[from + 1]));

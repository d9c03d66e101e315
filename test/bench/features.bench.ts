/**
 * What the language features cost, side by side with `yaml` parsing the same text: `npm run bench -- features`. Compared with
 * yaml-language-server as a library (no schema) where it is at hand; it is no dependency of this project:
 *
 *     npm install --prefix /tmp/rollout-lens-yls yaml-language-server@1.19
 *     YAML_LANGUAGE_SERVER=/tmp/rollout-lens-yls npm run bench -- features
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseAllDocuments } from 'yaml';
import { Analysis } from '../../src/features/analysis';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { NO_FACTS } from '../../src/rules/facts';
import { costOf, IS_PUBLISHING, publish } from './figures';
import { listFile, mixedFile, workloadFile } from './benchTexts';

const URI = 'file:///bench/app.yaml';
const SURROUNDINGS = { settings: DEFAULT_SETTINGS, facts: NO_FACTS };
const RUNS = 40;
const FIRST_RUNS = 11;
const PUBLISHED_BLOCKS = 3;

interface Spread {
  readonly p50: number;
  readonly p95: number;
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}

async function measure(runs: number, run: (index: number) => unknown): Promise<Spread> {
  const times: number[] = [];
  for (let index = 0; index < runs; index += 1) {
    const start = performance.now();
    await run(index);
    times.push(performance.now() - start);
  }
  return spreadOf(times);
}

function timed(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

/** In turns, so that what else the machine does hits both; the ratio is the median of the pairs. */
function firstAnalysis(text: string): { readonly parse: Spread; readonly first: Spread; readonly ratio: number } {
  const pairs = Array.from({ length: FIRST_RUNS }, () => {
    const parse = timed(() => parseAllDocuments(text));
    const first = timed(() => {
      const analysis = new Analysis(URI, text, SURROUNDINGS);
      computeDiagnostics(analysis);
      computeCodeLenses(analysis);
    });
    return { parse, first };
  });
  const ratio = spreadOf(pairs.map(({ parse, first }) => first / parse)).p50;
  return { parse: spreadOf(pairs.map(({ parse }) => parse)), first: spreadOf(pairs.map(({ first }) => first)), ratio };
}

/** One digit of a replicas field in the middle of the file, another one every time. */
function edits(text: string): { readonly texts: readonly string[]; readonly offset: number } {
  const middle = text.indexOf('replicas: 1', text.length / 2);
  const offset = middle < 0 ? text.indexOf('replicas: 1') : middle;
  const digit = offset + 'replicas: 1'.length;
  const texts = Array.from(
    { length: RUNS },
    (_, index) => text.slice(0, digit) + String((index + 1) % 10) + text.slice(digit + 1),
  );
  return { texts, offset: offset + 2 };
}

function print(what: string, { p50, p95 }: Spread, note = ''): void {
  console.log(`    ${what.padEnd(44)} p50 ${p50.toFixed(2).padStart(8)} ms   p95 ${p95.toFixed(2).padStart(8)} ms${note}`);
}

/** A bar of the design: what must not be exceeded. */
function against(value: number, bar: number, unit: string): string {
  const holds = value <= bar;
  if (!holds) process.exitCode = 1;
  return `   ${holds ? 'holds' : 'FAILS'}: ${value.toFixed(2)} of ${bar} ${unit}`;
}

interface Bars {
  readonly afterEdit?: number;
  readonly first?: number;
}

async function benchFile(name: string, text: string, bars: Bars): Promise<void> {
  if (IS_PUBLISHING) {
    if (bars.afterEdit !== undefined) publishCosts(name, text, bars);
    return;
  }
  console.log(`\n  ${name}: ${text.split('\n').length} lines, ${Math.round(text.length / 1024)} kB`);
  const { parse, first, ratio } = firstAnalysis(text);
  print('yaml parses it', parse);
  print('first analysis, diagnostics and lenses', first, bars.first === undefined ? '' : against(ratio, bars.first, '× yaml'));
  const { texts, offset } = edits(text);
  let analysis = new Analysis(URI, text, SURROUNDINGS);
  /** As the editor does: the same text is not looked at twice. */
  const analyze = (current: string): Analysis => {
    if (analysis.manifest.text !== current) analysis = new Analysis(URI, current, SURROUNDINGS, analysis);
    return analysis;
  };
  const hover = (current: string): void => {
    if (computeHover(analyze(current), offset) === undefined) throw new Error('nothing to hover');
  };
  hover(text);
  const warm = await measure(RUNS * 5, () => {
    hover(text);
  });
  print('hover, warm', warm, against(warm.p95, 0.5, 'ms'));
  const edited = await measure(RUNS, (index) => {
    hover(texts[index] ?? text);
  });
  print('hover right after an edit', edited, bars.afterEdit === undefined ? '' : against(edited.p50, bars.afterEdit, 'ms'));
  const again = await measure(RUNS, (index) => {
    const edited = analyze(texts[index] ?? text);
    computeDiagnostics(edited);
    computeCodeLenses(edited);
  });
  print('diagnostics and lenses after an edit', again);
  await benchRival(text, texts, offset);
}

/** The thread's own time: what others do at the same time does not count. */
function publishCosts(name: string, text: string, { afterEdit, first: bar }: Bars): void {
  const parse = bestOf(() => parseAllDocuments(text));
  const first = bestOf(() => {
    const analysis = new Analysis(URI, text, SURROUNDINGS);
    computeDiagnostics(analysis);
    computeCodeLenses(analysis);
  });
  const { texts, offset } = edits(text);
  let analysis = new Analysis(URI, text, SURROUNDINGS);
  const edited = bestOf((turn) => {
    analysis = new Analysis(URI, texts[turn % texts.length] ?? text, SURROUNDINGS, analysis);
    computeHover(analysis, offset);
  });
  const warm = bestOf(() => computeHover(analysis, offset));
  const file = `${name}, ${text.split('\n').length} lines`;
  const barOfFirst = bar === undefined ? '' : ` (bar ${bar} ×)`;
  publish([
    { bench: 'features', name: `hover, warm: ${file}`, value: warm, bar: 0.5 },
    { bench: 'features', name: `hover after an edit: ${file}`, value: edited, bar: afterEdit },
    {
      bench: 'features',
      name: `first analysis: ${file}`,
      value: first,
      beside: { what: `yaml parsing the text${barOfFirst}`, ratio: first / parse },
    },
  ]);
}

function bestOf(run: (turn: number) => unknown): number {
  return Math.min(...Array.from({ length: PUBLISHED_BLOCKS }, () => costOf(run)));
}

interface Rival {
  hover(text: string, offset: number): Promise<unknown>;
  validate(text: string): Promise<unknown>;
}

interface RivalService {
  configure(settings: object): void;
  doHover(document: unknown, position: unknown): Promise<unknown>;
  doValidation(document: unknown, isKubernetes: boolean): Promise<unknown>;
}

function loadRival(): Rival | undefined {
  const folder = process.env['YAML_LANGUAGE_SERVER'] ?? join(tmpdir(), 'rollout-lens-yls');
  if (!existsSync(join(folder, 'node_modules', 'yaml-language-server'))) return undefined;
  const require = createRequire(join(folder, 'index.js'));
  const { getLanguageService } = require('yaml-language-server') as { getLanguageService: (parameters: object) => RivalService };
  const { TextDocument } = require('vscode-languageserver-textdocument') as {
    TextDocument: {
      create: (uri: string, language: string, version: number, text: string) => { positionAt: (offset: number) => unknown };
    };
  };
  const telemetry = { send: () => undefined, sendError: () => undefined, sendTrack: () => undefined };
  const workspaceContext = { resolveRelativePath: (path: string) => path };
  const service = getLanguageService({ schemaRequestService: () => Promise.resolve('{}'), workspaceContext, telemetry });
  service.configure({ validate: true, hover: true, completion: false, format: false, schemas: [], customTags: [] });
  let version = 0;
  const documents = new Map<string, { positionAt: (offset: number) => unknown }>();
  // The server keeps its parse by document object: the same text is the same document.
  const documentOf = (text: string): { positionAt: (offset: number) => unknown } => {
    const known = documents.get(text);
    if (known !== undefined) return known;
    documents.clear();
    const document = TextDocument.create(URI, 'yaml', (version += 1), text);
    documents.set(text, document);
    return document;
  };
  return {
    hover: (text, offset) => service.doHover(documentOf(text), documentOf(text).positionAt(offset)),
    validate: (text) => service.doValidation(documentOf(text), true),
  };
}

const rival = loadRival();

async function benchRival(text: string, texts: readonly string[], offset: number): Promise<void> {
  if (rival === undefined) return;
  await rival.hover(text, offset);
  print('yaml-language-server: hover, warm', await measure(RUNS, () => rival.hover(text, offset)));
  const some = texts.slice(0, FIRST_RUNS);
  print(
    'yaml-language-server: hover after an edit',
    await measure(some.length, (index) => rival.hover(some[index] ?? text, offset)),
  );
  print(
    'yaml-language-server: validation after an edit',
    await measure(some.length, (index) => rival.validate(some[index] ?? text)),
  );
}

async function main(): Promise<void> {
  if (rival === undefined)
    console.log('  yaml-language-server is not at hand; the head of this file says how to compare with it');
  // Once through everything, so that the first figures are not those of cold code.
  await benchFile('warming up', workloadFile(3000), {});
  await benchFile('one workload', workloadFile(30), {});
  await benchFile('workloads only', workloadFile(3000), { afterEdit: 5 });
  await benchFile('workloads only', workloadFile(30_000), { afterEdit: 10, first: 1.5 });
  await benchFile('one workload in ten documents', mixedFile(30_000), { afterEdit: 10, first: 1.5 });
  await benchFile('one List', listFile(3000), { afterEdit: 5 });
  await benchFile('one List', listFile(30_000), { afterEdit: 10, first: 1.5 });
}

void main();

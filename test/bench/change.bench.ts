/** What a keystroke costs more where the file is compared with another version of it: `npm run bench -- change`. */
import process from 'node:process';
import { Analysis } from '../../src/features/analysis';
import type { Surroundings } from '../../src/features/assessment';
import { Base } from '../../src/features/base';
import { restartPlaces } from '../../src/features/change';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { readManifest } from '../../src/manifest/manifest';
import { NO_FACTS } from '../../src/rules/facts';
import { mixedFile, workloadFile } from './benchTexts';

const URI = 'file:///bench/app.yaml';
const KEYSTROKES = 300;
const BAR_MS = 1;

/** One analysis after another, as the editor keeps them. */
class Typist {
  readonly #surroundings: Surroundings;
  #analysis: Analysis;

  constructor(text: string, base: Base | undefined) {
    this.#surroundings = { settings: DEFAULT_SETTINGS, facts: NO_FACTS, base };
    this.#analysis = new Analysis(URI, text, this.#surroundings);
  }

  /** All that the editor asks for after a keystroke, in milliseconds of the processor, whatever else the machine does. */
  type(text: string, at: number): number {
    const start = process.cpuUsage();
    const analysis = new Analysis(URI, text, this.#surroundings, this.#analysis);
    this.#analysis = analysis;
    computeDiagnostics(analysis);
    computeCodeLenses(analysis);
    computeHover(analysis, at);
    for (const { assessment } of analysis.workloads) restartPlaces(assessment);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** In turns, so that what else the machine does hits both. */
function benchFile(name: string, text: string): void {
  const middle = Math.max(text.indexOf('/web:1.', text.length / 2), 0) + '/web:1.'.length;
  const plain = new Typist(text, undefined);
  const compared = new Typist(text, new Base(readManifest(text), 'the committed version'));
  const pairs = Array.from({ length: KEYSTROKES }, (_, index) => {
    const edited = `${text.slice(0, middle)}${index}${text.slice(middle)}`;
    return index % 2 === 0
      ? { without: plain.type(edited, middle), within: compared.type(edited, middle) }
      : swapped(compared.type(edited, middle), plain.type(edited, middle));
  });
  const [without, within] = [medianOf(pairs.map((pair) => pair.without)), medianOf(pairs.map((pair) => pair.within))];
  const more = medianOf(pairs.map((pair) => pair.within - pair.without));
  const holds = more <= BAR_MS;
  if (!holds) process.exitCode = 1;
  const figures = `without ${without.toFixed(2)} ms   with a base ${within.toFixed(2)} ms   more ${more.toFixed(2)} ms`;
  console.log(`    ${name.padEnd(34)} ${figures}   ${holds ? 'holds' : 'FAILS'}: ${BAR_MS} ms`);
}

function swapped(within: number, without: number): { readonly without: number; readonly within: number } {
  return { without, within };
}

benchFile('warming up', workloadFile(3000));
benchFile('one workload', workloadFile(30));
benchFile('100 workloads', workloadFile(3000));
benchFile('1,000 workloads', workloadFile(30_000));
benchFile('one workload in ten documents', mixedFile(30_000));

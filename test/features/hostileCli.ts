import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { engineBefore } from '../bench/engineBefore';
import { hostileCharts } from '../support/hostileCharts';
import { hostileFiles } from '../support/hostileFiles';
import { hostileOverlays } from '../support/hostileOverlays';
import { BUILDING, SLICE, timesOfBuild, timesOfFile, type Measured, type Times } from './hostileTimes';

/**
 * Part of `npm run fuzz`, or `npm run hostile`, with `--only TEXT`, `--every N`, `--worst N`: every hostile file, overlay and
 * chart through every feature, in processes that have 250 MB. Each answer may take 100 ms of the thread's CPU, and for each
 * further MB of what is written and built 100 ms more. Nobody waits for a build, or until thousands of workloads are judged:
 * each of their slices has its bar, and all of them what all the steps take that a build may have. Where the engine of the
 * benches takes longer than on the machine that the bars are from, as it did in between at best, answers may take as much longer.
 */
const MS_PER_MB = 100;
/** What is included is rendered at once: a helper may take two thirds of the steps of a rendering, which is 65 ms. */
const SLICE_MS = 130;
/** All steps that an overlay may have; it may be canceled between any two slices. */
const BUILDING_MS = 2_000;
const MAX_MB = 250;
/** Cases of one process: the texts of all others would take two thirds of its memory. */
const AT_ONCE = 100;
/** Others on the machine make a processor slower: the best of so many counts. */
const ATTEMPTS = 4;
/** So often the engine of the benches plays between two of them: its code gets fast by it. */
const TURNS = 8;
/** How many answers are named that took most of what they may, without `--worst N`. */
const WORST = 3;

interface Case {
  readonly name: string;
  readonly measure: () => Measured;
}

function cases(): readonly Case[] {
  const files = hostileFiles().map((file) => ({ name: file.name, measure: () => timesOfFile(file) }));
  const builds = [...hostileOverlays(), ...hostileCharts()].map((build) => ({
    name: build.name,
    measure: () => timesOfBuild(build),
  }));
  const only = given('--only') ?? '';
  const every = Number(given('--every') ?? 1);
  return [...files, ...builds].filter(({ name }) => name.includes(only)).filter((_, index) => index % every === 0);
}

function given(option: string): string | undefined {
  const at = process.argv.indexOf(option);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** The least of what several attempts took, until nothing is over the bar. */
function measured({ measure }: Case): readonly (readonly [feature: string, ms: number, allowed: number])[] {
  let whole = MS_PER_MB;
  const allowed = (feature: string): number => (feature === SLICE ? SLICE_MS : feature === BUILDING ? BUILDING_MS : whole);
  const best: Times = new Map();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { times, size } = measure();
    // An edit may leave less to look at.
    whole = Math.max(whole, (MS_PER_MB * size) / 1e6);
    for (const [feature, ms] of times) best.set(feature, Math.min(ms, best.get(feature) ?? ms));
    if ([...best].every(([feature, ms]) => ms <= allowed(feature))) break;
  }
  return [...best].map(([feature, ms]) => [feature, ms, allowed(feature)]);
}

/** In the child: says which case comes next, so that an end of the process has a name. What is done is let go. */
function measureFrom(first: number): void {
  const left = cases().slice(first, first + AT_ONCE);
  for (let at = first, next = left.shift(); next !== undefined; at += 1, next = left.shift()) {
    process.stdout.write(`at ${at}\n`);
    for (const [feature, ms, allowed] of measured(next)) {
      const share = (100 * ms) / allowed;
      process.stdout.write(`took ${share.toFixed(1)} ${next.name}: ${feature} ${Math.round(ms)} of ${Math.round(allowed)} ms\n`);
    }
  }
}

interface Report {
  readonly ends: string[];
  /** How many times as long as on the machine of the bars the machine takes, at best; 1: nobody knows. */
  pace: number;
  /** How much of what is allowed was taken, in percent. */
  readonly took: (readonly [share: number, what: string])[];
}

async function measureAll(all: readonly Case[]): Promise<Report> {
  const before = engineBefore();
  const measured: Report = { ends: [], pace: before === undefined ? 1 : Infinity, took: [] };
  for (let next = 0; next < all.length;) {
    for (let turn = 0; before !== undefined && turn < TURNS; turn++)
      measured.pace = Math.min(measured.pace, await before.paceOf(10));
    const self = fileURLToPath(import.meta.url);
    const args = [...process.execArgv, `--max-old-space-size=${MAX_MB}`, self, ...process.argv.slice(2), '--from', String(next)];
    const { stdout, status, signal } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8, stdio: 'pipe' });
    const lines = stdout.trim().split('\n');
    for (const [, share, what = ''] of lines.flatMap((line) => [/^took (\S+) (.*)$/.exec(line) ?? []]))
      if (share !== undefined) measured.took.push([Number(share), what]);
    const at = Number(lines.findLast((line) => line.startsWith('at '))?.slice(3) ?? next);
    if (status !== 0) measured.ends.push(`${all[at]?.name ?? '?'}: ends the process (${signal ?? status})`);
    next = status === 0 ? next + AT_ONCE : at + 1;
  }
  before?.end();
  return measured;
}

async function main(): Promise<void> {
  const all = cases();
  const { ends, pace, took } = await measureAll(all);
  const over = took.filter(([share]) => share > 100);
  const slow = took.filter(([share]) => share > 100 * Math.max(1, pace));
  for (const [share, what] of over) console.error(`${slow.some((each) => each[0] === share) ? 'OVER ' : ''}${what}`);
  for (const end of ends) console.error(end);
  for (const [share, what] of took.toSorted(([a], [b]) => b - a).slice(0, Number(given('--worst') ?? WORST)))
    console.log(`${share.toFixed(0)} % ${what}`);
  console.log(
    `${pace.toFixed(2)}× of what the machine of the bars takes; ${over.length} answers are over the bars as they stand`,
  );
  const problems = slow.length + ends.length;
  console.log(`${all.length} hostile cases on Node ${process.version}, ${took.length} answers, ${problems} problems`);
  if (problems > 0) process.exitCode = 1;
}

const from = process.argv.indexOf('--from');
if (from < 0) void main();
else measureFrom(Number(process.argv[from + 1]));

/**
 * `npm run conformance -- <folder or files…> [--only suite] [--show N] [--publish]`: replays recorded data, prints what differs.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { sharesOfAll } from '../incidents/judge';
import { FIDELITY_PAGE, renderFidelity, renderIncidents } from './fidelity';
import { dataFiles, describeFailure, replayFiles } from './replay';
import { describeShare, groupTable, measureShares } from './shares';
import { suites } from './suites/index';

interface Options {
  readonly paths: string[];
  readonly only: string | undefined;
  readonly show: number;
  /** Writes the figures into docs/fidelity.md. */
  readonly publish: boolean;
}

function parseArguments(args: readonly string[]): Options {
  const paths: string[] = [];
  let only: string | undefined;
  let show = 3;
  let publish = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--only') only = args[++index];
    else if (argument === '--show') show = Number(args[++index]);
    else if (argument === '--publish') publish = true;
    else paths.push(argument);
  }
  return { paths: paths.length > 0 ? paths : ['test/conformance/data'], only, show, publish };
}

async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  const missing = options.paths.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    console.error(
      `conformance: no such file or folder: ${missing.join(', ')}. Give .jsonl or .jsonl.gz files, or folders that hold them.`,
    );
    return 2;
  }
  const { only } = options;
  const known = only === undefined ? suites : suites.filter((suite) => suite.name.includes(only));
  const results = replayFiles(dataFiles(options.paths), known).filter(
    (result) => only === undefined || result.suite.includes(only),
  );
  let passed = 0;
  let failed = 0;
  let allHold = true;
  for (const result of results) {
    passed += result.passed;
    failed += result.failures.length;
    const shares = measureShares(result);
    const holds = shares.length === 0 ? result.failures.length === 0 : shares.every(({ isHeld }) => isHeld);
    allHold &&= holds;
    console.log(`${holds ? '✓' : '✗'} ${result.suite}: ${result.passed} passed, ${result.failures.length} failed`);
    for (const share of shares) console.log(`    ${share.isHeld ? '✓' : '✗'} ${describeShare(share)}`);
    if (shares.length > 0)
      console.log(
        groupTable(result)
          .map((line) => `    ${line}`)
          .join('\n'),
      );
    for (const failure of result.failures.slice(0, options.show)) console.log(describeFailure(failure));
  }
  if (options.publish) writeFileSync(FIDELITY_PAGE, renderFidelity(results, renderIncidents(await sharesOfAll())));
  console.log(`${passed} passed, ${failed} failed`);
  return allHold && passed > 0 ? 0 : 1;
}

void main().then((code) => {
  process.exitCode = code;
});

/**
 * Part of `npm run fuzz`: 2 × 60,000 mutated texts against what kubectl said of them, as recorded with `-- --record` where there
 * is one: whether it is YAML for it. What it accepts must not be called invalid.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readManifest } from '../../src/manifest/manifest';
import { readAsKubectl } from '../conformance/kubectlApply/readAsKubectl';
import { mutatedText } from './mutatedTexts';

const COUNT = 60_000;
const AT_ONCE = 2000;
const SETS = ['one', 'two'] as const;
type SetName = (typeof SETS)[number];

/** Bits for each text of both sets: whether kubectl cannot read it as YAML, and whether it has any objection. */
const RECORDED = join(import.meta.dirname, '../fixtures/kubectlVerdicts.json');

interface Recorded {
  readonly kubectl: string;
  readonly unreadable: Readonly<Record<SetName, string>>;
  readonly refused: Readonly<Record<SetName, string>>;
}

const UNREADABLE = /^(?:error: )?error parsing \S*?(\d+)\.yaml: /gm;
const REFUSED = /^(?:error: )?(?:error parsing|unable to decode|error when) .*?(\d+)\.yaml/gm;

/** What kubectl says of some texts. It asks no cluster: labels are put on what is in the files. */
function saidByKubectl(set: SetName, from: number, folder: string): string {
  for (let number = from; number < from + AT_ONCE; number++)
    writeFileSync(join(folder, `${number}.yaml`), mutatedText(set, number));
  const args = ['label', '--local', '-f', folder, '-o', 'name', '--overwrite', 'a=b'];
  const { stderr, error } = spawnSync('kubectl', args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (error !== undefined) throw error;
  for (let number = from; number < from + AT_ONCE; number++) rmSync(join(folder, `${number}.yaml`));
  return stderr;
}

function record(): void {
  const folder = mkdtempSync(join(tmpdir(), 'verdicts-'));
  const unreadable: Record<SetName, string> = { one: '', two: '' };
  const refused: Record<SetName, string> = { one: '', two: '' };
  for (const set of SETS) {
    let said = '';
    for (let from = 0; from < COUNT; from += AT_ONCE) said += saidByKubectl(set, from, folder);
    unreadable[set] = bitsOf(said, UNREADABLE);
    refused[set] = bitsOf(said, REFUSED);
  }
  const { stdout } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  const recorded: Recorded = { kubectl: /v[\d.]+/.exec(stdout)?.[0] ?? '', unreadable, refused };
  writeFileSync(RECORDED, `${JSON.stringify(recorded, undefined, 2)}\n`);
  rmSync(folder, { recursive: true });
}

/** In base64, a bit for each number that stands where the pattern says. */
function bitsOf(said: string, pattern: RegExp): string {
  const bytes = new Uint8Array(COUNT / 8);
  for (const [, text] of said.matchAll(pattern)) {
    const number = Number(text);
    bytes[number >> 3] = (bytes[number >> 3] ?? 0) | (1 << (number & 7));
  }
  return Buffer.from(bytes).toString('base64');
}

function bitsIn(text: string): (number: number) => boolean {
  const bytes = Buffer.from(text, 'base64');
  return (number) => (((bytes[number >> 3] ?? 0) >> (number & 7)) & 1) === 1;
}

/** Whether the product says that kubectl cannot read it. */
function isCalledInvalid(text: string): boolean {
  const { documents } = readManifest(text);
  return documents.some(({ document }) => document.problems.length > 0);
}

function compare(): void {
  const recorded = JSON.parse(readFileSync(RECORDED, 'utf8')) as Recorded;
  let wrong = 0;
  for (const set of SETS) {
    const [isUnreadable, isRefused] = [bitsIn(recorded.unreadable[set]), bitsIn(recorded.refused[set])];
    const counts = { unreadable: 0, 'read otherwise': 0, 'falsely called invalid': 0 };
    for (let number = 0; number < COUNT; number++) {
      const text = mutatedText(set, number);
      if (isUnreadable(number)) counts.unreadable += 1;
      const problem = (kind: keyof typeof counts): void => {
        counts[kind] += 1;
        if (counts[kind] <= 5) console.error(`${set} ${number} is ${kind}: ${JSON.stringify(text)}`);
      };
      if ((readAsKubectl(text).yamlError !== undefined) !== isUnreadable(number)) problem('read otherwise');
      if (isCalledInvalid(text) && !isRefused(number)) problem('falsely called invalid');
    }
    wrong += counts['read otherwise'] + counts['falsely called invalid'];
    const words = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`);
    console.log(`${COUNT} texts of set ${set} against kubectl ${recorded.kubectl}: ${words.join(', ')}`);
  }
  console.log(`${wrong} of ${SETS.length * COUNT} are not as recorded`);
  if (wrong > 0) process.exitCode = 1;
}

if (process.argv.includes('--record')) record();
compare();

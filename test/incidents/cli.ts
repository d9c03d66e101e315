/** `npm run incidents -- [FOLDER…] [--show]`: what would have been said before real incidents, and was it right. */
import { existsSync } from 'node:fs';
import { incidentFolders, PLACES, readIncident, type Place } from './incident';
import { INCIDENTS, judge, shareOf, type Judgment } from './judge';

async function main(args: readonly string[]): Promise<number> {
  const paths = args.filter((argument) => !argument.startsWith('--'));
  const folders = paths.length > 0 ? paths : Object.values(INCIDENTS);
  const missing = folders.filter((folder) => !existsSync(folder));
  if (missing.length > 0) {
    console.error(
      `incidents: no such folder: ${missing.join(', ')}. Give folders that hold an expected.md, or folders of such folders.`,
    );
    return 2;
  }
  const judgments: Judgment[] = [];
  for (const folder of incidentFolders(folders)) {
    const judgment = await judge(readIncident(folder));
    judgments.push(judgment);
    report(judgment, args.includes('--show'));
  }
  const { incidents, named, wrong } = shareOf(judgments);
  console.log(`${named} of ${incidents} incidents named before applying, ${wrong} with a false statement`);
  return incidents > 0 ? 0 : 1;
}

function report({ incident, answers, named, wrong }: Judgment, isDetailed: boolean): void {
  const where = named.size === 0 ? 'not named' : [...named].map((place) => PLACES[place]).join(', ');
  console.log(`${named.size > 0 ? '✓' : '✗'} ${incident.name}: ${where}`);
  for (const { place, text, without } of wrong)
    console.log(`  FALSE (${PLACES[place]}${without === undefined ? '' : `, without ${without}`}): ${text}`);
  if (!isDetailed && named.size > 0) return;
  console.log(`  expected: ${incident.expected}`);
  for (const place of Object.keys(PLACES) as Place[]) for (const text of answers[place]) console.log(`  ${place} ${text}`);
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});

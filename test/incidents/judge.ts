import { readManifest } from '../../src/manifest/manifest';
import { answersTo, type Answers } from './answers';
import { incidentFolders, readIncident, type Incident, type Place } from './incident';

/** Those that are kept here: thirty were given, the others we looked for ourselves. */
export const INCIDENTS = { given: 'test/incidents/data', ours: 'test/incidents/ours' } as const;

/** What one incident came to. */
export interface Judgment {
  readonly incident: Incident;
  readonly answers: Answers;
  /** Where the cause was named before anything was applied. */
  readonly named: ReadonlySet<Place>;
  /** What is known to be false and was said all the same. */
  readonly wrong: readonly { readonly place: Place; readonly text: string; readonly without: 'Nodes' | undefined }[];
}

export async function judgeAll(folders: readonly string[]): Promise<Judgment[]> {
  const judgments: Judgment[] = [];
  for (const folder of incidentFolders(folders)) judgments.push(await judge(readIncident(folder)));
  return judgments;
}

export async function judge(incident: Incident): Promise<Judgment> {
  const answers = await answersTo(incident);
  const named = new Set<Place>();
  if (answers.E.some((text) => incident.helpfulFinding.test(text))) named.add('E');
  for (const place of ['P', 'C', 'S'] as const)
    if (answers[place].some((text) => incident.helpfulVerdict.test(text))) named.add(place);
  const bare = withoutNodes(incident.surroundings);
  const wrong = [
    ...wrongIn(incident, answers, undefined),
    ...(bare === incident.surroundings ? [] : wrongIn(incident, await answersTo(incident, bare), 'Nodes')),
  ];
  return { incident, answers, named, wrong };
}

function wrongIn({ wrong }: Incident, answers: Answers, without: 'Nodes' | undefined): Judgment['wrong'] {
  return wrong.flatMap(({ place, pattern }) => {
    const text = answers[place].find((said) => pattern.test(said));
    return text === undefined ? [] : [{ place, text, without }];
  });
}

/** The same workspace where nobody has written Node manifests: the usual case. */
function withoutNodes(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const kept = readManifest(text).documents.filter(({ document }) => document.resources.every(({ kind }) => kind !== 'Node'));
  if (kept.length === readManifest(text).documents.length) return text;
  return kept.map(({ start, end }) => text.slice(start, end)).join('\n---\n');
}

export interface IncidentShare {
  readonly incidents: number;
  readonly named: number;
  readonly wrong: number;
}

export function shareOf(judgments: readonly Judgment[]): IncidentShare {
  return {
    incidents: judgments.length,
    named: judgments.filter(({ named }) => named.size > 0).length,
    wrong: judgments.filter(({ wrong }) => wrong.length > 0).length,
  };
}

/** Of the given ones and of ours. */
export async function sharesOfAll(): Promise<{ readonly given: IncidentShare; readonly ours: IncidentShare }> {
  return { given: shareOf(await judgeAll([INCIDENTS.given])), ours: shareOf(await judgeAll([INCIDENTS.ours])) };
}

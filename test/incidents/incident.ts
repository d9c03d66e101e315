import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';

/** Where the product may speak: problems, the simulation in the editor, the command line, the scenario with its what-ifs. */
export const PLACES = {
  E: 'problems and lens',
  P: 'simulation in the editor',
  C: 'command line',
  S: 'simulation with what-ifs',
} as const;
export type Place = keyof typeof PLACES;

/** One real incident: what ran, what was applied, what was around it, and what would have helped. */
export interface Incident {
  readonly name: string;
  readonly cause: string;
  readonly expected: string;
  readonly before: string | undefined;
  readonly after: string;
  /** Other files of the workspace. */
  readonly surroundings: string | undefined;
  /** Actions and faults that nobody could know from the manifests. */
  readonly scenario: Scenario | undefined;
  readonly helpfulFinding: RegExp;
  readonly helpfulVerdict: RegExp;
  readonly wrong: readonly { readonly place: Place; readonly pattern: RegExp }[];
}

/** The folders below these that hold an incident; a folder of an incident itself counts too. */
export function incidentFolders(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (existsSync(join(path, 'expected.md'))) return [path];
    const below = readdirSync(path).map((name) => join(path, name));
    return below.filter((folder) => statSync(folder).isDirectory() && existsSync(join(folder, 'expected.md'))).sort();
  });
}

export function readIncident(folder: string): Incident {
  const read = (file: string): string | undefined => {
    const path = join(folder, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const after = read('after.yaml');
  if (after === undefined) throw new Error(`${folder}: after.yaml is missing`);
  const facts = factsOf(read('expected.md') ?? '');
  const one = (key: string): string => facts.get(key)?.[0] ?? '';
  const scenario = read('scenario.rollout.json');
  return {
    name: basename(folder),
    cause: one('class'),
    expected: one('expected'),
    before: read('before.yaml'),
    after,
    surroundings: read('surroundings.yaml'),
    scenario: scenario === undefined ? undefined : (JSON.parse(scenario) as Scenario),
    helpfulFinding: pattern(one('helpful-finding')),
    helpfulVerdict: pattern(one('helpful-verdict')),
    wrong: (facts.get('wrong') ?? []).map(readWrong),
  };
}

/** The lines `- key: value` of an expected.md. */
function factsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const facts = new Map<string, string[]>();
  for (const [, key = '', value = ''] of text.matchAll(/^- ([\w -]+): (.*)$/gm))
    facts.set(key, [...(facts.get(key) ?? []), value.trim()]);
  return facts;
}

/** An empty pattern matches nothing. */
function pattern(text: string): RegExp {
  return new RegExp(text === '' ? '(?!)' : text, 'i');
}

function readWrong(text: string): Incident['wrong'][number] {
  const [, place = '', expression = ''] = /^([EPCS]): (.*)$/.exec(text) ?? [];
  if (!(place in PLACES)) throw new Error(`"wrong: ${text}" names no place (${Object.keys(PLACES).join(', ')})`);
  return { place: place as Place, pattern: pattern(expression) };
}

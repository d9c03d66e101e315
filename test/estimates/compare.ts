/** Does the hover of each workload say what the simulation beside it shows? Over folders of manifests that others wrote. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import { simulate } from '../../src/engine/simulation/simulate';
import { Analysis } from '../../src/features/analysis';
import { Estimates } from '../../src/features/estimates';
import { computeHover } from '../../src/features/hover/hover';
import { playInSteps } from '../../src/features/review/reviewRun';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';

/** One workload that completes when it is simulated. */
export interface Compared {
  readonly file: string;
  readonly name: string;
  /** What the simulator shows, in seconds. */
  readonly simulated: number;
  /** What its hover says; undefined where it names no duration. */
  readonly hovered: number | undefined;
  /** What the waves alone would have come to. */
  readonly formula: number | undefined;
}

/** As close as a rounded figure can be asked to be. */
export const TOLERANCE = 0.1;

export function isClose({ simulated, hovered }: Compared): boolean {
  return hovered !== undefined && Math.abs(hovered - simulated) <= TOLERANCE * simulated;
}

/** All files of a folder are one workspace. */
export function compareFolder(folder: string): Compared[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => ({ uri: pathToFileURL(join(folder, name)).toString(), text: readFileSync(join(folder, name), 'utf8') }));
  const index = new WorkspaceIndex();
  for (const { uri, text } of files) index.updateText(uri, text);
  const estimates = new Estimates();
  return files.flatMap(({ uri, text }) => {
    const analysis = new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) });
    for (
      const steps = estimates.simulate(analysis, { simulationOf, play: (scenario) => playInSteps(scenario) });
      steps.next().done !== true;
    );
    return compareFile(analysis, estimates);
  });
}

function compareFile(analysis: Analysis, estimates: Estimates): Compared[] {
  return simulationTargets(analysis).flatMap((target): Compared[] => {
    const simulation = simulationOf(analysis, target);
    if (simulation.problem !== undefined) return [];
    const { facts } = simulate(checkScenario(JSON.parse(JSON.stringify(simulation.scenario))));
    if (facts.duration === undefined || facts.desired === 0) return [];
    const hover = computeHover(analysis, target.start + analysis.manifest.text.slice(target.start).search(/kind\W/), estimates);
    return [
      {
        file: analysis.uri,
        name: target.name,
        simulated: facts.duration,
        hovered: hover === undefined ? undefined : secondsIn(hover.markdown),
        formula: analysis.workloads[target.index]?.assessment.envelope?.duration.seconds,
      },
    ];
  });
}

const UNITS: Readonly<Record<string, number>> = { h: 3600, min: 60, s: 1 };

/** The duration that a hover gives for the whole rollout, read as a person reads it. */
function secondsIn(markdown: string): number | undefined {
  const text = /\*\*[^*]*\bin ([\d.]+ (?:h|min|s)(?: \d+ (?:min|s))?)\*\* \(simulated\)/.exec(markdown)?.[1];
  return text === undefined
    ? undefined
    : [...text.matchAll(/([\d.]+) (h|min|s)/g)].reduce(
        (sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0),
        0,
      );
}

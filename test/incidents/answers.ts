import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/run';
import { EngineError } from '../../src/engine/kernel/engineError';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { Analysis } from '../../src/features/analysis';
import { Base, COMMITTED_VERSION } from '../../src/features/base';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';
import type { Incident, Place } from './incident';

/** What the product says, place by place; each statement on a line of its own. */
export type Answers = Readonly<Record<Place, readonly string[]>>;

const FILE = 'file:///workspace/after.yaml';

/** `surroundings`: the incident's other files, or those without Nodes. */
export async function answersTo(incident: Incident, surroundings = incident.surroundings): Promise<Answers> {
  const analysis = analysisOf(incident, surroundings);
  return {
    E: [
      ...computeDiagnostics(analysis).map(({ ruleId, message }) => `${ruleId}: ${message}`),
      ...computeCodeLenses(analysis).map(({ title }) => `lens: ${title}`),
    ],
    P: simulationTargets(analysis).flatMap((target) => {
      const simulation = simulationOf(analysis, target);
      return simulation.problem === undefined
        ? [...saidBy(simulation.scenario), ...simulation.notes]
        : [simulation.problem.message];
    }),
    C: await commandLine(incident, surroundings),
    S: incident.scenario === undefined ? [] : saidBy(incident.scenario),
  };
}

function analysisOf({ before, after }: Incident, surroundings: string | undefined): Analysis {
  const index = new WorkspaceIndex();
  index.updateText(FILE, after);
  if (surroundings !== undefined) index.updateText('file:///workspace/surroundings.yaml', surroundings);
  const base = before === undefined ? undefined : new Base(readManifest(before), COMMITTED_VERSION);
  return new Analysis(FILE, after, { settings: DEFAULT_SETTINGS, facts: index.factsFor(FILE), base });
}

function saidBy(scenario: Scenario): string[] {
  try {
    const timeline = simulate(scenario);
    return [verdictText(timeline), ...blockersOf(timeline)];
  } catch (error) {
    // What the API server refuses is told, and nothing runs.
    if (error instanceof EngineError) return [error.message];
    throw error;
  }
}

function blockersOf({ outcome }: Timeline): string[] {
  return outcome.blockers.flatMap(({ sentence, message, remedy }) =>
    [sentence, message, remedy].filter((text) => text !== undefined),
  );
}

/** `rollout-lens simulate after.yaml --from before.yaml`, the surroundings in the same file. */
async function commandLine({ before, after }: Incident, surroundings: string | undefined): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rollout-lens-incident-'));
  try {
    const write = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    const [name = ''] = readManifest(after).documents.flatMap(({ document }) =>
      document.resources.flatMap(({ kind, json }) => (kind === 'Deployment' || kind === 'DaemonSet' ? [nameOf(json)] : [])),
    );
    const args = [write('after.yaml', surroundings === undefined ? after : `${after}\n---\n${surroundings}`), '--name', name];
    if (before !== undefined) args.push('--from', write('before.yaml', before));
    const lines: string[] = [];
    const hear = (text: string): void => void lines.push(...text.split('\n').map((line) => line.replace(/^\W+/, '')));
    void run(['simulate', ...args], { out: hear, error: hear, isWatched: false });
    return lines.filter((line) => line !== '');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function nameOf(json: unknown): string {
  return (json as { readonly metadata?: { readonly name?: string } }).metadata?.name ?? '';
}

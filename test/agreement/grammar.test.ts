import { strict as assert } from 'node:assert';
import { computeCodeLenses } from '../../src/features/codeLens';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { cardOf } from '../../src/engine/simulation/words/card';
import { simulate } from '../../src/engine/simulation/simulate';
import { changesOf } from '../../src/change/changesOf';
import { analysisOf } from './agree';
import { workspaceOf } from './workspace';

const SEEDS = 250;

/** Counts that do not go with their words, as somebody stumbles over them. */
const STUMBLES: readonly RegExp[] = [
  /\bnothing (?:nodes?|pods?|replicas?)\b/,
  /\ball 1\b/i,
  /(?<![\d.,–:-])\b1 (?:nodes|pods|replicas|workloads|containers|claims|volumes|budgets|seconds|requests|minutes|hours|days|revisions)\b/,
  /(?<![\d.,–:-])\b1 (?:node|pod|replica|workload) (?:take|are|have|need|run|stay|go|keep|were|wait|get|fit)\b/,
  /\b(?:0|[2-9]|\d{2,}) (?:node|pod|replica|workload|claim|budget)\b(?!-| creation)/,
  /\b(\w{3,}) \1\b/,
  /undefined|NaN|\[object/,
];

function textsOf(seed: number): readonly string[] {
  const analysis = analysisOf(workspaceOf(seed));
  const findings = analysis.workloads.flatMap(({ assessment }) => assessment.findings.map(({ finding }) => finding.message));
  const lenses = computeCodeLenses(analysis).map(({ title }) => title);
  const told = simulationTargets(analysis).flatMap((target) => {
    const simulation = simulationOf(analysis, target);
    if (simulation.problem !== undefined) return [];
    const { scenario, notes } = simulation;
    const timeline = simulate(scenario);
    const changes = changesOf(scenario, timeline.envelope.desired);
    const { headline, details, rows } = cardOf({ timeline, scenario, changes, undo: undefined });
    return [headline, ...details, ...rows.map(({ text }) => text), ...notes];
  });
  return [...findings, ...lenses, ...told];
}

describe('counts and their words', () => {
  it(`go together in all that is said about ${SEEDS} workspaces`, () => {
    const stumbled = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed++)
      for (const text of textsOf(seed))
        for (const pattern of STUMBLES) if (pattern.test(text)) stumbled.add(`${String(pattern)}: ${text}`);
    assert.deepEqual([...stumbled], []);
  }).timeout(120_000);
});

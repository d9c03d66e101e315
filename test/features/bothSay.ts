import assert from 'node:assert/strict';
import { simulate } from '../../src/engine/simulation/simulate';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { Analysis } from '../../src/features/analysis';
import { computeDiagnostics } from '../../src/features/diagnostics';
import type { MeasuredCluster } from '../../src/features/cluster/inUse';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets, type SimulationTarget } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { QUIET_CONTAINER } from './support';

export type Json = Readonly<Record<string, unknown>>;

const HOME = 'file:///w/shop/app.yaml';

export function sized(cpu: string, more: Json = {}): Json {
  return { containers: [{ ...QUIET_CONTAINER, resources: { requests: { cpu } } }], ...more };
}

export interface Said {
  readonly problems: string;
  readonly verdict: string;
  readonly notes: string;
  readonly outcome: string;
  /** What would help, of all that stands in the way. */
  readonly remedies: string;
}

/** What the problems and the simulation say of the workload in `HOME`, with these files around it. */
export function said(
  text: string,
  files: Readonly<Record<string, string>>,
  cluster?: MeasuredCluster,
  set: Partial<FeatureSettings> = {},
): Said {
  const index = new WorkspaceIndex();
  index.updateText(HOME, text);
  for (const [path, content] of Object.entries(files)) index.updateText(`file:///w/${path}`, content);
  const analysis = new Analysis(HOME, text, { settings: { ...DEFAULT_SETTINGS, ...set }, facts: index.factsFor(HOME), cluster });
  const problems = computeDiagnostics(analysis).filter(({ ruleId }) => ruleId.startsWith('stall-'));
  const simulation = simulationOf(analysis, simulationTargets(analysis)[0] as SimulationTarget);
  assert.ok(simulation.problem === undefined, simulation.problem?.message);
  const timeline = simulate(simulation.scenario);
  return {
    problems: problems.map(({ message }) => message).join('\n'),
    verdict: verdictText(timeline),
    notes: simulation.notes.join(' '),
    outcome: timeline.outcome.kind,
    remedies: timeline.outcome.blockers.flatMap(({ remedy }) => remedy ?? []).join('\n'),
  };
}

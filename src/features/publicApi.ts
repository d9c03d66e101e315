import { checkScenario } from '../engine/simulation/scenario/checkScenario';
import { Rollout } from '../engine/simulation/rollout';
import { markdownSummary } from '../engine/simulation/words/renderText';
import { verdict } from '../engine/simulation/verdict/verdict';
import { LineStarts } from '../manifest/lineStarts';
import type { Severity } from '../rules/rule';
import { Analysis } from './analysis';
import { computeDiagnostics } from './diagnostics';
import type { FeatureSettings } from './settings';
import { WorkspaceIndex } from './workspaceIndex';

/** Lines and columns count from 0, as in the editor; columns in UTF-16 code units. */
interface AnalyzedFinding {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}

interface AnalyzedWorkload {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly line: number;
  /** Undefined: they rest on what a template fills in, or the API server rejects them. */
  readonly numbers:
    | {
        readonly desired: number;
        readonly surge: number;
        readonly unavailable: number;
        readonly floor: number;
        readonly ceiling: number;
        readonly seconds: number;
      }
    | undefined;
}

/** What other extensions are told of a text; docs/api.md describes it. */
export interface AnalyzedText {
  readonly workloads: readonly AnalyzedWorkload[];
  readonly findings: readonly AnalyzedFinding[];
}

export function analyzeText(text: string, settings: FeatureSettings): AnalyzedText {
  const home = 'file:///.manifest';
  const index = new WorkspaceIndex();
  index.updateText(home, text);
  const analysis = new Analysis(home, text, { settings, facts: index.factsFor(home) });
  const lines = new LineStarts(text);
  const columnOf = (offset: number): number => offset - lines.startOf(lines.lineAt(offset));
  return {
    workloads: analysis.workloads.map(({ workload, placed, assessment: { envelope } }) => ({
      kind: workload.kind,
      name: workload.name,
      namespace: workload.writtenNamespace,
      line: lines.lineAt(placed.start + workload.resource.source.start),
      numbers:
        envelope === undefined
          ? undefined
          : {
              desired: envelope.desired,
              surge: envelope.surge,
              unavailable: envelope.unavailable,
              floor: envelope.floor,
              ceiling: envelope.ceiling,
              seconds: envelope.duration.seconds,
            },
    })),
    findings: computeDiagnostics(analysis).map(({ start, end, severity, ruleId, message }) => ({
      line: lines.lineAt(start),
      column: columnOf(start),
      endLine: lines.lineAt(end),
      endColumn: columnOf(end),
      severity,
      rule: ruleId,
      message,
    })),
  };
}

/** What a run comes to; docs/api.md describes it. */
export interface SimulatedRollout {
  readonly verdict: 'good' | 'warning' | 'bad';
  readonly headline: string;
  readonly details: readonly string[];
  /** Until it is complete; undefined: it never is. */
  readonly seconds: number | undefined;
  readonly minAvailable: number;
  readonly maxPods: number;
  readonly markdown: string;
}

const STEPS_A_SLICE = 2_000;

/** Throws where the scenario is none, with the field and what belongs there. Yields between slices of the run. */
export function* simulateInSteps(scenario: unknown): Generator<undefined, SimulatedRollout> {
  const rollout = new Rollout(checkScenario(scenario));
  while (rollout.advance(STEPS_A_SLICE)) yield;
  const timeline = rollout.timeline();
  const { tone, headline, details } = verdict(timeline);
  const { duration, minAvailable, maxPods } = timeline.facts;
  return { verdict: tone, headline, details, seconds: duration, minAvailable, maxPods, markdown: markdownSummary(timeline) };
}

import { checkScenario } from '../engine/simulation/scenario/checkScenario';
import { EngineError } from '../engine/kernel/engineError';
import { Rollout } from '../engine/simulation/rollout';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import { markdownSummary } from '../engine/simulation/words/renderText';
import type { Analysis, PlacedWorkload } from '../features/analysis';
import { summaryOf } from '../features/codeLens';
import { computeDiagnostics } from '../features/diagnostics';
import type { DiagnosticData } from '../features/said';
import { simulationOf } from '../features/simulation';
import { simulationTargets, type SimulationTarget } from '../features/simulationTarget';
import { LineStarts } from '../manifest/lineStarts';
import { counted, formatDuration } from '../model/words';
import type { Severity } from '../rules/rule';
import type { FAULTS } from './tools';

/** A file, or a text, as it is called in answers. */
export interface Named {
  readonly name: string;
  readonly analysis: Analysis;
}

const RANKS: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

export function severityOf(text: unknown): Severity {
  const severity = text === 'info' ? 'information' : text;
  return RANKS.find((each) => each === severity) ?? 'information';
}

/** `deploy/web.yaml:10:67: warning stall-volume: …`, the worst first. */
export function checkLines({ name, analysis }: Named, least: Severity): string[] {
  const { text } = analysis.manifest;
  const lines = new LineStarts(text);
  const found = computeDiagnostics(analysis).filter(({ severity }) => RANKS.indexOf(severity) <= RANKS.indexOf(least));
  return found
    .toSorted((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity) || a.start - b.start)
    .map((each) => lineOf(name, lines, each));
}

function lineOf(name: string, lines: LineStarts, { start, severity, ruleId, message }: DiagnosticData): string {
  const line = lines.lineAt(start);
  return `${name}:${line + 1}:${start - lines.startOf(line) + 1}: ${severity} ${ruleId}: ${message}`;
}

export function checkAnswer(lines: readonly string[], of: string): string {
  return lines.length === 0 ? `Nothing found in ${of}.` : [`${counted(lines.length, 'finding')} in ${of}:`, ...lines].join('\n');
}

/** The numbers of each workload. */
export function explainAnswer({ name, analysis }: Named, workload: string | undefined): string {
  const meant = analysis.workloads.filter((each) => workload === undefined || each.workload.name === workload);
  if (meant.length === 0) return noneOf(name, analysis, workload);
  const lines = new LineStarts(analysis.manifest.text);
  const parts = meant.map((placed) => partOf(placed, name, lines));
  return parts.join('\n\n');
}

function partOf({ workload, placed, assessment }: PlacedWorkload, name: string, lines: LineStarts): string {
  const { envelope, findings, nodes } = assessment;
  const at = lines.lineAt(placed.start + workload.resource.source.start) + 1;
  const numbers =
    envelope === undefined
      ? []
      : [
          `wanted: ${envelope.desired}; extra at most: ${envelope.surge}; unavailable at most: ${envelope.unavailable}`,
          `available at least: ${envelope.floor}; pods at most: ${envelope.ceiling} (those on their way out not counted)`,
          `takes about ${formatDuration(envelope.duration.seconds)}, in ${counted(envelope.duration.waves, 'wave')}`,
        ];
  const of = workload.kind === 'DaemonSet' ? [`nodes: ${nodes.count}${nodes.known ? '' : ' (assumed)'}`] : [];
  const said = findings.map(({ rule, severity, finding }) => `${severity} ${rule.id}: ${finding.message}`);
  return [`${workload.kind} ${workload.name} (${name}:${at}): ${summaryOf(assessment)}`, ...numbers, ...of, ...said].join('\n');
}

export interface Asked {
  readonly workload: string | undefined;
  readonly fault: (typeof FAULTS)[number] | undefined;
}

const STEPS_A_SLICE = 2_000;
/** Beyond this nobody waits for an answer. */
const MAX_STEPS = 500_000;

/** What becomes of a rollout. Yields between slices of the run. */
export function* simulateAnswer({ name, analysis }: Named, { workload, fault }: Asked): Generator<undefined, string> {
  const targets = simulationTargets(analysis).filter((each) => workload === undefined || each.name === workload);
  const [target, ...more] = targets;
  if (target === undefined) return noneOf(name, analysis, workload);
  if (more.length > 0) return `${name} has several workloads: say which with workload (${targets.map(nameOf).join(', ')}).`;
  const simulation = simulationOf(analysis, target);
  if (simulation.problem !== undefined) return `${nameOf(target)} cannot be simulated: ${simulation.problem.message}`;
  try {
    const rollout = new Rollout(checkScenario(withFault(simulation.scenario, fault)));
    while (rollout.advance(STEPS_A_SLICE)) {
      if (rollout.progress.steps > MAX_STEPS)
        return `${nameOf(target)} is too large to be simulated here: open it in the simulator.`;
      yield;
    }
    const notes = simulation.notes.map((note) => `- ${note}`);
    return [markdownSummary(rollout.timeline()), '## What this rests on', '', ...notes, ''].join('\n');
  } catch (error) {
    if (error instanceof EngineError) return `${nameOf(target)} cannot be simulated: ${error.message}`;
    throw error;
  }
}

function nameOf({ kind, name }: SimulationTarget): string {
  return `${kind} ${name}`;
}

function withFault(scenario: Scenario, fault: Asked['fault']): Scenario {
  if (fault === undefined) return scenario;
  const failure = fault === 'crash' ? { kind: fault, after: 1 } : { kind: fault };
  return { ...scenario, actions: [...scenario.actions, { at: 0, action: 'breakRevision', revision: 'after', failure }] };
}

function noneOf(name: string, { workloads }: Analysis, wanted: string | undefined): string {
  if (wanted === undefined || workloads.length === 0) return `${name} holds no Deployment or DaemonSet.`;
  return `${name} holds no workload ${wanted}; it has ${workloads.map(({ workload }) => workload.name).join(', ')}.`;
}

/** An answer that is not longer than somebody can take. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  const kept = text.slice(0, end > most / 2 ? end : most);
  return `${kept}\n… ${counted(text.slice(kept.length).split('\n').length, 'line')} more: ask about one file or workload.`;
}

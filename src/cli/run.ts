import { EngineError } from '../engine/kernel/engineError';
import { decisionLines, markdownSummary, rolloutStatusLines, watchTable } from '../engine/simulation/words/renderText';
import { serializeTimeline } from '../engine/simulation/timeline/serializeTimeline';
import { changesOf } from '../change/changesOf';
import { undoOf, undoText } from '../engine/simulation/undo';
import { cardOf, type Card } from '../engine/simulation/words/card';
import type { Rollout } from '../engine/simulation/rollout';
import { watchEndpoints } from '../engine/simulation/endpointsWatch';
import { endpointsText } from '../engine/simulation/words/endpointsText';
import { kubectlHistory, kubectlTables } from '../engine/simulation/words/kubectlOutput';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { Timeline } from '../engine/simulation/timeline/timeline';
import { trafficOf, type TrafficReport } from '../engine/traffic/trafficReport';
import { trafficText } from '../engine/traffic/trafficText';
import { formatMoment } from '../model/words';
import { STRATEGY_USAGE } from './findStrategy';
import { MANY_USAGE } from './manyRuns';
import { parseArguments, USAGE, UsageError, type OutputFormat } from './options';
import { play } from './play';
import { readInput } from './readInput';
import { parseShare } from './parseTraffic';
import type { Terminal } from './terminal';
import { checkOverlay } from './checkOverlay';
import { EXPLAIN_USAGE, explainRollout } from './explain';
import { FINDINGS_USAGE, findingsIn } from './findings';
import { REVIEW_USAGE, reviewFolder } from './reviewFolder';
import { CHART_USAGE, namesChart, renderChartAt } from './renderChart';
import { RENDER_USAGE, renderOverlay } from './renderOverlay';

function render({ rollout, timeline, traffic, notes, card }: Answer, format: OutputFormat): string {
  const { objects } = rollout;
  switch (format) {
    case 'summary':
      return [markdownSummary(timeline, card), ...requestsSection(traffic), ...restsOn(notes)].join('\n');
    case 'watch':
      return watchTable(timeline);
    case 'status':
      return rolloutStatusLines(timeline)
        .map(({ t, text }) => `${formatMoment(t)}  ${text}\n`)
        .join('');
    case 'table':
      return objects === undefined ? '' : kubectlTables(objects);
    case 'history':
    case 'describe':
      return objects === undefined ? '' : kubectlHistory(objects, format === 'describe');
    case 'endpoints':
      return endpointsText(rollout.endpoints);
    case 'explain':
      return `${decisionLines(timeline, 0, timeline.end).join('\n')}\n`;
    case 'json':
      return `${serializeTimeline(timeline)}\n`;
  }
}

interface Answer {
  readonly rollout: Rollout;
  readonly timeline: Timeline;
  readonly traffic: TrafficReport | undefined;
  readonly notes: readonly string[];
  /** Where it is printed. */
  readonly card: Card | undefined;
}

/** What there is to decide on, the way back included: that is one more run. */
function decide(scenario: Scenario, timeline: Timeline, file: string, terminal: Terminal): Card {
  const undo = undoOf(scenario, timeline);
  const text = 'text' in undo ? undo.text : undoText(play(undo.scenario, terminal).timeline(), undo);
  const isManifest = !file.endsWith('.json');
  const changes = changesOf(scenario, timeline.envelope.desired);
  return cardOf({ timeline, scenario, changes, undo: text, ...(isManifest ? { from: { tool: 'file', path: file } } : {}) });
}

function requestsSection(traffic: TrafficReport | undefined): string[] {
  return traffic === undefined ? [] : ['## Requests', '', trafficText(traffic)];
}

/** What was known and what was only assumed. */
function restsOn(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['## What this rests on', '', ...notes.map((note) => `- ${note}`), ''];
}

function answer(args: readonly string[], terminal: Terminal): number {
  if (args.includes('--help') || args.includes('-h')) {
    const usages = [USAGE, MANY_USAGE, STRATEGY_USAGE, RENDER_USAGE, CHART_USAGE, REVIEW_USAGE, FINDINGS_USAGE, EXPLAIN_USAGE];
    terminal.out(usages.join('\n'));
    return 0;
  }
  if (args[0] === 'render') {
    const words = args.slice(1);
    return namesChart(words) ? renderChartAt(words, terminal) : renderOverlay(words, terminal);
  }
  if (args[0] === 'explain') return explainRollout(args.slice(1), terminal);
  if (args[0] === 'review') return reviewFolder(args.slice(1), terminal);
  if (args[0] === 'findings') return findingsIn(args.slice(1), terminal);
  if (args[0] === 'check') return checkOverlay(args.slice(1), terminal);
  const options = parseArguments(args);
  const { scenario, notes } = readInput(options);
  const rollout = play(scenario, terminal, options.format === 'endpoints' ? { watchEndpoints } : {});
  const timeline = rollout.timeline();
  const card = options.format === 'summary' ? decide(scenario, timeline, options.file, terminal) : undefined;
  const traffic = trafficOf(timeline, scenario);
  const mayBeLost = options.failOnLost === undefined ? Infinity : parseShare(options.failOnLost);
  if (mayBeLost < Infinity && traffic === undefined) throw new UsageError(NOBODY_SENDS);
  terminal.out(render({ rollout, timeline, traffic, notes, card }, options.format));
  const { kind, deadlineExceededAt } = timeline.outcome;
  const isDone = (kind === 'complete' || kind === 'nothingToDo') && deadlineExceededAt === undefined;
  const losesTooMuch = traffic !== undefined && traffic.failed > mayBeLost * traffic.requests;
  return (options.failOnStall && !isDone) || losesTooMuch ? 1 : 0;
}

const NOBODY_SENDS = '--fail-on-lost asks what becomes of requests: no Service of this file selects the pods';

function usageOf(command: string | undefined): string {
  if (command === 'render') return `${RENDER_USAGE}\n${CHART_USAGE}`;
  if (command === 'findings') return FINDINGS_USAGE;
  if (command === 'explain') return EXPLAIN_USAGE;
  return command === 'review' ? REVIEW_USAGE : USAGE;
}

/** Runs the command; returns its exit code: 0, 1 for what `--fail-on-…` asks, 2 when it could not be run. */
export function run(args: readonly string[], terminal: Terminal): number {
  try {
    return answer(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.error(`${error.message}\n\n${usageOf(args[0])}`);
    else if (error instanceof EngineError) terminal.error(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

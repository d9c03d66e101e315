import { changesOf } from '../../change/changesOf';
import { watchEndpoints } from '../../engine/simulation/endpointsWatch';
import { InsideRecorder } from '../../engine/simulation/inside/insideRecorder';
import { insideStateText, insideText } from '../../engine/simulation/inside/insideText';
import { hasKnownSpread } from '../../engine/simulation/batch/knownSpread';
import type { LikelyRange } from '../../engine/simulation/batch/likelyRange';
import type { Rollout } from '../../engine/simulation/rollout';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import type { InsideRecording } from '../../engine/simulation/inside/insideRows';
import { originOf } from '../../engine/simulation/setUp';
import { serializeTimeline } from '../../engine/simulation/timeline/serializeTimeline';
import type { Timeline } from '../../engine/simulation/timeline/timeline';
import { undoOf, undoText } from '../../engine/simulation/undo';
import { cardOf, type Card } from '../../engine/simulation/words/card';
import { endpointsText } from '../../engine/simulation/words/endpointsText';
import { kubectlHistory, kubectlTables } from '../../engine/simulation/words/kubectlOutput';
import { decisionLines, markdownSummary, rolloutStatusLines, watchTable } from '../../engine/simulation/words/renderText';
import { lostShare } from '../../engine/traffic/losses';
import { trafficOf, type TrafficReport } from '../../engine/traffic/trafficReport';
import { trafficText } from '../../engine/traffic/trafficText';
import { LIMITS } from '../../model/limits';
import { formatMoment } from '../../model/words';
import type { Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { parseShare } from '../input/parseTraffic';
import { readInput } from '../input/readInput';
import { simulationOptions, SIMULATION_OPTIONS } from '../input/simulationOptions';
import { play, playRange } from '../runs/play';
import type { Terminal } from '../terminal';

const FORMATS = ['summary', 'watch', 'status', 'table', 'history', 'describe', 'explain', 'endpoints', 'json'] as const;
type OutputFormat = (typeof FORMATS)[number];

export const SIMULATE: Command = {
  name: 'simulate',
  summary: 'what will this rollout do: plays it with the controllers themselves',
  operands: 'FILE',
  about:
    'Plays the rollout of a Deployment or DaemonSet with the controllers of Kubernetes on a virtual clock. FILE is YAML or JSON, a scenario (*.rollout.json), or - for the standard input.',
  options: {
    ...SIMULATION_OPTIONS,
    format: {
      takes: 'F',
      choices: FORMATS,
      says: [
        'what to print (default: summary)',
        '  summary   the outcome with its reasons',
        '  watch     what kubectl get -w would have printed',
        '  status    what kubectl rollout status would have printed',
        '  table     what kubectl get -o wide prints at the end',
        '  history   what kubectl rollout history prints at the end',
        '  describe  the newest revision, as kubectl rollout history --revision prints it',
        '  explain   every decision of the controllers',
        '  endpoints what the EndpointSlices of the workload’s Services say, over time',
        '  json      the whole timeline',
      ],
    },
    inside: {
      says: [
        'print what happens inside: writes, watches, caches, queues, the steps of each sync,',
        'expectations, slow start, scheduler and kubelets; with --format json as rows of the timeline',
      ],
    },
    at: { takes: 'S', says: ['with --inside: caches, queues and expectations at this second'] },
    'fail-on-stall': { says: ['exit with 1 when the rollout does not complete, or not before its deadline'] },
    'fail-on-lost': { takes: 'P', says: ['exit with 1 when a larger share of the requests fails, such as 0.1%'] },
  },
  examples: [
    ['rollout-lens simulate web.yaml --nodes 20', 'what will this manifest do?'],
    ['rollout-lens simulate web.yaml --from old.yaml --format watch', 'as kubectl get rs -w would have shown it'],
    ['rollout-lens simulate web.yaml --inside --at 2.5', 'what do the controllers believe and expect at that moment?'],
    ['helm template shop ./chart | rollout-lens simulate - --name web --fail-on-stall', 'exit code 1 where it never completes'],
  ],
  run: simulateFile,
};

function render({ rollout, timeline, traffic, notes, card, likely }: Answer, format: OutputFormat): string {
  const { objects } = rollout;
  switch (format) {
    case 'summary':
      return [markdownSummary(timeline, card, likely), ...requestsSection(traffic), ...restsOn(notes)].join('\n');
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
  readonly likely: LikelyRange | undefined;
}

/** What there is to decide on, the way back included: that is one more run. */
function decide(scenario: Scenario, timeline: Timeline, lost: number | undefined, file: string, terminal: Terminal): Card {
  const undo = undoOf(scenario, timeline);
  const text = 'text' in undo ? undo.text : undoText(play(undo.scenario, terminal).timeline(), undo);
  const isManifest = !file.endsWith('.json');
  const changes = changesOf(scenario, timeline.envelope.desired);
  const from = isManifest ? ({ tool: 'file', path: file } as const) : undefined;
  return cardOf({ timeline, scenario, changes, lost, undo: text, from });
}

function requestsSection(traffic: TrafficReport | undefined): string[] {
  return traffic === undefined ? [] : ['## Requests', '', trafficText(traffic)];
}

/** What was known and what was only assumed. */
function restsOn(notes: readonly string[]): string[] {
  return notes.length === 0 ? [] : ['## What this rests on', '', ...notes.map((note) => `- ${note}`), ''];
}

/** The rows themselves, in words, or what they come to at a moment. */
function renderInside(answer: Answer, inside: InsideRecording, format: OutputFormat, at: number | undefined): string {
  if (format === 'json') return render({ ...answer, timeline: { ...answer.timeline, inside } }, format);
  return at === undefined ? insideText(inside) : insideStateText(inside, at);
}

function momentAt(input: Arguments): number | undefined {
  const format = input.value('format');
  if (input.has('inside') && format !== undefined && format !== 'json')
    throw new UsageError(`--inside prints text, or rows with --format json, not ${format}`);
  const text = input.value('at');
  if (text === undefined) return undefined;
  if (!input.has('inside') || format === 'json') throw new UsageError('--at says when to look at what --inside prints as text');
  const seconds = text.trim() === '' ? NaN : Number(text);
  if (!(seconds >= 0 && seconds <= LIMITS.seconds))
    throw new UsageError(`--at is a second of the rollout such as 2.5, not ${text}`);
  return seconds;
}

const NOBODY_SENDS = '--fail-on-lost asks what becomes of requests: no Service of this file selects the pods';

function simulateFile(input: Arguments, terminal: Terminal): number {
  const format = FORMATS.find((each) => each === input.value('format')) ?? 'summary';
  const at = momentAt(input);
  const options = simulationOptions(input);
  const { scenario, notes, areRangesWritten } = readInput(options);
  const probe = input.has('inside') ? new InsideRecorder(originOf(scenario)) : undefined;
  const rollout = play(scenario, terminal, { probe, ...(format === 'endpoints' ? { watchEndpoints } : {}) });
  const timeline = rollout.timeline();
  const inside = probe?.recording();
  const isSummary = format === 'summary' && inside === undefined;
  const traffic = trafficOf(timeline, scenario);
  const lost = traffic && lostShare(traffic);
  const card = isSummary ? decide(scenario, timeline, lost, options.file, terminal) : undefined;
  const isRangeKnown = isSummary && timeline.facts.duration !== undefined && hasKnownSpread(scenario, areRangesWritten);
  const likely = isRangeKnown ? playRange(scenario, rollout.progress.steps) : undefined;
  const failOnLost = input.value('fail-on-lost');
  const mayBeLost = failOnLost === undefined ? Infinity : parseShare(failOnLost);
  if (mayBeLost < Infinity && traffic === undefined) throw new UsageError(NOBODY_SENDS);
  const answer = { rollout, timeline, traffic, notes, card, likely };
  terminal.out(inside === undefined ? render(answer, format) : renderInside(answer, inside, format, at));
  const { kind, deadlineExceededAt } = timeline.outcome;
  const isDone = (kind === 'complete' || kind === 'nothingToDo') && deadlineExceededAt === undefined;
  const losesTooMuch = traffic !== undefined && traffic.failed > mayBeLost * traffic.requests;
  return (input.has('fail-on-stall') && !isDone) || losesTooMuch ? 1 : 0;
}

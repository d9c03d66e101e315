import { EngineError } from '../engine/kernel/engineError';
import { decisionLines, markdownSummary, rolloutStatusLines, watchTable } from '../engine/simulation/words/renderText';
import { serializeTimeline } from '../engine/simulation/timeline/serializeTimeline';
import { simulateInSteps } from '../engine/simulation/simulate';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { Timeline } from '../engine/simulation/timeline/timeline';
import { formatMoment } from '../model/words';
import { parseArguments, USAGE, UsageError, type OutputFormat } from './options';
import { readScenario } from './readInput';

/** Where the command writes. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Somebody is watching: long runs show how far they are. */
  readonly isWatched: boolean;
}

function render(timeline: Timeline, format: OutputFormat): string {
  switch (format) {
    case 'summary':
      return markdownSummary(timeline);
    case 'watch':
      return watchTable(timeline);
    case 'status':
      return rolloutStatusLines(timeline)
        .map(({ t, text }) => `${formatMoment(t)}  ${text}\n`)
        .join('');
    case 'explain':
      return `${decisionLines(timeline, 0, timeline.end).join('\n')}\n`;
    case 'json':
      return `${serializeTimeline(timeline)}\n`;
  }
}

/** Plays in slices, so that Ctrl-C ends a long run. */
async function play(scenario: Scenario, terminal: Terminal): Promise<Timeline> {
  const run = simulateInSteps(scenario);
  for (;;) {
    const slice = await run.next();
    if (slice.done === true) {
      if (terminal.isWatched) terminal.error('\r\x1b[K');
      return slice.value;
    }
    if (terminal.isWatched)
      terminal.error(`\r${formatMoment(slice.value.t)} simulated, ${slice.value.steps} steps (Ctrl-C ends)`);
  }
}

async function answer(args: readonly string[], terminal: Terminal): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    terminal.out(USAGE);
    return 0;
  }
  const options = parseArguments(args);
  const timeline = await play(readScenario(options), terminal);
  terminal.out(render(timeline, options.format));
  const done = timeline.outcome.kind === 'complete' || timeline.outcome.kind === 'nothingToDo';
  return options.failOnStall && !done ? 1 : 0;
}

/** Runs the command; returns its exit code: 0, 1 for a stall with `--fail-on-stall`, 2 when it could not be run. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await answer(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) terminal.error(`${error.message}\n\n${USAGE}`);
    else if (error instanceof EngineError) terminal.error(`${error.message}\n`);
    else throw error;
    return 2;
  }
}

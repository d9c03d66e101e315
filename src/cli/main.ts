/** `npm run simulate -- file.yaml`: the answer of the simulator in a terminal, for development and for CI. */
import { EngineError } from '../engine/kernel/engineError';
import { decisionLines, markdownSummary, rolloutStatusLines, watchTable } from '../engine/simulation/renderText';
import { serializeTimeline } from '../engine/simulation/serializeTimeline';
import { simulateInSteps } from '../engine/simulation/simulate';
import type { Scenario } from '../engine/simulation/scenario';
import type { Timeline } from '../engine/simulation/timeline';
import { formatMoment } from '../engine/simulation/words';
import { parseArguments, USAGE, UsageError, type OutputFormat } from './options';
import { readScenario } from './readInput';

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

/** Shows how far a long run is, where somebody is watching; Ctrl-C ends it. */
async function play(scenario: Scenario): Promise<Timeline> {
  const run = simulateInSteps(scenario);
  for (;;) {
    const slice = await run.next();
    if (slice.done === true) {
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      return slice.value;
    }
    if (process.stderr.isTTY)
      process.stderr.write(`\r${formatMoment(slice.value.t)} simulated, ${slice.value.steps} steps (Ctrl-C ends)`);
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const options = parseArguments(args);
  const timeline = await play(readScenario(options));
  process.stdout.write(render(timeline, options.format));
  const done = timeline.outcome.kind === 'complete' || timeline.outcome.kind === 'nothingToDo';
  return options.failOnStall && !done ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof UsageError) process.stderr.write(`${error.message}\n\n${USAGE}`);
    else if (error instanceof EngineError) process.stderr.write(`${error.message}\n`);
    else process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 2;
  },
);

import 'mocha/mocha.js';

/** Marks our own lines among what the editor prints; the script that started the editor knows them by it. */
const MARK = '@@rollout-lens ';
const RESULT_MARK = '@@rollout-lens-result ';

/** Mocha insists on a reporter; ours listens to the runner instead. */
const silentReporter = function () {} as unknown as Mocha.ReporterConstructor;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  /** Names, each with what it said. */
  readonly failures: string[];
  /** What passed at the second try. */
  readonly again: string[];
}

/** Speaks through the only channel that every host carries to us: the console. */
export function say(text: string): void {
  for (const line of text.split('\n')) console.log(MARK + line);
}

const described = (test: Mocha.Runnable, error: unknown): string =>
  `${test.fullTitle()}\n    ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;

function report(runner: Mocha.Runner, counts: Counts): void {
  runner.on('pass', (test) => {
    counts.passed++;
    say(`  ✓ ${test.fullTitle()}`);
  });
  runner.on('pending', (test) => {
    counts.skipped++;
    say(`  - ${test.fullTitle()} (skipped)`);
  });
  runner.on('retry', (test: Mocha.Runnable, error: unknown) => {
    counts.again.push(described(test, error));
    say(`  ↻ ${described(test, error)}`);
  });
  runner.on('fail', (test, error: unknown) => {
    counts.failed++;
    counts.failures.push(described(test, error));
    say(`  ✗ ${described(test, error)}`);
  });
}

/** The browser build's own `run` reads the page's address for options, and a web worker or Node has no page. */
function runMocha(done: () => void): Mocha.Runner {
  const prototype = Object.getPrototypeOf(mocha) as BrowserMocha;
  return prototype.run.call(mocha, done);
}

/**
 * Runs one mocha suite inside an extension host; `loadTests` requires the test files once mocha's globals exist.
 * Rejects when a test fails, as VS Code expects from `run()`.
 */
export async function runSuite(loadTests: () => void): Promise<void> {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], again: [] };
  mocha.setup({ ui: 'bdd', timeout: 40_000, retries: 1, reporter: silentReporter });
  loadTests();
  await new Promise<void>((resolve) => {
    report(runMocha(resolve), counts);
  });
  console.log(RESULT_MARK + JSON.stringify(counts));
  if (counts.failed > 0) throw new Error(`${counts.failed} tests failed`);
}

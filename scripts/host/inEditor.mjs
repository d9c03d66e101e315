import { HumanError } from '../lib/project.mjs';

/**
 * What a suite counted. Each failure is a test's name and what it said; `again` are those that passed at the second try.
 * @typedef {{ passed: number, failed: number, skipped: number, failures?: string[], again?: string[] }} Counts
 */

const MARK = '@@rollout-lens ';
const RESULT_MARK = '@@rollout-lens-result ';

/**
 * Finds the suite's result among the lines it printed.
 * @param {readonly string[]} lines
 * @returns {Counts | undefined}
 */
export function resultAmong(lines) {
  const line = lines.find((text) => text.includes(RESULT_MARK));
  if (line === undefined) return undefined;
  return /** @type {Counts} */ (JSON.parse(line.slice(line.indexOf(RESULT_MARK) + RESULT_MARK.length)));
}

/**
 * Shows a line if the test run wrote it; what the editor says about itself is kept for the case of a failure only.
 * @param {string} line
 */
export function showIfOurs(line) {
  const at = line.indexOf(MARK);
  if (at >= 0) console.log(line.slice(at + MARK.length));
}

/**
 * Opens an editor's address whose payload names a test module, shows the tests' output and returns their result.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 * @param {number} [patienceMs] how long nothing may be heard of it
 * @returns {Promise<Counts>}
 */
export async function runTestsInPage(browser, address, patienceMs = 120_000) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const lines = [];
  /** @type {Promise<number>} */
  const exit = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationExit', resolve);
  });
  let heard = () => {};
  await page.exposeFunction('codeAutomationLog', (/** @type {string} */ _type, /** @type {unknown[]} */ args) => {
    const text = args.map(String).join(' ');
    lines.push(text);
    heard();
    showIfOurs(text);
  });
  try {
    await page.goto(address);
    const code = await withPatience(exit, patienceMs, lines, (again) => (heard = again));
    const result = resultAmong(lines);
    if (result === undefined) throw failure(`The editor's test run ended with code ${code} and no result.`, lines);
    return result;
  } finally {
    await context.close();
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} patienceMs
 * @param {readonly string[]} lines
 * @param {(heard: () => void) => void} onStart is given what to call whenever something was heard
 * @returns {Promise<T>}
 */
async function withPatience(promise, patienceMs, lines, onStart) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const patience = new Promise((_resolve, reject) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(failure(`The editor reported nothing for ${patienceMs / 1000} s.`, lines));
      }, patienceMs);
    };
    onStart(wait);
    wait();
  });
  return Promise.race([promise, patience]).finally(() => {
    clearTimeout(timer);
    // The page has last words after the result; with a clock of their own they would keep this process alive.
    onStart(() => {});
  });
}

/**
 * @param {string} what
 * @param {readonly string[]} lines
 */
function failure(what, lines) {
  const lastWords = lines.slice(-20).map((line) => `  ${line.slice(0, 300)}`);
  return new HumanError(`${what} Its last words:\n${lastWords.join('\n')}`);
}

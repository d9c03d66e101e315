import { appendFileSync } from 'node:fs';
import { checkInSteps } from '../../check/check';
import { sarifFormat } from '../../check/formats/sarifFormat';
import { isAtLeast } from '../../check/finding';
import type { Review } from '../../features/review/reviewChange';
import { reviewHeadline, reviewMarkdown } from '../../features/review/reviewMarkdown';
import { onlyOperand, type Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { GitHubProblem, writeComment, type PullRequest } from '../github/comment';
import { allSteps } from '../input/allSteps';
import { checkInputs } from '../input/checkInputs';
import { isFolder } from '../input/diskFiles';
import { readText } from '../input/readText';
import { reviewInSlices } from '../input/reviewInput';
import { CONFIG_OPTION, settingsAt } from '../input/settingsAt';
import { VERSION } from '../productVersion';
import type { Terminal } from '../terminal';
import { writeWhole } from '../writeWhole';
import { isBad } from './badReview';

export const PULL_REQUEST: Command = {
  name: 'pull-request',
  summary: 'in a job of GitHub: reviews the change, keeps one comment up to date',
  operands: '[FOLDER]',
  about:
    'For jobs of GitHub Actions (action.yml runs it): reviews what FOLDER (default: the current one) rolls out, compared with the merge base of the pull request, and writes that into one comment, which later runs bring up to date, and into the summary of the job. Takes GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_API_URL, GITHUB_TOKEN, GITHUB_STEP_SUMMARY and GITHUB_OUTPUT from the environment. Without a token no comment is written.',
  options: {
    base: { takes: 'REF', says: ['what to compare with; otherwise the base of the pull request'] },
    output: { takes: 'FILE', short: 'o', says: ['the review as Markdown is written there, too'] },
    sarif: { takes: 'FILE', says: ['all findings as SARIF are written there'] },
    config: CONFIG_OPTION,
    'no-comment': { says: ['writes no comment'] },
    'fail-on-bad': { says: ['exit with 1 when a rollout goes wrong, something is rejected, or an error is new'] },
  },
  examples: [['rollout-lens pull-request deploy --sarif rollout-lens.sarif --fail-on-bad', 'what action.yml does']],
  run: reviewPullRequest,
};

async function reviewPullRequest(input: Arguments, terminal: Terminal): Promise<number> {
  const folder = onlyOperand(input, 'folder') ?? '.';
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
  const event = readEvent();
  const base = input.value('base') ?? event.base;
  if (base === undefined)
    throw new UsageError('this job belongs to no pull request: --base origin/main says what to compare with');
  const { settings } = settingsAt(folder, input.value('config'));
  const review = allSteps(reviewInSlices({ folder, base, head: undefined, settings }));
  const markdown = reviewMarkdown(review);
  const output = input.value('output');
  if (output !== undefined) writeWhole(output, markdown);
  appendTo('GITHUB_STEP_SUMMARY', `${markdown}\n`);
  const sarif = input.value('sarif');
  if (sarif !== undefined) writeSarif(folder, sarif, input.value('config'));
  appendTo('GITHUB_OUTPUT', `bad=${String(isBad(review))}\nworkloads=${review.workloads.length}\n`);
  terminal.out(`${reviewHeadline(review)}\n`);
  if (!input.has('no-comment')) await comment(event.number, review, markdown, terminal);
  return input.has('fail-on-bad') && isBad(review) ? 1 : 0;
}

interface Event {
  readonly number: number | undefined;
  /** A commit. */
  readonly base: string | undefined;
}

function readEvent(): Event {
  const { GITHUB_EVENT_PATH: path } = process.env;
  if (path === undefined || path === '') return { number: undefined, base: undefined };
  const text = readText(path);
  try {
    const { pull_request: request } = JSON.parse(text) as { pull_request?: { number?: unknown; base?: { sha?: unknown } } };
    const { number, base } = request ?? {};
    return {
      number: typeof number === 'number' ? number : undefined,
      base: typeof base?.sha === 'string' ? base.sha : undefined,
    };
  } catch {
    throw new UsageError(`GITHUB_EVENT_PATH (${path}) is not JSON`);
  }
}

/** GitHub's way to take answers: files that jobs append to. */
function appendTo(name: 'GITHUB_STEP_SUMMARY' | 'GITHUB_OUTPUT', text: string): void {
  const path = process.env[name];
  if (path !== undefined && path !== '') appendFileSync(path, text);
}

function writeSarif(folder: string, file: string, config: string | undefined): void {
  const inputs = checkInputs([folder], { config, exclude: [], workspace: undefined });
  const results = inputs.map(({ checked }) => allSteps(checkInSteps(checked)));
  const findings = results.flatMap((each) => each.findings).filter(({ severity }) => isAtLeast(severity, 'information'));
  const omissions = results.flatMap((each) => each.omissions);
  const [files, workloads] = [0, 0];
  writeWhole(file, sarifFormat({ findings, omissions, files, workloads, known: 0, failOn: undefined, version: VERSION }));
}

/** Where a comment may not be written, as from a fork, the summary has it all. */
async function comment(number: number | undefined, review: Review, markdown: string, terminal: Terminal): Promise<void> {
  const { GITHUB_TOKEN: token = '', GITHUB_REPOSITORY: repository = '', GITHUB_API_URL: api } = process.env;
  if (number === undefined || token === '' || repository === '') return;
  const request: PullRequest = { api: api ?? 'https://api.github.com', repository, number, token };
  try {
    const isNews = review.workloads.length + review.configs.length > 0;
    terminal.out(`comment: ${await writeComment(request, markdown, isNews)}\n`);
  } catch (error) {
    if (!(error instanceof GitHubProblem)) throw error;
    terminal.out(`::warning title=rollout-lens::No comment: ${error.message.replaceAll('%', '%25').replaceAll('\n', '%0A')}\n`);
  }
}

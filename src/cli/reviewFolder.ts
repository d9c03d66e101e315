import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { availabilitySvg } from '../features/review/availabilityPicture';
import { withBuilds } from '../features/review/builtFiles';
import { reviewInSteps, type Review } from '../features/review/reviewChange';
import { reviewMarkdown } from '../features/review/reviewMarkdown';
import { reviewText } from '../features/review/reviewText';
import { DEFAULT_SETTINGS } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { UsageError } from './options';
import { changedBetween, changedTrees, reviewTrees, uriOf } from './reviewTrees';
import type { Terminal } from './terminal';

export const REVIEW_USAGE = `Usage: npm run simulate -- review --base REF|FOLDER [FOLDER] [options]

What the manifests of FOLDER (default: the current one) roll out, compared with the merge base of HEAD and REF
(a branch, a tag, a commit), or with another folder. Git is read, never run.

  --head REF        this commit instead of the files as they stand: review --base v1 --head v2
  --format F        text (default) or markdown
  --pictures DIR    markdown: pictures of availability over time are written there and linked
  --fail-on-bad     exit with 1 when a rollout goes wrong, something is rejected, or an error is new
`;

interface ReviewOptions {
  readonly folder: string;
  readonly base: string;
  readonly head: string | undefined;
  readonly format: 'text' | 'markdown';
  readonly pictures: string | undefined;
  readonly failOnBad: boolean;
}

/** `review --base REF`: what a change does to the workloads that run. */
export function reviewFolder(args: readonly string[], terminal: Terminal): number {
  const options = parseReview(args);
  const { folder } = options;
  const trees = reviewTrees(folder, options.base, options.head);
  const index = new WorkspaceIndex();
  for (const path of trees.after.paths) index.updateText(uriOf(folder, path), trees.after.textOf(path) ?? '');
  const files = changedBetween(folder, trees);
  const plain = { files, baseName: trees.baseName, index, settings: DEFAULT_SETTINGS };
  const input = finished(withBuilds(plain, changedTrees(folder, trees)));
  const review = finished(reviewInSteps(input), ({ done, of }) => {
    if (terminal.isWatched) terminal.error(`\r${done} of ${of} files reviewed (Ctrl-C ends)`);
  });
  if (terminal.isWatched) terminal.error('\r\x1b[K');
  terminal.out(options.format === 'text' ? reviewText(review) : inMarkdown(review, options.pictures));
  return options.failOnBad && isBad(review) ? 1 : 0;
}

function parseReview(args: readonly string[]): ReviewOptions {
  const values = new Map<string, string>();
  const folders: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--fail-on-bad') values.set(argument, '');
    else if (['--base', '--head', '--format', '--pictures'].includes(argument)) {
      const value = args[++index];
      if (value === undefined) throw new UsageError(`${argument} needs a value`);
      values.set(argument, value);
    } else if (argument.startsWith('-')) throw new UsageError(`${argument} is not an option of review`);
    else folders.push(argument);
  }
  const [folder = '.', ...more] = folders;
  const base = values.get('--base');
  const format = values.get('--format') ?? 'text';
  if (base === undefined) throw new UsageError('what to compare with is missing: --base origin/main, for instance');
  if (more.length > 0) throw new UsageError(`one folder at a time, please: ${more.join(', ')} is too much`);
  if (format !== 'text' && format !== 'markdown') throw new UsageError(`--format is text or markdown, not ${format}`);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new UsageError(`there is no folder ${folder}`);
  return {
    folder,
    base,
    head: values.get('--head'),
    format,
    pictures: values.get('--pictures'),
    failOnBad: values.has('--fail-on-bad'),
  };
}

function finished<S, T>(steps: Generator<S, T>, onStep?: (step: S) => void): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    onStep?.(next.value);
  }
}

function inMarkdown(review: Review, pictures: string | undefined): string {
  if (pictures === undefined) return reviewMarkdown(review);
  mkdirSync(pictures, { recursive: true });
  let count = 0;
  return reviewMarkdown(review, (run, { kind, name }) => {
    count += 1;
    const file = `${count}-${kind}-${name.replace(/[^\w.-]/g, '_')}.svg`;
    writeFileSync(join(pictures, file), availabilitySvg(run));
    return `![available pods over time](${encodeURI(`${pictures.split(sep).join('/')}/${file}`)})`;
  });
}

function isBad({ workloads }: Review): boolean {
  return workloads.some(
    ({ change, run, findings }) =>
      change === 'rejected' ||
      (typeof run === 'object' && run.tone === 'bad') ||
      findings.fresh.some(({ severity }) => severity === 'error'),
  );
}

import { join, sep } from 'node:path';
import { availabilitySvg } from '../../features/review/availabilityPicture';
import type { Review, ReviewProgress } from '../../features/review/reviewChange';
import { reviewMarkdown } from '../../features/review/reviewMarkdown';
import { reviewText } from '../../features/review/reviewText';
import { onlyOperand, type Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { allSteps } from '../input/allSteps';
import { reviewInSlices } from '../input/reviewInput';
import { isFolder } from '../input/diskFiles';
import { CONFIG_OPTION, settingsAt } from '../input/settingsAt';
import { isBad } from './badReview';
import { clearProgress, showProgress, type Terminal } from '../terminal';
import { withoutEditor } from '../terminalWords';
import { writeWhole } from '../writeWhole';

export const REVIEW: Command = {
  name: 'review',
  summary: 'what a change rolls out, compared with a branch, a commit or a folder',
  operands: '--base REF|FOLDER [FOLDER]',
  about:
    'What the manifests, overlays and charts of FOLDER (default: the current one) roll out, compared with the merge base of HEAD and REF (a branch, a tag, a commit), or with another folder. Git is read, never run.',
  options: {
    base: { takes: 'REF|FOLDER', says: ['what to compare with'] },
    head: { takes: 'REF', says: ['this commit instead of the files as they stand: review --base v1 --head v2'] },
    format: { takes: 'F', choices: ['text', 'markdown'], says: ['text (default) or markdown'] },
    pictures: { takes: 'DIR', says: ['markdown: pictures of availability over time are written there and linked'] },
    config: CONFIG_OPTION,
    'fail-on-bad': { says: ['exit with 1 when a rollout goes wrong, something is rejected, or an error is new'] },
  },
  examples: [
    ['rollout-lens review --base origin/main', 'what will this branch roll out?'],
    ['rollout-lens review --base origin/main --format markdown > comment.md', 'the same for a pull request'],
  ],
  run: reviewFolder,
};

/** What a change does to the workloads that run. */
function reviewFolder(input: Arguments, terminal: Terminal): number {
  const folder = onlyOperand(input, 'folder') ?? '.';
  const base = input.value('base');
  if (base === undefined) throw new UsageError('what to compare with is missing: --base origin/main, for instance');
  if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
  const { settings } = settingsAt(folder, input.value('config'));
  const review = finished(reviewInSlices({ folder, base, head: input.value('head'), settings }), terminal);
  const isMarkdown = input.value('format') === 'markdown';
  terminal.out(withoutEditor(isMarkdown ? inMarkdown(review, input.value('pictures')) : reviewText(review)));
  return input.has('fail-on-bad') && isBad(review) ? 1 : 0;
}

function finished(steps: Generator<ReviewProgress | undefined, Review>, terminal: Terminal): Review {
  const review = allSteps(steps, (step) => {
    if (step !== undefined) showProgress(terminal, `${step.done} of ${step.of} files reviewed`);
  });
  clearProgress(terminal);
  return review;
}

function inMarkdown(review: Review, pictures: string | undefined): string {
  if (pictures === undefined) return reviewMarkdown(review);
  let count = 0;
  return reviewMarkdown(review, (run, { kind, name }) => {
    count += 1;
    const file = `${count}-${kind}-${name.replace(/[^\w.-]/g, '_')}.svg`;
    writeWhole(join(pictures, file), availabilitySvg(run));
    return `![available pods over time](${encodeURI(`${pictures.split(sep).join('/')}/${file}`)})`;
  });
}

import { counted, formatDuration, inOneLine, listed, plainMarkdown } from '../../model/words';
import type { RuledFinding } from '../assessment';
import { availabilityLine } from './availabilityPicture';
import type { Review, ReviewedFindings, ReviewedWorkload } from './reviewChange';
import type { ReviewRun } from './reviewRun';

/** How a picture of a run gets into the document; undefined: as a line of text. */
export type Picture = (run: ReviewRun, workload: ReviewedWorkload) => string;

/** A review as Markdown, ready for a pull request. */
export function reviewMarkdown(review: Review, picture: Picture = (run) => `\`${availabilityLine(run)}\``): string {
  const { workloads, configs, together, omissions, baseName } = review;
  return [
    '# What this change rolls out',
    '',
    `**${plainMarkdown(reviewHeadline(review))}**`,
    '',
    `Compared with ${plainMarkdown(baseName)}, as kubectl apply would take it; simulated with assumed start times.`,
    '',
    ...(workloads.length === 0 ? [] : [...tableOf(workloads), '']),
    ...(together === undefined ? [] : [`Applied together: ${plainMarkdown(together)}.`, '']),
    ...(configs.length === 0 ? [] : ['## Configuration', '', ...configs.map((note) => `- ${plainMarkdown(note)}`), '']),
    ...workloads.flatMap((workload) => partOf(workload, picture)),
    ...(omissions.length === 0 ? [] : ['## Left out', '', ...omissions.map((note) => `- ${plainMarkdown(note)}`), '']),
  ].join('\n');
}

/** The one sentence that is read. */
export function reviewHeadline({ workloads }: Review): string {
  if (workloads.length === 0) return 'No workload changes.';
  const count = (...kinds: readonly ReviewedWorkload['change'][]): number =>
    workloads.filter(({ change }) => kinds.includes(change)).length;
  const parts = (
    [
      [count('rollout', 'rolloutAndScale'), 'rolls out', 'roll out'],
      [count('scale'), 'only scales', 'only scale'],
      [count('new'), 'is new', 'are new'],
      [count('renamed'), 'is renamed', 'are renamed'],
      [count('deleted'), 'is deleted', 'are deleted'],
      [count('strategy'), 'changes its strategy only', 'change their strategy only'],
      [count('none'), 'changes nothing that runs', 'change nothing that runs'],
      [count('rejected'), 'is rejected', 'are rejected'],
    ] as const
  ).filter(([amount]) => amount > 0);
  const [first, ...more] = parts.map(([amount, one, many]) => ({ amount, does: amount === 1 ? one : many }));
  const said = first === undefined ? [] : [`${counted(first.amount, 'workload')} ${first.does}`];
  said.push(...more.map(({ amount, does }) => `${amount} ${does}`));
  const bad = workloads.filter(({ run }) => typeof run === 'object' && run.tone === 'bad').map(({ name }) => name);
  const fresh = workloads.reduce((sum, { findings }) => sum + seriousIn(findings.fresh), 0);
  const warned = [
    ...(bad.length === 0 ? [] : [`${listed(bad)} ${bad.length === 1 ? 'goes' : 'go'} wrong`]),
    ...(fresh === 0 ? [] : [counted(fresh, 'new finding')]),
  ];
  return `${listed(said, said.length)}${warned.length === 0 ? '' : `; ${warned.join(', ')}`}.`;
}

function seriousIn(found: readonly RuledFinding[]): number {
  return found.filter(({ severity }) => severity === 'error' || severity === 'warning').length;
}

function tableOf(workloads: readonly ReviewedWorkload[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['workload', 'change', 'bounds', 'takes', 'findings']),
    row(['---', '---', '---', '---', '---']),
    ...workloads.map(({ kind, name, title, bounds, run, findings }) =>
      row([
        plainMarkdown(`${kind} ${name}`),
        plainMarkdown(title),
        plainMarkdown(bounds ?? ''),
        typeof run === 'object' ? takesText(run) : '',
        findingsText(findings),
      ]),
    ),
  ];
}

export function takesText({ seconds, tone }: ReviewRun): string {
  const sign = tone === 'bad' ? '⛔ ' : tone === 'warning' ? '⚠ ' : '';
  return `${sign}${seconds === undefined ? 'never completes' : formatDuration(seconds)}`;
}

export function findingsText({ fresh, fixed, still }: ReviewedFindings): string {
  const parts = [
    [fresh.length, 'new'],
    [fixed.length, 'fixed'],
    [still.length, 'still there'],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, what]) => `${amount} ${what}`)
    .join(', ');
}

function runText(run: ReviewRun | string): string {
  return plainMarkdown(typeof run === 'string' ? run : [run.headline, ...run.details].join('; '));
}

function partOf(workload: ReviewedWorkload, picture: Picture): string[] {
  const { kind, name, namespace, file, line, title, fields, bounds, run, findings } = workload;
  const place = line === 0 ? file : `${file}:${line}`;
  const summary = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}: ${title}`;
  const lines = [
    `Written in ${plainMarkdown(place)}${bounds === undefined ? '' : ` · ${plainMarkdown(bounds)}`}`,
    ...(run === undefined ? [] : ['', runText(run)]),
    ...(typeof run === 'object' ? ['', picture(run, workload)] : []),
    ...(fields.length === 0 ? [] : ['', ...fields.map((field) => `- ${plainMarkdown(field)}`)]),
    ...findingLines('New', findings.fresh),
    ...findingLines('Fixed', findings.fixed),
    ...findingLines('Still there', findings.still),
  ];
  return ['<details>', `<summary>${plainMarkdown(summary)}</summary>`, '', ...lines, '', '</details>', ''];
}

function findingLines(title: string, found: readonly RuledFinding[]): string[] {
  if (found.length === 0) return [];
  return [
    '',
    `${title}:`,
    '',
    ...found.map(({ severity, finding }) => `- ${severity}: ${plainMarkdown(inOneLine(finding.message))}`),
  ];
}

import { counted, formatDuration, inOneLine, listed, plainMarkdown, visible } from '../../model/words';
import type { RuledFinding } from '../assessment';
import { availabilityLine } from './availabilityPicture';
import { inVariant } from './changedFile';
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
    ...together.flatMap((sentence) => [`Applied together: ${plainMarkdown(sentence)}.`, '']),
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
  const restarts = workloads.reduce((sum, one) => sum + one.restarts, 0);
  const restarted = restarts === 0 ? '' : ` (${counted(restarts, 'pod')})`;
  const parts = (
    [
      [count('rollout', 'rolloutAndScale'), `rolls out${restarted}`, `roll out${restarted}`],
      [count('scale'), 'only scales', 'only scale'],
      [count('new'), 'is new', 'are new'],
      [count('renamed'), 'is renamed', 'are renamed'],
      [count('deleted'), 'is no longer in the files', 'are no longer in the files'],
      [count('strategy'), 'changes its strategy only', 'change their strategy only'],
      [count('none'), 'changes nothing that runs', 'change nothing that runs'],
      [count('rejected'), 'is rejected', 'are rejected'],
    ] as const
  ).filter(([amount]) => amount > 0);
  const [first, ...more] = parts.map(([amount, one, many]) => ({ amount, does: amount === 1 ? one : many }));
  const said = first === undefined ? [] : [`${counted(first.amount, 'workload')} ${first.does}`];
  said.push(...more.map(({ amount, does }) => `${amount} ${does}`));
  const bad = workloads.filter(({ run }) => typeof run === 'object' && run.tone === 'bad').map(({ name }) => name);
  const fresh = workloads.flatMap(({ findings }) => findings.fresh);
  const [errors, warnings] = ['error', 'warning'].map((wanted) => fresh.filter(({ severity }) => severity === wanted).length);
  const warned = [
    ...(bad.length === 0 ? [] : [`${listed(bad)} ${bad.length === 1 ? 'goes' : 'go'} wrong`]),
    ...(errors === 0 || errors === undefined ? [] : [counted(errors, 'new error')]),
    ...(warnings === 0 || warnings === undefined ? [] : [counted(warnings, 'new warning')]),
  ];
  return `${listed(said, said.length)}${warned.length === 0 ? '' : `; ${warned.join(', ')}`}.`;
}

/** Errors and warnings; the rest is worth a look, not a word. */
export function isSerious({ severity }: RuledFinding): boolean {
  return severity === 'error' || severity === 'warning';
}

function tableOf(workloads: readonly ReviewedWorkload[]): string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    row(['workload', 'change', 'surge and unavailable', 'floor–ceiling', 'takes', 'findings']),
    row(['---', '---', '---', '---', '---', '---']),
    ...workloads.map(({ kind, name, variant, title, bounds, run, findings }) =>
      row([
        plainMarkdown(`${kind} ${name}${inVariant({ variant })}`),
        plainMarkdown(title),
        ...boundsCells(bounds),
        typeof run === 'object' ? takesText(run) : '',
        findingsText(findings),
      ]),
    ),
  ];
}

/** `surge 3 · unavailable 2 · 8–13 pods`: how many at once, and how many there are. */
function boundsCells(bounds = ''): [string, string] {
  const parts = bounds.split(' · ');
  const at = parts.findIndex((part) => /^[\d–]+ pods?\b/.test(part));
  return [
    plainMarkdown(parts.slice(0, at < 0 ? parts.length : at).join(' · ')),
    at < 0 ? '' : plainMarkdown(parts.slice(at).join(' · ')),
  ];
}

export function signOf({ tone }: ReviewRun): string {
  return tone === 'bad' ? '⛔ ' : tone === 'warning' ? '⚠ ' : '';
}

export function takesText(run: ReviewRun): string {
  const { seconds } = run;
  return `${signOf(run)}${seconds === undefined ? 'never completes' : formatDuration(seconds)}`;
}

/** Errors and warnings; what is less is in the part of the workload only. */
export function findingsText({ fresh, fixed, still }: ReviewedFindings): string {
  return (
    [
      [fresh, 'new'],
      [fixed, 'fixed'],
      [still, 'still there'],
    ] as const
  )
    .map(([found, what]) => ({ amount: found.filter(isSerious).length, what }))
    .filter(({ amount }) => amount > 0)
    .map(({ amount, what }) => `${amount} ${what}`)
    .join(', ');
}

function runText(run: ReviewRun | string): string {
  return plainMarkdown(typeof run === 'string' ? run : [run.headline, ...run.details].join('; '));
}

function partOf(workload: ReviewedWorkload, picture: Picture): string[] {
  const { kind, name, variant, namespace, place, title, fields, refusals, bounds, run, findings } = workload;
  const summary = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}${inVariant({ variant })}: ${title}`;
  const lines = [
    `Written in ${plainMarkdown(place)}${bounds === undefined ? '' : ` · ${plainMarkdown(bounds)}`}`,
    ...(refusals.length === 0 ? [] : ['', ...refusals.map((refusal) => `- ⛔ ${plainMarkdown(inOneLine(refusal))}`)]),
    ...(run === undefined ? [] : ['', runText(run)]),
    ...(typeof run === 'object' ? ['', picture(run, workload)] : []),
    ...(fields.length === 0 ? [] : ['', ...fields.map((field) => `- ${plainMarkdown(field)}`)]),
    ...findingLines('New', findings.fresh),
    ...findingLines('Fixed', findings.fixed),
    ...findingLines('Still there', findings.still),
  ];
  return ['<details>', `<summary>${inHtml(summary)}</summary>`, '', ...lines, '', '</details>', ''];
}

/** A summary is HTML, in which nothing is Markdown; nor may it become one where somebody takes it for that. */
function inHtml(text: string): string {
  return visible(inOneLine(text)).replace(/[&<>[\]`]/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
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

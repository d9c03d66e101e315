import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { availabilitySvg } from '../features/review/availabilityPicture';
import { reviewInSteps, type Review } from '../features/review/reviewChange';
import type { ChangedFile } from '../features/review/reviewInput';
import { reviewMarkdown } from '../features/review/reviewMarkdown';
import { reviewText } from '../features/review/reviewText';
import { DEFAULT_SETTINGS } from '../features/settings';
import { WorkspaceIndex } from '../features/workspaceIndex';
import { Repository } from './git/repository';
import { UsageError } from './options';
import type { Terminal } from './terminal';

export const REVIEW_USAGE = `Usage: npm run simulate -- review --base REF|FOLDER [FOLDER] [options]

What the manifests of FOLDER (default: the current one) roll out, compared with the merge base of HEAD and REF
(a branch, a tag, a commit), or with another folder. Git is read, never run.

  --format F        text (default) or markdown
  --pictures DIR    markdown: pictures of availability over time are written there and linked
  --fail-on-bad     exit with 1 when a rollout goes wrong, something is rejected, or an error is new
`;

interface ReviewOptions {
  readonly folder: string;
  readonly base: string;
  readonly format: 'text' | 'markdown';
  readonly pictures: string | undefined;
  readonly failOnBad: boolean;
}

/** `review --base REF`: what a change does to the workloads that run. */
export function reviewFolder(args: readonly string[], terminal: Terminal): number {
  const options = parseReview(args);
  const now = readTree(options.folder);
  const { files, name } = filesBefore(options);
  const index = new WorkspaceIndex();
  for (const [path, text] of now) index.updateText(uriOf(options.folder, path), text);
  const changed = changedFiles(options.folder, files, now);
  const review = finished(reviewInSteps({ files: changed, baseName: name, index, settings: DEFAULT_SETTINGS }), terminal);
  terminal.out(options.format === 'text' ? reviewText(review) : inMarkdown(review, options.pictures));
  return options.failOnBad && isBad(review) ? 1 : 0;
}

function parseReview(args: readonly string[]): ReviewOptions {
  const values = new Map<string, string>();
  const folders: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--fail-on-bad') values.set(argument, '');
    else if (['--base', '--format', '--pictures'].includes(argument)) {
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
  return { folder, base, format, pictures: values.get('--pictures'), failOnBad: values.has('--fail-on-bad') };
}

const MANIFEST = /\.(?:ya?ml|json)$/i;
/** Nobody deploys from there, and they are large. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '.git']);
const MAX_FILE = 2 * 1024 * 1024;

/** The manifests below a folder by their paths, with slashes. */
function readTree(folder: string, below = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory() && !SKIPPED.has(entry.name)) for (const [name, text] of readTree(folder, path)) found.set(name, text);
    else if (entry.isFile() && MANIFEST.test(entry.name) && statSync(join(folder, path)).size <= MAX_FILE)
      found.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return found;
}

interface Before {
  readonly files: ReadonlyMap<string, string>;
  /** How texts call it. */
  readonly name: string;
}

function filesBefore({ folder, base }: ReviewOptions): Before {
  const repository = Repository.around(folder);
  const commit = repository?.commitOf(base);
  if (repository === undefined || commit === undefined) {
    if (existsSync(base) && statSync(base).isDirectory()) return { files: readTree(base), name: base };
    const why =
      repository === undefined ? `${folder} is in no Git repository` : 'the repository has no such branch, tag or commit';
    throw new UsageError(`${base} cannot be compared with: ${why}, and there is no folder of that name`);
  }
  const head = repository.commitOf('HEAD');
  const from = (head === undefined ? undefined : repository.mergeBase(head, commit)) ?? commit;
  const inside = relative(repository.root, resolve(folder)).split(sep).join('/');
  const below = inside === '' ? '' : `${inside}/`;
  const files = repository.files(
    from,
    below,
    (path) => MANIFEST.test(path) && !path.split('/').some((part) => SKIPPED.has(part)),
  );
  const own = new Map([...files].map(([path, text]) => [path.slice(below.length), text]));
  return { files: own, name: from === commit ? base : `the merge base with ${base}` };
}

function changedFiles(folder: string, before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): ChangedFile[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].sort();
  return names
    .filter((name) => before.get(name) !== now.get(name))
    .map((name) => ({ uri: uriOf(folder, name), name, before: before.get(name), after: now.get(name) }));
}

function uriOf(folder: string, path: string): string {
  return pathToFileURL(resolve(folder, path)).href;
}

function finished(steps: ReturnType<typeof reviewInSteps>, terminal: Terminal): Review {
  for (;;) {
    const next = steps.next();
    if (next.done === true) {
      if (terminal.isWatched) terminal.error('\r\x1b[K');
      return next.value;
    }
    const { done, of } = next.value;
    if (terminal.isWatched) terminal.error(`\r${done} of ${of} files reviewed (Ctrl-C ends)`);
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

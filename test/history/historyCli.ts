/**
 * `npm run histories -- GIT-DIRECTORY… [--max N] [--only PATH]`: explains real commits of repositories that were fetched, one
 * review after another, to be read. Each commit that touches a workload is compared with its first parent.
 */
import { execFileSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { withBuilds } from '../../src/features/review/builtFiles';
import { reviewInSteps } from '../../src/features/review/reviewChange';
import { reviewText } from '../../src/features/review/reviewText';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { changedBetween, changedTrees, reviewTrees, uriOf, type ManifestTree } from '../../src/cli/input/reviewTrees';

interface Options {
  readonly folders: readonly string[];
  readonly max: number;
  readonly only: string | undefined;
}

function parse(args: readonly string[]): Options {
  const folders: string[] = [];
  let [max, only]: [number, string | undefined] = [20, undefined];
  for (let at = 0; at < args.length; at++) {
    if (args[at] === '--max') max = Number(args[++at]);
    else if (args[at] === '--only') only = args[++at];
    else folders.push(args[at] ?? '');
  }
  return { folders, max, only };
}

/** The newest commits whose diff touches a line of a workload's file. */
function commitsOf(folder: string, { max, only }: Options): string[] {
  const path = only === undefined ? ['*.yaml', '*.yml'] : [only];
  const out = execFileSync(
    'git',
    [
      '--git-dir',
      folder,
      'log',
      '--first-parent',
      '-m',
      '--format=%H %s',
      `--max-count=${max}`,
      '-G',
      'image:|replicas:|containers:|env:|cpu:|memory:|kind: (Deployment|DaemonSet)|data:',
      '--',
      ...path,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  return out.split('\n').filter((line) => line !== '');
}

function finished<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
  }
}

/** What is in the index already: from one commit to the next little changes. */
class Around {
  readonly index = new WorkspaceIndex();
  readonly #ids = new Map<string, string>();

  follow(folder: string, tree: ManifestTree): void {
    const gone = new Set(this.#ids.keys());
    for (const path of tree.paths) {
      gone.delete(path);
      const id = tree.idOf(path) ?? '';
      if (this.#ids.get(path) === id) continue;
      this.#ids.set(path, id);
      this.index.updateText(uriOf(folder, path), tree.textOf(path) ?? '');
    }
    for (const path of gone) {
      this.#ids.delete(path);
      this.index.remove(uriOf(folder, path));
    }
  }
}

function explain(folder: string, line: string, around: Around): void {
  const [commit = '', ...subject] = line.split(' ');
  const started = performance.now();
  const trees = reviewTrees(folder, `${commit}~1`, commit);
  const changed = changedBetween(folder, trees);
  around.follow(folder, trees.after);
  const { index } = around;
  const plain = { files: changed, baseName: 'the parent', index, settings: DEFAULT_SETTINGS };
  const review = finished(reviewInSteps(finished(withBuilds(plain, changedTrees(folder, trees)))));
  const took = Math.round(performance.now() - started);
  process.stdout.write(
    `\n##### ${commit.slice(0, 10)} ${subject.join(' ')} (${changed.length} files of ${trees.after.paths.length}, ${took} ms)\n${reviewText(review)}`,
  );
}

const options = parse(process.argv.slice(2));
for (const folder of options.folders) {
  const around = new Around();
  for (const line of commitsOf(folder, options)) {
    try {
      explain(folder, line, around);
    } catch (error) {
      process.stdout.write(`\n##### ${line}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    }
  }
}

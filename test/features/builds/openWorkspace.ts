import { Analysis } from '../../../src/features/analysis';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { WorkspaceBuilds } from '../../../src/features/builds/workspaceBuilds';
import { DEFAULT_SETTINGS, type FeatureSettings } from '../../../src/features/settings';
import { fileTree } from '../../support/fileTree';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';

/** Files in memory as an editor has them: builds are told of what they ask for, and of what is typed. */
export class OpenWorkspace {
  readonly builds: WorkspaceBuilds;
  readonly index = new WorkspaceIndex();
  readonly asked: string[] = [];
  readonly #files: Map<string, string>;
  #settings: FeatureSettings = DEFAULT_SETTINGS;
  #older: Readonly<Record<string, string>> = {};

  /** `each` reads one file. Where the clock stands still, nothing is cut in slices. */
  constructor(
    files: Readonly<Record<string, string>>,
    each: (path: string, read: () => void) => void = (_path, read) => {
      read();
    },
    now: () => number = () => 0,
  ) {
    this.#files = new Map(Object.entries(files));
    this.builds = new WorkspaceBuilds({
      uriOf,
      pathOf: (uri) => uri.slice('file:///'.length),
      factsFor: (uri) => this.index.factsFor(uri),
      settingsFor: () => this.#settings,
      now,
    });
    for (const [path, text] of this.#files)
      each(path, () => {
        this.index.updateText(uriOf(path), text);
        this.builds.define(path, text);
      });
  }

  set settings(settings: FeatureSettings) {
    this.#settings = settings;
    this.builds.refresh();
  }

  textOf(path: string): string {
    return this.#files.get(path) ?? '';
  }

  type(path: string, text: string): void {
    this.#files.set(path, text);
    this.builds.update(path, text);
  }

  /** What the files were in the version that is compared with. */
  compareWith(name: string, older: Readonly<Record<string, string>>): void {
    this.#older = older;
    this.builds.compareWith(name);
  }

  #tellOlder(): boolean {
    const { older } = this.builds;
    const { wanted, wantedLists } = older.files;
    const tree = fileTree(this.#older);
    for (const folder of wantedLists) older.tellList(folder, tree.list?.(folder) ?? []);
    for (const path of wanted) {
      const text = tree.read(path);
      older.tell(path, text === undefined ? (tree.isFolder(path) ? 'folder' : 'none') : { text });
    }
    return wanted.length + wantedLists.length > 0;
  }

  /** Makes all builds of files, and reads for them what they ask for. `slice` does what is done at once. */
  settle(open: readonly string[], slice: (run: () => boolean) => boolean = (run) => run()): void {
    for (let round = 0; round < 500; round += 1) {
      while (slice(() => this.builds.step(open)));
      const { wanted, wantedLists } = this.builds.files;
      if (wanted.length + wantedLists.length === 0) {
        if (this.#tellOlder()) continue;
        return;
      }
      for (const folder of wantedLists)
        this.builds.tellList(folder, fileTree(Object.fromEntries(this.#files)).list?.(folder) ?? []);
      for (const path of wanted) {
        this.asked.push(path);
        const text = this.#files.get(path);
        if (text !== undefined) this.builds.update(path, text);
        else this.builds.tell(path, this.#isFolder(path) ? 'folder' : 'none');
      }
    }
    throw new Error('the builds never have all that they ask for');
  }

  #isFolder(path: string): boolean {
    return [...this.#files.keys()].some((file) => file.startsWith(`${path}/`));
  }

  /** How long the texts are that are built of a file. */
  builtSizes(path: string): readonly number[] {
    return this.builds.plansFor(path).map(({ id }) => this.builds.analysisOf(id)?.built.text.length ?? 0);
  }

  /** As the editor has it: everything is made. */
  open(path: string): Analysis {
    this.builds.update(path, this.textOf(path));
    this.settle([path]);
    return this.look(path);
  }

  /** As it is at the next question after an edit. */
  look(path: string): Analysis {
    const uri = uriOf(path);
    const alone = new Analysis(uri, this.textOf(path), { settings: this.#settings, facts: this.index.factsFor(uri) });
    return new Analysis(uri, alone.manifest, alone.surroundings, alone, this.builds.viewOf(path, alone));
  }
}

function uriOf(path: string): string {
  return `file:///${path}`;
}

/** An Application of Argo CD that installs the chart of `charts/web`, as a release of this name. */
export function installedAs(release: string): Readonly<Record<string, string>> {
  return {
    'apps/web.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${release}}
spec:
  source: {path: charts/web, helm: {releaseName: ${release}}}
  destination: {namespace: shop}
`,
  };
}

/** `error not-built: …`, and what else these rules say of a file. */
export function saidOf(files: Readonly<Record<string, string>>, path: string, rules: readonly string[]): readonly string[] {
  return computeDiagnostics(new OpenWorkspace(files).open(path))
    .filter(({ ruleId }) => rules.includes(ruleId))
    .map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`);
}

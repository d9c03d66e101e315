import { Analysis } from '../features/analysis';
import { REFUSALS } from '../features/builds/refusals';
import { WorkspaceBuilds } from '../features/builds/workspaceBuilds';
import type { FeatureSettings } from '../features/settings';
import type { WorkspaceIndex } from '../features/workspaceIndex';
import type { CheckedFiles } from './checkedFiles';

/** Builds of so many files that were looked at last are kept: neighbors are mostly in the same ones. */
const KEPT_FILES = 40;
/** Beyond it somebody has let builds loose on a disk. */
const MAX_ASKED = 50_000;

/** The overlays and charts of a workspace, each made when a file of it is looked at. */
export class CheckedBuilds {
  readonly #files: CheckedFiles;
  readonly #builds: WorkspaceBuilds;
  readonly #isAny: boolean;
  #last: readonly string[] = [];
  #asked = 0;

  constructor(files: CheckedFiles, index: WorkspaceIndex, settings: FeatureSettings) {
    this.#files = files;
    const paths = new Map(files.paths.map((path) => [files.uriOf(path), files.top + path]));
    this.#builds = new WorkspaceBuilds({
      uriOf: (path) => (path.startsWith(files.top) ? files.uriOf(path.slice(files.top.length)) : `file:///${path}`),
      pathOf: (uri) => paths.get(uri) ?? uri,
      factsFor: (uri) => index.factsFor(uri),
      settingsFor: () => settings,
      // Nobody types meanwhile: each build is made in one go.
      now: () => 0,
    });
    const definitions = [...index.definitions()];
    this.#isAny = definitions.length > 0;
    for (const [uri, text] of definitions) this.#builds.define(paths.get(uri) ?? uri, text);
  }

  /** A file as it is built, where it is. */
  seen(path: string, alone: Analysis): Analysis {
    if (!this.#isAny) return alone;
    const full = this.#files.top + path;
    if (this.#builds.plansFor(full).length === 0) return alone;
    this.#last = [...this.#last.slice(1 - KEPT_FILES), full];
    this.#builds.keepOnly(this.#last);
    this.#builds.update(full, alone.manifest.text);
    while (this.#builds.step([full]) || this.#read());
    const view = this.#builds.viewOf(full, alone);
    return view === undefined ? alone : new Analysis(alone.uri, alone.manifest, alone.surroundings, alone, view);
  }

  /** What builds have asked for; false: nothing. */
  #read(): boolean {
    const { wanted, wantedLists } = this.#builds.files;
    for (const folder of wantedLists) this.#builds.tellList(folder, this.#files.list(folder).slice(0, MAX_ASKED));
    for (const path of wanted) this.#readOne(path);
    return wanted.length + wantedLists.length > 0;
  }

  #readOne(path: string): void {
    this.#asked += 1;
    const found = this.#asked > MAX_ASKED ? { refused: REFUSALS.tooMany } : this.#files.lookAt(path);
    if (typeof found === 'object' && 'text' in found) this.#builds.update(path, found.text);
    else this.#builds.tell(path, found);
  }
}

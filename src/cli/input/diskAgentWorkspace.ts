import { resolve } from 'node:path';
import { CheckedBuilds } from '../../check/checkedBuilds';
import { Analysis } from '../../features/analysis';
import type { AgentWorkspace, Pause, Problem } from '../../agents/answer';
import type { Review } from '../../features/review/reviewChange';
import { WorkspaceIndex } from '../../features/workspaceIndex';
import { looksLikeJsonManifest } from '../../manifest/kinds';
import { UsageError } from '../arguments/usageError';
import { reviewInSlices } from './reviewInput';
import { settingsAt } from './settingsAt';
import { DiskWorkspace } from './workspace';

/** The files of a folder as they are at each call: agents write between them. */
export class DiskAgentWorkspace implements AgentWorkspace {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  paths(): Promise<readonly string[]> {
    return Promise.resolve(this.#read().paths);
  }

  analysisOf(path: string): Promise<Analysis | Problem> {
    const found = this.#read();
    const name = found.files.pathOf(resolve(found.files.root, path));
    const file = name === undefined ? 'none' : found.files.lookAt(found.files.top + name);
    if (name !== undefined && typeof file === 'object' && 'text' in file) return Promise.resolve(found.seen(name, file.text));
    const why =
      typeof file === 'object' && 'refused' in file ? `${path} ${file.refused}` : `there is no file ${path} in ${this.#root}`;
    return Promise.resolve({ problem: why });
  }

  async textOf(path: string): Promise<string | Problem> {
    const found = await this.analysisOf(path);
    return found instanceof Analysis ? found.manifest.text : found;
  }

  analysisOfText(text: string): Promise<Analysis> {
    return Promise.resolve(this.#read().seen('text', text));
  }

  async review(base: string | undefined, pause: Pause): Promise<Review | Problem> {
    try {
      const { settings } = settingsAt(this.#root, undefined);
      const steps = reviewInSlices({ folder: this.#root, base: base ?? 'HEAD', head: undefined, settings });
      for (;;) {
        const step = steps.next();
        if (step.done === true) return step.value;
        await pause();
      }
    } catch (error) {
      if (error instanceof UsageError) return { problem: error.message };
      throw error;
    }
  }

  /** Read once for the questions of one turn. */
  #read(): Seen {
    const known = this.#seen;
    if (known !== undefined) return known;
    const seen = new Seen(this.#root);
    this.#seen = seen;
    setImmediate(() => {
      this.#seen = undefined;
    });
    return seen;
  }
  #seen: Seen | undefined;
}

/** A workspace as it is at one moment. */
class Seen {
  readonly files: DiskWorkspace;
  readonly paths: readonly string[];
  readonly #index = new WorkspaceIndex();
  readonly #settings;
  #builds: CheckedBuilds | undefined;

  constructor(root: string) {
    this.files = new DiskWorkspace(root);
    this.#settings = settingsAt(root, undefined).settings;
    const paths: string[] = [];
    for (const path of this.files.paths) {
      const text = this.files.textOf(path);
      const isData = path.endsWith('.json') && text !== undefined && !looksLikeJsonManifest(text);
      if (isData) this.#index.noteData(this.files.uriOf(path), text);
      if (text === undefined || isData) continue;
      this.#index.updateText(this.files.uriOf(path), text);
      paths.push(path);
    }
    this.paths = paths;
  }

  seen(path: string, text: string): Analysis {
    const uri = this.files.uriOf(path);
    const alone = new Analysis(uri, text, { settings: this.#settings, facts: this.#index.factsFor(uri) });
    this.#builds ??= new CheckedBuilds(this.files, this.#index, this.#settings);
    return this.#builds.seen(path, alone);
  }
}

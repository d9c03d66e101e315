import * as vscode from 'vscode';
import { Analysis } from '../../features/analysis';
import { listWorkloads, type ListedWorkload } from '../../features/workloadList';
import type { Analyses } from '../analyses';

/** Closed files whose reading is kept. */
const MOST_KEPT = 200;

/** What the files of the workspace hold, open in an editor or not. */
export class WorkloadFiles {
  readonly #analyses: Analyses;
  /** Of closed files, the one asked for last at the end. */
  readonly #kept = new Map<string, Analysis>();

  constructor(analyses: Analyses) {
    this.#analyses = analyses;
  }

  /** The files with workloads below a folder; undefined: all. */
  uris(folder?: vscode.Uri): vscode.Uri[] {
    const below = folder === undefined ? '' : `${folder.toString().replace(/\/$/, '')}/`;
    return this.#analyses.index.workloadFiles.filter((uri) => uri.startsWith(below)).map((uri) => vscode.Uri.parse(uri));
  }

  async workloadsIn(uri: vscode.Uri): Promise<readonly ListedWorkload[]> {
    const analysis = await this.#analysisOf(uri);
    return analysis === undefined ? [] : listWorkloads(analysis);
  }

  async #analysisOf(uri: vscode.Uri): Promise<Analysis | undefined> {
    const key = uri.toString();
    const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
    if (open !== undefined) return this.#analyses.analysisOf(open);
    const text = await readText(uri);
    const known = this.#kept.get(key);
    this.#kept.delete(key);
    if (text === undefined) return undefined;
    const surroundings = { settings: this.#analyses.settingsFor(uri), facts: this.#analyses.index.factsFor(key) };
    const isSame = known?.manifest.text === text && known.surroundings.facts === surroundings.facts;
    const analysis =
      isSame && known.surroundings.settings === surroundings.settings ? known : new Analysis(key, text, surroundings, known);
    this.#kept.set(key, analysis);
    const [oldest] = this.#kept.size > MOST_KEPT ? this.#kept.keys() : [];
    if (oldest !== undefined) this.#kept.delete(oldest);
    return analysis;
  }
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // It is gone, and the index will hear of it.
    return undefined;
  }
}

import { isChartFile, isValuesFile } from '../manifest/charts';
import {
  isKustomizationFile,
  isSkaffoldFile,
  isYttOverlay,
  readKustomization,
  readSkaffoldImages,
  type Kustomization,
  type Kustomized,
} from '../manifest/kustomization';
import { kustomizedBy, NamedFiles } from './kustomizedBy';

/** The files of tools that change manifests on their way to the cluster, as they were read last. */
export class ToolFiles {
  readonly #kustomizations = new Map<string, Kustomization>();
  /** The same, by what they name; made again when one has changed. */
  #named: NamedFiles | undefined;
  readonly #skaffold = new Map<string, readonly string[]>();
  /** An open one is asked for at every look at its document. */
  readonly #texts = new Map<string, string>();

  /** Charts may be rendered with them. Something else may be called so as well. */
  readonly #values = new Set<string>();

  /** Files that ytt lays over others. */
  readonly #overlays = new Set<string>();

  /** Objects that say which folders of the repository are applied. */
  readonly #deployers = new Map<string, string>();

  /** The same that go through files, and small files that may be those. */
  readonly #asking = new Map<string, string>();
  readonly #fillings = new Map<string, string>();

  /** True: it is news that there is a file of values, what is applied, or what lies over others. */
  note(uri: string, text: string): boolean {
    const isOverlay = isYttOverlay(text);
    const isNews = this.#overlays.has(uri) !== isOverlay;
    if (isOverlay) this.#overlays.add(uri);
    else this.#overlays.delete(uri);
    return [this.#noteApplied(uri, text), this.#noteFilling(uri, text), isNews].includes(true);
  }

  /** True: somebody asks for such files. */
  #noteFilling(uri: string, text: string): boolean {
    if (asksForFiles(text)) this.#asking.set(uri, text);
    else this.#asking.delete(uri);
    const isOne = text.length <= MAX_FILLING && !this.isOne(uri) && !OBJECT.test(text);
    if (!isOne) return this.#fillings.delete(uri) && this.#isAskedFor(uri);
    const before = this.#fillings.get(uri);
    if (before === text || (before === undefined && this.#fillings.size >= MOST_FILLINGS)) return false;
    this.#fillings.set(uri, text);
    return this.#isAskedFor(uri);
  }

  /** As far as its name tells: whoever asks for `config.json` or `*.json` may mean it. */
  #isAskedFor(uri: string): boolean {
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    const any = `*${name.slice(Math.max(0, name.lastIndexOf('.')))}`;
    return [...this.#asking.values()].some((text) => text.includes(name) || text.includes(any));
  }

  #noteApplied(uri: string, text: string): boolean {
    if (mayDeploy(text)) {
      const isNews = this.#deployers.get(uri) !== text;
      this.#deployers.set(uri, text);
      return isNews;
    }
    if (this.#deployers.delete(uri)) return true;
    if (!isValuesFile(uri) || this.#values.has(uri)) return false;
    this.#values.add(uri);
    return true;
  }

  isOne(uri: string): boolean {
    return isKustomizationFile(uri) || isSkaffoldFile(uri) || isChartFile(uri);
  }

  /** False: it is known so already. */
  update(uri: string, text: string): boolean {
    if (this.#texts.get(uri) === text) return false;
    this.#texts.set(uri, text);
    if (isSkaffoldFile(uri)) this.#skaffold.set(uri, readSkaffoldImages(text));
    if (!isKustomizationFile(uri)) return true;
    this.#named = undefined;
    const kustomization = readKustomization(text);
    if (kustomization === undefined) this.#kustomizations.delete(uri);
    else this.#kustomizations.set(uri, kustomization);
    return true;
  }

  /** True: it was one. */
  remove(uri: string): boolean {
    this.#asking.delete(uri);
    const wasAskedFor = this.#fillings.delete(uri) && this.#isAskedFor(uri);
    if (this.#deployers.delete(uri)) return true;
    if (this.#overlays.delete(uri)) return true;
    this.#kustomizations.delete(uri);
    this.#named = undefined;
    this.#skaffold.delete(uri);
    return [this.#texts.delete(uri), this.#values.delete(uri), wasAskedFor].includes(true);
  }

  copyTo(other: ToolFiles): void {
    for (const [uri, text] of this.#texts) other.#texts.set(uri, text);
    for (const [uri, kustomization] of this.#kustomizations) other.#kustomizations.set(uri, kustomization);
    other.#named = undefined;
    for (const [uri, images] of this.#skaffold) other.#skaffold.set(uri, images);
    for (const uri of this.#overlays) other.#overlays.add(uri);
  }

  /** ConfigMaps and Secrets that a kustomization makes; undefined: it is none that can be read. */
  generatedBy(uri: string): Kustomization['generated'] | undefined {
    return this.#kustomizations.get(uri)?.generated;
  }

  /** What is done to a file by all that name it. */
  doneTo(uri: string): Kustomized {
    const done = kustomizedBy(uri, (this.#named ??= new NamedFiles(this.#kustomizations)), this.#skaffold);
    return this.#overlays.has(uri) ? { ...done, isPatch: true } : done;
  }

  /** The texts of the files that say what is built. */
  *definitions(): Generator<readonly [uri: string, text: string]> {
    for (const entry of this.#texts) if (!isSkaffoldFile(entry[0])) yield entry;
    for (const uri of this.#values) yield [uri, ''];
    yield* this.#deployers;
    if (this.#asking.size > 0) for (const entry of this.#fillings) if (this.#isAskedFor(entry[0])) yield entry;
  }
}

/** Larger files are no few objects that say what to apply. */
const MAX_DEPLOYER = 500_000;

/** What an ApplicationSet is filled in from is small, and no object itself; nobody has more of them. */
export const MAX_FILLING = 4000;
const MOST_FILLINGS = 2000;
const OBJECT = /^[ {]*"?apiVersion"?[ ]*:/m;

/** Whether it may be an ApplicationSet that goes through files. */
export function asksForFiles(text: string): boolean {
  return mayDeploy(text) && text.includes('ApplicationSet') && /\bfiles\b/.test(text);
}

/** Whether a file may say which folders and charts are applied, for Argo CD or Flux. */
export function mayDeploy(text: string): boolean {
  return text.length <= MAX_DEPLOYER && (text.includes('argoproj.io/') || text.includes('.toolkit.fluxcd.io/'));
}

import { analyze, type Analysis, type Surroundings } from './analysis';

/** Files whose last reading is kept. */
const MAX_FILES = 64;

/** Keeps the last analysis of each file, so that the next one costs what changed. */
export class AnalysisCache {
  readonly #analyses = new Map<string, Analysis>();

  /** The analysis of a text; the same object when neither text nor surroundings changed. */
  analyze(uri: string, text: string, surroundings: Surroundings): Analysis {
    const previous = this.#analyses.get(uri);
    if (previous?.manifest.text === text && previous.surroundings === surroundings) return previous;
    const analysis = analyze(uri, text, surroundings, previous);
    this.#analyses.delete(uri);
    this.#analyses.set(uri, analysis);
    const oldest = this.#analyses.size > MAX_FILES ? this.#analyses.keys().next().value : undefined;
    if (oldest !== undefined) this.#analyses.delete(oldest);
    return analysis;
  }

  forget(uri: string): void {
    this.#analyses.delete(uri);
  }
}

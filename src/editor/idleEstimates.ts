import * as vscode from 'vscode';
import { Estimates, type Engine } from '../features/estimates';
import type { Analyses } from './analyses';
import { Debouncer } from './debouncer';
import { Disposables } from './disposables';
import type { Guard } from './guard';
import { isManifestDocument } from './languages';
import { Pace } from './pace';

/** Simulations wait until the typing pauses. */
const IDLE_DELAY_MS = 300;
/** So long a hover waits for its simulation; nearly all take less. */
const HOVER_WAIT_MS = 250;

/** Simulates the workloads on show while nobody types, so that hovers say what the simulator would. */
export class IdleEstimates implements vscode.Disposable {
  readonly estimates = new Estimates();
  readonly #analyses: Analyses;
  readonly #guard: Guard;
  readonly #disposables = new Disposables();
  readonly #found = this.#disposables.add(new vscode.EventEmitter<void>());
  /** What lenses say has changed: between which times a rollout is likely to end is known. */
  readonly onDidFind = this.#found.event;
  readonly #debouncer = this.#disposables.add(new Debouncer(IDLE_DELAY_MS));
  /** Each edit ends what is going on. */
  #turn = 0;

  constructor(analyses: Analyses, guard: Guard) {
    this.#analyses = analyses;
    this.#guard = guard;
    const wait = (): void => {
      this.#wait();
    };
    this.#disposables.add(analyses.onDidChange(wait));
    this.#disposables.add(vscode.window.onDidChangeVisibleTextEditors(wait));
    wait();
  }

  #wait(): void {
    this.#turn++;
    this.#debouncer.request('idle', () => {
      void this.#simulateVisible();
    });
  }

  async #simulateVisible(): Promise<void> {
    const turn = ++this.#turn;
    const documents = new Set(vscode.window.visibleTextEditors.map(({ document }) => document));
    for (const document of documents) if (turn === this.#turn) await this.#simulate(document, turn);
  }

  /** Settles once the workload at an offset has its estimate, or after a moment. */
  async soon(document: vscode.TextDocument, offset: number): Promise<void> {
    if (!this.#isMissing(document, offset)) return;
    const turn = ++this.#turn;
    this.#debouncer.cancel('idle');
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, HOVER_WAIT_MS);
      const known = (): void => {
        clearTimeout(timer);
        resolve();
      };
      void this.#simulate(document, turn, { offset, known }).then(() => {
        known();
        if (turn === this.#turn) this.#wait();
      });
    });
  }

  #isMissing(document: vscode.TextDocument, offset: number): boolean {
    return this.#guard.run('The estimate', false, () => {
      const found = this.#analyses.analysisOf(document).workloadAt(offset);
      return found !== undefined && this.estimates.isMissing(found);
    });
  }

  /** `first`: what somebody waits for. */
  async #simulate(
    document: vscode.TextDocument,
    turn: number,
    first?: { readonly offset: number; readonly known: () => void },
  ): Promise<void> {
    if (!isManifestDocument(document) || document.isClosed) return;
    await this.#guard.runAsync('The estimate', async () => {
      const steps = this.estimates.simulate(this.#analyses.analysisOf(document), await engine(), first?.offset);
      const pace = new Pace();
      while (turn === this.#turn && !this.#step(steps)) {
        if (first !== undefined && !this.#isMissing(document, first.offset)) first.known();
        await pace.pause();
      }
    });
  }

  /** Is it over? */
  #step(steps: ReturnType<Estimates['simulate']>): boolean {
    const { ranges } = this.estimates;
    const isOver = steps.next().done === true;
    if (this.estimates.ranges !== ranges) this.#found.fire();
    return isOver;
  }

  dispose(): void {
    this.#turn++;
    this.#disposables.dispose();
  }
}

/** The engine is loaded when there is something to simulate. */
async function engine(): Promise<Engine> {
  const [{ estimateInSteps }, { simulationOf }] = await Promise.all([
    import('../features/review/reviewRun'),
    import('../features/simulation'),
  ]);
  return { simulationOf, play: (scenario, varies) => estimateInSteps(scenario, STEPS_A_SLICE, varies) };
}

/** Few enough for a slice of idle time. */
const STEPS_A_SLICE = 300;

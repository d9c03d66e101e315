import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { changesText } from '../../src/change/changesText';
import type { Event } from '../model/events';
import type { Variant, WorkerReply, WorkerRequest } from '../model/messages';
import { LikelyRanges } from './likelyRanges';
import type { RunWorker } from './runPool';
import { mapAxes, mapVariants, type MapCell } from '../model/strategyMap';

/** The engine in its worker, as the page sees it. */
export interface WorkerClient {
  simulate(scenario: Scenario): void;
  /** Says why a scenario cannot be played, and ends what is being played instead. */
  refuse(scenario: Scenario, message: string): void;
  /** Plays another scenario beside the one on show, and pins it. */
  compare(scenario: Scenario, label: string): void;
  /** `also`: pairs that have to be on it. */
  map(scenario: Scenario, desired: number, also: Parameters<typeof mapAxes>[2]): void;
  /** Works out what edits would do for the requests that fail in this run, once nothing else is asked for. */
  weigh(scenario: Scenario, variants: readonly Variant[]): void;
  cancelRun(): void;
  cancelMap(): void;
}

/** A worker that does not answer a cancel within this time is replaced. */
const PATIENCE_MS = 1500;
/** Longer than the pauses in a drag, shorter than reading takes. */
const MORE_AFTER_MS = 300;
const WEIGH_AFTER_MS = 500;

export interface WorkerClientOptions {
  readonly createWorker: () => RunWorker;
  readonly dispatch: (event: Event) => void;
  /** Whether it is of use to know between which times a rollout is likely to end. */
  readonly tellsRange: (scenario: Scenario) => boolean;
}

export function createWorkerClient(options: WorkerClientOptions): WorkerClient {
  return new EngineWorker(options);
}

/** A run to compare with, and what it is called. */
interface Comparison {
  readonly job: number;
  readonly scenario: Scenario;
  readonly label: string;
}

function changesIn({ timeline, change }: Extract<WorkerReply, { type: 'done' }>, scenario: Scenario): string {
  return changesText(scenario, timeline.envelope.desired, change);
}

class EngineWorker implements WorkerClient {
  readonly #options: WorkerClientOptions;
  #worker: RunWorker | undefined;
  #lastJob = 0;
  #run: { readonly job: number; readonly scenario: Scenario } | undefined;
  #mapJob: number | undefined;
  #undo: { readonly job: number; readonly scenario: Scenario } | undefined;
  #comparison: Comparison | undefined;
  #weighing: { readonly job: number; readonly scenario: Scenario; readonly cells: MapCell[] } | undefined;
  #weighTimer: ReturnType<typeof setTimeout> | undefined;
  #likely: { readonly job: number; readonly scenario: Scenario } | undefined;
  readonly #ranges = new LikelyRanges();
  #moreTimer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
    // It reads its script while the page still waits for the scenario.
    this.#worker = this.#start();
  }

  simulate(scenario: Scenario): void {
    const job = ++this.#lastJob;
    this.#run = { job, scenario };
    clearTimeout(this.#moreTimer);
    clearTimeout(this.#weighTimer);
    this.#options.dispatch({ type: 'runStarted', scenario });
    this.#send({ type: 'simulate', job, scenario });
  }

  refuse(scenario: Scenario, message: string): void {
    if (this.#run !== undefined) this.#send({ type: 'cancel', job: this.#run.job });
    this.#run = undefined;
    this.#options.dispatch({ type: 'runFailed', scenario, message });
  }

  compare(scenario: Scenario, label: string): void {
    const job = ++this.#lastJob;
    this.#comparison = { job, scenario, label };
    this.#send({ type: 'compare', job, scenario });
  }

  weigh(scenario: Scenario, variants: readonly Variant[]): void {
    clearTimeout(this.#weighTimer);
    this.#weighTimer = setTimeout(() => {
      const job = ++this.#lastJob;
      this.#weighing = { job, scenario, cells: [] };
      this.#send({ type: 'weigh', job, scenario, variants });
    }, WEIGH_AFTER_MS);
  }

  map(scenario: Scenario, desired: number, also: Parameters<typeof mapAxes>[2]): void {
    const axes = mapAxes(scenario.workload.after, desired, also);
    const job = ++this.#lastJob;
    this.#mapJob = job;
    const cells = new Array<undefined>(axes.surges.length * axes.unavailables.length).fill(undefined);
    this.#options.dispatch({ type: 'mapStarted', scenario, axes, cells });
    this.#send({ type: 'map', job, scenario, variants: mapVariants(scenario, axes) });
  }

  cancelRun(): void {
    if (this.#run === undefined) return;
    const { job, scenario } = this.#run;
    this.#send({ type: 'cancel', job });
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      this.#drop();
      this.#run = undefined;
      this.#options.dispatch({ type: 'runCanceled', scenario });
    }, PATIENCE_MS);
  }

  cancelMap(): void {
    if (this.#mapJob !== undefined) this.#send({ type: 'cancel', job: this.#mapJob });
  }

  #send(request: WorkerRequest): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(request);
  }

  #start(): RunWorker {
    const started = this.#options.createWorker();
    started.addEventListener('message', ({ data }) => {
      if (started === this.#worker) this.#accept(data);
    });
    started.addEventListener('error', ({ message }) => {
      if (started === this.#worker) this.#crashed(message === '' ? 'the engine stopped' : message);
    });
    return started;
  }

  #drop(): void {
    clearTimeout(this.#patience);
    this.#worker?.terminate();
    this.#worker = undefined;
  }

  #crashed(message: string): void {
    this.#drop();
    const { dispatch } = this.#options;
    const failed = this.#run;
    this.#run = undefined;
    if (failed !== undefined) dispatch({ type: 'runFailed', scenario: failed.scenario, message });
    if (this.#mapJob !== undefined) dispatch({ type: 'mapEnded' });
    this.#mapJob = undefined;
    this.#comparison = undefined;
  }

  #accept(reply: WorkerReply): void {
    if (reply.job === this.#run?.job) this.#acceptRun(reply, this.#run.scenario);
    else if (reply.job === this.#undo?.job) this.#acceptUndo(reply, this.#undo.scenario);
    else if (reply.job === this.#likely?.job) this.#acceptRange(reply, this.#likely.scenario);
    else if (reply.job === this.#weighing?.job) this.#acceptWeight(reply, this.#weighing);
    else if (reply.job === this.#mapJob) this.#acceptMap(reply);
    else if (reply.job === this.#comparison?.job) this.#acceptComparison(reply, this.#comparison);
  }

  #acceptRun(reply: WorkerReply, scenario: Scenario): void {
    const { dispatch } = this.#options;
    if (reply.type === 'progress') {
      dispatch({ type: 'runProgressed', progress: reply.progress });
      return;
    }
    clearTimeout(this.#patience);
    this.#run = undefined;
    if (reply.type === 'done') {
      const { timeline, traffic } = reply;
      dispatch({ type: 'runDone', scenario, timeline, changes: changesIn(reply, scenario), traffic });
      if (this.#ranges.has(scenario)) dispatch({ type: 'likelyKnown', scenario, range: this.#ranges.get(scenario) });
      this.#askForMore(reply.job, scenario, timeline);
    } else if (reply.type === 'failed') dispatch({ type: 'runFailed', scenario, message: reply.message });
    else dispatch({ type: 'runCanceled', scenario });
  }

  /** Once nothing new is asked for: while a slider is dragged nobody reads what taking it back would come to. */
  #askForMore(of: number, scenario: Scenario, { facts }: Timeline): void {
    clearTimeout(this.#moreTimer);
    this.#moreTimer = setTimeout(() => {
      this.#undo = { job: ++this.#lastJob, scenario };
      this.#send({ type: 'undo', job: this.#undo.job, of });
      if (facts.duration === undefined || this.#ranges.has(scenario) || !this.#options.tellsRange(scenario)) return;
      this.#likely = { job: ++this.#lastJob, scenario };
      this.#send({ type: 'likely', job: this.#likely.job, of });
    }, MORE_AFTER_MS);
  }

  #acceptRange(reply: WorkerReply, scenario: Scenario): void {
    this.#likely = undefined;
    if (reply.type !== 'likely') return;
    this.#ranges.set(scenario, reply.range);
    this.#options.dispatch({ type: 'likelyKnown', scenario, range: reply.range });
  }

  #acceptUndo(reply: WorkerReply, scenario: Scenario): void {
    this.#undo = undefined;
    if (reply.type === 'undone') this.#options.dispatch({ type: 'undoKnown', scenario, text: reply.text });
    else if (reply.type === 'failed')
      this.#options.dispatch({ type: 'undoKnown', scenario, text: `not known: ${reply.message}` });
  }

  #acceptComparison(reply: WorkerReply, { scenario, label }: Comparison): void {
    if (reply.type === 'progress') return;
    const { dispatch } = this.#options;
    this.#comparison = undefined;
    if (reply.type === 'done') dispatch({ ...reply, type: 'comparedWith', scenario, label, changes: changesIn(reply, scenario) });
    else if (reply.type === 'failed') dispatch({ type: 'noticed', text: `No comparison: ${reply.message}`, tone: 'error' });
  }

  #acceptWeight(reply: WorkerReply, { scenario, cells }: { readonly scenario: Scenario; readonly cells: MapCell[] }): void {
    if (reply.type === 'mapCell') cells.push(reply.cell);
    else if (reply.type === 'mapDone') this.#options.dispatch({ type: 'weighed', scenario, cells });
  }

  #acceptMap(reply: WorkerReply): void {
    const { dispatch } = this.#options;
    if (reply.type === 'mapCell') {
      dispatch({ type: 'mapCellDone', index: reply.index, cell: reply.cell });
      return;
    }
    this.#mapJob = undefined;
    dispatch({ type: 'mapEnded' });
  }
}

import type { Scenario } from '../../src/engine/simulation/scenario';
import type { Event } from '../model/events';
import { readWorkerReply, type WorkerReply, type WorkerRequest } from '../model/messages';
import { mapAxes } from '../model/strategyMap';

/** The engine in its worker, as the page sees it. */
export interface WorkerClient {
  simulate(scenario: Scenario): void;
  map(scenario: Scenario, desired: number): void;
  cancelRun(): void;
  cancelMap(): void;
}

/** A worker that does not answer a cancel within this time is replaced. */
const PATIENCE_MS = 1500;

export interface WorkerClientOptions {
  readonly createWorker: () => Worker;
  readonly dispatch: (event: Event) => void;
}

export function createWorkerClient({ createWorker, dispatch }: WorkerClientOptions): WorkerClient {
  let worker: Worker | undefined;
  let lastJob = 0;
  let run: { job: number; scenario: Scenario } | undefined;
  let map: { job: number } | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;

  const start = (): Worker => {
    const started = createWorker();
    started.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const reply = readWorkerReply(data);
      if (reply !== undefined && started === worker) accept(reply);
    });
    started.addEventListener('error', (event) => {
      if (started === worker) crashed(event.message || 'The engine stopped.');
    });
    return started;
  };
  const send = (request: WorkerRequest): void => {
    worker ??= start();
    worker.postMessage(request);
  };
  const replaceWorker = (): void => {
    clearTimeout(patience);
    worker?.terminate();
    worker = undefined;
  };
  const crashed = (message: string): void => {
    replaceWorker();
    const failed = run;
    run = undefined;
    if (failed !== undefined) dispatch({ type: 'runFailed', scenario: failed.scenario, message });
    if (map !== undefined) dispatch({ type: 'mapEnded' });
    map = undefined;
  };

  const accept = (reply: WorkerReply): void => {
    if (reply.job === run?.job) acceptRun(reply, run.scenario);
    else if (reply.job === map?.job) acceptMap(reply);
  };
  const acceptRun = (reply: WorkerReply, scenario: Scenario): void => {
    if (reply.type === 'progress') {
      dispatch({ type: 'runProgressed', progress: reply.progress });
      return;
    }
    clearTimeout(patience);
    run = undefined;
    if (reply.type === 'done') dispatch({ type: 'runDone', scenario, timeline: reply.timeline });
    else if (reply.type === 'failed') dispatch({ type: 'runFailed', scenario, message: reply.message });
    else dispatch({ type: 'runCancelled', scenario });
  };
  const acceptMap = (reply: WorkerReply): void => {
    if (reply.type === 'mapCell') {
      dispatch({ type: 'mapCellDone', index: reply.index, cell: reply.cell });
      return;
    }
    map = undefined;
    dispatch({ type: 'mapEnded' });
  };

  return {
    simulate: (scenario) => {
      run = { job: ++lastJob, scenario };
      dispatch({ type: 'runStarted', scenario });
      send({ type: 'simulate', job: lastJob, scenario });
    },
    map: (scenario, desired) => {
      const axes = mapAxes(scenario.workload.after, desired);
      map = { job: ++lastJob };
      dispatch({
        type: 'mapStarted',
        scenario,
        axes,
        cells: new Array(axes.surges.length * axes.unavailables.length).fill(undefined),
      });
      send({ type: 'map', job: lastJob, scenario, axes });
    },
    cancelRun: () => {
      if (run === undefined) return;
      const { scenario } = run;
      send({ type: 'cancel', job: run.job });
      clearTimeout(patience);
      patience = setTimeout(() => {
        replaceWorker();
        run = undefined;
        dispatch({ type: 'runCancelled', scenario });
      }, PATIENCE_MS);
    },
    cancelMap: () => {
      if (map !== undefined) send({ type: 'cancel', job: map.job });
    },
  };
}

import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { RunProgress } from '../model/state';
import type { WorkerReply, WorkerRequest } from '../model/messages';
import type { MapCell } from '../model/strategyMap';
import { simulateInSteps, type SimulatedRun } from '../../src/engine/simulation/simulateInSteps';
import { RepeatedRun } from '../../src/engine/simulation/batch/repeatedRun';
import { likelyRange } from '../../src/engine/simulation/batch/likelyRange';
import { appliedChange } from '../../src/change/changesOf';
import { lostShare } from '../../src/engine/traffic/losses';
import { trafficOf } from '../../src/engine/traffic/trafficReport';
import { trafficViewOf } from '../../src/engine/traffic/trafficView';
import { undoOf, undoText } from '../../src/engine/simulation/undo';

export interface Jobs {
  accept(request: WorkerRequest): void;
}

/** Runs jobs one step at a time, so that a cancel can come in between. A newer job of a kind ends the older one. */
export function createJobs(reply: (message: WorkerReply) => void): Jobs {
  const running = new Map<number, AbortController>();
  const latest = new Map<string, number>();
  const end = (kind: string): void => {
    const older = latest.get(kind);
    if (older !== undefined) running.get(older)?.abort();
  };
  let lastRun: Run | undefined;
  let batch: { readonly number: number; readonly repeated: RepeatedRun } | undefined;
  const begin = (kind: string, job: number): AbortSignal => {
    end(kind);
    // What was wanted before no longer matters, and would take time from what is.
    if (kind === 'simulate') ['undo', 'likely', 'weigh'].forEach(end);
    latest.set(kind, job);
    const controller = new AbortController();
    running.set(job, controller);
    return controller.signal;
  };
  const perform = async (job: number, kind: string, work: (signal: AbortSignal) => Promise<WorkerReply>): Promise<void> => {
    const signal = begin(kind, job);
    try {
      const message = await work(signal);
      reply(signal.aborted ? { type: 'canceled', job } : message);
    } catch (error) {
      reply(signal.aborted ? { type: 'canceled', job } : { type: 'failed', job, message: messageOf(error) });
    } finally {
      running.delete(job);
    }
  };
  return {
    accept: (request) => {
      const { job } = request;
      if (request.type === 'cancel') running.get(job)?.abort();
      else if (request.type === 'simulate')
        void perform(job, 'simulate', async (signal) => {
          lastRun = await simulateJob(request, signal, reply);
          return doneReply(lastRun);
        });
      else if (request.type === 'compare')
        void perform(job, 'compare', async (signal) => doneReply(await simulateJob(request, signal, reply)));
      else if (request.type === 'play') {
        if (batch?.number !== request.batch) batch = { number: request.batch, repeated: new RepeatedRun(request.scenario) };
        const { repeated } = batch;
        void perform(job, 'play', () => Promise.resolve(playJob(request, repeated)));
      } else if (request.type === 'undo') void perform(job, 'undo', (signal) => undoJob(request, lastRun, signal));
      else if (request.type === 'likely') void perform(job, 'likely', (signal) => likelyJob(request, lastRun, signal));
      else void perform(job, request.type, (signal) => mapJob(request, signal, reply));
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Lets messages in: a cancel that waits in the queue is heard before the next step. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

type Request<K extends WorkerRequest['type']> = Extract<WorkerRequest, { type: K }>;

async function simulateJob(
  { job, scenario }: Request<'simulate' | 'compare'>,
  signal: AbortSignal,
  reply: (message: WorkerReply) => void,
): Promise<Run> {
  const simulated = await run(scenario, signal, (progress) => {
    reply({ type: 'progress', job, progress });
  });
  return { job, scenario, ...simulated };
}

interface Run extends SimulatedRun {
  readonly job: number;
  readonly scenario: Scenario;
}

function doneReply({ job, scenario, timeline }: Run): WorkerReply {
  return { type: 'done', job, timeline, change: appliedChange(scenario), traffic: trafficViewOf(timeline, scenario) };
}

function playJob({ job, seeds }: Request<'play'>, repeated: RepeatedRun): WorkerReply {
  return { type: 'played', job, figures: seeds.map((seed) => repeated.play(seed)) };
}

/** Nothing is said of a run that has been replaced meanwhile. */
async function undoJob({ job, of }: Request<'undo'>, last: Run | undefined, signal: AbortSignal): Promise<WorkerReply> {
  if (last?.job !== of) return { type: 'canceled', job };
  const undo = undoOf(last.scenario, last.timeline);
  const text = 'text' in undo ? undo.text : undoText((await run(undo.scenario, signal)).timeline, undo);
  return { type: 'undone', job, text };
}

/** A few more runs of the last one, with a chance to end it after each. */
async function likelyJob({ job, of }: Request<'likely'>, last: Run | undefined, signal: AbortSignal): Promise<WorkerReply> {
  if (last?.job !== of) return { type: 'canceled', job };
  const runs = likelyRange(last.scenario, last.steps);
  for (;;) {
    const { value, done } = runs.next();
    if (done === true) return { type: 'likely', job, range: value };
    await nextTask();
    if (signal.aborted) return { type: 'canceled', job };
  }
}

/** No run holds the worker longer than this without letting messages in. */
const STEP_MS = 40;
const SLICE_STEPS = 500;

async function run(scenario: Scenario, signal: AbortSignal, onProgress?: (progress: RunProgress) => void): Promise<SimulatedRun> {
  const steps = simulateInSteps(scenario, { isAborted: () => signal.aborted, sliceSteps: SLICE_STEPS });
  let sliceStart = performance.now();
  for (;;) {
    const step = await steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - sliceStart < STEP_MS) continue;
    onProgress?.({ second: step.value.t, steps: step.value.steps });
    await nextTask();
    sliceStart = performance.now();
  }
}

async function mapJob(
  { job, scenario, variants }: Request<'map' | 'weigh'>,
  signal: AbortSignal,
  reply: (message: WorkerReply) => void,
): Promise<WorkerReply> {
  for (const [index, workload] of variants.entries()) {
    const cell: MapCell =
      typeof workload === 'string' ? { kind: 'notAllowed', reason: workload } : await mapCell({ ...scenario, workload }, signal);
    reply({ type: 'mapCell', job, index, cell });
    await nextTask();
    if (signal.aborted) return { type: 'canceled', job };
  }
  return { type: 'mapDone', job };
}

async function mapCell(scenario: Scenario, signal: AbortSignal): Promise<MapCell> {
  try {
    const { timeline } = await run(scenario, signal);
    const { duration, minAvailable, maxPods } = timeline.facts;
    return { kind: timeline.outcome.kind, duration, minAvailable, maxPods, lost: lostOf(timeline, scenario) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'failed', reason: messageOf(error) };
  }
}

/** How many requests fail, not which share: a longer rollout has more of them, and is no better for it. */
function lostOf(timeline: Timeline, scenario: Scenario): number | undefined {
  const report = trafficOf(timeline, scenario);
  return report && (lostShare(report) === 0 ? 0 : report.failed);
}

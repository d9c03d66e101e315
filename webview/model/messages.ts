import type { Change } from '../../src/change/change';
import { anyObject, list, number, optional, readAs, text, variant, type Check, type Of } from '../../src/engine/kernel/schema';
import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { RunProgress } from './state';
import type { MapCell } from './strategyMap';

/** Frames are checked; what is inside comes from the same program, which has checked it where it came in. */
const inside = anyObject as Check<unknown>;
const job = number({ integer: true });
const scenario = inside as Check<Scenario>;

/** Or why the API server would refuse it. */
export type Variant = Scenario['workload'] | string;
const variants = list((value) => value as Variant);

/** What the page asks of its worker. Jobs carry a number; a new job of a kind replaces the old one. */
export type WorkerRequest = Of<typeof request>;
const request = variant(
  'type',
  { job },
  {
    simulate: { scenario },
    /** Another run to compare with. */
    compare: { scenario },
    /** What a scenario comes to with each of these workloads: for the map, and for what would help. */
    map: { scenario, variants },
    weigh: { scenario, variants },
    /** What taking back the run of that job comes to. */
    undo: { of: number({ integer: true }) },
    /** Between which times the rollout of that job is likely to end. */
    likely: { of: number({ integer: true }) },
    /** Runs of one scenario; those of a batch share what no seed changes. */
    play: { batch: number({ integer: true }), scenario, seeds: list(number({ integer: true })) },
    cancel: {},
  },
);

export type WorkerReply = Of<typeof reply>;
const reply = variant(
  'type',
  { job },
  {
    progress: { progress: inside as Check<RunProgress> },
    done: {
      timeline: inside as Check<Timeline>,
      change: optional(inside as Check<Change | undefined>),
      traffic: optional(inside as Check<TrafficView | undefined>),
    },
    undone: { text: text() },
    likely: { range: optional(inside as Check<LikelyRange | undefined>) },
    failed: { message: text() },
    canceled: {},
    mapCell: { index: number(), cell: inside as Check<MapCell> },
    mapDone: {},
    played: { figures: list(inside as Check<RunFigures>) },
  },
);

export function readWorkerRequest(value: unknown): WorkerRequest | undefined {
  return readAs(request, value);
}

export function readWorkerReply(value: unknown): WorkerReply | undefined {
  return readAs(reply, value);
}

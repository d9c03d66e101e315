import type { Change } from '../../src/change/change';
import { anyObject, list, number, optional, readAs, text, variant, type Check, type Of } from '../../src/engine/kernel/schema';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { RunProgress } from './state';
import type { MapAxes, MapCell } from './strategyMap';

/** Frames are checked; what is inside comes from the same program, which has checked it where it came in. */
const inside = anyObject as Check<unknown>;
const job = number({ integer: true });
const scenario = inside as Check<Scenario>;

/** What the page asks of its worker. Jobs carry a number; a new job of a kind replaces the old one. */
export type WorkerRequest = Of<typeof request>;
const request = variant(
  'type',
  { job },
  {
    simulate: { scenario },
    /** Another run to compare with. */
    compare: { scenario },
    map: { scenario, axes: inside as Check<MapAxes> },
    /** What taking back the run of that job comes to. */
    undo: { of: number({ integer: true }) },
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

import type { Change } from '../../src/change/change';
import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { RunFigures } from '../../src/engine/simulation/batch/repeatedRun';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { RunProgress } from './state';
import type { MapCell } from './strategyMap';

/** Or why the API server would refuse it. */
export type Variant = Scenario['workload'] | string;

/** One of several messages, by its type: what each of them brings. */
type MessageOf<Parts> = {
  [K in keyof Parts]: Readonly<Parts[K]> & { readonly type: K; readonly job: number };
}[keyof Parts];

/** What the page asks of its worker. Jobs carry a number; a new job of a kind replaces the old one. */
export type WorkerRequest = MessageOf<{
  simulate: { scenario: Scenario };
  /** Another run to compare with. */
  compare: { scenario: Scenario };
  /** What a scenario comes to with each of these workloads: for the map, and for what would help. */
  map: { scenario: Scenario; variants: readonly Variant[] };
  weigh: { scenario: Scenario; variants: readonly Variant[] };
  /** What taking back the run of that job comes to. */
  undo: { of: number };
  /** Between which times the rollout of that job is likely to end. */
  likely: { of: number };
  /** Runs of one scenario; those of a batch share what no seed changes. */
  play: { batch: number; scenario: Scenario; seeds: readonly number[] };
  cancel: object;
}>;

export type WorkerReply = MessageOf<{
  progress: { progress: RunProgress };
  done: { timeline: Timeline; change: Change | undefined; traffic: TrafficView | undefined };
  undone: { text: string };
  likely: { range: LikelyRange | undefined };
  failed: { message: string };
  canceled: object;
  mapCell: { index: number; cell: MapCell };
  mapDone: object;
  played: { figures: readonly RunFigures[] };
}>;

/**
 * Both sides are one program, and what is inside has been checked where it came in; but they share a worker with other messages:
 * what one is called says whose it is.
 */
export function isOf<M extends { readonly type: string }>(value: unknown, ...types: readonly M['type'][]): value is M {
  return typeof value === 'object' && value !== null && 'type' in value && types.some((type) => type === value.type);
}

import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { isFiniteNumber, isRecord, isText } from '../../src/shared/validate';
import type { RunProgress } from './state';
import type { MapAxes, MapCell } from './strategyMap';

/** What the page asks of its worker. Jobs carry a number; a new job of a kind replaces the old one. */
export type WorkerRequest =
  | { readonly type: 'simulate'; readonly job: number; readonly scenario: Scenario }
  | { readonly type: 'map'; readonly job: number; readonly scenario: Scenario; readonly axes: MapAxes }
  | { readonly type: 'cancel'; readonly job: number };

export type WorkerReply =
  | { readonly type: 'progress'; readonly job: number; readonly progress: RunProgress }
  | { readonly type: 'done'; readonly job: number; readonly timeline: Timeline }
  | { readonly type: 'failed'; readonly job: number; readonly message: string }
  | { readonly type: 'canceled'; readonly job: number }
  | { readonly type: 'mapCell'; readonly job: number; readonly index: number; readonly cell: MapCell }
  | { readonly type: 'mapDone'; readonly job: number };

/** Frames are checked; what is inside comes from the same bundle. */
export function readWorkerRequest(value: unknown): WorkerRequest | undefined {
  if (!isRecord(value) || !isFiniteNumber(value['job'])) return undefined;
  const known =
    value['type'] === 'cancel' || ((value['type'] === 'simulate' || value['type'] === 'map') && isRecord(value['scenario']));
  return known ? (value as unknown as WorkerRequest) : undefined;
}

export function readWorkerReply(value: unknown): WorkerReply | undefined {
  if (!isRecord(value) || !isFiniteNumber(value['job'])) return undefined;
  const isKnown: Readonly<Record<string, () => boolean>> = {
    progress: () => isRecord(value['progress']),
    done: () => isRecord(value['timeline']),
    failed: () => isText(value['message']),
    canceled: () => true,
    mapCell: () => isFiniteNumber(value['index']) && isRecord(value['cell']),
    mapDone: () => true,
  };
  const check = isText(value['type']) ? isKnown[value['type']] : undefined;
  return check?.() === true ? (value as unknown as WorkerReply) : undefined;
}

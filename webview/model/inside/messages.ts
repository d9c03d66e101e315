import type { InsideRecording } from '../../../src/engine/simulation/inside/insideRows';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';

/** What the stage asks of its worker. */
export interface RecordRequest {
  readonly type: 'record';
  readonly job: number;
  readonly scenario: Scenario;
}

export type RecordReply =
  | { readonly type: 'recorded'; readonly job: number; readonly recording: InsideRecording }
  | { readonly type: 'notRecorded'; readonly job: number; readonly message: string };

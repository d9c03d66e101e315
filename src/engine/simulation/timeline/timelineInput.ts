import type { Time } from '../../../model/time';
import type { ProgressWatch } from '../progressWatch';
import type { TimelineRecorder } from './recording/timelineRecorder';
import type { Scenario } from '../scenario/scenario';
import type { StallInput } from '../verdict/stallInput';
import type { OutcomeKind } from './timeline';

/** A simulated rollout that has come to its end, as its timeline is made from it. */
export interface TimelineInput extends StallInput {
  readonly scenario: Scenario;
  readonly recorder: TimelineRecorder;
  readonly origin: Time;
  readonly ended: { readonly kind: OutcomeKind; readonly at: number };
  readonly watch: ProgressWatch;
  /** When other workloads last got more or fewer pods that serve, in seconds. */
  readonly othersChangedAt: number;
  /** What was not whole when the story began. */
  readonly setupProblems: readonly string[];
}

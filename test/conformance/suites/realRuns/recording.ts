import type { Scenario } from '../../../../src/engine/simulation/scenario/scenario';
import type { ConformanceRecord } from '../../suite';

/** A row of numbers over time: seconds, then values; a word in their place (`Gone`) is the end of the thing. */
export type Row = readonly [t: number, ...values: (number | string)[]];

/** One run of a scenario on a real control plane, as far as it is compared; test/conformance/data/real-runs/FORMAT.md. */
export interface Recording {
  readonly id: string;
  readonly class: string;
  readonly scenario: Scenario;
  /** Seconds after which the recording was cut. */
  readonly end: number;
  readonly status: readonly Row[];
  readonly revisions: readonly {
    readonly name: string;
    readonly image: string;
    readonly created: number;
    readonly rows: readonly Row[];
  }[];
  readonly pods: readonly RecordedPod[];
  readonly events: readonly { readonly t: number; readonly reason: string; readonly kind: string; readonly name: string }[];
  readonly conditions: readonly (readonly [t: number, type: string, status: string, reason: string, message: string])[] | null;
  readonly nodes: readonly (readonly [t: number, name: string, ...unknown[]])[];
  /** What was done, from when to when: kubectl takes a while to start. */
  readonly actions?:
    readonly { readonly action: string; readonly at: number; readonly from: number; readonly to: number }[] | null;
  /** Desired, wanted, healthy, allowed … */
  readonly budgets?: readonly (readonly [t: number, name: string, ...numbers: unknown[]])[] | null;
  readonly quotas?: readonly (readonly [t: number, name: string, used: Readonly<Record<string, string>>])[] | null;
  /** The pods' names by node before second 0. */
  readonly setup: { readonly podsPerNode: Readonly<Record<string, readonly string[]>> };
  readonly rolloutStatus: { readonly code: number; readonly text: string };
  /** The workload's pods by node; those without a node under the empty name. */
  readonly podsPerNode: Readonly<Record<string, number>>;
}

export interface RecordedPod {
  readonly name: string;
  readonly created: number;
  readonly node?: string;
  readonly steps: readonly (readonly [t: number, state: string])[];
  readonly conds?: readonly (readonly [t: number, type: string, status: string, reason: string, message: string])[];
}

export function isRecording(record: ConformanceRecord): boolean {
  return 'scenario' in record && 'rolloutStatus' in record && 'podsPerNode' in record;
}

import type { PodPhase, Taint } from '../../../src/model/apiTypes';
import type { Propagation } from '../../../src/engine/api/finalizers';
import type { Labels } from './daemonsetCluster';

export type Json = Readonly<Record<string, unknown>>;

export interface Op {
  readonly op: string;
  readonly pods?: readonly string[];
  readonly pod?: Json;
  readonly node?: unknown;
  readonly labels?: Labels;
  readonly seconds?: number;
  readonly kinds?: readonly string[];
  readonly max?: number;
  readonly phase?: PodPhase;
  readonly taint?: Taint;
  readonly key?: string;
  readonly effect?: string;
  readonly patch?: unknown;
  readonly revision?: unknown;
  readonly propagation?: Propagation;
  readonly n?: number;
  readonly after?: number;
}

export interface After {
  readonly t: number;
  readonly ds?: Json | null;
  readonly revisions?: readonly Json[];
  readonly pods?: { readonly set?: readonly Json[]; readonly gone?: readonly string[] };
  readonly expectations?: readonly [number, number];
  readonly pending?: Json;
  readonly spec?: Json;
}

export interface Step {
  readonly op: Op;
  readonly error?: string;
  readonly events?: readonly Json[];
  readonly enqueued?: boolean;
  readonly requeueAfter?: readonly number[];
  readonly nodeQueue?: readonly string[];
  readonly after: After;
}

export interface TrajectoryCase {
  readonly case: string;
  readonly class: string;
  readonly lag: boolean;
  readonly hashes: Readonly<Record<string, readonly string[]>>;
  readonly initial: { readonly nodes: readonly unknown[]; readonly daemonset: unknown };
  readonly steps: readonly Step[];
}

import type { Pod } from '../../../model/apiTypes';
import type { DrainDriver } from '../world/drainDriver';
import type { Workload } from '../scenario/scenario';
import type { TimelineEvent } from '../timeline/timeline';
import type { World } from '../world/world';

/** The state of a cluster in which a rollout does not get on. */
export interface StallInput {
  readonly world: World;
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly workload: Workload;
  /** The workload's pods, oldest first. */
  readonly pods: readonly Pod[];
  readonly events: readonly TimelineEvent[];
  readonly drains: DrainDriver;
  /** The files that describe other workloads, by their keys. */
  readonly sources: ReadonlyMap<string, string>;
}

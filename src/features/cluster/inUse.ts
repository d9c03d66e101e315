import type { Workload } from '../../manifest/workload';
import type { Node, Pod, ResourceList } from '../../model/apiTypes';
import type { ClusterFacts } from '../../rules/facts';
import type { RolloutSeen } from '../../snapshot/rolloutUnderWay';
import type { Snapshot } from '../../snapshot/snapshot';
import type { FeatureSettings } from '../settings';

/** What of a workload's surroundings a cluster decides. */
export interface Given {
  readonly settings: FeatureSettings;
  readonly facts: ClusterFacts;
}

/** What stands in a simulated cluster from the beginning. */
export interface Standing {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly notes: readonly string[];
}

/** A cluster that was measured: what it knows takes the place of what is assumed. */
export interface MeasuredCluster {
  /** `snapshot prod-eu, 3 h old`. */
  readonly title: string;
  /** The surroundings of a workload in this cluster; the same object as long as nothing in them changes. */
  readonly around: (given: Given, workload: Workload) => Given;
  /** Who else is there. Undefined: nothing is known of pods or nodes. */
  readonly standing: (given: Given, workload: Workload) => Standing | undefined;
  /** What its daemon pods leave of a node. */
  readonly roomBesideDaemons: (node: string) => ResourceList | undefined;
  /** What it is made of. */
  readonly snapshot: Snapshot;
  /** Deployments and DaemonSets that were not at their end. */
  readonly rollouts: readonly RolloutSeen[];
  /** Of these the one of a workload. */
  readonly rolloutOf: (workload: Workload) => RolloutSeen | undefined;
}

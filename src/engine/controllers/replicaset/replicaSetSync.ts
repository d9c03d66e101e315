/** Ours: what the methods of upstream’s ReplicaSetController share, and what they share in one sync. */
import type { ReplicaSet } from '../../../model/apiTypes';
import type { RandomStream } from '../../kernel/random';
import type { Kind } from '../../api/kinds';
import type { Informer } from '../../client/informer';
import { ConsistencyStore } from '../consistency';
import { ControllerExpectations } from '../expectations';
import { ObjectSync, type ControllerOptions } from '../objectSync';
import { PodControl } from '../podControl';
import { OwnedPods } from './ownedPods';

/** So many pods are created or deleted in one sync; the rest waits until their watch events have come back. */
const BURST_REPLICAS = 500;

export interface ReplicaSetControllerOptions extends ControllerOptions {
  readonly burstReplicas?: number | undefined;
  /** The feature gate StaleControllerConsistencyReplicaSet; on unless said otherwise. */
  readonly staleControllerConsistency?: boolean | undefined;
  /** Whether the client makes the requests of this sync wait; absent: never. */
  readonly isKeptWaiting?: () => boolean;
  /** Draws where a loop over pods that are alike begins; absent: their uids decide. */
  readonly listOrder?: RandomStream;
}

/** What all syncs of the controller share. */
export interface ReplicaSetContext extends ReplicaSetControllerOptions {
  readonly replicaSets: Informer<'ReplicaSet'>;
  readonly ownedPods: OwnedPods;
  readonly podControl: PodControl;
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
  readonly burstReplicas: number;
}

export function replicaSetContext(options: ReplicaSetControllerOptions): ReplicaSetContext {
  const { burstReplicas = BURST_REPLICAS, ...others } = options;
  const { informers, store, recorder, clock } = others;
  const replicaSets = informers.informer('ReplicaSet');
  const consistency = new ConsistencyStore((kind: Kind) => informers.informer(kind).lastResourceVersion);
  return {
    replicaSets,
    ownedPods: new OwnedPods({ store, replicaSets, pods: informers.informer('Pod'), consistency }),
    podControl: new PodControl(store, recorder),
    expectations: new ControllerExpectations(clock),
    consistency,
    burstReplicas,
    ...others,
  };
}

/** One sync under way. */
export class ReplicaSetSync extends ObjectSync<ReplicaSetContext> {
  readonly replicaSet: ReplicaSet;

  constructor(context: ReplicaSetContext, key: string, replicaSet: ReplicaSet) {
    super(context, 'ReplicaSet', key, replicaSet);
    this.replicaSet = replicaSet;
  }
}

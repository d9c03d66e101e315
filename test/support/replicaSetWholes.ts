import type { Pod, ReplicaSet } from '../../src/model/apiTypes';
import { choosePodsToDelete, countActivePodsByNode, rankPod } from '../../src/engine/controllers/replicaset/podRanking';
import { countPods, statusOf } from '../../src/engine/controllers/replicaset/replicaSetStatus';
import type { Time } from '../../src/model/time';

/** Functions of upstream over whole lists of pods, of which the controller here keeps the parts up to date. */

/** The `count` pods to delete, those first that are the least loss. All of them: in the order given. */
export function getPodsToDelete(pods: readonly Pod[], relatedPods: Iterable<Pod>, count: number, now: Time): readonly Pod[] {
  if (count >= pods.length) return pods;
  return choosePodsToDelete(pods.map(rankPod), countActivePodsByNode(relatedPods), count, now);
}

/** The status that follows from the pods, and from whether creating or deleting them has just failed. */
export function calculateStatus(
  replicaSet: ReplicaSet,
  activePods: readonly Pod[],
  terminatingPods: number,
  manageReplicasError: unknown,
  now: Time,
): ReturnType<typeof statusOf> {
  return statusOf(replicaSet, countPods(replicaSet, activePods, now), terminatingPods, manageReplicasError, now);
}

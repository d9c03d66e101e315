import type { RecordedEvent } from '../../../client/eventRecorder';
import type { ObjectStore } from '../../../api/objectStore';
import { workloadKeyOfPod } from '../../scenario/workloadKind';

/** A pod that had to go for one of a higher priority. */
export interface Preemption {
  readonly t: number;
  readonly pod: string;
  /** The workloads, by their keys; undefined: the pod belongs to none. */
  readonly victim: string | undefined;
  readonly by: string | undefined;
}

/** What an event `Preempted` tells; its message names the other pod by its uid. */
export function preemptionOf({ namespace, name, message }: RecordedEvent, store: ObjectStore, t: number): Preemption | undefined {
  const victim = store.get('Pod', `${namespace}/${name}`);
  if (victim === undefined) return undefined;
  const uid = /^Preempted by pod (\S*)/.exec(message)?.[1];
  let by: string | undefined;
  for (const pod of store.list('Pod')) if (pod.metadata.uid === uid) by = workloadKeyOfPod(pod);
  return { t, pod: name, victim: workloadKeyOfPod(victim), by };
}

import type { Pod } from '../../../model/pod';
import type { DrawnBehavior } from './behavior';
import { CrashLoopBackOff } from './podRun';

/** What the kubelet remembers of a pod. */
export interface PodWorker {
  readonly key: string;
  readonly node: string;
  behavior: DrawnBehavior;
  readonly backOff: CrashLoopBackOff;
  readonly handledAt: number;
  /** Raised when the present plan is void: tasks of an older epoch do nothing. */
  epoch: number;
  restarts: number;
  crashes: number;
  ready: boolean;
  running: boolean;
  startedAt: number;
  /** When the present run will be ready or end, as planned. */
  readyAt: number | undefined;
  endsAt: number | undefined;
  /** Waits for a restart that will end as well. */
  endsAgain: boolean;
  /** When the last run ended, while no other has begun. */
  endedAt: number | undefined;
  terminating: boolean;
  /** When the termination would end on a node that answers. */
  goneAt: number | undefined;
}

export function newPodWorker(pod: Pod, key: string, behavior: DrawnBehavior, now: number): PodWorker {
  return {
    key,
    node: pod.spec.nodeName ?? '',
    behavior,
    backOff: new CrashLoopBackOff(),
    handledAt: now,
    epoch: 0,
    restarts: 0,
    crashes: 0,
    ready: false,
    running: false,
    startedAt: now,
    readyAt: undefined,
    endsAt: undefined,
    endsAgain: false,
    endedAt: undefined,
    terminating: pod.metadata.deletionTimestamp !== undefined,
    goneAt: undefined,
  };
}

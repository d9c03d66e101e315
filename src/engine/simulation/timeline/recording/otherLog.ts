import { getPodCondition } from '../../../../model/podConditions';
import type { Pod } from '../../../../model/apiTypes';
import type { ObjectStore, WatchEvent } from '../../../api/objectStore';
import { isSimulated, ownKeyOfPod } from '../../scenario/workloadKind';
import type { PodTable } from '../timeline';
import { PodLog } from './podLog';
import type { TimelineClock } from './timelineClock';

/** The pods of the workloads beside the one that the timeline is about, by workload. */
export class OtherLog {
  readonly #clock: TimelineClock;
  readonly #store: ObjectStore;
  readonly #logs: ReadonlyMap<string, PodLog>;
  readonly #logOfPod = new Map<string, PodLog>();
  readonly #minReadySeconds = new Map<string, number>();

  constructor(clock: TimelineClock, store: ObjectStore, keys: readonly string[]) {
    this.#clock = clock;
    this.#store = store;
    this.#logs = new Map(keys.map((key) => [key, new PodLog(clock, false)]));
  }

  /** A pod that may be of one of them; `node`: its index in the timeline. */
  onPod(pod: Pod, type: WatchEvent['type'], node: number): void {
    const uid = pod.metadata.uid ?? '';
    const log = this.#logOfPod.get(uid) ?? this.#add(pod, uid);
    const index = log?.indexOf(pod);
    if (log === undefined || index === undefined) return;
    if (type === 'deleted') {
      log.gone(index);
      return;
    }
    const readySince = getPodCondition(pod, 'Ready')?.lastTransitionTime;
    const since = readySince === undefined ? this.#clock.t : this.#clock.seconds(readySince);
    log.observe(index, pod, node, since + (this.#minReadySeconds.get(uid) ?? 0));
  }

  #add(pod: Pod, uid: string): PodLog | undefined {
    if (this.#logs.size === 0) return undefined;
    const key = ownKeyOfPod(pod);
    const log = this.#logs.get(key);
    if (log === undefined) return undefined;
    this.#logOfPod.set(uid, log);
    const [kind = '', name = ''] = key.split(' ');
    const workload = isSimulated(kind) ? this.#store.get(kind, name) : undefined;
    this.#minReadySeconds.set(uid, workload?.spec.minReadySeconds ?? 0);
    log.add(pod, 0, this.#clock.createdAt(pod));
    return log;
  }

  /** No more is observed after this. */
  tables(end: number): ReadonlyMap<string, PodTable> {
    return new Map(
      [...this.#logs].map(([key, log]) => {
        log.close(end);
        return [key, log.table()];
      }),
    );
  }
}

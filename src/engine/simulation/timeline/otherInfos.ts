import { DEFAULT_REPLICAS } from '../../../model/defaults';
import type { ObjectStore } from '../../api/objectStore';
import { keyOfOther } from '../scenario/others';
import type { Scenario } from '../scenario/scenario';
import { isDaemonSet, isSimulated } from '../scenario/workloadKind';
import type { OtherLog } from './recording/otherLog';
import { POD_STATES, type OtherInfo, type PodTable } from './timeline';

const AVAILABLE = POD_STATES.indexOf('Available');

/** The other workloads with their pods, as they are at the end. */
export function otherInfos(
  log: OtherLog,
  store: ObjectStore,
  sources: ReadonlyMap<string, string>,
  scenario: Scenario,
  end: number,
): readonly OtherInfo[] {
  const standing = new Map(
    (scenario.others ?? []).flatMap((other) =>
      other.standing === undefined ? [] : [[keyOfOther(other), other.standing.count] as const],
    ),
  );
  return [...log.tables(end)].flatMap(([key, pods]): OtherInfo[] => {
    const [kind = '', path = ''] = key.split(' ');
    const [namespace = '', name = ''] = path.split('/');
    const desired = standing.get(key) ?? desiredOf(store, kind, path);
    return [{ kind, namespace, name, source: sources.get(key) || undefined, desired, pods }];
  });
}

function desiredOf(store: ObjectStore, kind: string, path: string): number {
  const workload = isSimulated(kind) ? store.get(kind, path) : undefined;
  if (workload === undefined) return 0;
  return isDaemonSet(workload) ? (workload.status?.desiredNumberScheduled ?? 0) : (workload.spec.replicas ?? DEFAULT_REPLICAS);
}

export interface Availability {
  readonly first: number;
  readonly lowest: number;
  readonly lowestAt: number;
  readonly last: number;
}

/** How many pods of a table are available from second 0 on; a state that lasts no time is none. */
export function availabilityOf({ count, changeOffsets, changeTimes, changeStates }: PodTable): Availability {
  const changes: { readonly t: number; readonly by: number }[] = [];
  for (let pod = 0; pod < count; pod++) {
    let was = 0;
    for (let index = changeOffsets[pod] ?? 0; index < (changeOffsets[pod + 1] ?? 0); index++) {
      const is = changeStates[index] === AVAILABLE ? 1 : 0;
      if (is !== was) changes.push({ t: Math.max(0, changeTimes[index] ?? 0), by: is - was });
      was = is;
    }
  }
  changes.sort((a, b) => a.t - b.t);
  let available = 0;
  let first = 0;
  let lowest = Infinity;
  let lowestAt = 0;
  changes.forEach(({ t, by }, index) => {
    available += by;
    if (changes[index + 1]?.t === t) return;
    if (t === 0) first = available;
    if (available < lowest) [lowest, lowestAt] = [available, t];
  });
  return { first, lowest: Number.isFinite(lowest) ? lowest : 0, lowestAt, last: available };
}

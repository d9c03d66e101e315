import type {
  DeliveryRow,
  InsideRecording,
  InsideRow,
  ListRow,
  QueueName,
  SyncRow,
  WriteRow,
} from '../../../src/engine/simulation/inside/insideRows';
import type { CacheName } from '../../../src/engine/simulation/inside/insideState';
import type { Machine } from '../../../src/model/stations';

export type Kind = WriteRow['kind'];

/** One sync from its first row to its last. */
export interface SyncSpan {
  readonly queue: QueueName;
  readonly key: string;
  readonly begin: number;
  readonly end: number;
  readonly steps: NonNullable<SyncRow['steps']>;
  readonly decided: NonNullable<SyncRow['decided']>;
  readonly error: string | undefined;
}

/** A recording, with what one needs to find one's way in it. */
export interface Recorded {
  readonly rows: readonly InsideRow[];
  readonly omitted: number;
  readonly syncs: readonly SyncSpan[];
  /** The sync that a row belongs to, −1: none. */
  readonly syncOf: Int32Array;
  /** The caches that hear of each kind: one that all share, or those that controllers have of their own. */
  readonly caches: ReadonlyMap<Kind, ReadonlySet<CacheName>>;
  /** Whose machines are there at all, in the order of the tabs. */
  readonly machines: readonly Machine[];
}

/** The cache that a row is about. */
export const cacheOf = ({ controller, kind }: ListRow | DeliveryRow): CacheName =>
  controller === undefined ? kind : `${controller} ${kind}`;

/** Which machines a queue belongs to. */
export const machineOf = (queue: QueueName): Machine => (queue === 'daemonset nodes' ? 'daemonset' : queue);

export function readRecording({ rows, omitted }: InsideRecording): Recorded {
  const syncs: SyncSpan[] = [];
  const syncOf = new Int32Array(rows.length).fill(-1);
  const caches = new Map<Kind, Set<CacheName>>();
  const found = new Set<Machine>();
  let begin = -1;
  rows.forEach((row, index) => {
    if (row.row === 'list' || row.row === 'watch')
      caches.set(row.kind, (caches.get(row.kind) ?? new Set<CacheName>()).add(cacheOf(row)));
    else if (row.row === 'scheduler') found.add('scheduler');
    else if (row.row === 'kubelet') found.add('kubelets');
    else if (row.row === 'sync') {
      found.add(machineOf(row.queue));
      if (row.phase === 'begin') begin = index;
      else {
        const { queue, key, steps = [], decided = [], error } = row;
        syncOf.fill(syncs.length, begin, index + 1);
        syncs.push({ queue, key, begin, end: index, steps, decided, error });
        begin = -1;
      }
    }
  });
  const order: readonly Machine[] = ['deployment', 'replicaset', 'daemonset', 'scheduler', 'kubelets'];
  return { rows, omitted, syncs, syncOf, caches, machines: order.filter((machine) => found.has(machine)) };
}

/** How many rows there are up to a moment. */
export function countUntil(rows: readonly InsideRow[], t: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as InsideRow).t <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first sync that begins at this row or later. */
export function syncFrom({ syncs }: Recorded, row: number): number {
  let low = 0;
  let high = syncs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((syncs[middle] as SyncSpan).begin < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

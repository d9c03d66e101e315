import { getPodCondition } from '../../../../model/podConditions';
import type { Pod } from '../../../../model/apiTypes';
import { POD_STATES, type PodState, type PodTable } from '../timeline';
import type { TimelineClock } from './timelineClock';

const STATE_INDEX = Object.fromEntries(POD_STATES.map((state, index) => [state, index])) as Readonly<Record<PodState, number>>;

/** What a pod is doing, as far as its stored object tells; `Available` needs the clock and is added by the log. */
function podState(pod: Pod): PodState {
  const { phase, containerStatuses } = pod.status ?? {};
  if (phase === 'Failed' || phase === 'Succeeded') return phase;
  if (pod.metadata.deletionTimestamp !== undefined) return 'Terminating';
  if ((pod.spec.nodeName ?? '') === '') return 'Unscheduled';
  if (getPodCondition(pod, 'Ready')?.status === 'True') return 'Ready';
  if (containerStatuses?.some((status) => status.state?.waiting?.reason === 'CrashLoopBackOff') === true) return 'CrashLoop';
  return phase === 'Running' ? 'Running' : 'Creating';
}

/** One change of one pod, in the order in which it was written. */
export interface PodStep {
  readonly t: number;
  readonly pod: number;
  readonly from: PodState | undefined;
  readonly to: PodState;
  /** Changes of the same step were made by one task of the event loop. */
  readonly step: number;
}

interface PodRow {
  readonly name: string;
  readonly revision: number;
  readonly createdAt: number;
  node: number;
  boundAt: number | undefined;
  /** The moments of the restarts. */
  restarts: number[];
  state: PodState | undefined;
  /** When a ready pod becomes available, if it stays ready. */
  availableAt: number | undefined;
}

/** Whether the steps are in the order of time, and none is later than the end. */
function isInOrder(steps: readonly PodStep[], end: number): boolean {
  let last = -Infinity;
  for (const { t } of steps) {
    if (t < last || t > end) return false;
    last = t;
  }
  return true;
}

/** What a pod has behind it when it is seen for the first time. */
const BEFORE_THE_STORY = -1;

/** Most pods never restart. */
const NONE: number[] = [];

/** Collects the lives of the workload's pods. */
export class PodLog {
  readonly #clock: TimelineClock;
  readonly #rows: PodRow[] = [];
  readonly #indexByUid = new Map<string, number>();
  readonly #indexByName = new Map<string, number>();
  #steps: PodStep[] = [];

  /** Whether pods will be asked for by their names. */
  readonly #tellsNames: boolean;

  constructor(clock: TimelineClock, tellsNames: boolean) {
    this.#clock = clock;
    this.#tellsNames = tellsNames;
  }

  get count(): number {
    return this.#rows.length;
  }

  row(pod: number): Readonly<PodRow> {
    return this.#rows[pod] as PodRow;
  }

  indexOf(pod: Pod): number | undefined {
    return this.#indexByUid.get(pod.metadata.uid ?? '');
  }

  /** All pods of a workload are in one namespace. */
  indexOfName(name: string): number | undefined {
    return this.#indexByName.get(name);
  }

  /** Gives the pod's index. */
  add(pod: Pod, revision: number, createdAt: number): number {
    const index = this.#rows.length;
    this.#indexByUid.set(pod.metadata.uid ?? '', index);
    if (this.#tellsNames) this.#indexByName.set(pod.metadata.name, index);
    this.#rows.push({
      name: pod.metadata.name,
      revision,
      createdAt,
      node: -1,
      boundAt: undefined,
      restarts: NONE,
      state: undefined,
      availableAt: undefined,
    });
    return index;
  }

  /** Notes the pod's present state; a ready pod counts as available from `availableAt` on. */
  observe(index: number, pod: Pod, node: number, availableAt: number): void {
    const row = this.#rows[index] as PodRow;
    const { t } = this.#clock;
    // A pod stays where it is bound, even when its node is gone.
    if (node >= 0 && row.node !== node) {
      row.node = node;
      row.boundAt = t;
    }
    const restarts = pod.status?.containerStatuses?.[0]?.restartCount ?? 0;
    if (restarts > row.restarts.length) {
      const at = row.state === undefined ? BEFORE_THE_STORY : t;
      row.restarts = [...row.restarts, ...Array<number>(restarts - row.restarts.length).fill(at)];
    }
    const state = podState(pod);
    if (state !== 'Ready') {
      this.#change(index, row, state);
    } else if (availableAt <= t) {
      this.#change(index, row, 'Available');
    } else if (row.state !== 'Ready' && row.state !== 'Available') {
      this.#change(index, row, 'Ready');
      row.availableAt = availableAt;
    }
  }

  gone(index: number): void {
    this.#change(index, this.#rows[index] as PodRow, 'Gone');
  }

  #change(index: number, row: PodRow, to: PodState): void {
    const { sentAt: t, step } = this.#clock;
    if (row.availableAt !== undefined && row.availableAt <= t && row.state === 'Ready') this.#becomeAvailable(index, row);
    if (row.state === to) return;
    this.#steps.push({ t, pod: index, from: row.state, to, step });
    row.state = to;
    row.availableAt = undefined;
  }

  #becomeAvailable(index: number, row: PodRow): void {
    this.#steps.push({ t: row.availableAt as number, pod: index, from: row.state, to: 'Available', step: -1 });
    row.state = 'Available';
    row.availableAt = undefined;
  }

  /** Counts pods as available whose time comes up to `end` and forgets what came later; nothing may be observed afterwards. */
  close(end: number): void {
    this.#rows.forEach((row, index) => {
      if (row.availableAt !== undefined && row.availableAt <= end && row.state === 'Ready') this.#becomeAvailable(index, row);
    });
    if (!isInOrder(this.#steps, end)) this.#steps = this.#steps.filter(({ t }) => t <= end).sort((a, b) => a.t - b.t);
    this.#rows.length = 1 + this.#rows.findLastIndex(({ createdAt }) => createdAt <= end);
    for (const row of this.#rows) {
      if (row.boundAt !== undefined && row.boundAt > end) row.node = -1;
      if (row.restarts.length > 0) row.restarts = row.restarts.filter((t) => t <= end);
    }
  }

  /** All changes in the order of time; those of one instant in the order of the writes. */
  get steps(): readonly PodStep[] {
    return this.#steps;
  }

  table(): PodTable {
    const count = this.#rows.length;
    const changeOffsets = new Int32Array(count + 1);
    for (const { pod } of this.#steps) changeOffsets[pod + 1] = (changeOffsets[pod + 1] as number) + 1;
    for (let pod = 0; pod < count; pod++)
      changeOffsets[pod + 1] = (changeOffsets[pod + 1] as number) + (changeOffsets[pod] as number);
    const changeTimes = new Float64Array(this.#steps.length);
    const changeStates = new Uint8Array(this.#steps.length);
    const next = changeOffsets.slice();
    for (const { t, pod, to } of this.#steps) {
      const place = next[pod] as number;
      next[pod] = place + 1;
      changeTimes[place] = t;
      changeStates[place] = STATE_INDEX[to];
    }
    return {
      count,
      names: this.#rows.map((row) => row.name),
      revision: Int32Array.from(this.#rows, (row) => row.revision),
      node: Int32Array.from(this.#rows, (row) => row.node),
      createdAt: Float64Array.from(this.#rows, (row) => row.createdAt),
      restarts: Int32Array.from(this.#rows, (row) => row.restarts.length),
      changeOffsets,
      changeTimes,
      changeStates,
    };
  }
}

import type { InsideRow } from '../../../src/engine/simulation/inside/insideRows';
import { InsideState, type CacheName } from '../../../src/engine/simulation/inside/insideState';
import { cacheOf, type Recorded } from './recording';

/** So many rows apart a copy of the state is kept: to go back one begins at the copy before. */
const APART = 4096;

/** News of a version that was written and has not arrived. */
export interface UnderWay {
  readonly version: number;
  /** The row that wrote it. */
  readonly row: number;
}

/** The machine after one of the rows. */
export class MachineState extends InsideState {
  /** By cache and key, what is under way, oldest first. */
  readonly underWay = new Map<string, readonly UnderWay[]>();
  /** Nobody watches while the controllers are down. */
  #isDown = false;
  /** The row that moved a pod in the scheduler's queue last, and the kubelet's last report of it. */
  readonly lastMove = new Map<string, number>();
  readonly lastReport = new Map<string, number>();

  see(row: InsideRow, index: number, { caches }: Recorded): void {
    this.apply(row);
    if (row.row === 'manager') {
      this.underWay.clear();
      this.#isDown = row.op === 'stops';
    } else if (row.row === 'write' && !this.#isDown) {
      for (const cache of caches.get(row.kind) ?? []) {
        const place = placeIn(cache, row.key);
        this.underWay.set(place, [...(this.underWay.get(place) ?? []), { version: row.version, row: index }]);
      }
    } else if (row.row === 'watch' || row.row === 'list') {
      const place = placeIn(cacheOf(row), row.key);
      const left = (this.underWay.get(place) ?? []).filter(({ version }) => version > row.version);
      if (left.length === 0) this.underWay.delete(place);
      else this.underWay.set(place, left);
    } else if (row.row === 'scheduler') setRow(this.lastMove, row.pod, row.to === 'gone' ? undefined : index);
    else if (row.row === 'kubelet') setRow(this.lastReport, row.pod, row.op === 'forget' ? undefined : index);
  }

  copy(): MachineState {
    const other = new MachineState();
    for (const [kind, versions] of this.stored) other.stored.set(kind, new Map(versions));
    for (const [kind, versions] of this.caches) other.caches.set(kind, new Map(versions));
    for (const [name, { line, processing, dirty, delayed, failures }] of this.queues)
      other.queues.set(name, {
        line: [...line],
        processing: new Set(processing),
        dirty: new Set(dirty),
        delayed: new Map(delayed),
        failures: new Map(failures),
      });
    for (const [controller, known] of this.expectations) other.expectations.set(controller, new Map(known));
    for (const [pod, place] of this.scheduler) other.scheduler.set(pod, place);
    for (const [pod, node] of this.kubelets) other.kubelets.set(pod, node);
    for (const [place, news] of this.underWay) other.underWay.set(place, news);
    for (const [pod, row] of this.lastMove) other.lastMove.set(pod, row);
    for (const [pod, row] of this.lastReport) other.lastReport.set(pod, row);
    other.t = this.t;
    other.#isDown = this.#isDown;
    return other;
  }
}

/** How news are found: keys have no spaces. */
const placeIn = (cache: CacheName, key: string): string => `${cache} ${key}`;

function setRow(rows: Map<string, number>, pod: string, row: number | undefined): void {
  if (row === undefined) rows.delete(pod);
  else rows.set(pod, row);
}

/** The machine after any row; near steps forwards cost what has happened since, others a few thousand rows at most. */
export class MachineReader {
  readonly #recorded: Recorded;
  readonly #copies: MachineState[] = [new MachineState()];
  #state = new MachineState();
  /** So many rows the state has seen. */
  #seen = 0;

  constructor(recorded: Recorded) {
    this.#recorded = recorded;
  }

  /** After so many rows. It is the reader's own: valid until it is asked again. */
  after(count: number): MachineState {
    const near = Math.min(Math.floor(count / APART), this.#copies.length - 1);
    if (count < this.#seen || near * APART > this.#seen) {
      this.#state = (this.#copies[near] as MachineState).copy();
      this.#seen = near * APART;
    }
    const { rows } = this.#recorded;
    for (; this.#seen < count; this.#seen++) {
      if (this.#seen === this.#copies.length * APART) this.#copies.push(this.#state.copy());
      this.#state.see(rows[this.#seen] as InsideRow, this.#seen, this.#recorded);
    }
    return this.#state;
  }
}

/** Ours: where the rows come together. */
import type { Time } from '../../../model/time';
import type { Clock } from '../../kernel/eventLoop';
import type { InsideRecording, InsideRow } from './insideRows';

/** Bounded: when it is full the rest is only counted, so that what is there has no gaps. */
export class InsideLog {
  readonly #rows: InsideRow[] = [];
  readonly #maxRows: number;
  readonly #origin: Time;
  #clock: Clock | undefined;
  #omitted = 0;
  /** The sync under way. */
  sync: { readonly queue: string; readonly key: string; readonly name: string } | undefined;

  constructor(origin: Time, maxRows: number) {
    this.#origin = origin;
    this.#maxRows = maxRows;
  }

  begin(clock: Clock): void {
    this.#clock = clock;
  }

  /** Seconds of the timeline. */
  get t(): number {
    return ((this.#clock?.now ?? this.#origin) - this.#origin) / 1000;
  }

  add(row: InsideRow): void {
    if (this.#rows.length < this.#maxRows) this.#rows.push(row);
    else this.#omitted++;
  }

  recording(): InsideRecording {
    return { rows: this.#rows, omitted: this.#omitted };
  }
}

import type { InsideRow } from '../../../src/engine/simulation/inside/insideRows';
import type { Machine, Station } from '../../../src/model/stations';
import { formatDuration } from '../../../src/model/words';
import type { MachineState } from './machineState';
import type { Position } from './position';
import type { Recorded } from './recording';

export type Tone = 'behind' | 'bad' | 'muted' | 'head';

export interface StationItem {
  readonly text: string;
  readonly aside?: string | undefined;
  readonly tone?: Tone | undefined;
  /** The row that it comes from: to be gone to, and lit when it is the last. */
  readonly row?: number | undefined;
}

/** What a station shows: the picture, the table and the words are made of it. */
export interface StationView {
  readonly id: string;
  readonly station: Station;
  readonly title: string;
  /** In a few words, what there is. */
  readonly summary: string;
  readonly items: readonly StationItem[];
  /** So many items more there are. */
  readonly more: number;
  /** The section of the texts about it. */
  readonly section: string;
}

/** What is looked at. */
export interface Look {
  readonly recorded: Recorded;
  readonly state: MachineState;
  readonly position: Position;
  readonly machine: Machine;
}

export const MOST = 8;
const LOOKED_BACK = 3000;

export const nameOf = (key: string): string => key.slice(key.indexOf('/') + 1);
export const ms = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds * 10) / 10} ms` : formatDuration(Math.round(milliseconds / 100) / 10);

type Draft = Omit<StationView, 'items' | 'more'> & { readonly items: readonly StationItem[]; readonly of?: number };

/** Only so many of its items. */
export function view({ of, ...draft }: Draft): StationView {
  const items = draft.items.slice(0, MOST);
  return { ...draft, items, more: (of ?? draft.items.length) - items.length };
}

/** Rows of a kind before the place, the latest first. */
export function latest<N extends InsideRow['row']>(
  { recorded, position }: Look,
  name: N,
  isMeant: (row: Extract<InsideRow, { row: N }>) => boolean,
  most = MOST,
): { readonly row: Extract<InsideRow, { row: N }>; readonly index: number }[] {
  const found: { row: Extract<InsideRow, { row: N }>; index: number }[] = [];
  const last = Math.max(0, position.row - LOOKED_BACK);
  for (let index = position.row; index >= last && found.length < most; index--) {
    const row = recorded.rows[index];
    if (row?.row === name && isMeant(row as Extract<InsideRow, { row: N }>))
      found.push({ row: row as Extract<InsideRow, { row: N }>, index });
  }
  return found;
}

/** The station at which a row happens. */
export function stationOf(row: InsideRow): Station {
  switch (row.row) {
    case 'write':
      return row.by === undefined ? 'apiServer' : 'writes';
    case 'list':
    case 'watch':
      return 'watch';
    case 'manager':
      return 'caches';
    case 'request':
      return 'writes';
    case 'scheduler':
      return 'scheduler';
    case 'kubelet':
      return 'kubelets';
    default:
      return row.row;
  }
}

import type { JsonValue } from '../manifest/json';
import { parseTime } from '../model/time';
import { ScanError, type JsonPiece } from './scanJson';
import type { Shapes } from './shapes';
import { isSnapshotKind, KEPT_HEAD, type SnapshotKind, type TakenAt } from './snapshot';

type Put = (kind: SnapshotKind, namespace: string, name: string, line: string) => void;

/** What was written down of a snapshot, piece by piece. */
export class KeptFile {
  readonly #shapes: Shapes;
  readonly #put: Put;
  /** What the shapes of the file are called here. */
  readonly #numbers: number[] = [];
  #takenAt: TakenAt | undefined;

  constructor(shapes: Shapes, put: Put) {
    this.#shapes = shapes;
    this.#put = put;
  }

  get takenAt(): TakenAt | undefined {
    return this.#takenAt;
  }

  take({ text, list, holder }: JsonPiece): void {
    if (list === 'shapes') {
      if (this.#numbers.length === 0) this.#readHead(holder);
      this.#numbers.push(this.#shapes.number(text));
      return;
    }
    const [kind, namespace, name, line] = parsedList(text);
    const [shape, ...fillings] = Array.isArray(line) ? (line as readonly JsonValue[]) : [];
    const number = typeof shape === 'number' ? this.#numbers[shape] : undefined;
    if (!isSnapshotKind(kind) || typeof namespace !== 'string' || typeof name !== 'string' || number === undefined)
      throw new ScanError('the file of a kept snapshot is damaged; take or open the snapshot again');
    this.#put(kind, namespace, name, JSON.stringify([number, ...fillings]));
  }

  #readHead(holder: string): void {
    if (!holder.includes(KEPT_HEAD.kind)) throw new ScanError('it holds “shapes” and is no kept snapshot');
    const time = parseTime(/"takenAt"\s*:\s*"([^"]*)"/.exec(holder)?.[1] ?? '');
    if (time !== undefined) this.#takenAt = { time, isExact: /"isExact"\s*:\s*true/.test(holder) };
  }
}

function parsedList(text: string): readonly JsonValue[] {
  try {
    const json = JSON.parse(text) as JsonValue;
    return Array.isArray(json) ? (json as readonly JsonValue[]) : [];
  } catch {
    return [];
  }
}

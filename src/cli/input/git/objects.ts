import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inflateSync } from 'node:zlib';
import { UsageError } from '../../arguments/usageError';

/** An object of a repository, as it is stored: what it is, and its bytes. */
export interface GitObject {
  readonly type: 'commit' | 'tree' | 'blob' | 'tag';
  readonly data: Buffer;
}

/** Reads objects of a repository, loose and packed. Nothing is written, and no command of Git is run. */
export class ObjectStore {
  readonly #folders: readonly string[];
  #packs: readonly Pack[] | undefined;

  constructor(folder: string) {
    this.#folders = [folder, ...alternatesOf(folder)];
  }

  read(id: string): GitObject {
    const found = this.find(id);
    if (found === undefined)
      throw new UsageError(`the object ${id} is not in the repository (a shallow or partial clone does not have all)`);
    return found;
  }

  find(id: string): GitObject | undefined {
    return this.#loose(id) ?? this.#packed(id);
  }

  has(id: string): boolean {
    if (this.#folders.some((folder) => existsSync(loosePath(folder, id)))) return true;
    const key = Buffer.from(id, 'hex');
    return this.#allPacks.some((pack) => pack.offsetOf(key) !== undefined);
  }

  /** The one object whose id begins so. */
  complete(start: string): string | undefined {
    const loose = this.#folders.flatMap((folder) => {
      const inside = join(folder, start.slice(0, 2));
      if (!existsSync(inside)) return [];
      return readdirSync(inside).flatMap((name) => (name.startsWith(start.slice(2)) ? [start.slice(0, 2) + name] : []));
    });
    const found = new Set([...loose, ...this.#allPacks.flatMap((pack) => pack.idsFrom(start))]);
    return found.size === 1 ? [...found][0] : undefined;
  }

  get #allPacks(): readonly Pack[] {
    return (this.#packs ??= this.#folders.flatMap(packsIn));
  }

  #loose(id: string): GitObject | undefined {
    for (const folder of this.#folders) {
      const path = loosePath(folder, id);
      if (!existsSync(path)) continue;
      const raw = inflateSync(readFileSync(path));
      const end = raw.indexOf(0);
      const [type = ''] = raw.toString('latin1', 0, end).split(' ');
      return { type: type as GitObject['type'], data: raw.subarray(end + 1) };
    }
    return undefined;
  }

  #packed(id: string): GitObject | undefined {
    const key = Buffer.from(id, 'hex');
    for (const pack of this.#allPacks) {
      const offset = pack.offsetOf(key);
      if (offset !== undefined) return pack.read(offset, (base) => this.read(base));
    }
    return undefined;
  }
}

function loosePath(folder: string, id: string): string {
  return join(folder, id.slice(0, 2), id.slice(2));
}

function alternatesOf(folder: string): string[] {
  const path = join(folder, 'info', 'alternates');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => resolve(folder, line));
}

function packsIn(folder: string): Pack[] {
  const path = join(folder, 'pack');
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.idx'))
    .map((name) => new Pack(join(path, name)));
}

const ID = 20;
const HEADER = 8;
const FAN_OUT = 256 * 4;
const IDS = HEADER + FAN_OUT;
const TYPES = ['', 'commit', 'tree', 'blob', 'tag'] as const;
const OFFSET_DELTA = 6;
const REFERENCE_DELTA = 7;

/** One pack with its index (version 2, which Git has written since 2008). */
class Pack {
  readonly #path: string;
  readonly #index: Buffer;
  readonly #count: number;

  constructor(indexPath: string) {
    this.#path = indexPath.replace(/\.idx$/, '.pack');
    this.#index = readFileSync(indexPath);
    if (this.#index.readUInt32BE(0) !== 0xff744f63) throw new Error(`${indexPath} has a form that is not read here`);
    this.#count = this.#index.readUInt32BE(HEADER + FAN_OUT - 4);
  }

  idsFrom(start: string): string[] {
    const first = Number.parseInt(start.slice(0, 2), 16);
    const found: string[] = [];
    for (let at = this.#startOf(first); at < this.#startOf(first + 1); at++) {
      const id = this.#index.toString('hex', IDS + at * ID, IDS + (at + 1) * ID);
      if (id.startsWith(start)) found.push(id);
    }
    return found;
  }

  /** How many ids begin with a smaller byte. */
  #startOf(byte: number): number {
    return byte === 0 ? 0 : this.#index.readUInt32BE(HEADER + (byte - 1) * 4);
  }

  offsetOf(id: Buffer): number | undefined {
    const first = id[0] ?? 0;
    let low = this.#startOf(first);
    let high = this.#startOf(first + 1);
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#index.compare(id, 0, ID, IDS + middle * ID, IDS + (middle + 1) * ID);
      if (order === 0) return this.#offsetAt(middle);
      // `compare` tells where the index's id stands against ours.
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #offsetAt(position: number): number {
    const offsets = HEADER + FAN_OUT + this.#count * (ID + 4);
    const offset = this.#index.readUInt32BE(offsets + position * 4);
    if (offset < 0x80000000) return offset;
    const large = offsets + this.#count * 4 + (offset - 0x80000000) * 8;
    return Number(this.#index.readBigUInt64BE(large));
  }

  read(offset: number, byId: (id: string) => GitObject): GitObject {
    const { type, size, at } = this.#header(offset);
    if (type === OFFSET_DELTA) {
      const { value, length } = distanceAt(this.#bytes(at, 16));
      const base = this.read(offset - value, byId);
      return { type: base.type, data: patched(base.data, this.#inflated(at + length, size)) };
    }
    if (type === REFERENCE_DELTA) {
      const base = byId(this.#bytes(at, ID).toString('hex'));
      return { type: base.type, data: patched(base.data, this.#inflated(at + ID, size)) };
    }
    return { type: (TYPES[type] ?? 'blob') as GitObject['type'], data: this.#inflated(at, size) };
  }

  #header(offset: number): { readonly type: number; readonly size: number; readonly at: number } {
    const bytes = this.#bytes(offset, 16);
    let position = 0;
    let byte = bytes[position++] ?? 0;
    const type = (byte >> 4) & 7;
    let size = byte & 15;
    let factor = 16;
    while ((byte & 128) !== 0) {
      byte = bytes[position++] ?? 0;
      size += (byte & 127) * factor;
      factor *= 128;
    }
    return { type, size, at: offset + position };
  }

  /** Deflate rarely makes things longer; how long they are is not written down. */
  #inflated(at: number, size: number): Buffer {
    return inflateSync(this.#bytes(at, size + (size >> 3) + 128), { finishFlush: SYNC_FLUSH });
  }

  #bytes(at: number, length: number): Buffer {
    const file = openSync(this.#path, 'r');
    try {
      const buffer = Buffer.alloc(length);
      return buffer.subarray(0, readSync(file, buffer, 0, length, at));
    } finally {
      closeSync(file);
    }
  }
}

const SYNC_FLUSH = 2;

function distanceAt(bytes: Buffer): { readonly value: number; readonly length: number } {
  let length = 0;
  let byte = bytes[length++] ?? 0;
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = bytes[length++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, length };
}

/** A delta copies stretches of its base and adds some of its own. */
function patched(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const number = (): number => {
    let value = 0;
    let factor = 1;
    let byte: number;
    do {
      byte = delta[at++] ?? 0;
      value += (byte & 127) * factor;
      factor *= 128;
    } while ((byte & 128) !== 0);
    return value;
  };
  number();
  const parts: Buffer[] = [];
  for (let left = number(); left > 0 && at < delta.length;) {
    const order = delta[at++] ?? 0;
    let part: Buffer;
    if ((order & 128) === 0) {
      part = delta.subarray(at, at + order);
      at += order;
    } else {
      const part4 = (mask: number): number => ((order & mask) === 0 ? 0 : (delta[at++] ?? 0));
      const offset = part4(1) + part4(2) * 0x100 + part4(4) * 0x10000 + part4(8) * 0x1000000;
      const size = part4(16) + part4(32) * 0x100 + part4(64) * 0x10000;
      part = base.subarray(offset, offset + (size === 0 ? 0x10000 : size));
    }
    parts.push(part);
    left -= part.length;
  }
  return Buffer.concat(parts);
}

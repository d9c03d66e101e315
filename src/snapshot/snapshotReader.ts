import { isJsonObject, type JsonObject, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import { counted, listed } from '../model/words';
import type { Time } from '../model/time';
import { keptOf } from './kept';
import { Veil } from './keptPod';
import { KeptFile } from './keptFile';
import { JsonScanner, ScanError } from './scanJson';
import { YamlScanner, yamlJson } from './scanYaml';
import { Shapes } from './shapes';
import { Shelf } from './shelf';
import { isNamespaced, isSnapshotKind, Snapshot, type SnapshotKind, type TakenAt } from './snapshot';

/** Why a text is no snapshot, in words for its owner. */
export interface SnapshotProblem {
  readonly problem: string;
}

/** Before it a mark of byte order may stand, and the mark that begins a record of a JSON sequence. */
const BEGIN = /^[\s\uFEFF\p{Cc}]*([^\s\uFEFF\p{Cc}])/u;

/** `kubectl get` without `-o`. */
const TABLE = /^[\s\uFEFF]{0,9}NAME(?:SPACE)?[ \t]/;

const EXPECTED =
  'A snapshot is what “kubectl get nodes,pods,… -A -o json” prints (or -o yaml): a List, several documents, or the lines of a watch.';

/** Kinds have namesakes in other groups: Knative has a Service, too. */
const GROUPS =
  /^(?:v1|(?:apps|policy|autoscaling|discovery\.k8s\.io|events\.k8s\.io|storage\.k8s\.io|scheduling\.k8s\.io)\/v\w+)$/;

/** Reads one text after the other, each in pieces of any size, and forgets at once what is not kept. */
export class SnapshotReader {
  readonly #shapes = new Shapes();
  readonly #shelves = new Map<string, Shelf>();
  readonly #veil = new Veil();
  #takenAt: TakenAt | undefined;
  #objects = 0;
  #others = 0;
  #characters = 0;
  #isTable = false;

  /** How much was read so far, of all texts. */
  get characters(): number {
    return this.#characters;
  }

  /** Yields often, so that whoever waits has a turn in between. Undefined: all of it could be read. */
  *read(chunks: Iterable<string>): Generator<undefined, SnapshotProblem | undefined> {
    const before = this.#objects + this.#others;
    try {
      yield* this.#readAll(chunks);
    } catch (error) {
      if (!(error instanceof ScanError)) throw error;
      const count = this.#objects + this.#others - before;
      const after = count === 0 ? '' : ` after ${counted(count, 'object')}`;
      return { problem: `This cannot be read${after}: ${error.message}. ${EXPECTED}` };
    }
    if (this.#objects + this.#others > before) return undefined;
    if (this.#isTable) return { problem: `This is the table that kubectl prints for people: add “-o json”. ${EXPECTED}` };
    return { problem: `There is no Kubernetes object in this. ${EXPECTED}` };
  }

  /** `modifiedAt`: when the newest file was written, if that is known. */
  finish(modifiedAt?: Time): Snapshot | SnapshotProblem {
    if (this.#objects === 0) {
      const kinds = listed(['nodes', 'pods', 'workloads', 'budgets', 'quotas']);
      return { problem: `There is nothing of a cluster in this that counts for rollouts, such as ${kinds}. ${EXPECTED}` };
    }
    this.#shapes.close();
    return new Snapshot(this.#shelves, this.#shapes, this.#takenWhen(modifiedAt));
  }

  *#readAll(chunks: Iterable<string>): Generator<undefined> {
    let take: ((chunk: string) => Generator<undefined>) | undefined;
    let end: () => Generator<undefined> = function* () {};
    for (const chunk of chunks) {
      if (take === undefined) {
        const first = BEGIN.exec(chunk)?.[1];
        if (first === undefined) continue;
        this.#isTable = TABLE.test(chunk);
        [take, end] = first === '{' || first === '[' ? this.#json() : this.#yaml();
      }
      yield* take(chunk);
      this.#characters += chunk.length;
      yield;
    }
    yield* end();
  }

  #json(): [(chunk: string) => Generator<undefined>, () => Generator<undefined>] {
    const scanner = new JsonScanner();
    const kept = new KeptFile(this.#shapes, (kind, namespace, name, line) => {
      this.#objects++;
      this.#shelf(kind).put(namespace, name, line);
    });
    const take = function* (this: SnapshotReader, chunk: string): Generator<undefined> {
      for (const piece of scanner.scan(chunk)) {
        if (piece.list === 'shapes' || piece.list === 'objects') kept.take(piece);
        else this.#take(parsed(piece.text), LIST_KIND.exec(piece.holder)?.[1]);
        yield;
      }
    }.bind(this);
    const end = function* (this: SnapshotReader): Generator<undefined> {
      scanner.end();
      this.#takenAt = later(this.#takenAt, kept.takenAt);
      yield;
    }.bind(this);
    return [take, end];
  }

  #yaml(): [(chunk: string) => Generator<undefined>, () => Generator<undefined>] {
    const scanner = new YamlScanner();
    const all = function* (this: SnapshotReader, texts: Iterable<string>): Generator<undefined> {
      for (const each of texts) {
        this.#take(yamlJson(each));
        yield;
      }
    }.bind(this);
    return [(chunk) => all(scanner.scan(chunk)), () => all(scanner.end())];
  }

  /** An object, a list of some, or what a watch says of one. */
  #take(json: JsonValue | undefined, listed = ''): void {
    if (!isJsonObject(json)) return;
    const { type, object: watched, items } = json;
    if (typeof type === 'string' && isJsonObject(watched)) this.#hear(type, watched);
    else if (items === null || Array.isArray(items)) {
      const kind = text(json['kind']).replace(/List$/, '');
      for (const item of list(items)) this.#take(item, kind);
    } else this.#put(listed === '' ? json : { kind: listed, ...json });
  }

  #hear(type: string, json: JsonObject): void {
    if (type === 'DELETED') this.#remove(json);
    else if (type === 'ADDED' || type === 'MODIFIED') this.#put(json);
  }

  #put(json: JsonObject): void {
    const kind = keptKind(json);
    const { name, namespace } = object(json['metadata']);
    if (kind === undefined || typeof name !== 'string') {
      if (typeof json['kind'] === 'string') this.#others++;
      return;
    }
    this.#objects++;
    const kept = keptOf(kind, json, this.#veil);
    const home = text(namespace) !== '' || !isNamespaced(kind) ? text(namespace) : 'default';
    // What was written by hand, or trimmed, is where kubectl would put it.
    const placed = home === text(namespace) ? kept : { ...kept, metadata: { ...object(kept['metadata']), namespace: home } };
    this.#shelf(kind).put(home, name, this.#shapes.line(placed));
  }

  #remove(json: JsonObject): void {
    const { name, namespace } = object(json['metadata']);
    this.#others++;
    this.#shelves.get(text(json['kind']))?.remove(text(namespace), text(name));
  }

  #shelf(kind: SnapshotKind): Shelf {
    let shelf = this.#shelves.get(kind);
    if (shelf === undefined) this.#shelves.set(kind, (shelf = new Shelf(this.#shapes)));
    return shelf;
  }

  /** A file that was copied since is younger than the cluster in it: nodes report every five minutes. */
  #takenWhen(modifiedAt: Time | undefined): TakenAt | undefined {
    const { newest } = this.#shapes;
    if (this.#takenAt !== undefined) return this.#takenAt;
    if (newest === undefined) return modifiedAt === undefined ? undefined : { time: modifiedAt, isExact: false };
    const isFresh = modifiedAt !== undefined && modifiedAt >= newest && modifiedAt - newest <= REPORT_MS;
    return isFresh ? { time: modifiedAt, isExact: true } : { time: newest, isExact: false };
  }
}

/** Lists of one kind, as the API gives them, leave it out of their items. */
const LIST_KIND = /"kind"\s*:\s*"([A-Za-z]+)List"/;

function later(one: TakenAt | undefined, other: TakenAt | undefined): TakenAt | undefined {
  return one === undefined || (other !== undefined && other.time > one.time) ? other : one;
}

const REPORT_MS = 6 * 60_000;

function keptKind({ apiVersion = 'v1', kind }: JsonObject): SnapshotKind | undefined {
  return isSnapshotKind(kind) && GROUPS.test(text(apiVersion)) ? kind : undefined;
}

function parsed(json: string): JsonValue {
  try {
    return JSON.parse(json) as JsonValue;
  } catch (error) {
    throw new ScanError(`it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

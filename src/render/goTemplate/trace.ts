/**
 * Where each character of an output comes from. Recorded only if asked for, and without a word to the functions: a text that
 * passes through `quote`, `nindent` or `include` is found again afterwards, by what was read and by what was included.
 */
import type { Slices } from '../../model/slices';
import type { ActionNode, BranchNode, ListNode, TemplateNode, TextNode, Tree } from './nodes';
import type { Result } from './types';
import { Int, List, type GoMap, type Struct, type Value } from './value';

/** An entry of a map or a list, or a field, that was looked at. What path leads to it is known to who made the values. */
export interface Read {
  readonly container: GoMap | List | Struct;
  readonly key: string | number;
}

export type Origins = Pick<Segment, 'reads' | 'inner'>;

/** A piece of an output; an action that prints nothing (a variable, a condition) has an empty one. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly node: TextNode | ActionNode | BranchNode | TemplateNode;
  readonly reads: readonly Read[];
  /** What `include` and `tpl` gave on the way to it. */
  readonly inner: readonly Rendering[];
  /** It took part in chance or the time of day: another rendering of Helm's gives something else. */
  readonly isRandom: boolean;
}

/** The output of one execution. */
export interface Rendering {
  readonly text: string;
  readonly segments: readonly Segment[];
}

export class Trace {
  /** Bodies of `if`, `range`, `with`, `define` that were executed. */
  readonly taken = new Set<ListNode>();
  /** Templates that were asked for by name, with what was found. */
  readonly used = new Map<string, Tree | undefined>();
  /** What went into a map or list that a function made (`dict`, `fromYaml`), at most. */
  readonly origins = new WeakMap<GoMap | List, Origins>();
  reads: Read[] = [];
  inner: Rendering[] = [];
  segments: Segment[] = [];
  isRandom = false;

  /** What was read before, for a variable or for dot, is read again. */
  readAgain(reads: readonly Read[]): void {
    if (this.reads.length < MOST_READ) this.reads.push(...reads);
  }

  /** What was read from there on, each once: what a variable was made of goes into the next one, round after round. */
  readsSince(since: number): readonly Read[] {
    const reads = this.reads.slice(since);
    if (reads.length < FEW) return reads;
    const seen = new Map<Read['container'], Set<Read['key']>>();
    const distinct = reads.filter(({ container, key }) => {
      const keys = seen.get(container) ?? new Set();
      seen.set(container, keys);
      return keys.size < keys.add(key).size;
    });
    return distinct.slice(-MOST_KEPT);
  }

  read(container: Read['container'], key: string | number): void {
    this.reads.push({ container, key });
  }

  /** A function is about to be called: some look into what they are given, some ask chance. */
  called(name: string, args: readonly Result[]): void {
    if (RANDOM.has(name)) this.isRandom = true;
    else if (name === 'index') this.#descend(args[0], args.slice(1));
    else if (name === 'get') this.#descend(args[0], args.slice(1, 2));
    else if (name === 'dig') this.#descend(args.at(-1), args.slice(0, -2));
    else if (name === 'pluck') for (const map of args.slice(1)) this.#descend(map, args.slice(0, 1));
  }

  #descend(from: Result, keys: readonly Result[]): void {
    let at: Result = from;
    for (const key of keys) {
      if (at instanceof Map && typeof key === 'string') {
        this.read(at, key);
        at = at.get(key);
      } else if (at instanceof List && (key instanceof Int || typeof key === 'number')) {
        const index = Number(key instanceof Int ? key.value : key);
        this.read(at, index);
        at = at.items[index];
      } else return;
    }
  }

  add(node: Segment['node'], from: number, to: number): void {
    // Of most pieces there is nothing to tell: they share that.
    const reads = this.reads.length === 0 ? NO_READS : this.reads;
    const inner = this.inner.length === 0 ? NOT_INNER : this.inner;
    this.segments.push({ from, to, node, reads, inner, isRandom: this.isRandom });
    if (reads !== NO_READS) this.reads = [];
    if (inner !== NOT_INNER) this.inner = [];
    this.isRandom = false;
  }

  /** What a function made of what the action has read so far. */
  made(value: Value): void {
    if ((value instanceof Map || value instanceof List) && !this.origins.has(value))
      this.origins.set(value, { reads: this.readsSince(0), inner: this.inner.slice(-MOST_KEPT) });
  }

  /** What is not brought to its end has no pieces. */
  giveUp(): void {
    this.reads = [];
    this.inner = [];
    this.segments = [];
  }

  /** An execution inside an action: what it reads is its own. */
  *nested(execution: Slices<string>): Slices<string> {
    const { reads, inner, segments, isRandom } = this;
    this.reads = [];
    this.inner = [];
    this.segments = [];
    const text = yield* execution;
    inner.push({ text, segments: this.segments });
    this.isRandom = isRandom || this.isRandom || this.segments.some((segment) => segment.isRandom);
    this.reads = reads;
    this.inner = inner;
    this.segments = segments;
    return text;
  }
}

const NO_READS: readonly Read[] = [];
const NOT_INNER: readonly Rendering[] = [];

const FEW = 20;
const MOST_KEPT = 300;

/** For one piece: a stranger's template may ask for the same a hundred thousand times. */
const MOST_READ = 20_000;

/** Sprig's and Helm's functions that give something else each time. */
const RANDOM: ReadonlySet<string> = new Set(
  (
    'randAlphaNum randAlpha randAscii randNumeric randBytes randInt uuidv4 shuffle now ago bcrypt htpasswd encryptAES ' +
    'genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey'
  ).split(' '),
);

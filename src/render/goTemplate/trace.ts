/**
 * Where each character of an output comes from. Recorded only if asked for, and without a word to the functions: a text that
 * passes through `quote`, `nindent` or `include` is found again afterwards, by what was read and by what was included.
 */
import type { ActionNode, BranchNode, ListNode, TemplateNode, TextNode } from './nodes';
import type { GoMap, List, Value } from './value';

/** An entry of a map or a list that was looked at. What path leads to it is known to who made the values. */
export interface Read {
  readonly container: GoMap | List;
  readonly key: string | number;
}

/** A piece of an output; an action that prints nothing (a variable, a condition) has an empty one. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly node: TextNode | ActionNode | BranchNode | TemplateNode;
  readonly reads: readonly Read[];
  /** What `include` and `tpl` gave on the way to it. */
  readonly inner: readonly Rendering[];
}

/** The output of one execution. */
export interface Rendering {
  readonly text: string;
  readonly segments: readonly Segment[];
}

export class Trace {
  /** Bodies of `if`, `range`, `with`, `define` that were executed. */
  readonly taken = new Set<ListNode>();
  /** What went into a map that a function made (`dict`). */
  readonly origins = new WeakMap<GoMap, readonly Read[]>();
  reads: Read[] = [];
  inner: Rendering[] = [];
  segments: Segment[] = [];

  read(container: GoMap | List, key: string | number): void {
    this.reads.push({ container, key });
  }

  add(node: Segment['node'], from: number, to: number): void {
    this.segments.push({ from, to, node, reads: this.reads, inner: this.inner });
    this.reads = [];
    this.inner = [];
  }

  /** What a function made of what was read since. */
  made(value: Value, since: number): void {
    if (value instanceof Map && !this.origins.has(value)) this.origins.set(value, this.reads.slice(since));
  }

  /** An execution inside an action: what it reads is its own. */
  nested(execute: () => string): string {
    const { reads, inner, segments } = this;
    this.reads = [];
    this.inner = [];
    this.segments = [];
    const text = execute();
    inner.push({ text, segments: this.segments });
    this.reads = reads;
    this.inner = inner;
    this.segments = segments;
    return text;
  }
}

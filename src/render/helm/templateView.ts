/** Ours: what the expressions of templates came to in a rendering, and which branches were not rendered. */
import type { TextRange } from '../../manifest/source';
import type { Expression, TakenValue, TemplateView } from '../builtManifest';
import { formatValue } from '../goTemplate/format';
import type { ListNode, Node, Tree } from '../goTemplate/nodes';
import type { Rendering, Segment } from '../goTemplate/trace';
import { List, type Value } from '../goTemplate/value';
import type { RenderedChart, RenderedFile } from './chartSession';
import type { OriginContext } from './origins/documentOrigins';
import type { Looked } from './origins/readPaths';

const MOST_SEGMENTS = 20_000;
const MOST_RESULTS = 20;

interface Met {
  readonly range: TextRange;
  readonly isPrinted: boolean;
  readonly results: string[];
  readonly segments: Segment[];
  isRandom: boolean;
}

/** By the file of the template, then by the place of the expression. */
type MetByFile = ReadonlyMap<string, ReadonlyMap<number, Met>>;

/** What a file's rendering met is looked through once. */
const met = new WeakMap<RenderedFile, MetByFile>();

export class RenderedTemplates implements TemplateView {
  readonly #rendered: RenderedChart;
  readonly #context: OriginContext;
  readonly #textOf: (file: string) => string | undefined;
  readonly #expressions = new Map<string, readonly Expression[]>();
  /** Thousands of expressions may take one value. */
  readonly #taken = new Map<string, { readonly value: Value; readonly taken: TakenValue }>();

  constructor(rendered: RenderedChart, context: OriginContext, textOf: (file: string) => string | undefined) {
    this.#rendered = rendered;
    this.#textOf = textOf;
    this.#context = context;
  }

  get files(): ReadonlySet<string> {
    return new Set(this.#rendered.renderables.flatMap(({ path }) => path ?? []));
  }

  /** What cannot be read serves others as it was read last: its places are those of another text. */
  #isOutdated(file: string): boolean {
    const { unparsed, renderables } = this.#rendered;
    return unparsed.size > 0 && renderables.some(({ name, path }) => path === file && unparsed.has(name));
  }

  expressionsIn(file: string): readonly Expression[] {
    if (this.#isOutdated(file)) return [];
    let known = this.#expressions.get(file);
    if (known !== undefined) return known;
    const found = new Map<number, Expression>();
    for (const rendered of this.#rendered.files)
      for (const [at, each] of this.#metIn(rendered).get(file) ?? []) found.set(at, this.#with(found.get(at), each, rendered));
    known = [...found.values()].sort((a, b) => a.start - b.start);
    this.#expressions.set(file, known);
    return known;
  }

  /** Of thousands that one only is put together. */
  expressionAt(file: string, offset: number): Expression | undefined {
    if (this.#isOutdated(file)) return undefined;
    const all = this.#rendered.files.map((rendered) => ({ rendered, met: this.#metIn(rendered).get(file) }));
    let first = Number.POSITIVE_INFINITY;
    for (const { met } of all)
      for (const [at, { range }] of met ?? []) if (at < first && at <= offset && offset <= range.end) first = at;
    let found: Expression | undefined;
    for (const { rendered, met } of all) {
      const each = met?.get(first);
      if (each !== undefined) found = this.#with(found, each, rendered);
    }
    return found;
  }

  /** What was met in one more file. */
  #with(before: Expression | undefined, each: Met, rendered: RenderedFile): Expression {
    const { range, isPrinted } = each;
    const taken = this.#takenBy(each, rendered);
    if (before === undefined)
      return { ...range, isPrinted, results: each.results, taken: distinct(taken), isRandom: each.isRandom };
    const results = [...before.results, ...each.results].slice(0, MOST_RESULTS);
    const isRandom = each.isRandom || before.isRandom;
    return { ...range, isPrinted, results, taken: distinct([...before.taken, ...taken]), isRandom };
  }

  #metIn(file: RenderedFile): MetByFile {
    const known = met.get(file);
    if (known !== undefined) return known;
    const found = new Map<string, Map<number, Met>>();
    if (file.rendering !== undefined) collect(file.rendering, this.#context.pathOf, found);
    met.set(file, found);
    return found;
  }

  #takenBy({ segments }: Met, { trace }: RenderedFile): readonly TakenValue[] {
    return segments.flatMap((segment) => this.#context.reads.lookedAt(segment, trace).map((looked) => this.#takenOf(looked)));
  }

  #takenOf(looked: Looked): TakenValue {
    const key = `${'file' in looked ? looked.file : looked.of} ${looked.path.join('\0')}`;
    const known = this.#taken.get(key);
    if (known?.value === looked.value) return known.taken;
    const taken = this.#takenValue(looked);
    this.#taken.set(key, { value: looked.value, taken });
    return taken;
  }

  #takenValue({ of, path, value, ...rest }: Looked): TakenValue {
    const places = of === 'values' ? this.#context.layers.placesOf(path) : [];
    const name = `.${NAMES[of]}${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')}`;
    const own = 'file' in rest ? [this.#chartPlace(rest.file, String(path[0] ?? ''))] : [];
    return { name, value: shown(value), places: [...places, ...own] };
  }

  /** `.Chart.AppVersion` is `appVersion` there. */
  #chartPlace(file: string, field: string): TakenValue['places'][number] {
    const name = field === 'APIVersion' ? 'apiVersion' : field.slice(0, 1).toLowerCase() + field.slice(1);
    const lines = (this.#textOf(file) ?? '').split('\n');
    const line = lines.findIndex((each) => each.startsWith(`${name}:`));
    const start = lines.slice(0, Math.max(0, line)).reduce((sum, each) => sum + each.length + 1, 0);
    return { file, start, end: start + (lines[line]?.length ?? 0), key: undefined };
  }

  notRendered(file: string): readonly TextRange[] {
    if (this.#isOutdated(file)) return [];
    const taken = new Set<number>();
    for (const { trace } of this.#rendered.files)
      for (const { tree, pos } of trace.taken) if (this.#context.pathOf(tree.parseName) === file) taken.add(pos);
    const found = new Map<number, TextRange>();
    const trees = new Set(this.#rendered.trees.values());
    for (const tree of trees) {
      if (this.#context.pathOf(tree.parseName) !== file || !taken.has(tree.root.pos)) continue;
      for (const { pos, end } of untaken(tree, taken)) found.set(pos, { start: pos, end });
    }
    return [...found.values()].sort((a, b) => a.start - b.start);
  }
}

const NAMES: Readonly<Record<Looked['of'], string>> = {
  values: 'Values',
  chart: 'Chart',
  release: 'Release',
  capabilities: 'Capabilities',
};

function collect(rendering: Rendering, pathOf: OriginContext['pathOf'], into: Map<string, Map<number, Met>>): void {
  const left: Rendering[] = [rendering];
  let count = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const segment of next.segments) {
      if (++count > MOST_SEGMENTS) return;
      for (const inner of segment.inner) left.push(inner);
      const { node } = segment;
      const path = node.type === 'text' ? undefined : pathOf(node.tree.parseName);
      if (node.type === 'text' || path === undefined) continue;
      const ofFile = into.get(path) ?? new Map<number, Met>();
      into.set(path, ofFile);
      const isPrinted = node.type === 'action' && node.pipe.decl.length === 0;
      const range = { start: node.from, end: node.to };
      const known = ofFile.get(node.from) ?? { range, isPrinted, results: [], segments: [], isRandom: false };
      ofFile.set(node.from, known);
      known.isRandom ||= segment.isRandom;
      if (known.segments.length >= MOST_RESULTS) continue;
      known.segments.push(segment);
      if (isPrinted) known.results.push(next.text.slice(segment.from, segment.to));
    }
  }
}

function distinct(taken: readonly TakenValue[]): readonly TakenValue[] {
  if (taken.length < 2) return taken;
  return [...new Map(taken.map((each) => [`${each.name} ${each.value}`, each])).values()];
}

/** Maps and lists by what they are. */
function shown(value: Value): string {
  if (value instanceof Map)
    return value.size === 0 ? '{}' : `{${[...value.keys()].slice(0, 5).join(', ')}${value.size > 5 ? ', …' : ''}}`;
  if (value instanceof List) return value.items.length === 0 ? '[]' : `[${value.items.length}]`;
  return value === null ? 'nothing' : formatValue(value);
}

/** The outermost bodies that were never executed. */
function untaken({ root }: Tree, taken: ReadonlySet<number>): readonly ListNode[] {
  const found: ListNode[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'list') node.nodes.forEach(visit);
    if (node.type !== 'if' && node.type !== 'with' && node.type !== 'range') return;
    for (const list of [node.list, node.elseList]) {
      if (list === undefined) continue;
      if (taken.has(list.pos)) visit(list);
      else if (list.nodes.length > 0) found.push(list);
    }
  };
  visit(root);
  return found;
}

/** Ours: a chart that is rendered again and again while it is edited: what an edit does not change is kept. */
import { finished, type Slices } from '../../model/slices';
import type { Tree } from '../goTemplate/nodes';
import { Trace, type Rendering } from '../goTemplate/trace';
import { GoError, LimitError, type GoMap, type Value } from '../goTemplate/value';
import { capabilitiesOf } from './capabilities';
import { sizeOfChart, type Chart } from './chart';
import { byPathLength, isPartial, ParsedTemplates, TemplateEngine } from './engine';
import { helmFunctions } from './functions/functions';
import { NOW, prepareInSlices, type PreparedChart, type TemplateOptions } from './helmTemplate';
import { allTemplates, type Renderable } from './renderValues';
import { seededRandom } from '../../model/seededRandom';

/** One file of a chart, rendered or not. The same object as long as nothing that it was made of has changed. */
export interface RenderedFile {
  readonly name: string;
  /** Where its template lies among the user's files. */
  readonly path: string | undefined;
  readonly rendering: Rendering | undefined;
  readonly trace: Trace;
  readonly error: GoError | LimitError | undefined;
}

interface Kept extends RenderedFile {
  readonly tree: Tree | undefined;
  readonly steps: number;
}

/** All files of a rendering. */
export interface RenderedChart {
  readonly prepared: PreparedChart;
  readonly renderables: readonly Renderable[];
  /** In the order of their execution, partials left out. */
  readonly files: readonly RenderedFile[];
  /** Templates that cannot be read; as they were read last they still serve others. */
  readonly unparsed: ReadonlyMap<string, GoError | LimitError>;
  /** Files by name, with where they lie. */
  readonly trees: ReadonlyMap<string, Tree>;
}

export interface ChartInputs {
  readonly chart: Chart;
  readonly user: GoMap;
  readonly options: TemplateOptions;
}

interface Prepared {
  readonly prepared: PreparedChart;
  readonly renderables: readonly Renderable[];
  readonly shared: WeakSet<GoMap>;
  readonly size: number;
}

export class ChartSession {
  readonly #parsed = new ParsedTemplates();
  #inputs: ChartInputs | undefined;
  #prepared: Prepared | undefined;
  #kept: ReadonlyMap<string, Kept> = new Map();
  /** The last rendering has changed what templates see: they must have it fresh. */
  #isSpoiled = false;
  /** Counts the passes. */
  #passes = 0;

  /** The chart as loaded, or in the same objects but for its templates' texts. Throws `GoError` if it cannot be prepared. */
  *render(inputs: ChartInputs, texts?: ReadonlyMap<string, string>): Slices<RenderedChart> {
    // Where another rendering comes in between, this one is done at once: in turns both would begin again and again.
    return (yield* this.#renderOnce(inputs, texts)) ?? finished(this.#renderOnce(inputs, texts)) ?? noInputs();
  }

  /** Undefined: the chart was rendered otherwise in between, and what is kept is of that. */
  *#renderOnce(inputs: ChartInputs, texts: ReadonlyMap<string, string> | undefined): Slices<RenderedChart | undefined> {
    if (this.#inputs !== inputs) {
      this.#inputs = inputs;
      this.#prepared = undefined;
      this.#kept = new Map();
    }
    const isFresh = this.#prepared === undefined || this.#isSpoiled;
    const first = yield* this.#pass(texts, isFresh);
    // What was kept was made before this edit began to change what others see.
    return first !== undefined && this.#isSpoiled && !isFresh ? yield* this.#pass(texts, true) : first;
  }

  *#pass(texts: ReadonlyMap<string, string> | undefined, isFresh: boolean): Slices<RenderedChart | undefined> {
    const pass = ++this.#passes;
    const next = (isFresh ? undefined : this.#prepared) ?? (yield* this.#prepare());
    if (pass !== this.#passes) return undefined;
    this.#prepared = next;
    const { prepared, renderables, shared, size } = next;
    const luck = { next: seededRandom(1) };
    const funcs = helmFunctions({ random: () => luck.next(), now: NOW });
    const trees = new Map<string, Tree>();
    const engine = new TemplateEngine({ funcs, parsed: this.#parsed, size, shared }, trees);
    const sorted = renderables.map((file) => withText(file, texts)).sort(byPathLength);
    const unparsed = yield* this.#parseAll(engine, sorted, trees);
    if (pass !== this.#passes) return undefined;
    const files = new Map<string, Kept>();
    for (const file of sorted) {
      if (isPartial(file.name) || unparsed.has(file.name)) continue;
      const known = isFresh ? undefined : this.#kept.get(file.name);
      luck.next = seededRandom(seedOf(file.name));
      const slices = known !== undefined && isUpToDate(known, trees) ? spent(engine, known) : renderFile(engine, file, trees);
      for (;;) {
        const { done, value } = slices.next();
        // It may never go on.
        this.#isSpoiled = engine.hasChangedShared;
        if (done === true) files.set(file.name, value);
        yield;
        if (pass !== this.#passes) return undefined;
        if (done === true) break;
      }
    }
    this.#isSpoiled = engine.hasChangedShared;
    this.#kept = files;
    return { prepared, renderables: sorted, files: [...files.values()], unparsed, trees };
  }

  *#parseAll(
    engine: TemplateEngine,
    sorted: readonly Renderable[],
    trees: Map<string, Tree>,
  ): Slices<Map<string, GoError | LimitError>> {
    const unparsed = new Map<string, GoError | LimitError>();
    for (const { name, text } of sorted) {
      try {
        engine.add(name, text);
      } catch (error) {
        if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
        unparsed.set(name, error);
        for (const [each, tree] of this.#parsed.lastGood(name) ?? []) if (!trees.has(each)) trees.set(each, tree);
      }
      yield;
    }
    return unparsed;
  }

  *#prepare(): Slices<Prepared> {
    const { chart, user, options } = this.#inputs ?? noInputs();
    const prepared = yield* prepareInSlices(chart, user, options);
    yield;
    const { release, kubeVersion, apiVersions } = options;
    const capabilities = capabilitiesOf(kubeVersion, apiVersions);
    const funcs = helmFunctions({ random: () => 0, now: NOW });
    const renderables = allTemplates({ ...prepared, release, capabilities }, funcs);
    yield;
    return { prepared, renderables, shared: mapsIn(renderables), size: sizeOfChart(prepared.chart) };
  }
}

function noInputs(): never {
  throw new GoError('there is no chart');
}

function withText(file: Renderable, texts: ReadonlyMap<string, string> | undefined): Renderable {
  const text = file.path === undefined ? undefined : texts?.get(file.path);
  return text === undefined || text === file.text ? file : { ...file, text };
}

/** Of every file its own, so that it has the same whether others are rendered or not. */
function seedOf(name: string): number {
  let seed = 1;
  for (let at = 0; at < name.length; at++) seed = (Math.imul(seed, 31) + name.charCodeAt(at)) | 0;
  return seed;
}

function isUpToDate({ name, tree, trace }: Kept, trees: ReadonlyMap<string, Tree>): boolean {
  if (trees.get(name) !== tree) return false;
  for (const [used, found] of trace.used) if (trees.get(used) !== found) return false;
  return true;
}

function* spent(engine: TemplateEngine, kept: Kept): Slices<Kept> {
  engine.spend(kept.steps);
  yield;
  return kept;
}

function* renderFile(
  engine: TemplateEngine,
  { name, path, values, basePath }: Renderable,
  trees: ReadonlyMap<string, Tree>,
): Slices<Kept> {
  const trace = new Trace();
  const before = engine.steps;
  engine.record(trace);
  const tree = trees.get(name);
  try {
    const rendering = yield* engine.render(name, values, basePath);
    return { name, path, tree, trace, rendering, error: undefined, steps: before - engine.steps };
  } catch (error) {
    if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
    trace.giveUp();
    // What ran into a bound must not take the others with it.
    if (error instanceof LimitError) engine.spend(engine.steps - (before >> 1));
    return { name, path, tree, trace, rendering: undefined, error, steps: 0 };
  }
}

/** All maps that more than one template gets at. */
function mapsIn(renderables: readonly Renderable[]): WeakSet<GoMap> {
  const maps = new WeakSet<GoMap>();
  const left: Value[] = renderables.map(({ values }) => values);
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (!(next instanceof Map) || maps.has(next)) continue;
    maps.add(next);
    const isFixed = 'isFixed' in next && next.isFixed === true;
    if (!isFixed) for (const value of next.values()) left.push(value);
  }
  return maps;
}

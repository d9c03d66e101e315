/** Upstream: pkg/engine/engine.go (Helm v3.21.4): all templates of a chart, parsed into one set and executed. */
import { finished, type Slices } from '../../model/slices';
import { compareStrings } from '../goTemplate/bytes';
import { BUILTINS } from '../goTemplate/builtins';
import { takeSteps, type Budget, type Environment } from '../goTemplate/environment';
import { execute, executeInSlices } from '../goTemplate/executor';
import { isEmptyTree, type Tree } from '../goTemplate/nodes';
import { parse, type TreeSet } from '../goTemplate/parser';
import { goQuote } from '../../model/goQuote';
import type { Rendering, Trace } from '../goTemplate/trace';
import { GoError, INTERFACE, LimitError, MAP, STRING, TypedMap, type FuncMap, type GoMap, type Value } from '../goTemplate/value';
import { cleanupExecError, cleanupParseError, fail, finish, required, withoutNoValue } from './engineOutput';
import type { Renderable } from './renderValues';
import { watchChanges } from './sharedValues';

const RECURSION_MAX = 1000;
const STACK_MAX = 100;
const NAME = 'gotpl';

/** What one rendering may take: half as much again as the costliest of 5,000 public charts, so that no honest one is stopped. */
const STEPS = 1_200_000;
/** And for each character of the chart: definitions of resources and dashboards are long, and read, merged and written again. */
const STEPS_PER_CHARACTER = 40;
/** But no more than this beyond its length: who reads megabytes of definitions needs steps for each of them. */
const MOST_STEPS = 12_000_000;
/** Of all those steps. No action is cut, whatever it includes: as much as the costliest of those charts takes in all. */
const PART_AT_ONCE = 2 / 3;
const OUTPUT = 8_000_000;
/** Steps that it takes to begin another template. */
const INCLUDE = 10;
/** And to read an action of a text. */
const ACTION = 40;
const MOST_TEXTS = 2000;

/** Parsed templates by file, kept from one rendering to the next: an edit parses one file. */
export class ParsedTemplates {
  readonly #files = new Map<string, { readonly text: string; readonly trees: TreeSet }>();
  /** What is given to `tpl`. */
  readonly #texts = new Map<string, TreeSet>();

  /** As the file was read last, before it could no longer be. */
  lastGood(name: string): TreeSet | undefined {
    return this.#files.get(name)?.trees;
  }

  parse(name: string, text: string, hasFunction: (name: string) => boolean): TreeSet {
    const known = this.#files.get(name);
    if (known?.text === text) return known.trees;
    const trees = parse(name, text, hasFunction);
    this.#files.set(name, { text, trees });
    return trees;
  }

  knowsText(text: string): boolean {
    return this.#texts.has(text);
  }

  parseText(text: string, hasFunction: (name: string) => boolean): TreeSet {
    let trees = this.#texts.get(text);
    if (trees === undefined) {
      trees = parse(NAME, text, hasFunction);
      if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
      this.#texts.set(text, trees);
    }
    return trees;
  }
}

export interface EngineOptions {
  readonly funcs: FuncMap;
  readonly parsed: ParsedTemplates;
  readonly trace?: Trace | undefined;
  /** How many characters there are in the files of the chart. */
  readonly size?: number;
  /** Maps that all templates see: whether one of them is changed is noted. */
  readonly shared?: WeakSet<GoMap>;
}

/** The text of each file but partials, in the order in which they are executed. Throws `GoError` or `LimitError`. */
export function renderTemplates(templates: readonly Renderable[], options: EngineOptions): ReadonlyMap<string, Rendering> {
  const sorted = [...templates].sort(byPathLength);
  const set = new Map<string, Tree>();
  const engine = new TemplateEngine(options, set);
  for (const { name, text } of sorted) engine.add(name, text);
  const rendered = new Map<string, Rendering>();
  for (const { name, values, basePath } of sorted) {
    if (isPartial(name)) continue;
    rendered.set(name, finished(engine.render(name, values, basePath)));
  }
  return rendered;
}

/** A file for definitions only. */
export function isPartial(name: string): boolean {
  return name.slice(name.lastIndexOf('/') + 1).startsWith('_');
}

/** The deepest first; of equal depth the last in the alphabet. */
export function byPathLength(a: Renderable, b: Renderable): number {
  return b.name.split('/').length - a.name.split('/').length || compareStrings(b.name, a.name);
}

/** Executes templates of one set. */
export class TemplateEngine {
  readonly #options: EngineOptions;
  readonly #templates: Map<string, Tree>;
  readonly #budget: Budget;
  readonly #mostAtOnce: number;
  /** How deep each name is nested in itself. */
  readonly #included = new Map<string, number>();
  /** How many levels the stack could not hold, and what was said one level further down. */
  #cut: { readonly missing: number; readonly below: string | undefined } | undefined;
  readonly #environment: Environment;
  #trace: Trace | undefined;
  #hasChangedShared = false;
  /** Whether the template that is executed, or one that it has included, has looked something up in the cluster. */
  #hasAsked = false;

  constructor(options: EngineOptions, templates: Map<string, Tree>) {
    this.#options = options;
    this.#templates = templates;
    const { size = 0 } = options;
    const steps = Math.min(STEPS + STEPS_PER_CHARACTER * size, MOST_STEPS + size);
    this.#budget = { steps, kept: 0, output: OUTPUT };
    this.#mostAtOnce = steps * PART_AT_ONCE;
    this.#trace = options.trace;
    this.#environment = this.#environmentOf(templates);
  }

  #hasFunction = (name: string): boolean => OWN.has(name) || this.#options.funcs.has(name) || BUILTINS.has(name);

  /** Whether a template has changed what others see. */
  get hasChangedShared(): boolean {
    return this.#hasChangedShared;
  }

  get steps(): number {
    return this.#budget.steps;
  }

  /** What another rendering of the same chart has taken already. */
  spend(steps: number): void {
    this.#budget.steps -= steps;
  }

  /** From now on it is recorded there what comes from where. */
  record(trace: Trace): void {
    this.#trace = trace;
    this.#environment.trace = trace;
  }

  add(name: string, text: string): void {
    try {
      takeSteps(this.#budget, readingCost(text));
      addTrees(this.#templates, this.#options.parsed.parse(name, text, this.#hasFunction));
    } catch (error) {
      if (error instanceof GoError) throw cleanupParseError(name, error);
      throw isStackOverflow(error) ? new LimitError(`the template ${name} is nested too deeply`) : error;
    }
  }

  *render(name: string, values: TypedMap, basePath: string): Slices<Rendering> {
    const tree = this.#templates.get(name);
    if (tree === undefined) throw new GoError(`template: no template ${goQuote(name)} associated with template ${goQuote(NAME)}`);
    values.set('Template', new TypedMap(values.type, [['Name', name], ['BasePath', basePath]])); // prettier-ignore
    const trace = this.#trace;
    this.#hasAsked = false;
    try {
      const text = yield* executeInSlices(this.#environment, tree, values);
      return { text: finish(text), segments: withoutNoValue(text, trace?.inner.pop()?.segments ?? []) };
    } catch (error) {
      if (error instanceof GoError) throw cleanupExecError(name, error, this.#hasAsked);
      throw isStackOverflow(error) ? new LimitError(`templates are nested too deeply in ${name}`) : error;
    }
  }

  #environmentOf(templates: Map<string, Tree>): Environment {
    const own = new Map(this.#options.funcs);
    const note = (): void => {
      this.#hasChangedShared = true;
    };
    if (this.#options.shared !== undefined) watchChanges(own, this.#options.shared, note);
    const environment: Environment = { templates, funcs: own, budget: this.#budget, trace: this.#trace };
    own.set('include', {
      params: [STRING, INTERFACE],
      result: STRING,
      call: ([name, data]) => this.#include(environment, name as string, data ?? null),
    });
    own.set('tpl', {
      params: [STRING, INTERFACE],
      result: STRING,
      call: ([text, data]) => this.#tpl(environment, text as string, data ?? null),
    });
    // As `helm template`, which finds nothing; who installs the chart may.
    const lookup = (): GoMap => {
      this.#hasAsked = true;
      return new Map();
    };
    own.set('lookup', { params: [STRING, STRING, STRING, STRING], result: MAP, call: lookup });
    own.set('required', { params: [STRING, INTERFACE], result: INTERFACE, call: required });
    own.set('fail', { params: [STRING], result: STRING, call: ([message]) => fail(message as string) });
    return environment;
  }

  #include(environment: Environment, name: string, data: Value): Value {
    takeSteps(this.#budget, INCLUDE);
    this.#trace?.used.set(name, this.#templates.get(name));
    const depth = this.#included.get(name) ?? 0;
    if (depth > RECURSION_MAX) throw nestedTooDeeply(name);
    this.#included.set(name, depth + 1);
    const hadAsked = this.#hasAsked;
    this.#hasAsked = false;
    const tree = environment.templates.get(name);
    if (tree === undefined) throw new GoError(`template: no template ${goQuote(name)} associated with template ${goQuote(NAME)}`);
    try {
      const text = this.#executeAtOnce(environment, tree, data);
      this.#hasAsked ||= hadAsked;
      return text;
    } catch (error) {
      throw this.#nestingError(name, depth, error);
    } finally {
      this.#included.set(name, depth);
    }
  }

  #executeAtOnce(environment: Environment, tree: Tree, data: Value): string {
    const budget = this.#budget;
    const { kept } = budget;
    if (kept === 0) budget.kept = Math.max(0, budget.steps - this.#mostAtOnce);
    try {
      return execute(environment, tree, data);
    } finally {
      budget.kept = kept;
    }
  }

  /** JavaScript's stack ends before Helm's count does; what each of the levels left out would add to the message is the same. */
  #nestingError(name: string, depth: number, error: unknown): unknown {
    if (isStackOverflow(error) && depth > STACK_MAX) {
      this.#cut = { missing: RECURSION_MAX + 1 - depth, below: undefined };
      return nestedTooDeeply(name);
    }
    if (this.#cut === undefined || !(error instanceof GoError)) return error;
    const { message } = error;
    const { missing, below } = this.#cut;
    this.#cut = below === undefined ? { missing, below: message } : undefined;
    if (below === undefined || !message.endsWith(below)) return error;
    return new GoError(message.slice(0, message.length - below.length).repeat(missing) + message);
  }

  /** What the text defines is known inside it, and to nobody else. */
  #tpl(environment: Environment, text: string, data: Value): Value {
    takeSteps(this.#budget, INCLUDE + (this.#options.parsed.knowsText(text) ? 0 : readingCost(text)));
    let trees: TreeSet;
    try {
      trees = this.#options.parsed.parseText(text, this.#hasFunction);
    } catch (error) {
      throw error instanceof GoError ? new GoError(`cannot parse template ${goQuote(text)}: ${error.message}`) : error;
    }
    const tree = trees.get(NAME);
    if (tree === undefined) return '';
    let inside = environment;
    if (trees.size > 1) {
      const templates = new Map(environment.templates);
      addTrees(templates, trees);
      inside = this.#environmentOf(templates);
    }
    try {
      return this.#executeAtOnce(inside, tree, data).replaceAll('<no value>', '');
    } catch (error) {
      throw error instanceof GoError
        ? new GoError(`error during tpl function execution for ${goQuote(text)}: ${error.message}`)
        : error;
    }
  }
}

function readingCost(text: string): number {
  let actions = 0;
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 2)) actions += 1;
  return (text.length >> 3) + ACTION * actions;
}

function nestedTooDeeply(name: string): GoError {
  return new GoError(`rendering template has a nested reference name: ${name}: unable to execute template`);
}

const OWN: ReadonlySet<string> = new Set(['include', 'tpl', 'lookup', 'required', 'fail']);

/** A later definition replaces an earlier one, unless it is empty. */
function addTrees(templates: Map<string, Tree>, trees: TreeSet): void {
  for (const [name, tree] of trees) if (!templates.has(name) || !isEmptyTree(tree.root)) templates.set(name, tree);
}

function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes('call stack');
}

import type { Slices } from '../../model/slices';
import type { Manifest } from '../../manifest/manifest';
import type { BuildPlan, BuiltManifest } from '../../render/builtManifest';
import { ASSUMED_KUBE_VERSION } from '../../render/helm/capabilities';
import type { ClusterFacts } from '../../rules/facts';
import type { Analysis } from '../analysis';
import type { Surroundings } from '../assessment';
import { chartSettings, type ChartSettings, type FeatureSettings } from '../settings';
import { BuiltAnalysis, type BuiltAround } from './builtAnalysis';
import { Charts } from './charts';
import { FileInBuilds } from './fileInBuilds';
import { GeneratorFiles } from './generatorFiles';
import { lookAhead } from './lookAhead';
import { KnownFiles, whereKnown, type PathKind } from './knownFiles';
import { OlderBuilds } from './olderBuilds';
import { Overlays } from './overlays';
import type { PlanFinder } from './planFinder';

/** What builds rest on besides files. Paths are those of the files as builds have them. */
export interface BuildsAround {
  readonly uriOf: (path: string) => string;
  readonly pathOf: (uri: string) => string;
  readonly factsFor: (uri: string) => ClusterFacts;
  readonly settingsFor: (uri: string) => FeatureSettings;
  readonly clusterFor?: (uri: string) => Surroundings['cluster'];
  /** In milliseconds: only how much is done at once rests on it. */
  readonly now: () => number;
}

interface Entry {
  readonly plan: BuildPlan;
  analysis: BuiltAnalysis | undefined;
  isStale: boolean;
  /** What is there was made before the last build, which has asked for files that are not known yet. */
  isBehind: boolean;
  /** How long the last build took. */
  cost: number;
  /** What has begun. */
  underWay: UnderWay | undefined;
}

interface UnderWay {
  readonly slices: Slices<unknown>;
  cost: number;
}

/** Longer than this nobody waits for a build at a keystroke: it is done in a pause. */
const AT_ONCE_MS = 40;
/** As much of a build as others in the editor do not notice. */
const SLICE_MS = 10;

/**
 * All that is built in a workspace, as far as somebody looks at it: only builds that an open file takes part in are made. After
 * an edit the build in force is made when it is asked for, all others one at a time by `step`.
 */
export class WorkspaceBuilds {
  readonly files = new KnownFiles();
  /** What is compared with. */
  readonly older = new OlderBuilds();
  readonly #around: BuildsAround;
  readonly #charts: Charts;
  readonly #generators = new GeneratorFiles();
  readonly #finders: readonly PlanFinder[];
  readonly #entries = new Map<string, Entry>();
  /** The builds that somebody has chosen, the newest last. */
  #chosen: readonly string[] = [];
  #revision = 0;
  /** What is built as it was before. */
  #older: Slices<BuildPlan | undefined> | undefined;
  readonly #views = new WeakMap<Manifest, { readonly key: readonly unknown[]; readonly view: FileInBuilds }>();

  constructor(around: BuildsAround) {
    this.#around = around;
    const settingsFor = (folder: string): ChartSettings =>
      chartSettings(around.settingsFor(around.uriOf(`${folder}/Chart.yaml`)).charts, folder);
    this.#charts = new Charts({ kubeVersion: ASSUMED_KUBE_VERSION, settingsFor }, this.#generators);
    this.#finders = [new Overlays(this.#generators), this.#charts];
  }

  /** Grows when something is built, by whomever it was asked for. */
  get revision(): number {
    return this.#revision;
  }

  /** A file of the workspace as it stands now; undefined: its text is another one, or it is gone: `define` tells which. */
  update(path: string, text: string | undefined): void {
    if (text === undefined) this.files.forget(path);
    else if (this.files.setText(path, text)) this.define(path, text);
    else return;
    this.#touch(path);
  }

  /** A file that may define builds, whether it is needed by one or not. True: other things can be built now. */
  define(path: string, text: string | undefined): boolean {
    const isNews = this.#generators.update(path, text);
    return this.#finders.map((finder) => finder.update(path, text)).some((is) => is) || isNews;
  }

  /** What a path is that holds no text for builds. */
  tell(path: string, kind: PathKind): void {
    this.files.setKind(path, kind);
    this.#touch(path);
  }

  /** What a folder holds, or undefined: it may hold something else now. */
  tellList(folder: string, names: readonly string[] | undefined): void {
    this.files.setList(folder, names);
    this.#touch(folder);
  }

  #touch(path: string): void {
    for (const entry of this.#entries.values())
      if (entry.isStale || entry.isBehind || (entry.analysis?.built.asked.has(path) ?? true)) makeStale(entry);
  }

  /** Settings, or what lies around, have changed. */
  refresh(): void {
    for (const entry of this.#entries.values()) makeStale(entry);
  }

  /** The builds of a file, the one in force first. */
  plansFor(path: string): readonly BuildPlan[] {
    const plans = this.#finders.flatMap((finder) => finder.plansFor(path));
    const rank = ({ id, name, home, appliedBy }: BuildPlan): number => {
      const chosen = this.#chosen.indexOf(id);
      if (chosen >= 0) return -1 - chosen;
      if (path === home) return 0;
      return (appliedBy === undefined ? 2 : 0) + (PRODUCTION.test(name) ? 1 : 2);
    };
    return [...plans].sort((a, b) => rank(a) - rank(b));
  }

  /** Files of values that the chart of a file is not rendered with. */
  offersFor(path: string): readonly string[] {
    return this.#charts.offersFor(path);
  }

  watch(path: string): void {
    this.#charts.watch(path);
  }

  get watched(): readonly string[] {
    return this.#charts.watched;
  }

  get chosen(): readonly string[] {
    return this.#chosen;
  }

  set chosen(ids: readonly string[]) {
    this.#chosen = ids;
  }

  /** From now on this build is in force wherever it is one of several. */
  choose(id: string): void {
    this.#chosen = [...this.#chosen.filter((each) => each !== id), id].slice(-MAX_CHOSEN);
  }

  /** What a file is in its builds; undefined: it is in none, or none has been made yet. */
  viewOf(path: string, alone: Analysis): FileInBuilds | undefined {
    const entries = this.plansFor(path).map((plan) => this.#entryOf(plan));
    const [inForce] = entries;
    if (inForce === undefined) return undefined;
    if (inForce.isStale && inForce.cost <= AT_ONCE_MS) this.#advance(inForce, AT_ONCE_MS);
    const analyses = entries.flatMap(({ analysis }) => analysis ?? []);
    if (analyses.length === 0) return undefined;
    const known = this.#views.get(alone.manifest);
    const stale = new Set(entries.filter(({ isStale, isBehind }) => isStale || isBehind).map(({ plan }) => plan.id));
    const key = [alone.surroundings, stale.size, ...analyses];
    if (known !== undefined && known.key.length === key.length && known.key.every((part, index) => part === key[index]))
      return known.view;
    const view = new FileInBuilds(path, alone, analyses, { files: this.files, stale });
    this.#views.set(alone.manifest, { key, view });
    return view;
  }

  #entryOf(plan: BuildPlan): Entry {
    const known = this.#entries.get(plan.id);
    if (known?.plan === plan) return known;
    const entry = { plan, analysis: undefined, isStale: true, isBehind: false, cost: 0, underWay: undefined };
    this.#entries.set(plan.id, entry);
    return entry;
  }

  /** Makes a part of the next build that these files wait for; false: all are made. */
  step(open: readonly string[]): boolean {
    const wanted = open.flatMap((path) => this.plansFor(path)).map((plan) => this.#entryOf(plan));
    const next = wanted.find(({ isStale, underWay }) => isStale || underWay !== undefined);
    if (next === undefined) return this.#stepOlder(wanted, open);
    const { isStale } = next;
    if (this.#advance(next, SLICE_MS) && isStale) this.#lookAhead(next, open);
    return true;
  }

  /** Goes on with what the builds were before. */
  #stepOlder(wanted: readonly Entry[], open: readonly string[]): boolean {
    this.#older ??= this.older.next(wanted.map(({ plan }) => plan));
    if (this.#older === undefined) return false;
    const end = this.#goOn(this.#older, SLICE_MS);
    if (end === undefined) return true;
    this.#older = undefined;
    const entry = wanted.find(({ plan }) => plan === end.value);
    if (entry?.analysis === undefined) return true;
    entry.analysis = this.#analyze(entry, entry.analysis.built);
    this.#lookAhead(entry, open);
    return true;
  }

  /** What will be asked for is found in slices as well, and not all at once when the problems are shown. */
  #lookAhead(entry: Entry, open: readonly string[]): void {
    if (entry.analysis !== undefined) entry.underWay = { slices: lookAhead(entry.analysis, open, this.files), cost: 0 };
  }

  /** From now on builds are compared with those of another version; undefined: with nothing. */
  compareWith(name: string | undefined): void {
    this.older.compareWith(name);
    this.#older = undefined;
    for (const entry of this.#entries.values())
      if (entry.isStale) entry.underWay = undefined;
      else if (entry.analysis?.analysis.surroundings.base !== undefined)
        entry.analysis = this.#analyze(entry, entry.analysis.built);
  }

  /** What nobody looks at any more is forgotten. */
  keepOnly(open: readonly string[]): void {
    const wanted = new Set(open.flatMap((path) => this.plansFor(path)).map(({ id }) => id));
    for (const id of this.#entries.keys()) if (!wanted.has(id)) this.#entries.delete(id);
    this.older.keepOnly(wanted);
  }

  analysisOf(id: string): BuiltAnalysis | undefined {
    return this.#entries.get(id)?.analysis;
  }

  /** Goes on with the build of an entry, or with what is done after it; true: that is done. */
  #advance(entry: Entry, ms: number): boolean {
    const from = this.#around.now();
    const underWay = (entry.underWay ??= { slices: this.#build(entry), cost: 0 });
    entry.underWay = undefined;
    const isDone = this.#goOn(underWay.slices, ms) !== undefined;
    const cost = underWay.cost + this.#around.now() - from;
    if (!isDone) entry.underWay = { ...underWay, cost };
    // What does not come to its end at a keystroke is left to pauses.
    if (entry.isStale) entry.cost = isDone ? cost : Number.POSITIVE_INFINITY;
    if (isDone) entry.isStale = false;
    return isDone;
  }

  /** At least one slice; undefined: more are left. */
  #goOn<T>(slices: Slices<T>, ms: number): { readonly value: T } | undefined {
    const from = this.#around.now();
    do {
      const { done, value } = slices.next();
      if (done === true) return { value };
    } while (this.#around.now() - from < ms);
    return undefined;
  }

  *#build(entry: Entry): Slices<void> {
    const built = yield* whereKnown(this.files, entry.plan.slices(this.files));
    // What it asks for may not be known yet: it is built again when it is, and what was there before stays until then.
    entry.isBehind = built === undefined;
    if (built === undefined) return;
    entry.analysis = yield* BuiltAnalysis.slices(entry.plan, built, this.#aroundOf(entry.plan, built), entry.analysis);
    this.#revision += 1;
  }

  #analyze({ plan, analysis }: Entry, built: BuiltManifest): BuiltAnalysis {
    this.#revision += 1;
    return new BuiltAnalysis(plan, built, this.#aroundOf(plan, built), analysis);
  }

  #aroundOf(plan: BuildPlan, built: BuiltManifest): BuiltAround {
    const { uriOf, pathOf, factsFor, settingsFor, clusterFor } = this.#around;
    const home = uriOf(plan.home);
    const cluster = clusterFor?.(home);
    const isOfBuilds = (uri: string): boolean => {
      const path = pathOf(uri);
      return built.asked.has(path) || this.#finders.some((finder) => finder.isChoice?.(path) === true);
    };
    const outside = { facts: factsFor(home), isOfBuilds };
    const around = { settings: settingsFor(home), outside, cluster, ...this.older.of(plan), uriOf };
    return { ...around, textOf: (file) => this.files.read(file) };
  }
}

/** It has to be made from the beginning. */
function makeStale(entry: Entry): void {
  entry.isStale = true;
  entry.underWay = undefined;
}

const PRODUCTION = /(?:^|[/_.-])(?:prod|production|live)(?:$|[/_.-])/i;
const MAX_CHOSEN = 50;

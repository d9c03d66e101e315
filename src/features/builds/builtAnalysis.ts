import type { Slices } from '../../model/slices';
import { LineStarts } from '../../manifest/lineStarts';
import { readManifest, readManifestInSteps, type Manifest } from '../../manifest/manifest';
import type { Path, SourceNode } from '../../manifest/source';
import type { Workload } from '../../manifest/workload';
import { nearestPlace, type BuildPlan, type BuiltManifest, type BuiltObject } from '../../render/builtManifest';
import type { Place } from '../../rules/facts';
import { Analysis } from '../analysis';
import type { Surroundings } from '../assessment';
import type { Base } from '../base';
import type { FeatureSettings } from '../settings';
import { BuildFacts, type Outside } from './buildFacts';
import { IgnoresInFiles } from './ignoresInFiles';
import { milderInBuild } from './milderInBuilds';

/** What the analysis of a build rests on besides what is built. */
export interface BuiltAround {
  readonly settings: FeatureSettings;
  readonly outside: Outside;
  /** The measured cluster that it goes to. */
  readonly cluster?: Surroundings['cluster'];
  /** The version of the build that is compared with. */
  readonly base?: Base | undefined;
  /** What that was built as. */
  readonly older?: BuiltManifest | undefined;
  readonly textOf: (file: string) => string | undefined;
  readonly uriOf: (file: string) => string;
  /** The text that is built, where somebody has read it already. */
  readonly manifest?: Manifest;
}

/**
 * What is built, and all that is said about it. Findings, numbers and changes are those of any manifest; `objectOf` tells where
 * the parts of a workload are written. `previous` is of the same plan: what an edit has not changed is not judged again.
 */
export class BuiltAnalysis {
  readonly plan: BuildPlan;
  readonly built: BuiltManifest;
  readonly analysis: Analysis;
  readonly uriOf: BuiltAround['uriOf'];
  readonly outside: Outside;
  readonly older: BuiltManifest | undefined;
  readonly #facts: BuildFacts;
  readonly #ignores: IgnoresInFiles;
  readonly #objects: WeakMap<SourceNode, BuiltObject>;

  /** The same a little at a time. */
  static *slices(
    plan: BuildPlan,
    built: BuiltManifest,
    around: BuiltAround,
    previous: BuiltAnalysis | undefined,
  ): Slices<BuiltAnalysis> {
    const manifest = yield* readManifestInSteps(built.text, previous?.analysis.manifest);
    return new BuiltAnalysis(plan, built, { ...around, manifest }, previous);
  }

  constructor(plan: BuildPlan, built: BuiltManifest, around: BuiltAround, previous?: BuiltAnalysis) {
    this.plan = plan;
    this.built = built;
    this.uriOf = around.uriOf;
    this.outside = around.outside;
    this.older = around.older;
    this.#facts = previous === undefined ? new BuildFacts() : previous.#facts;
    this.#ignores = previous === undefined ? new IgnoresInFiles() : previous.#ignores;
    this.#objects = previous === undefined ? new WeakMap() : previous.#objects;
    const manifest = around.manifest ?? readManifest(built.text, previous?.analysis.manifest);
    const objects = objectsOf(manifest, built);
    manifest.documents.forEach(({ document }, index) => {
      const object = objects[index];
      if (object !== undefined) for (const { source } of document.resources) this.#objects.set(source, object);
    });
    const lines = new Map<string, LineStarts>();
    const placeOf = (index: number): Place | undefined => placeIn(objects[index], around, lines);
    const uriOf = (index: number): string | undefined => {
      const file = originOf(objects[index])?.file;
      return file === undefined ? undefined : around.uriOf(file);
    };
    const limited = built.problems.some(({ id, isWhole }) => id === 'not-built' && isWhole !== true);
    const facts = this.#facts.update(manifest, { uriOf, placeOf }, around.outside, limited);
    const isChanged = this.#ignores.update(built.asked, around.textOf);
    const known = isChanged ? undefined : previous?.analysis.surroundings;
    const { settings, base, cluster } = around;
    const isSame = known?.facts === facts && known.settings === settings && known.base === base && known.cluster === cluster;
    const surroundings = isSame
      ? known
      : { settings, facts, base, cluster, isIgnored: this.#silencer(), milder: this.#excuser(), fileOf: this.#fileFinder() };
    const uri = around.uriOf(plan.home);
    this.analysis = new Analysis(uri, manifest, surroundings, previous?.analysis);
  }

  #excuser(): Surroundings['milder'] {
    const objects = this.#objects;
    const isLeftOpen = ({ resource }: Workload, path: Path): boolean =>
      objects.get(resource.source)?.isLeftOpen?.([...resource.base, ...path]) === true;
    const built = { plan: this.plan, isLeftOpen };
    return (...said) => milderInBuild(built, ...said);
  }

  #fileFinder(): Surroundings['fileOf'] {
    const objects = this.#objects;
    const { uriOf } = this;
    return ({ resource }, path) => {
      const object = objects.get(resource.source);
      const place = object && nearestPlace(object, [...resource.base, ...path]);
      return place === undefined ? undefined : uriOf(place.file);
    };
  }

  #silencer(): Surroundings['isIgnored'] {
    if (this.#ignores.isEmpty) return undefined;
    const ignores = this.#ignores;
    const objects = this.#objects;
    return ({ resource }, ruleId, path) => {
      const object = objects.get(resource.source);
      return object !== undefined && ignores.silence(object, ruleId, [...resource.base, ...path]);
    };
  }

  /** Where the parts of a workload are written; its paths begin where those of the workload do. */
  objectOf({ resource }: Workload): BuiltObject | undefined {
    return this.#objects.get(resource.source);
  }
}

/** The object that each document holds. Both stand in their order. */
function objectsOf({ documents }: Manifest, { objects }: BuiltManifest): readonly (BuiltObject | undefined)[] {
  let next = 0;
  return documents.map(({ end }) => {
    while ((objects[next]?.start ?? end) < end) next += 1;
    return objects[next - 1];
  });
}

/** Where an object is told by its name. */
const NAME: Path = ['metadata', 'name'];

function originOf(object: BuiltObject | undefined): { readonly file: string; readonly start: number } | undefined {
  if (object === undefined) return undefined;
  // A prefix is written elsewhere, and so is what a template asks for by name; the object stands where its name began.
  const whole = object.placeAt(NAME);
  const name = whole?.overridden.at(-1) ?? whole;
  const key = object.keyAt(NAME);
  return key !== undefined && key.file !== name?.file ? key : (name ?? nearestPlace(object, NAME));
}

function placeIn(object: BuiltObject | undefined, { textOf }: BuiltAround, lines: Map<string, LineStarts>): Place | undefined {
  const origin = originOf(object);
  const text = origin === undefined ? undefined : textOf(origin.file);
  if (origin === undefined || text === undefined) return undefined;
  let known = lines.get(origin.file);
  if (known?.text !== text) lines.set(origin.file, (known = new LineStarts(text)));
  const line = known.lineAt(origin.start);
  const lineStart = known.startOf(line);
  const lineEnd = text.indexOf('\n', origin.start);
  return { line, start: origin.start - lineStart, end: (lineEnd < 0 ? text.length : lineEnd) - lineStart };
}

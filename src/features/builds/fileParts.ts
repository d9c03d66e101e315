import { lastAtOrBefore } from '../../manifest/lineStarts';
import type { PlacedDocument } from '../../manifest/manifest';
import { locate, rangeFor, type Path, type SourceNode, type TextRange } from '../../manifest/source';
import { isBroken, nearestPlace, type FileTree } from '../../render/builtManifest';
import type { Analysis, PlacedWorkload } from '../analysis';
import { titleOfChange } from '../changeInFile';
import type { BuiltAnalysis } from './builtAnalysis';
import { mapAt, project } from './projection';

/** What a view is made from besides the builds. */
export interface ViewParts {
  readonly files: FileTree;
  /** Builds that are about to be made again: their numbers are shown, their places are not. */
  readonly stale: ReadonlySet<string>;
}

/** A file as the builds see it that it takes part in, the one in force first. */
export class FileParts {
  readonly file: string;
  readonly alone: Analysis;
  readonly builds: readonly BuiltAnalysis[];
  readonly files: FileTree;
  readonly #stale: ReadonlySet<string>;
  readonly #placed = new Map<BuiltAnalysis, readonly PlacedWorkload[]>();
  readonly #made = new Map<BuiltAnalysis, ReadonlyMap<PlacedWorkload, readonly PlacedWorkload[]>>();
  /** Where the workloads of the file begin, in their order. */
  #starts: readonly number[] | undefined;
  #workloads: readonly PlacedWorkload[] | undefined;

  constructor(file: string, alone: Analysis, builds: readonly BuiltAnalysis[], { files, stale }: ViewParts) {
    this.file = file;
    this.alone = alone;
    this.builds = builds;
    this.files = files;
    this.#stale = stale;
  }

  get text(): string {
    return this.alone.manifest.text;
  }

  /** Builds whose places are those of the text as it is. */
  get fresh(): readonly BuiltAnalysis[] {
    return this.builds.filter(({ plan }) => !this.#stale.has(plan.id));
  }

  /** The workloads of a build that something is written of here. */
  placedIn(build: BuiltAnalysis): readonly PlacedWorkload[] {
    const known = this.#placed.get(build);
    if (known !== undefined) return known;
    const placed = build.analysis.workloads.flatMap((each) => this.#place(each, build) ?? []);
    this.#placed.set(build, placed);
    return placed;
  }

  #place({ workload, placed, assessment }: PlacedWorkload, build: BuiltAnalysis): PlacedWorkload | undefined {
    const object = build.objectOf(workload);
    const { resource } = workload;
    const found = object && project(resource.source, object, resource.base, { file: this.file, text: this.text });
    if (object === undefined || found === undefined) return undefined;
    const written = { ...found.written, start: this.#beginOf(found.written) };
    const source =
      found.decided === found.written ? written : { ...(found.decided ?? nothingAt(written.start)), start: written.start };
    return {
      workload: { ...workload, resource: { ...resource, source } },
      placed: this.#whole(placed),
      assessment,
      built: { id: build.plan.id, name: build.plan.name, from: build.plan.from, object, written },
    };
  }

  /** Of the document that it is in, where that is a workload's. */
  #beginOf({ start }: TextRange): number {
    const own = this.#ownAt(start);
    return own === undefined ? start : beginOf(own);
  }

  #ownAt(offset: number): PlacedWorkload | undefined {
    const { alone } = this.alone;
    const starts = (this.#starts ??= alone.map(beginOf));
    const own = alone[lastAtOrBefore(starts, offset)];
    return own !== undefined && offset <= own.placed.start + own.workload.resource.source.end ? own : undefined;
  }

  /** What a build makes of a workload of the file. */
  ofOwn(own: PlacedWorkload, build: BuiltAnalysis): readonly PlacedWorkload[] {
    if (own.placed.document.problems.length > 0) return [];
    let made = this.#made.get(build);
    if (made === undefined) this.#made.set(build, (made = this.#madeBy(build)));
    return made.get(own) ?? [];
  }

  #madeBy(build: BuiltAnalysis): ReadonlyMap<PlacedWorkload, readonly PlacedWorkload[]> {
    const made = new Map<PlacedWorkload, PlacedWorkload[]>();
    for (const placed of this.placedIn(build)) {
      const own = this.#ownAt(placed.built?.written?.start ?? -1);
      const known = own === undefined ? undefined : made.get(own);
      if (known !== undefined) known.push(placed);
      else if (own !== undefined) made.set(own, [placed]);
    }
    return made;
  }

  get workloads(): readonly PlacedWorkload[] {
    return (this.#workloads ??= this.#collect());
  }

  #collect(): readonly PlacedWorkload[] {
    const result = this.alone.alone.flatMap((own) => {
      const [made = [this.#leftAlone(own)]] = this.builds
        .map((build) => this.ofOwn(own, build))
        .filter((found) => found.length > 0);
      return made;
    });
    const [inForce] = this.builds;
    const taken = new Set(result);
    const rest = inForce === undefined ? [] : this.workloadsIn(inForce).filter((placed) => !taken.has(placed));
    return [...result, ...rest];
  }

  #leftAlone(own: PlacedWorkload): PlacedWorkload {
    const problem = this.builds[0]?.built.problems.find(isBroken);
    return problem === undefined ? own : { ...own, unbuilt: problem.message };
  }

  /** Of the file that defines the build all workloads are, wherever they are written. */
  workloadsIn(build: BuiltAnalysis): readonly PlacedWorkload[] {
    const here = this.placedIn(build);
    if (build.plan.home !== this.file) return here;
    const byAssessment = new Map(here.map((placed) => [placed.assessment, placed]));
    return build.analysis.workloads.flatMap((each) => {
      const known = byAssessment.get(each.assessment);
      const object = build.objectOf(each.workload);
      if (known !== undefined || object === undefined) return known ?? [];
      const workload = { ...each.workload, resource: { ...each.workload.resource, source: nothingAt(0) } };
      const { id, name, from } = build.plan;
      return { ...each, workload, placed: this.#whole(each.placed), built: { id, name, from, object, written: undefined } };
    });
  }

  /** Offsets count from the file's start. */
  #whole(placed: PlacedDocument): PlacedDocument {
    return { ...placed, start: 0, end: this.text.length };
  }

  /** What becomes of a workload of a build since the version that is compared with. */
  titleOfChange({ assessment }: PlacedWorkload): string | undefined {
    for (const { analysis } of this.builds)
      for (const each of analysis.workloads) if (each.assessment === assessment) return titleOfChange(each, analysis);
    return undefined;
  }

  workloadAt(offset: number): PlacedWorkload | undefined {
    for (const build of this.builds) {
      const found = this.placedIn(build).find(({ built }) => locate(built?.written, offset) !== undefined);
      if (found !== undefined) return found;
    }
    const contains = ({ workload, placed, built }: PlacedWorkload): boolean => {
      const { start, end } = built?.written ?? workload.resource.source;
      return placed.start + start <= offset && offset <= placed.start + end;
    };
    return this.workloads.find(contains);
  }

  /** Where something about a path is shown, if it is here. */
  rangeOf({ built, workload: { resource } }: PlacedWorkload, path: Path): TextRange | undefined {
    const place = built === undefined ? undefined : nearestPlace(built.object, [...resource.base, ...path]);
    if (place?.file !== this.file) return undefined;
    const range = rangeFor(resource.source, path);
    return firstLine(range.start < 0 || range.end > this.text.length ? place : range, this.text);
  }
}

function beginOf({ placed, workload }: PlacedWorkload): number {
  return placed.start + workload.resource.source.start;
}

function nothingAt(offset: number): SourceNode {
  return mapAt([], { start: offset, end: offset });
}

/** Whoever points at many lines points at nothing. */
function firstLine({ start, end }: TextRange, text: string): TextRange {
  const line = text.indexOf('\n', start);
  return { start, end: line < 0 ? end : Math.max(start, Math.min(end, line)) };
}

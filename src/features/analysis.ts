import { documentAt, readManifest, type Manifest, type PlacedDocument } from '../manifest/manifest';
import type { Workload } from '../manifest/workload';
import type { Slices } from '../model/slices';
import { Assessment, type Surroundings } from './assessment';
import type { BuiltFile, BuiltHere } from './builtFile';

/** A workload with the place of its document; offsets inside it count from `start`. */
export interface PlacedWorkload {
  readonly workload: Workload;
  readonly placed: PlacedDocument;
  readonly assessment: Assessment;
  /** Of one that is built: `workload` has the places of what the file decides of it, `placed` is the file. */
  readonly built?: BuiltHere;
  /** Why nothing is built from it, although it is a part of something. */
  readonly unbuilt?: string;
}

/** A file as the features see it. What is asked of it is computed then, and kept. */
export class Analysis {
  readonly uri: string;
  readonly manifest: Manifest;
  readonly surroundings: Surroundings;
  /** What the file is in the builds that it takes part in. */
  readonly builds: BuiltFile<PlacedWorkload> | undefined;
  /** Handed on to the next analysis of the file: documents that an edit leaves alone keep all that was said of them. */
  readonly #assessments: WeakMap<Workload, Assessment>;
  #workloads: readonly PlacedWorkload[] | undefined;

  /** `previous`: an earlier analysis of the same file. An edit then costs what it changes. */
  constructor(
    uri: string,
    text: string | Manifest,
    surroundings: Surroundings,
    previous?: Analysis,
    builds?: BuiltFile<PlacedWorkload>,
  ) {
    this.uri = uri;
    this.builds = builds;
    this.manifest = typeof text === 'string' ? readManifest(text, previous?.manifest) : text;
    this.surroundings = surroundings;
    this.#assessments = previous === undefined ? new WeakMap() : previous.#assessments;
  }

  /** Those that are built are seen as they are built. */
  get workloads(): readonly PlacedWorkload[] {
    return this.builds?.workloads ?? this.alone;
  }

  /** As the file alone has them. */
  get alone(): readonly PlacedWorkload[] {
    return (this.#workloads ??= this.manifest.documents.flatMap((placed) =>
      placed.document.workloads.map((workload) => this.#place(workload, placed)),
    ));
  }

  /** Judges the workloads one in a slice: what is found is kept for whoever asks next. */
  *judge(): Slices<void> {
    if (this.builds === undefined) return yield* this.#judgeAlone();
    // A build judges its own while it is made; those that it does not have are left.
    for (const { assessment, built } of this.builds.workloads) {
      if (built !== undefined) continue;
      assessment.judge();
      yield;
    }
  }

  *#judgeAlone(): Slices<void> {
    for (const placed of this.manifest.documents)
      for (const workload of placed.document.workloads) {
        this.#place(workload, placed).assessment.judge();
        yield;
      }
  }

  /** The workload that an offset of the file is in. */
  workloadAt(offset: number): PlacedWorkload | undefined {
    return this.builds === undefined ? this.#aloneAt(offset) : this.builds.workloadAt(offset);
  }

  #aloneAt(offset: number): PlacedWorkload | undefined {
    const placed = documentAt(this.manifest, offset);
    if (placed === undefined) return undefined;
    const { workloads } = placed.document;
    const inside = offset - placed.start;
    const workload =
      workloads.length === 1
        ? workloads[0]
        : workloads.findLast(({ resource }) => resource.source.start <= inside && inside <= resource.source.end);
    return workload === undefined ? undefined : this.#place(workload, placed);
  }

  #place(workload: Workload, placed: PlacedDocument): PlacedWorkload {
    const known = this.#assessments.get(workload);
    if (known?.given === this.surroundings) return { workload: known.workload, placed, assessment: known };
    const assessment = new Assessment(workload, placed.document, this.surroundings, known);
    this.#assessments.set(workload, assessment);
    return { workload: assessment.workload, placed, assessment };
  }
}

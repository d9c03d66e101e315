import { readManifest, type Manifest } from '../../manifest/manifest';
import { Analysis, type PlacedWorkload } from '../analysis';
import { Base } from '../base';
import type { FeatureSettings } from '../settings';
import type { WorkspaceIndex } from '../workspaceIndex';
import type { ChangedFile } from './changedFile';
import { pairUp, type FileOfChange, type Pairing } from './pairs';

export interface ReviewInput {
  readonly files: readonly ChangedFile[];
  /** What the change is compared with: `main`. */
  readonly baseName: string;
  /** What is around the workloads. Of the files of the change it need not know yet. */
  readonly index: WorkspaceIndex;
  readonly settings: FeatureSettings;
  /** What is known to be missing already. */
  readonly notes?: readonly string[];
}

/** A changed file as the features see it: with its change, and as it was. */
export interface ComparedFile extends FileOfChange {
  readonly file: ChangedFile;
  readonly after: Analysis;
  readonly before: Analysis;
}

/** Whether nobody rolls a file out: tests read it, or it is kept as it once was. The rules are milder there, too. */
export function isUnused({ after }: ComparedFile): boolean {
  return after.surroundings.facts.isUnused;
}

/** All files of a change, and which of their workloads belong together. */
export interface Comparison {
  readonly files: readonly ComparedFile[];
  readonly pairing: Pairing;
  /** What is around the workloads, with the change. */
  readonly index: WorkspaceIndex;
}

const NOTHING: Manifest = { text: '', documents: [], notAnalyzed: undefined };

/** A workload that moved from one file of the change to another is found in the other. Yields after each file that was read. */
export function* compareInSteps({ files, index: around, settings, baseName }: ReviewInput): Generator<undefined, Comparison> {
  const read: FileOfChange[] = [];
  for (const file of files) {
    const old = file.before === undefined ? NOTHING : readManifest(file.before);
    // What did not change is read once.
    const now = file.after === undefined ? NOTHING : readManifest(file.after, old);
    read.push({ file, old: new Base(old, baseName, true), now: new Base(now, '') });
    yield;
  }
  // Nobody may have told the index of what changed a moment ago.
  const index = around.replacing(read.map(({ file, now }) => [file.uri, now.manifest]));
  yield;
  const then = around.replacing(read.map(({ file, old }) => [file.uri, old.manifest]));
  yield;
  const pairing = pairUp(read);
  const compared = read.map((one): ComparedFile => {
    const { uri } = one.file;
    const moved = pairing.movedInto(one);
    const { manifest } = one.old;
    const base =
      moved.length === 0 ? one.old : new Base({ ...manifest, documents: [...manifest.documents, ...moved] }, baseName, true);
    return {
      ...one,
      after: new Analysis(uri, one.now.manifest.text, { settings, facts: index.factsFor(uri), base }),
      before: new Analysis(uri, one.old.manifest.text, { settings, facts: then.factsFor(uri) }),
    };
  });
  return { files: compared, pairing, index };
}

/** The same workload as it was, in whatever file. */
export function asItWas(
  { files, pairing }: Comparison,
  file: ComparedFile,
  { workload }: PlacedWorkload,
): PlacedWorkload | undefined {
  const found = pairing.oldOf(file, workload);
  const home = files.find((other) => other.file === found?.file.file);
  return home?.before.workloads.find(
    ({ workload: { kind, name, namespace } }) =>
      kind === found?.workload.kind && name === found.workload.name && namespace === found.workload.namespace,
  );
}

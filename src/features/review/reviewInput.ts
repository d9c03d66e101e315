import { Analysis, type PlacedWorkload } from '../analysis';
import { Base } from '../base';
import type { FeatureSettings } from '../settings';
import type { WorkspaceIndex } from '../workspaceIndex';
import { readManifest, type Manifest, type PlacedDocument } from '../../manifest/manifest';
import type { Workload } from '../../manifest/workload';

/** A file of the change: absent before, it is new; absent after, it was deleted. */
export interface ChangedFile {
  readonly uri: string;
  /** As people call it: its path in the repository. */
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ReviewInput {
  readonly files: readonly ChangedFile[];
  /** What the change is compared with: `main`. */
  readonly baseName: string;
  /** What is around the workloads, with the change. */
  readonly index: WorkspaceIndex;
  readonly settings: FeatureSettings;
}

/** A changed file as the features see it: with its change, and as it was. */
export interface ComparedFile {
  readonly file: ChangedFile;
  readonly after: Analysis;
  readonly before: Analysis;
}

const NOTHING: Manifest = { text: '', documents: [], notAnalyzed: undefined };

/** A workload that moved from one file of the change to another is found in the other. */
export function compareFiles({ files, index, settings, baseName }: ReviewInput): ComparedFile[] {
  const read = files.map((file) => ({
    file,
    old: file.before === undefined ? NOTHING : readManifest(file.before),
    now: file.after === undefined ? NOTHING : readManifest(file.after),
  }));
  const then = index.replacing(read.map(({ file, old }) => [file.uri, old]));
  const moved = read.flatMap(({ old, now }) => missingFrom(now, old));
  return read.map(({ file, old, now }) => {
    const { uri } = file;
    const others = moved.filter((document) => !old.documents.includes(document));
    const base = new Base({ ...old, documents: [...old.documents, ...others] }, baseName, true);
    return {
      file,
      after: new Analysis(uri, now.text, { settings, facts: index.factsFor(uri), base }),
      before: new Analysis(uri, old.text, { settings, facts: then.factsFor(uri) }),
    };
  });
}

/** The documents of the older version with workloads that the newer one no longer has. */
function missingFrom(now: Manifest, old: Manifest): PlacedDocument[] {
  const kept = new Base(now, '');
  return old.documents.filter(({ document }) => document.workloads.some((workload) => kept.find(workload) === undefined));
}

/** Workloads of the older versions that none of the newer ones has any longer. */
export function deletedWorkloads(
  compared: readonly ComparedFile[],
): { readonly file: ChangedFile; readonly workload: Workload }[] {
  const present = compared.map(({ after }) => new Base(after.manifest, ''));
  return compared.flatMap(({ file, before }) =>
    before.workloads
      .map(({ workload }) => workload)
      .filter((workload) => workload.name !== '' && present.every((now) => now.find(workload) === undefined))
      .map((workload) => ({ file, workload })),
  );
}

/** The same workload as it was. */
export function asItWas({ before }: ComparedFile, { workload }: PlacedWorkload): PlacedWorkload | undefined {
  const old = new Base(before.manifest, '').find(workload);
  return before.workloads.find((placed) => placed.workload.resource === old?.resource);
}

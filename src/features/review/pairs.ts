import type { PlacedDocument } from '../../manifest/manifest';
import type { Workload } from '../../manifest/workload';
import { groupedBy } from '../../model/groupedBy';
import type { Base } from '../base';
import { matches } from '../changeInFile';
import type { ChangedFile } from './changedFile';

/** A file of the change with the workloads of both its versions. */
export interface FileOfChange {
  readonly file: ChangedFile;
  readonly old: Base;
  readonly now: Base;
}

/** A workload of one version of a file. */
export interface WorkloadIn {
  readonly file: FileOfChange;
  readonly workload: Workload;
}

/** Which workloads of the newer versions are which of the older ones. Each counts once. */
export interface Pairing {
  /** The same object before, in its own file or the one that it came from. */
  oldOf(file: FileOfChange, workload: Workload): WorkloadIn | undefined;
  /** What a new object seems to be under another name. */
  renamedFrom(file: FileOfChange, workload: Workload): Workload | undefined;
  /** The older documents of what came into a file from others. */
  movedInto(file: FileOfChange): readonly PlacedDocument[];
  /** What none of the newer versions has any longer. */
  readonly gone: readonly WorkloadIn[];
}

export function pairUp(files: readonly FileOfChange[]): Pairing {
  const gone = new Set(files.flatMap((file) => onlyIn(file, file.old, file.now)));
  const fresh = new Set(files.flatMap((file) => onlyIn(file, file.now, file.old)));
  const moved = new Map<Workload, WorkloadIn>();
  const nearest = byName(gone);
  for (const one of fresh) {
    const old = nearest.take(one);
    if (old === undefined) continue;
    moved.set(one.workload, old);
    gone.delete(old);
    fresh.delete(one);
  }
  const renamed = new Map<Workload, Workload>();
  const rename = (some: readonly WorkloadIn[], from: readonly WorkloadIn[]): void => {
    const pairs = matches(
      some.map(({ workload }) => workload),
      from.map(({ workload }) => workload),
    );
    for (const [now, old] of pairs) renamed.set(now, old);
    const taken = new Set<Workload>(pairs.flat());
    for (const one of [...some, ...from]) if (taken.has(one.workload)) for (const set of [fresh, gone]) set.delete(one);
  };
  // In its own file first: there a new name is most likely one for the same thing. Elsewhere it may be another of the same image.
  for (const placeOf of [({ uri }: ChangedFile): string => uri, folderOf, baseNameOf]) {
    const left = groupedBy(gone, ({ file }) => placeOf(file.file));
    for (const [place, some] of groupedBy(fresh, ({ file }) => placeOf(file.file))) rename(some, left.get(place) ?? []);
  }
  const alone = ({ now }: FileOfChange, workload: Workload): Workload => now.find(workload) ?? workload;
  return {
    oldOf: (file, workload) => {
      const own = file.old.find(workload);
      return own === undefined ? moved.get(alone(file, workload)) : { file, workload: own };
    },
    renamedFrom: (file, workload) => renamed.get(alone(file, workload)),
    movedInto: (file) => documentsOf(file.now.workloads.flatMap((workload) => moved.get(workload) ?? [])),
    gone: [...gone],
  };
}

function folderOf({ uri }: ChangedFile): string {
  return uri.slice(0, uri.lastIndexOf('/') + 1);
}

function baseNameOf({ uri }: ChangedFile): string {
  return uri.slice(uri.lastIndexOf('/') + 1);
}

function onlyIn(file: FileOfChange, some: Base, others: Base): WorkloadIn[] {
  return some.workloads
    .filter((workload) => workload.name !== '' && others.find(workload) === undefined)
    .map((workload) => ({ file, workload }));
}

/** Hands out what is gone, by name; of several the one whose file lies nearest. */
function byName(gone: ReadonlySet<WorkloadIn>): { take: (wanted: WorkloadIn) => WorkloadIn | undefined } {
  const left = new Map<string, WorkloadIn[]>();
  const keyOf = ({ workload: { kind, name } }: WorkloadIn): string => `${kind}/${name}`;
  for (const one of gone) left.set(keyOf(one), [...(left.get(keyOf(one)) ?? []), one]);
  return {
    take: (wanted) => {
      const namesakes = left.get(keyOf(wanted)) ?? [];
      const { writtenNamespace } = wanted.workload;
      const fit = namesakes.filter(
        ({ workload: { writtenNamespace: old } }) =>
          old === undefined || writtenNamespace === undefined || old === writtenNamespace,
      );
      const nearness = ({ file }: WorkloadIn): number => sharedSteps(file.file.uri, wanted.file.file.uri);
      const [best] = fit.toSorted((a, b) => nearness(b) - nearness(a));
      if (best !== undefined)
        left.set(
          keyOf(wanted),
          namesakes.filter((one) => one !== best),
        );
      return best;
    },
  };
}

function sharedSteps(a: string, b: string): number {
  const [from, to] = [a.split('/'), b.split('/')];
  const at = from.findIndex((step, index) => step !== to[index]);
  return at < 0 ? from.length : at;
}

function documentsOf(moved: readonly WorkloadIn[]): PlacedDocument[] {
  const found = moved.flatMap(({ file, workload }) =>
    file.old.manifest.documents.filter(({ document }) => document.workloads.includes(workload)),
  );
  return [...new Set(found)];
}

import { changeBetween, partialChange, storedVersion, type Change, type Stored } from '../change/change';
import type { Manifest } from '../manifest/manifest';
import { isCertainAt, type Workload } from '../manifest/workload';
import { groupedBy } from '../model/groupedBy';

/** How texts call what the last commit holds. */
export const COMMITTED_VERSION = 'the committed version';

/** The version that a file is compared with, and that is taken to run. */
export class Base {
  readonly manifest: Manifest;
  /** What it is called in a sentence: `the committed version`, `main`, `old.yaml`. */
  readonly name: string;
  /** It is known to run, however little it differs. */
  readonly runs: boolean;
  /** What was looked for once is not looked for at the next keystroke. */
  readonly #found = new WeakMap<Workload, { readonly old: Workload | undefined }>();
  readonly #stored = new WeakMap<Workload, Stored>();
  #all: readonly Workload[] | undefined;
  #byName: ReadonlyMap<string, readonly Workload[]> | undefined;

  constructor(manifest: Manifest, name: string, runs = false) {
    this.manifest = manifest;
    this.name = name;
    this.runs = runs;
  }

  /** The object of the same name. */
  find(workload: Workload): Workload | undefined {
    const known = this.#found.get(workload);
    if (known !== undefined) return known.old;
    const old = this.#look(workload);
    this.#found.set(workload, { old });
    return old;
  }

  #look({ kind, name, namespace, writtenNamespace }: Workload): Workload | undefined {
    if (name === '') return undefined;
    const namesakes = this.#namesakes.get(`${kind}/${name}`);
    // What a cluster tells of an object always has a namespace, manifests often have none.
    const isOpen = (written: string | undefined): boolean => writtenNamespace === undefined || written === undefined;
    return (
      namesakes?.find((other) => other.namespace === namespace) ?? namesakes?.find((other) => isOpen(other.writtenNamespace))
    );
  }

  /** What applying a workload does to this version of it; undefined where there is none, or not all of it is known. */
  changeTo(workload: Workload): Change | undefined {
    const before = this.find(workload);
    if (before === undefined) return undefined;
    const { kind, resource } = workload;
    if (before.certain && workload.certain) return changeBetween(kind, this.#storedOf(before), resource.json);
    return partialChange(kind, before.resource.json, resource.json, (version, path) =>
      isCertainAt(version === 'before' ? before : workload, path),
    );
  }

  #storedOf(before: Workload): Stored {
    const known = this.#stored.get(before);
    if (known !== undefined) return known;
    const stored = storedVersion(before.kind, before.resource.json);
    this.#stored.set(before, stored);
    return stored;
  }

  get workloads(): readonly Workload[] {
    return (this.#all ??= [...this.#namesakes.values()].flat());
  }

  get #namesakes(): ReadonlyMap<string, readonly Workload[]> {
    return (this.#byName ??= byName(this.manifest));
  }
}

function byName({ documents }: Manifest): Map<string, Workload[]> {
  return groupedBy(
    documents.flatMap(({ document }) => document.workloads),
    ({ kind, name }) => `${kind}/${name}`,
  );
}

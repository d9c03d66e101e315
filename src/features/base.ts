import { changeBetween, type Change } from '../change/change';
import type { Manifest } from '../manifest/manifest';
import type { Workload } from '../manifest/workload';
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
  #byName: ReadonlyMap<string, readonly Workload[]> | undefined;

  constructor(manifest: Manifest, name: string, runs = false) {
    this.manifest = manifest;
    this.name = name;
    this.runs = runs;
  }

  /** Whether it holds a workload at all, under whatever name. */
  get isEmpty(): boolean {
    return this.#namesakes.size === 0;
  }

  /** The object of the same name. */
  find({ kind, name, namespace, writtenNamespace }: Workload): Workload | undefined {
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
    if (before === undefined || !before.certain || !workload.certain) return undefined;
    return changeBetween(workload.kind, before.resource.json, workload.resource.json);
  }

  get workloads(): readonly Workload[] {
    return [...this.#namesakes.values()].flat();
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

import type { Node, ObjectMeta } from '../../../model/apiTypes';
import { draftOfMeta } from '../../../model/copies';
import { admitCreation, admitUpdate } from '../../api/applyWorkload';
import { jsonEqual } from '../../kernel/jsonEqual';
import type { Workload } from '../scenario/scenario';

/** What an update was made from, and what came out. */
interface KnownUpdate {
  readonly before: Workload;
  readonly stored: Workload;
}

/**
 * What is made of a scenario's objects before they are stored. It is the same in each of many runs of one scenario, which share
 * this: only names of the run (uid, version, time of creation) differ. Objects are known by identity; they are never changed.
 */
export class AdmissionMemo {
  readonly #created = new Map<Workload, Workload>();
  readonly #updated = new Map<Workload, KnownUpdate>();
  readonly #derived = new Map<Workload, Workload>();
  #nodes: readonly Node[] | undefined;

  /** A workload made of another one, such as what runs before. */
  derived(workload: Workload, derive: (workload: Workload) => Workload): Workload {
    let derived = this.#derived.get(workload);
    if (derived === undefined) this.#derived.set(workload, (derived = derive(workload)));
    return derived;
  }

  /** What the API server stores when it is created. */
  created(applied: Workload, workload: Workload): Workload {
    let stored = this.#created.get(applied);
    if (stored === undefined) this.#created.set(applied, (stored = admitCreation(workload)));
    return stored;
  }

  /** What it stores when `applied` has come to `next` and takes the place of `before`. */
  updated(applied: Workload, next: Workload, before: Workload): Workload {
    const known = this.#updated.get(applied);
    if (known?.before.spec === before.spec && isSameButForTheRun(known.before.metadata, before.metadata)) {
      const { uid, resourceVersion, creationTimestamp } = before.metadata;
      return { ...known.stored, metadata: { ...known.stored.metadata, uid, resourceVersion, creationTimestamp } };
    }
    const stored = admitUpdate(next, before);
    this.#updated.set(applied, { before, stored });
    return stored;
  }

  nodes(make: () => readonly Node[]): readonly Node[] {
    return (this.#nodes ??= make());
  }
}

function isSameButForTheRun(a: ObjectMeta, b: ObjectMeta): boolean {
  return jsonEqual(withoutRun(a), withoutRun(b));
}

function withoutRun(metadata: ObjectMeta): ObjectMeta {
  const rest = draftOfMeta(metadata);
  rest.uid = undefined;
  rest.resourceVersion = undefined;
  rest.creationTimestamp = undefined;
  return rest;
}

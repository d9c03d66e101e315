import type { ControllerRevision, ReplicaSet } from '../../../../model/apiTypes';
import type { WatchEvent } from '../../../api/objectStore';
import type { Envelope } from '../../../../model/envelope';
import { REVISION_COLUMNS, type RevisionColumn, type RevisionInfo } from '../timeline';
import { SeriesLog } from './seriesLog';
import type { TimelineClock } from './timelineClock';
import type { TargetChange } from './totals';
import { replicaSetRow, revisionHash, revisionImage, revisionNumber } from './workloadRows';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The revisions of a workload, their pods as their ReplicaSets count them, and which of them is wanted. */
export class RevisionLog {
  readonly infos: Mutable<RevisionInfo>[] = [];
  readonly counts: SeriesLog<RevisionColumn>[] = [];
  readonly targets: TargetChange[] = [];
  readonly #clock: TimelineClock;
  readonly #indexByHash = new Map<string, number>();

  /** Whether nobody asks for the counts. */
  readonly #figuresOnly: boolean;

  constructor(clock: TimelineClock, figuresOnly: boolean) {
    this.#clock = clock;
    this.#figuresOnly = figuresOnly;
  }

  onReplicaSet(replicaSet: ReplicaSet, type: WatchEvent['type']): void {
    const image = replicaSet.spec.template.spec.containers[0]?.image ?? '';
    const index = this.#indexOf(replicaSet, image);
    this.#note(index, type, revisionNumber(replicaSet));
    if (this.#figuresOnly) return;
    const row = replicaSetRow(type === 'deleted' ? undefined : replicaSet);
    this.counts[index]?.push(this.#clock.t, row, replicaSet.metadata.resourceVersion ?? 0);
  }

  onControllerRevision(revision: ControllerRevision, type: WatchEvent['type']): void {
    this.#note(this.#indexOf(revision, revisionImage(revision)), type, revision.revision);
  }

  #note(index: number, type: WatchEvent['type'], revision: number): void {
    const info = this.infos[index] as Mutable<RevisionInfo>;
    if (type === 'deleted') info.goneAt = this.#clock.t;
    else if (info.revision !== revision) {
      if (info.revision > 0) info.earlier = [...(info.earlier ?? []), { revision: info.revision, until: this.#clock.t }];
      info.revision = revision;
    }
  }

  #indexOf(object: ReplicaSet | ControllerRevision, image: string): number {
    return this.indexOf(revisionHash(object), object.metadata.name, image, this.#clock.createdAt(object));
  }

  /** A revision is known by its hash; the first object that carries it says the rest. */
  indexOf(hash: string, name: string, image: string, createdAt: number): number {
    let index = this.#indexByHash.get(hash);
    if (index === undefined) {
      index = this.infos.length;
      this.#indexByHash.set(hash, index);
      this.infos.push({ name, hash, revision: 0, image, createdAt, goneAt: undefined, current: false });
      this.counts.push(new SeriesLog(REVISION_COLUMNS));
    }
    return index;
  }

  /** The target moves when the spec or the newest revision does. */
  aim(promise: Envelope): void {
    let revision = -1;
    const { infos, targets } = this;
    for (let index = 0; index < infos.length; index++) {
      const candidate = infos[index] as RevisionInfo;
      const newest = infos[revision];
      if (candidate.goneAt === undefined && (newest === undefined || candidate.revision >= newest.revision)) revision = index;
    }
    const last = targets[targets.length - 1];
    const same =
      last?.revision === revision &&
      last.desired === promise.desired &&
      last.floor === promise.floor &&
      last.ceiling === promise.ceiling;
    if (same) return;
    const { desired, floor, ceiling } = promise;
    targets.push({ t: this.#clock.t, step: this.#clock.step, desired, floor, ceiling, revision });
  }
}

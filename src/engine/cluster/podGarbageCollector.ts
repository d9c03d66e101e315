/** Upstream: gcOrphaned of pkg/controller/podgc/gc_controller.go (v1.36.4). */
import { draftOfPodStatus } from '../../model/copies';
import { objectKey } from '../../model/meta';
import { isPodTerminal } from '../../model/podConditions';
import type { Pod } from '../../model/apiTypes';
import type { Time } from '../../model/time';
import type { ObjectStore, WatchEvent } from '../api/objectStore';
import { nextTick, type EventLoop } from '../kernel/eventLoop';
import { withDisruptionTarget, withStatus } from './kubelet/podStatus';

const GC_CHECK_PERIOD_MS = 20_000;
const QUARANTINE_MS = 40_000;
/** A round lasts a moment: the one that comes just when the quarantine ends is missed about as often as this. */
const MISSED_ROUND_SHARE = 1 / 8;
/** From the write that says Failed to the deletion. */
const DELETION_MS = 5;

export interface PodGarbageCollectorOptions {
  readonly store: ObjectStore;
  readonly loop: EventLoop;
  readonly phase: number;
  /** From 0 to 1: decides when its rounds come, and whether the one at the end of a quarantine comes a moment too early. */
  readonly roundsAt: number;
}

/**
 * Nobody will ever confirm the end of pods whose node is gone: they are marked as failed and removed. A round every 20 s
 * notices a missing node, a round after another 40 s acts: 40 to 80 s after the deletion.
 */
export class PodGarbageCollector {
  readonly #options: PodGarbageCollectorOptions;
  #pendingChanges = 0;

  constructor(options: PodGarbageCollectorOptions) {
    this.#options = options;
  }

  get pendingChanges(): number {
    return this.#pendingChanges;
  }

  onNode({ type, object }: WatchEvent<'Node'>): void {
    if (type !== 'deleted') return;
    const { loop } = this.#options;
    const missed = this.#missesRound ? GC_CHECK_PERIOD_MS : 0;
    this.#later(this.#nextRound(loop.now) + QUARANTINE_MS + missed, () => {
      this.#collectOrphans(object.metadata.name);
    });
  }

  get #missesRound(): boolean {
    return this.#options.roundsAt >= 1 - MISSED_ROUND_SHARE;
  }

  #nextRound(now: Time): Time {
    const { roundsAt } = this.#options;
    const share = this.#missesRound ? MISSED_ROUND_SHARE : 1 - MISSED_ROUND_SHARE;
    const place = (this.#missesRound ? roundsAt - 1 + MISSED_ROUND_SHARE : roundsAt) / share;
    return nextTick(now, GC_CHECK_PERIOD_MS, place);
  }

  #collectOrphans(node: string): void {
    const { store, loop } = this.#options;
    if (store.get('Node', node) !== undefined) return;
    for (const pod of [...store.list('Pod')]) {
      if (pod.spec.nodeName !== node) continue;
      const key = objectKey(pod);
      const { uid } = pod.metadata;
      if (!isPodTerminal(pod)) store.patch('Pod', key, (current) => failed(current, loop.now), 'whole');
      this.#later(loop.now + DELETION_MS, () => {
        if (store.get('Pod', key)?.metadata.uid === uid) store.remove('Pod', key);
      });
    }
  }

  #later(at: Time, run: () => void): void {
    const { loop, phase } = this.#options;
    this.#pendingChanges++;
    loop.schedule(at, phase, () => {
      this.#pendingChanges--;
      run();
    });
  }
}

function failed(pod: Pod, now: Time): Pod {
  const status = draftOfPodStatus(pod.status);
  status.phase = 'Failed';
  return withDisruptionTarget(withStatus(pod, status), 'DeletionByPodGC', 'PodGC: node no longer exists', now);
}

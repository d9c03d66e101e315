/** Upstream: pkg/controller/util/consistency/consistency.go (v1.36.4). */
import type { Kind } from '../api/kinds';
import { AnswerError } from '../kernel/answerError';
import type { ControllerExpectations } from './expectations';

/** The error of a sync whose cache is older than the controller's own last writes. */
export class StaleCacheError extends AnswerError {
  override readonly name = 'StaleCacheError';
  constructor(kind: Kind) {
    super(`read version is not as new as written version`);
    this.kind = kind;
  }
  readonly kind: Kind;
}

/** Of one kind; 0: what was written has been seen. */
interface Written {
  readonly kind: Kind;
  version: number;
}

/**
 * The newest version that a controller wrote for each of its objects, per kind. Before a sync these are compared with
 * what the caches have seen; a cache that lags behind makes the sync fail at once (and be retried) instead of deciding
 * from the past.
 */
export class ConsistencyStore {
  readonly #written = new Map<string, Written[]>();
  readonly #seen: (kind: Kind) => number;

  constructor(seen: (kind: Kind) => number) {
    this.#seen = seen;
  }

  wroteAt(key: string, kind: Kind, resourceVersion: number | undefined): void {
    if (resourceVersion === undefined) return;
    let versions = this.#written.get(key);
    if (versions === undefined) this.#written.set(key, (versions = []));
    for (const written of versions) {
      if (written.kind !== kind) continue;
      written.version = Math.max(written.version, resourceVersion);
      return;
    }
    versions.push({ kind, version: resourceVersion });
  }

  /** Throws while a cache is behind; forgets the versions, though not where they are kept, once all have caught up. */
  ensureReady(key: string): void {
    const versions = this.#written.get(key);
    if (versions === undefined) return;
    for (const { kind, version } of versions) if (version > 0 && this.#seen(kind) < version) throw new StaleCacheError(kind);
    for (const written of versions) written.version = 0;
  }

  clear(key: string): void {
    this.#written.delete(key);
  }
}

/** What was kept of an object that is gone. */
export function forgetOwner({ expectations, consistency }: KeptOfOwners, key: string): void {
  expectations.deleteExpectations(key);
  consistency.clear(key);
}

interface KeptOfOwners {
  readonly expectations: ControllerExpectations;
  readonly consistency: ConsistencyStore;
}

import type { Time } from '../../src/model/time';
import { SnapshotReader, type SnapshotProblem } from '../../src/snapshot/snapshotReader';
import type { Snapshot } from '../../src/snapshot/snapshot';

/** All of a text at once. */
export function readSnapshot(whole: string, modifiedAt?: Time): Snapshot | SnapshotProblem {
  const reader = new SnapshotReader();
  const steps = reader.read([whole]);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value ?? reader.finish(modifiedAt);
  }
}

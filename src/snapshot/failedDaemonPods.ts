import type { DaemonSet } from '../model/apiTypes';
import type { FailedPodDeleted } from '../model/failedPodDeleted';
import type { Time } from '../model/time';
import type { SnapshotEvent } from './snapshot';

/** What the DaemonSet controller says when it deletes a failed pod; after ten of them within ten minutes with a preface. */
const SAID = /Found failed daemon pod \S+ on node (\S+), will try to kill it$/;

/**
 * When failed pods of a DaemonSet were deleted, by node and in the order of time, as far as events are kept (an hour as a rule).
 * Of what was said several times in the same words only the first and the last time are known.
 */
export function failedDaemonPods(events: Iterable<SnapshotEvent>, { metadata }: DaemonSet): readonly FailedPodDeleted[] {
  const deleted: FailedPodDeleted[] = [];
  for (const { reason, message = '', involvedObject, firstTimestamp, lastTimestamp, eventTime } of events) {
    const { kind, name, uid } = involvedObject;
    const isOwn = kind === 'DaemonSet' && name === metadata.name && (uid ?? metadata.uid) === metadata.uid;
    const node = isOwn && reason === 'FailedDaemonPod' ? SAID.exec(message)?.[1] : undefined;
    if (node === undefined) continue;
    const last = lastTimestamp ?? eventTime;
    const times = new Set<Time | undefined>([isCombined(message) ? last : (firstTimestamp ?? last), last]);
    for (const at of times) if (at !== undefined) deleted.push({ node, at });
  }
  return deleted.sort((a, b) => a.at - b.at);
}

/** It names the last of several pods. */
function isCombined(message: string): boolean {
  return message.startsWith('(combined');
}

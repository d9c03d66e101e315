import type { ClusterSpec, Workload } from '../engine/simulation/scenario/scenario';
import { isDaemonSet } from '../engine/simulation/scenario/workloadKind';
import type { ControllerRevision, DaemonSet, ReplicaSet } from '../model/apiTypes';
import type { ShownFailure } from '../engine/simulation/scenario/shownFailures';
import { revisionHashIn } from '../model/wellKnown';

/** What is known of a rollout under way that its refusals stand in. */
interface Refused {
  readonly workload: Workload;
  readonly revisions: readonly (ReplicaSet | ControllerRevision)[];
  readonly lastWords: ReadonlyMap<string, string>;
}

/**
 * Refusals that will go on because nothing here decides about them: webhooks, policies, accounts that are missing. What a quota
 * of the snapshot admits is worked out again: it may have been changed since.
 */
export function shownRefusals(
  { workload, revisions, lastWords }: Refused,
  { resourceQuotas = [] }: ClusterSpec,
): readonly ShownFailure[] {
  const known = resourceQuotas.map(({ metadata }) => ` quota: ${metadata.name},`);
  const isOfDaemons = isDaemonSet(workload);
  const refused = isOfDaemons ? revisions.slice(0, 1) : revisions;
  return refused.flatMap((revision) => {
    const message = isOfDaemons ? refusalOf(workload, lastWords) : failureOf(revision as ReplicaSet);
    const hash = revisionHashIn(revision.metadata.labels);
    const isDecidedHere = known.some((quota) => message?.includes(quota));
    if (hash === undefined || message === undefined || isDecidedHere) return [];
    const failure = { kind: 'refused', message } as const;
    const all = 'spec' in revision ? (revision.spec.replicas ?? 1) : 1;
    return [{ hash, failure, failing: all, all, words: 'were refused' }];
  });
}

/** It stands there only as long as pods are missing. */
function failureOf({ status }: ReplicaSet): string | undefined {
  return status?.conditions?.find(({ reason, status: is }) => reason === 'FailedCreate' && is === 'True')?.message;
}

/** Daemon pods are missing, and that is what was said last. */
function refusalOf({ metadata, status }: DaemonSet, lastWords: Refused['lastWords']): string | undefined {
  const { currentNumberScheduled = 0, desiredNumberScheduled = 0 } = status ?? {};
  if (currentNumberScheduled >= desiredNumberScheduled) return undefined;
  return /^FailedCreate: (?:Error creating: )?([^]*)/.exec(lastWords.get(metadata.name) ?? '')?.[1];
}

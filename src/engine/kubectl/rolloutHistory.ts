/** Upstream: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go (v1.36.4). */
import type { ControllerRevision, DaemonSet, Deployment, PodTemplateSpec, ReplicaSet } from '../../model/apiTypes';
import { controlledHistory, templateOfRevision } from './daemonSetHistory';
import { getAllReplicaSets } from './deploymentHistory';
import { describePodTemplate } from './describePodTemplate';
import { CHANGE_CAUSE_ANNOTATION } from '../../model/wellKnown';
import { revisionOf } from './revision';
import { withAnnotation } from './podTemplates';
import { tabbedLines } from './tabbedText';

export interface RolloutHistory {
  readonly text: string;
  /** Empty when there is none. */
  readonly error: string;
}

interface HistoryEntry {
  /** Undefined where a revision's data cannot be read. */
  readonly template: PodTemplateSpec | undefined;
  readonly changeCause: string;
  readonly name: string;
}

/** `kubectl rollout history deployment/…`: the list, or with a `revision` above 0 that revision's template. */
export function deploymentRolloutHistory(
  deployment: Deployment,
  replicaSets: readonly ReplicaSet[],
  revision = 0,
): RolloutHistory {
  const history = new Map<number, HistoryEntry>();
  for (const replicaSet of getAllReplicaSets(deployment, replicaSets)) {
    const own = revisionOf(replicaSet);
    if ('error' in own) continue;
    history.set(own.revision, entryOfReplicaSet(replicaSet));
  }
  return printHistory(history, revision);
}

/** QUIRK: the ReplicaSet's change cause is shown as if it were in the template; failing that the template's own counts. */
function entryOfReplicaSet({ metadata, spec }: ReplicaSet): HistoryEntry {
  const ofReplicaSet = metadata.annotations?.[CHANGE_CAUSE_ANNOTATION] ?? '';
  const template = ofReplicaSet === '' ? spec.template : withAnnotation(spec.template, CHANGE_CAUSE_ANNOTATION, ofReplicaSet);
  return { template, changeCause: template.metadata?.annotations?.[CHANGE_CAUSE_ANNOTATION] ?? '', name: metadata.name };
}

/** `kubectl rollout history daemonset/…`. */
export function daemonSetRolloutHistory(
  daemonSet: DaemonSet,
  revisions: readonly ControllerRevision[],
  revision = 0,
): RolloutHistory {
  const history = new Map<number, HistoryEntry>();
  for (const item of controlledHistory(daemonSet, revisions)) {
    const changeCause = item.metadata.annotations?.[CHANGE_CAUSE_ANNOTATION] ?? '';
    history.set(item.revision, { template: templateOfRevision(item), changeCause, name: item.metadata.name });
  }
  return printHistory(history, revision);
}

function printHistory(history: ReadonlyMap<number, HistoryEntry>, revision: number): RolloutHistory {
  if (history.size === 0) return { text: 'No rollout history found.', error: '' };
  if (revision > 0) return printRevision(history.get(revision));
  const rows = [...history]
    .sort(([a], [b]) => a - b)
    .map(([number, { changeCause }]) => [String(number), changeCause || '<none>']);
  return { text: tabbedLines([['REVISION', 'CHANGE-CAUSE'], ...rows]), error: '' };
}

function printRevision(entry: HistoryEntry | undefined): RolloutHistory {
  if (entry === undefined) return { text: '', error: 'unable to find the specified revision' };
  if (entry.template === undefined) return { text: '', error: `unable to parse history ${entry.name}` };
  return { text: describePodTemplate(entry.template), error: '' };
}

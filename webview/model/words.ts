import type { Scenario, ScenarioAction } from '../../src/engine/simulation/scenario/scenario';
import type { PodState, Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podsAt, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { counted, formatDuration, formatMoment, grouped, plural } from '../../src/model/words';

export const STATE_WORDS: Readonly<Record<PodState, string>> = {
  Unscheduled: 'waits for a node',
  Creating: 'starting',
  Running: 'running, not ready',
  Ready: 'ready, not yet available',
  Available: 'available',
  CrashLoop: 'crashing',
  Failed: 'failed',
  Succeeded: 'ended',
  Terminating: 'terminating',
  Gone: 'gone',
};

/** One line for the ear: where things stand at t. */
export function announcement(timeline: Timeline, t: number): string {
  const totals = valuesAt(timeline.totals, t);
  if (totals === undefined) return 'Before the change.';
  const parts = [
    `${totals.available} of ${totals.desired} available`,
    counted(totals.newPods, 'new pod'),
    counted(totals.oldPods, 'old pod'),
  ];
  if (totals.terminating > 0) parts.push(`${totals.terminating} terminating`);
  return `${formatMoment(t)}. ${parts.join(', ')}.`;
}

/** How many pods are in which state at t, for the twin of the picture in words. */
export function stateCounts(timeline: Timeline, t: number): ReadonlyMap<number, ReadonlyMap<PodState, number>> {
  const byRevision = new Map<number, Map<PodState, number>>();
  for (const { pod, state } of podsAt(timeline, t)) {
    const revision = timeline.pods.revision[pod] as number;
    const counts = byRevision.get(revision) ?? new Map<PodState, number>();
    counts.set(state, (counts.get(state) ?? 0) + 1);
    byRevision.set(revision, counts);
  }
  return byRevision;
}

/** An action of a scenario in the words of a menu. */
export function actionWords(action: ScenarioAction): string {
  switch (action.action) {
    case 'patch':
      return `patch ${Object.keys(action.patch).join(', ')}`;
    case 'setImage':
      return `set image ${action.image}`;
    case 'scale':
      return `scale to ${grouped(action.replicas)}`;
    case 'pause':
    case 'resume':
    case 'restart':
      return `${action.action} the rollout`;
    case 'undo':
      return action.toRevision === undefined ? 'undo the rollout' : `undo to revision ${action.toRevision}`;
    case 'killPod': {
      if (action.pod !== undefined) return `kill ${action.pod}`;
      const { count = 1, choose = 'oldest', revision } = action;
      const which = revision === undefined ? choose : `${choose} ${revision}`;
      return `kill ${plural(count, `the ${which} pod`, `${grouped(count)} ${which} pods`)}`;
    }
    case 'breakRevision':
      return action.failure === null ? `fix ${action.revision}` : `break ${action.revision}: ${failureWords(action.failure)}`;
    case 'addNode':
      return 'count' in action.node ? `add ${counted(action.node.count, 'node')}` : `add node ${action.node.metadata.name}`;
    case 'nodeDown':
      return `${action.node} falls silent${action.forSeconds === undefined ? '' : ` for ${formatDuration(action.forSeconds)}`}`;
    case 'removeNode':
      return `remove ${action.node}`;
    case 'taintNode':
      return `taint ${action.node} ${action.taint.key}:${action.taint.effect}`;
    case 'untaintNode':
      return `untaint ${action.node} ${action.key}`;
    case 'createErrors':
      return `refuse the next ${counted(action.count, 'pod creation')}`;
    case 'applyObject':
      return `apply ${action.object.kind ?? 'object'} ${action.object.metadata.name}`;
    case 'cordon':
    case 'uncordon':
    case 'drain':
      return `${action.action} ${action.node}`;
  }
}

type Failure = NonNullable<NonNullable<Scenario['behavior']['default']['failure']>>;
export function failureWords(failure: Failure): string {
  switch (failure.kind) {
    case 'neverReady':
      return 'never gets ready';
    case 'crash':
      return 'crashes';
    case 'imagePullError':
      return 'image cannot be pulled';
    case 'failsOnNodes':
      return `never gets ready on ${failure.nodes.join(', ')}`;
    case 'flaky':
      return `${Math.round(failure.probability * 100)} % of the pods never get ready`;
  }
}

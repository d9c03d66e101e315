import type { ScenarioAction } from '../scenario/actions';
import type { Scenario } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';
import type { Timeline } from '../timeline/timeline';
import { valuesAt } from '../timeline/timelineQueries';

/** Something that can be done about a rollout under way. */
export interface WhatIf {
  readonly label: string;
  readonly actions: readonly ScenarioAction[];
}

/** So many pods are deleted at once, so many nodes proposed to be uncordoned. */
const MOST_PODS = 50;
const MOST_NODES = 3;

/** What is worth a try, from what the rollout comes to when nobody does anything. */
export function whatIfs(scenario: Scenario, waiting: Timeline): readonly WhatIf[] {
  const { before, after } = scenario.workload;
  const isPaused = !isDaemonSet(after) && after.spec.paused === true;
  const undo: readonly WhatIf[] = before === undefined ? [] : [undoing(isPaused)];
  if (waiting.outcome.kind === 'nothingToDo') return undo;
  const cordoned = (scenario.cluster.nodes ?? []).filter(({ spec }) => spec?.unschedulable === true).slice(0, MOST_NODES);
  return [
    ...(isPaused ? pauseOrResume(true) : undo),
    ...(isPaused ? undo : isDaemonSet(after) ? [] : pauseOrResume(false)),
    ...(isPaused ? [] : moreUnavailable(scenario, waiting)),
    ...fewerReplicas(scenario, waiting),
    ...removals(waiting),
    ...cordoned.map(({ metadata: { name } }) => ({
      label: `uncordon ${name}`,
      actions: [{ at: 0, action: 'uncordon' as const, node: name }],
    })),
  ];
}

/** What is on its way out, or where nobody answers, goes by force, or with its node. */
function removals({ outcome: { blockers } }: Timeline): readonly WhatIf[] {
  const pods = [...new Set(blockers.flatMap((blocker) => blocker.pods))].slice(0, MOST_PODS);
  if (pods.length === 0) return [];
  const force = blockers.some(({ lostOn }) => lostOn !== undefined);
  const nodes = blockers.flatMap(({ lostOn = [] }) => lostOn);
  return [
    {
      label: `${force ? 'force-' : ''}delete the stuck pods`,
      actions: pods.map((pod) => ({ at: 0, action: 'killPod', pod, ...(force && { force }) })),
    },
    ...nodes
      .slice(0, MOST_NODES)
      .map((node): WhatIf => ({ label: `remove ${node}`, actions: [{ at: 0, action: 'removeNode', node }] })),
  ];
}

/** kubectl undoes nothing of what is paused. */
function undoing(isPaused: boolean): WhatIf {
  const undo = { at: 0, action: 'undo' } as const;
  return isPaused
    ? { label: 'resume and undo', actions: [{ at: 0, action: 'resume' }, undo] }
    : { label: 'undo', actions: [undo] };
}

function pauseOrResume(isPaused: boolean): readonly WhatIf[] {
  const action = isPaused ? 'resume' : 'pause';
  return [{ label: action, actions: [{ at: 0, action }] }];
}

/** One pod more may be missing: old ones make room for new ones. */
function moreUnavailable({ workload: { after } }: Scenario, { envelope, totals }: Timeline): readonly WhatIf[] {
  // Where all are updated there is nobody to make room for.
  if (valuesAt(totals, 0)?.oldPods === 0) return [];
  const field = isDaemonSet(after) ? 'updateStrategy' : 'strategy';
  const type = isDaemonSet(after) ? after.spec.updateStrategy?.type : after.spec.strategy?.type;
  if (type === 'Recreate' || type === 'OnDelete' || envelope.unavailable >= envelope.desired) return [];
  // A DaemonSet does the one or the other.
  if (isDaemonSet(after) && envelope.surge > 0) return [];
  const maxUnavailable = envelope.unavailable + 1;
  const patch = { spec: { [field]: { rollingUpdate: { maxUnavailable } } } };
  return [{ label: `maxUnavailable ${maxUnavailable}`, actions: [{ at: 0, action: 'patch', patch }] }];
}

/** As many as serve now: what is missing is no longer asked for. */
function fewerReplicas({ workload: { after } }: Scenario, { totals, envelope }: Timeline): readonly WhatIf[] {
  const available = valuesAt(totals, 0)?.available ?? 0;
  if (isDaemonSet(after) || available === 0 || available >= envelope.desired) return [];
  return [{ label: `scale to ${available}`, actions: [{ at: 0, action: 'scale', replicas: available }] }];
}

/** The same with these actions. */
export function withWhatIf(scenario: Scenario, { actions }: WhatIf): Scenario {
  return { ...scenario, actions: [...scenario.actions, ...actions] };
}

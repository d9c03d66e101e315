import type { Time } from '../../model/time';
import { ApiError } from '../api/apiError';
import { EngineError } from '../kernel/engineError';
import type { OtherWorkloads } from './otherWorkloads';
import { growingGroups } from './scenario/growingGroups';
import { workloadKindsIn } from './scenario/others';
import type { Scenario, Workload } from './scenario/scenario';
import { momentOf } from './scenario/scenarioValues';
import { isDaemonSet } from './scenario/workloadKind';
import { joinNode } from './world/clusterActions';
import { fillCluster } from './world/fillCluster';
import { putRunning } from './world/putWorkload';
import { resumeState } from './world/resumeState';
import { PHASE } from './world/phases';
import { WORLD_START, type World } from './world/world';

/** How long the running version may take to be set up before the story begins. */
const SETUP_SECONDS = 2 * 3600;

/** Where time 0 of the timeline lies. */
export function originOf({ state }: Scenario): Time {
  return state === undefined ? WORLD_START + SETUP_SECONDS * 1000 : momentOf(state);
}

/** When nodes fall silent that are down at time 0: their daemon pods are there by then. */
const DOWN_AT: Time = WORLD_START + 60_000;
/** All that follows from it has happened: pods of Deployments are elsewhere. */
const MOVED_AT: Time = DOWN_AT + 600_000;

/** Fills the cluster and creates what runs before the story begins. */
export function setUp(world: World, scenario: Scenario, others: OtherWorkloads): void {
  const { loop, kubelets, nodeLifecycle } = world;
  const { before } = scenario.workload;
  const create = (isWanted: (workload: Workload) => boolean): void => {
    if (before !== undefined && isWanted(before)) putRunning(world, before, 'scenario.workload.before');
    others.create(isWanted);
  };
  const down = fill(world, scenario);
  if (scenario.state !== undefined) {
    for (const node of down) kubelets.silence(node);
    resumeState(world, scenario);
    return;
  }
  if (down.length === 0 || !workloadKindsIn(scenario).has('DaemonSet')) {
    for (const node of down) kubelets.silence(node);
    create(() => true);
    others.createStanding();
    return;
  }
  create(isDaemonSet);
  loop.schedule(DOWN_AT, PHASE.cluster, () => {
    for (const node of down) nodeLifecycle.nodeDown(node, undefined);
  });
  loop.schedule(MOVED_AT, PHASE.cluster, () => {
    create((workload) => !isDaemonSet(workload));
    others.createStanding();
  });
}

function fill(world: World, scenario: Scenario): readonly string[] {
  try {
    const down = fillCluster(world, scenario, (nodes) => {
      const groups = growingGroups(scenario.cluster, nodes);
      if (groups.length === 0) return;
      world.autoscale(groups, (node, readyAfterSeconds) => {
        joinNode(world, node, readyAfterSeconds);
      });
    });
    world.endFilling();
    return down;
  } catch (error) {
    throw error instanceof ApiError ? new EngineError('InvalidInput', 'scenario.cluster', error.message) : error;
  }
}

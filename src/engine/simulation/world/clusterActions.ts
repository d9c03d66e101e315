import { LEASE_SECONDS } from '../../../model/assumptions';
import { DEFAULT_NAMESPACE, objectKey } from '../../../model/meta';
import type { Node, Pod, Taint } from '../../../model/apiTypes';
import { downTaint } from '../../../model/nodes';
import { isPodActive } from '../../../model/podConditions';
import { UNSCHEDULABLE_TAINT } from '../../../model/wellKnown';
import { completeNode, nodesOfGroup } from '../scenario/clusterObjects';
import type { DrainDriver } from './drainDriver';
import type { ScenarioAction, WorkloadReference } from '../scenario/actions';
import { keyOf, workloadKeyOfPod } from '../scenario/workloadKind';
import { PHASE } from './phases';
import type { World } from './world';

const CORDON_TAINT_MS = 10;

export interface ClusterActionContext {
  readonly world: World;
  readonly drains: DrainDriver;
  /** The workload's pods. */
  readonly pods: () => readonly Pod[];
}

/** Does to the cluster what an action says; returns why it had no effect, if it had none. */
export function actOnCluster(action: ScenarioAction, context: ClusterActionContext): string | undefined {
  const { world } = context;
  switch (action.action) {
    case 'killPod':
      return killPods(action, context);
    case 'breakRevision':
      return breakRevision(action, context);
    case 'cordon':
      return cordon(world, action.node, true);
    case 'uncordon':
      return cordon(world, action.node, false);
    case 'drain':
      return context.drains.start(action.node, action, () => cordon(world, action.node, true));
    case 'nodeDown':
      return whenNode(world, action.node, () => {
        world.nodeLifecycle.nodeDown(action.node, action.forSeconds);
      });
    case 'addNode':
      return addNodes(world, action);
    case 'removeNode':
      return whenNode(world, action.node, () => {
        world.store.remove('Node', action.node);
      });
    case 'taintNode':
      return changeNode(world, action.node, (node) => withTaints(node, [...otherTaints(node, action.taint), action.taint]));
    case 'untaintNode':
      return changeNode(world, action.node, (node) =>
        withTaints(
          node,
          (node.spec?.taints ?? []).filter(({ key }) => key !== action.key),
        ),
      );
    case 'createErrors':
      world.admission.refuseNext(action.count, action.message);
      return undefined;
    case 'requestErrors':
      world.admission.failNext(action);
      return undefined;
    case 'restartControllers':
      world.manager.restart(action.awaySeconds ?? LEASE_SECONDS);
      return undefined;
    default:
      return `${action.action} is not an action on the cluster`;
  }
}

function whenNode(world: World, name: string, run: () => void): string | undefined {
  if (world.store.get('Node', name) === undefined) return `there is no node ${name}`;
  run();
  return undefined;
}

function changeNode(world: World, name: string, change: (node: Node) => Node): string | undefined {
  return whenNode(world, name, () => {
    world.store.patch('Node', name, change, 'whole');
  });
}

/** The taint follows the field: another controller sets it when it sees the change. */
function cordon(world: World, name: string, unschedulable: boolean): string | undefined {
  const { loop, store } = world;
  const withField = (node: Node): Node => ({ ...node, spec: { ...node.spec, unschedulable: unschedulable ? true : undefined } });
  const problem = changeNode(world, name, withField);
  if (problem !== undefined) return problem;
  loop.schedule(loop.now + CORDON_TAINT_MS, PHASE.cluster, () => {
    const node = store.get('Node', name);
    if (node === undefined || (node.spec?.unschedulable === true) !== unschedulable) return;
    const others = (node.spec?.taints ?? []).filter(({ key }) => key !== UNSCHEDULABLE_TAINT);
    const taint: Taint = { key: UNSCHEDULABLE_TAINT, effect: 'NoSchedule' };
    changeNode(world, name, (current) => withTaints(current, unschedulable ? [...others, taint] : others));
  });
  return undefined;
}

function otherTaints(node: Node, taint: Taint): readonly Taint[] {
  return (node.spec?.taints ?? []).filter(({ key, effect }) => key !== taint.key || effect !== taint.effect);
}

function withTaints(node: Node, taints: readonly Taint[]): Node {
  return { ...node, spec: { ...node.spec, taints } };
}

function addNodes(
  { store, nodeLifecycle, zoneCount }: World,
  { node: described, readyAfterSeconds }: Extract<ScenarioAction, { action: 'addNode' }>,
): string | undefined {
  const isLate = readyAfterSeconds !== undefined;
  const nodes =
    'metadata' in described
      ? [completeNode(isLate ? notReady(described) : described)]
      : nodesOfGroup({ ...described, ...(isLate ? { notReady: true } : {}) }, zoneCount);
  const known = nodes.find(({ metadata }) => store.get('Node', metadata.name) !== undefined);
  if (known !== undefined) return `there is a node ${known.metadata.name} already`;
  for (const node of nodes) {
    store.create('Node', node);
    if (downTaint(node.status?.conditions) !== undefined) nodeLifecycle.nodeJoins(node.metadata.name, readyAfterSeconds);
  }
  return undefined;
}

/** A node registers and is ready so much later; at once where that is no time at all. */
export function joinNode({ store, nodeLifecycle }: World, node: Node, readyAfterSeconds: number): void {
  store.create('Node', readyAfterSeconds === 0 ? node : completeNode(notReady(node)));
  if (readyAfterSeconds > 0) nodeLifecycle.nodeJoins(node.metadata.name, readyAfterSeconds);
}

/** So a node registers: its kubelet gets ready only then. */
function notReady(node: Node): Node {
  const others = (node.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
  return {
    ...node,
    status: { ...node.status, conditions: [...others, { type: 'Ready', status: 'False', reason: 'KubeletNotReady' }] },
  };
}

function killPods(
  action: Extract<ScenarioAction, { action: 'killPod' }>,
  { world, pods }: ClusterActionContext,
): string | undefined {
  const { workload } = action;
  const candidates = (workload === undefined ? pods() : podsOf(world, workload)).filter(
    (pod) => (action.force === true || isPodActive(pod)) && isWanted(pod, action, world),
  );
  if (action.choose === 'newest') candidates.reverse();
  const chosen = candidates.slice(0, action.count ?? 1);
  if (chosen.length === 0) return action.pod === undefined ? 'there is no such pod' : `there is no pod ${action.pod}`;
  for (const pod of chosen) world.store[action.force === true ? 'remove' : 'delete']('Pod', objectKey(pod));
  return undefined;
}

function podsOf({ store }: World, { kind, namespace = DEFAULT_NAMESPACE, name }: WorkloadReference): readonly Pod[] {
  const key = keyOf(kind, namespace, name);
  return [...store.list('Pod')].filter((pod) => workloadKeyOfPod(pod) === key);
}

function isWanted(pod: Pod, action: Extract<ScenarioAction, { action: 'killPod' }>, world: World): boolean {
  if (action.pod !== undefined) return pod.metadata.name === action.pod;
  if (action.revision === undefined) return true;
  return (world.behaviors.versionOf(pod) === 'before') === (action.revision === 'old');
}

function breakRevision(
  action: Extract<ScenarioAction, { action: 'breakRevision' }>,
  { world }: ClusterActionContext,
): string | undefined {
  world.behaviors.setFailure(action.revision, action.failure);
  for (const pod of [...world.store.list('Pod')]) {
    if (world.behaviors.isOfRevision(pod, action.revision))
      world.kubelets.changeBehavior(objectKey(pod), world.behaviors.draw(pod), action.failure !== null);
  }
  return undefined;
}

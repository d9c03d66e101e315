import { API_VERSIONS, type Kind } from '../../src/engine/api/kinds';
import type { ObjectStore } from '../../src/engine/api/objectStore';
import { watchEndpoints } from '../../src/engine/simulation/endpointsWatch';
import { Rollout } from '../../src/engine/simulation/rollout';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { KubernetesObject, Node } from '../../src/model/apiTypes';
import type { TimelineEvent } from '../../src/engine/simulation/timeline/timeline';
import { encodeTimes, formatTime, type Time } from '../../src/model/time';

const AROUND = ['PodDisruptionBudget', 'ResourceQuota', 'LimitRange', 'PriorityClass', 'Service'] as const;

/** What `kubectl get … -o json` prints of a simulated cluster at second `at`: the workload with what it owns, nodes, events. */
export function snapshotText(scenario: Scenario, at: number): string {
  let store: ObjectStore | undefined;
  const rollout = new Rollout(
    { ...scenario, horizonSeconds: at, stopAt: 'horizon' },
    {
      watchEndpoints: (world, origin) => {
        store = world.store;
        return watchEndpoints(world, origin);
      },
    },
  );
  while (rollout.advance(1000));
  const { objects } = rollout;
  if (objects === undefined) throw new Error('there is no workload');
  const { workload, replicaSets, revisions, pods } = objects;
  const { workload: info, events } = rollout.timeline();
  const now = info.origin + at * 1000;
  const items = [
    ...printed(workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment', [workload]),
    ...printed('ReplicaSet', replicaSets),
    ...printed('ControllerRevision', revisions),
    ...printed('Pod', pods),
    ...printed(
      'Node',
      [...(store?.list('Node') ?? [])].map((node) => withHeartbeat(node, now)),
    ),
    ...AROUND.flatMap((kind) => printed(kind, [...(store?.list(kind) ?? [])])),
    ...events.map((event, index) => printedEvent(event, index, info.origin)),
  ];
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}

function printed(kind: Kind, objects: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return objects.map((object) => ({ ...(encodeTimes(object) as KubernetesObject), apiVersion: API_VERSIONS[kind], kind }));
}

function printedEvent({ t, type, reason, message, kind, name }: TimelineEvent, index: number, origin: Time): KubernetesObject {
  const metadata = { name: `${name}.${index}`, namespace: 'default' };
  const involvedObject = { kind, namespace: 'default', name };
  const told = { type, reason, message, involvedObject, lastTimestamp: formatTime(origin + t * 1000) };
  return { apiVersion: 'v1', kind: 'Event', metadata, ...told };
}

/** The newest time in what kubectl prints is mostly that of a node that answers. */
function withHeartbeat(node: Node, now: Time): Node {
  const conditions = (node.status?.conditions ?? []).map((condition) =>
    condition.status === 'True' ? { ...condition, lastHeartbeatTime: now } : condition,
  );
  return { ...node, status: { ...node.status, conditions } };
}

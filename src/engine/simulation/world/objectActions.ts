import type { KubernetesObject, Node } from '../../../model/apiTypes';
import { DEFAULT_NAMESPACE, namespacedName } from '../../../model/meta';
import { downTaint } from '../../../model/nodes';
import { ApiError } from '../../api/apiError';
import { isNamespaced, type Kind } from '../../api/kinds';
import type { ObjectStore } from '../../api/objectStore';
import type { ScenarioAction } from '../scenario/actions';
import { completeNode } from '../scenario/clusterObjects';
import type { Workload } from '../scenario/scenario';
import { SURROUNDINGS } from '../scenario/surroundingKinds';
import { prepared } from './fillCluster';
import { putWorkload } from './putWorkload';
import type { World } from './world';

const AROUND: ReadonlySet<string> = new Set(Object.values(SURROUNDINGS));

/** `kubectl apply` while the simulation runs; returns why it had no effect, if it had none. */
export function applyObject(world: World, object: KubernetesObject): string | undefined {
  const { kind = '(none)' } = object;
  if (kind !== 'Deployment' && kind !== 'DaemonSet' && kind !== 'Node' && !AROUND.has(kind))
    return `objects of kind ${kind} cannot be applied here`;
  return unlessRefused(() => {
    if (kind === 'Deployment' || kind === 'DaemonSet') putWorkload(world, object as Workload);
    else if (kind === 'Node') applyNode(world, object);
    else applyAround(world.store, kind as Kind, object);
  });
}

/** Why the API server does not take it, if it does not. */
export function unlessRefused(run: () => void): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function applyAround(store: ObjectStore, kind: Kind, object: KubernetesObject): void {
  const next = prepared(kind, object);
  const key = isNamespaced(kind) ? namespacedName(next) : next.metadata.name;
  if (store.get(kind, key) === undefined) store.create(kind, next);
  else store.patch(kind, key, ({ metadata }) => ({ ...next, metadata: { ...metadata, labels: next.metadata.labels } }), 'whole');
}

/** A node that does not answer has no kubelet that does. */
function applyNode({ store, kubelets, nodeLifecycle }: World, object: Node): void {
  const next = completeNode(object);
  const { name, labels } = next.metadata;
  const isDown = downTaint(next.status?.conditions) !== undefined;
  const current = store.get('Node', name);
  if (current === undefined) {
    store.create('Node', next);
    if (isDown) nodeLifecycle.nodeJoins(name, undefined);
    return;
  }
  const wasDown = downTaint(current.status?.conditions) !== undefined;
  store.patch('Node', name, ({ metadata }) => ({ ...next, metadata: { ...metadata, labels } }), 'whole');
  if (isDown && !wasDown) nodeLifecycle.nodeDown(name, undefined);
  if (!isDown && wasDown) kubelets.revive(name);
}

/** `kubectl delete` while the simulation runs; what an object owns goes with it. */
export function deleteObject(
  { store }: World,
  { kind, namespace = DEFAULT_NAMESPACE, name }: Extract<ScenarioAction, { action: 'deleteObject' }>,
  subject: string,
): string | undefined {
  const isWorkload = kind === 'Deployment' || kind === 'DaemonSet';
  if (!isWorkload && kind !== 'Node' && !AROUND.has(kind)) return `objects of kind ${kind} cannot be deleted here`;
  if (`${kind} ${namespace}/${name}` === subject) return 'the workload that the timeline is about cannot be deleted';
  const key = isNamespaced(kind as Kind) ? `${namespace}/${name}` : name;
  if (store.get(kind as Kind, key) === undefined) return `there is no ${kind} ${name}`;
  store.delete(kind as Kind, key, { propagation: 'Background' });
  return undefined;
}

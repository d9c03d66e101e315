/** Upstream: pkg/scheduler/framework/events.go, pkg/scheduler/eventhandlers.go (v1.36.4). */
import type { CSINode, Node, PersistentVolume, PersistentVolumeClaim, Pod, StorageClass } from '../../../model/apiTypes';

interface Added<K extends string, T> {
  readonly resource: K;
  readonly action: 'add';
  readonly object: T;
}
interface Updated<K extends string, T> {
  readonly resource: K;
  readonly action: 'update';
  readonly object: T;
  readonly old: T;
}
interface Deleted<K extends string, T> {
  readonly resource: K;
  readonly action: 'delete';
  readonly object: T;
}
type Changed<K extends string, T> = Added<K, T> | Updated<K, T> | Deleted<K, T>;

/**
 * What happens in the cluster and may make an unschedulable pod fit. Pods here are those on nodes: one that is bound is added,
 * one that is finished is deleted, as the scheduler sees them.
 */
export type ClusterEvent =
  | Changed<'AssignedPod', Pod>
  | Changed<'Node', Node>
  | Changed<'PersistentVolumeClaim', PersistentVolumeClaim>
  | Changed<'PersistentVolume', PersistentVolume>
  | Changed<'StorageClass', StorageClass>
  | Changed<'CSINode', CSINode>;

export type EventResource = ClusterEvent['resource'];
export type EventOf<R extends EventResource> = Extract<ClusterEvent, { readonly resource: R }>;

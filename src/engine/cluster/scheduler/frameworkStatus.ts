/** Upstream: staging/src/k8s.io/kube-scheduler/framework/interface.go, Status (v1.36.4). */
/** Whether removing other pods could help (`Unschedulable`) or not. */
export type StatusCode = 'Unschedulable' | 'UnschedulableAndUnresolvable';

/** Why a pod cannot go to a node, or to any. `plugin` is empty where the framework itself left a node out. */
export interface Status {
  readonly code: StatusCode;
  readonly plugin: string;
  readonly reasons: readonly string[];
}

export function unschedulable(plugin: string, ...reasons: string[]): Status {
  return { code: 'Unschedulable', plugin, reasons };
}

/** Refused, and no removal of other pods would change that. */
export function unresolvable(plugin: string, ...reasons: string[]): Status {
  return { code: 'UnschedulableAndUnresolvable', plugin, reasons };
}

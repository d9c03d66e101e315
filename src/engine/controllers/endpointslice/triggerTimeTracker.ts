/** Upstream: staging/src/k8s.io/endpointslice/util/trigger_time_tracker.go (v1.36.4). */
import type { Pod, Service } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import type { Time } from '../../../model/time';

interface ServiceState {
  readonly service: Time;
  readonly pods: ReadonlyMap<string, Time>;
}

/** What set off a change of the slices: the earliest change of a pod's readiness since the last sync, or of the Service. */
export class TriggerTimeTracker {
  readonly #states = new Map<string, ServiceState>();

  lastChangeTriggerTime(service: Service, pods: readonly Pod[]): Time | undefined {
    const key = objectKey(service);
    const known = this.#states.get(key);
    const created = service.metadata.creationTimestamp ?? -Infinity;
    const changes = new Map<string, Time>();
    let earliest = created > (known?.service ?? -Infinity) ? created : Infinity;
    for (const pod of pods) {
      const time = pod.status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime;
      if (time === undefined) continue;
      changes.set(pod.metadata.name, time);
      if (time > (known?.pods.get(pod.metadata.name) ?? -Infinity)) earliest = Math.min(earliest, time);
    }
    this.#states.set(key, { service: created, pods: changes });
    if (known === undefined) return service.metadata.creationTimestamp;
    return Number.isFinite(earliest) ? earliest : undefined;
  }

  deleteService(key: string): void {
    this.#states.delete(key);
  }
}

/** Upstream: staging/src/k8s.io/client-go/tools/record/event.go (v1.36.4), up to where an event leaves its source. */
import type { KubernetesObject } from '../../model/apiTypes';

export type EventType = 'Normal' | 'Warning';

/** A Kubernetes event as its source emits it, before any aggregation. */
export interface RecordedEvent {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly type: EventType;
  readonly reason: string;
  readonly message: string;
}

/** Where controllers report events: `kubectl describe` shows them under the object. */
export class EventRecorder {
  readonly #sink: (event: RecordedEvent) => void;

  constructor(sink: (event: RecordedEvent) => void) {
    this.#sink = sink;
  }

  event(kind: string, object: KubernetesObject, type: EventType, reason: string, message: string): void {
    const { namespace = '', name } = object.metadata;
    this.#sink({ kind, namespace, name, type, reason, message });
  }
}

/** Upstream: staging/src/k8s.io/client-go/tools/record/event.go (v1.36.4), up to where an event leaves its source. */
import type { KubernetesObject, ObjectMeta } from '../../model/apiTypes';

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

/** Who else has to do with events. */
export interface EventRecorderOptions {
  /** Hears that one is sent, whoever reads it. */
  readonly onSent?: (kind: string, metadata: ObjectMeta) => void;
  /** Whether anybody reads what is told now: most of many runs nobody does. Absent: always. */
  readonly isRead?: () => boolean;
}

/** Where controllers report events: `kubectl describe` shows them under the object. */
export class EventRecorder {
  readonly #sink: (event: RecordedEvent) => void;
  readonly #options: EventRecorderOptions;

  constructor(sink: (event: RecordedEvent) => void, options: EventRecorderOptions = {}) {
    this.#sink = sink;
    this.#options = options;
  }

  event(kind: string, object: KubernetesObject, type: EventType, reason: string, message: string): void {
    const { onSent, isRead } = this.#options;
    onSent?.(kind, object.metadata);
    if (isRead?.() === false) return;
    const { namespace = '', name } = object.metadata;
    this.#sink({ kind, namespace, name, type, reason, message });
  }
}

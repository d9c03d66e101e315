/**
 * Upstream: pkg/volume/configmap/configmap.go, pkg/util/goroutinemap/exponentialbackoff,
 * pkg/kubelet/kuberuntime/kuberuntime_container.go (v1.36.4). Nothing is looked up: that an object is missing is the pod's
 * behavior.
 */
import type { Pod, PodSpec } from '../../../model/apiTypes';
import type { MissingObject } from './behavior';
import { withSituation } from './podStatus';
import type { PodWorker, PodWorkers } from './podWorkers';

/** An object without which a pod does not start. */
export interface NeededObject {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  /** Undefined: variables are taken from it. */
  readonly volume: string | undefined;
  /** It is no object that is missing: what the kubelet says instead. */
  readonly says?: string | undefined;
}

const FIRST_MOUNT_RETRY_SECONDS = 0.5;
const MAX_MOUNT_RETRY_SECONDS = 122;
const SYNC_BACK_OFF_SECONDS = 10;

/** Pods that wait for an object: before the image is pulled where a volume is made of it, after that for variables. */
export class NeededObjects {
  readonly #workers: PodWorkers;

  constructor(workers: PodWorkers) {
    this.#workers = workers;
  }

  /** What keeps a pod from starting. */
  missing(worker: PodWorker): NeededObject | undefined {
    const { missingObject } = worker.behavior;
    const pod = missingObject === undefined || worker.running ? undefined : worker.pod;
    return pod === undefined ? undefined : neededObject(pod.spec, missingObject ?? {});
  }

  beforePull(worker: PodWorker, pod: Pod, go: () => void): void {
    if (this.missing(worker)?.volume === undefined) go();
    else this.#failMount(worker, pod, FIRST_MOUNT_RETRY_SECONDS, go);
  }

  beforeStart(worker: PodWorker, go: () => void): void {
    const needed = this.missing(worker);
    const { pod } = worker;
    if (needed === undefined || pod === undefined) {
      go();
      return;
    }
    const message = notFound(needed);
    this.#workers.event(pod, 'Warning', 'Failed', `Error: ${message}`);
    const state = { waiting: { reason: 'CreateContainerConfigError', message } };
    this.#workers.report(worker, (now, at) => withSituation(now, { phase: 'Pending', ready: false, restarts: 0, state }, at));
    this.#workers.step(worker, SYNC_BACK_OFF_SECONDS, false, () => {
      this.beforeStart(worker, go);
    });
  }

  /** Each attempt comes twice as long after the one before, up to about two minutes. */
  #failMount(worker: PodWorker, pod: Pod, retrySeconds: number, go: () => void): void {
    const needed = this.missing(worker);
    if (needed?.volume === undefined) {
      go();
      return;
    }
    this.#workers.event(pod, 'Warning', 'FailedMount', mountFailure(needed));
    this.#workers.step(worker, retrySeconds, false, () => {
      this.#failMount(worker, pod, Math.min(2 * retrySeconds, MAX_MOUNT_RETRY_SECONDS), go);
    });
  }
}

/** What the kubelet says about a volume that is made of an object. */
export function mountFailure(needed: NeededObject): string {
  return `MountVolume.SetUp failed for volume "${needed.volume ?? ''}" : ${notFound(needed)}`;
}

function notFound({ kind, name, says }: NeededObject): string {
  return says ?? `${kind.toLowerCase()} "${name}" not found`;
}

/** The object of that name that a pod needs, or the first one: volumes are mounted before variables are read. */
function neededObject(spec: PodSpec, { name = '', says }: MissingObject): NeededObject {
  if (says !== undefined) return { kind: 'ConfigMap', name, volume: undefined, says };
  const found = [...mountedObjects(spec), ...readObjects(spec)];
  const [first] = name === '' ? found : found.filter((needed) => needed.name === name);
  return first ?? { kind: 'ConfigMap', name: name === '' ? 'config' : name, volume: 'config' };
}

function mountedObjects({ volumes = [] }: PodSpec): readonly NeededObject[] {
  return volumes.flatMap(({ name: volume, configMap, secret }): NeededObject[] => {
    if (configMap !== undefined && configMap.optional !== true)
      return [{ kind: 'ConfigMap', name: configMap.name ?? '', volume }];
    return secret === undefined || secret.optional === true ? [] : [{ kind: 'Secret', name: secret.secretName ?? '', volume }];
  });
}

function readObjects({ containers, initContainers = [] }: PodSpec): readonly NeededObject[] {
  const sources = [...initContainers, ...containers].flatMap(({ env = [], envFrom = [] }) => [
    ...envFrom.flatMap(({ configMapRef, secretRef }) => [
      { kind: 'ConfigMap' as const, reference: configMapRef },
      { kind: 'Secret' as const, reference: secretRef },
    ]),
    ...env.flatMap(({ valueFrom }) => [
      { kind: 'ConfigMap' as const, reference: valueFrom?.configMapKeyRef },
      { kind: 'Secret' as const, reference: valueFrom?.secretKeyRef },
    ]),
  ]);
  return sources.flatMap(({ kind, reference }) =>
    reference === undefined || reference.optional === true ? [] : [{ kind, name: reference.name ?? '', volume: undefined }],
  );
}

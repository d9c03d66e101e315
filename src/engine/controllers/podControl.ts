/** Upstream: RealPodControl of pkg/controller/controller_utils.go (v1.36.4). */
import type { KubernetesObject, OwnerReference, Pod, PodSpec, PodStatus, PodTemplateSpec, StringMap } from '../../model/apiTypes';
import { bareName } from '../../model/meta';
import { hasStatusCause, isApiError } from '../api/apiError';
import type { ObjectStore } from '../api/objectStore';
import type { EventRecorder } from '../client/eventRecorder';
import { errorText, withContext } from './aggregateError';

/** The status cause of refusals by a namespace that is being deleted. */
export const NAMESPACE_TERMINATING_CAUSE = 'NamespaceTerminating';

const MAX_NAME_LENGTH = 253;
const PENDING: PodStatus = { phase: 'Pending' };

/** A pod as a controller asks for it: the template's labels, annotations and spec, the owner, a name prefix. */
function getPodFromTemplate(
  template: PodTemplateSpec,
  parent: KubernetesObject,
  ownerReferences: readonly OwnerReference[],
  prefix: string,
): Pod {
  const labels: StringMap = template.metadata?.labels ?? {};
  const annotations = template.metadata?.annotations;
  return {
    metadata: {
      name: '',
      generateName: prefix,
      namespace: parent.metadata.namespace,
      labels,
      annotations,
      ownerReferences,
    },
    spec: template.spec,
    status: PENDING,
  };
}

/** The dash is left out where it would make the name too long. */
function getPodsPrefix(controllerName: string): string {
  return controllerName.length < MAX_NAME_LENGTH ? `${controllerName}-` : controllerName;
}

/** Creates and deletes pods for a controller, and says so in events on the parent. */
export class PodControl {
  readonly #store: ObjectStore;
  readonly #recorder: EventRecorder;
  /** Of the last pod: those that are made together share it. */
  #owners: readonly OwnerReference[] = [];

  constructor(store: ObjectStore, recorder: EventRecorder) {
    this.#store = store;
    this.#recorder = recorder;
  }

  createPod(kind: string, parent: KubernetesObject, template: PodTemplateSpec, owner: OwnerReference, spec?: PodSpec): Pod {
    if (this.#owners[0] !== owner) this.#owners = [owner];
    const wanted = getPodFromTemplate(template, parent, this.#owners, getPodsPrefix(parent.metadata.name));
    try {
      const pod = this.#store.create('Pod', spec === undefined ? wanted : { ...wanted, spec });
      this.#recorder.event(kind, parent, 'Normal', 'SuccessfulCreate', `Created pod: ${pod.metadata.name}`);
      return pod;
    } catch (error) {
      // A namespace on its way out refuses everything; an event for each refusal would tell nobody anything.
      if (!hasStatusCause(error, NAMESPACE_TERMINATING_CAUSE)) {
        this.#recorder.event(kind, parent, 'Warning', 'FailedCreate', `Error creating: ${errorText(error)}`);
      }
      throw error;
    }
  }

  deletePod(kind: string, parent: KubernetesObject, key: string): void {
    const name = bareName(key);
    try {
      this.#store.delete('Pod', key);
    } catch (error) {
      if (isApiError(error, 'NotFound')) throw error;
      this.#recorder.event(kind, parent, 'Warning', 'FailedDelete', `Error deleting: ${errorText(error)}`);
      throw withContext('unable to delete pods', error);
    }
    this.#recorder.event(kind, parent, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
  }
}

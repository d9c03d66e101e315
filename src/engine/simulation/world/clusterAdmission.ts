import type { KubernetesObject, Pod, ResourceQuota } from '../../../model/apiTypes';
import { getControllerOf, namespaceOf } from '../../../model/meta';
import type { Draft } from '../../../model/copies';
import { parseResources } from '../../../model/podResources';
import type { CountedKind } from '../../../model/quotaUsage';
import { ApiError, conflict, internalError } from '../../api/apiError';
import { RESOURCES, type Kind, type KindMap } from '../../api/kinds';
import type { Admission, ObjectStore } from '../../api/objectStore';
import type { Clock } from '../../kernel/eventLoop';
import { jsonEqual } from '../../kernel/jsonEqual';
import { EngineError, INVARIANTS, violated } from '../../kernel/engineError';
import { admitPriority } from '../../cluster/priorityAdmission';
import { admitPod, forbidden, type PodAdmission } from '../../cluster/quota/podAdmission';
import { admitCounted, isCountedKind } from '../../cluster/quota/objectCounts';
import type { ScenarioAction } from '../scenario/actions';
import { calculateUsage, syncQuota } from '../../cluster/quota/quotaController';

const INJECTED = internalError('injected pod creation failure');

type RequestFault = Extract<ScenarioAction, { readonly action: 'requestErrors' }>;

export interface ClusterAdmissionOptions {
  readonly maxPods: number;
  /** For a pod that is refused before it has a name. */
  readonly newSuffix: () => string;
  /** Whether the present request is that of a controller. */
  readonly isFromController: () => boolean;
  readonly companyAssumed: readonly unknown[];
  /** What a scenario says of pods that are not let in. */
  readonly refusalOf: (pod: Pod) => string | undefined;
}

/** What stands between a controller and a new pod: limits of the namespace, quotas, injected faults. */
export class ClusterAdmission implements Admission {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #maxPods: number;
  #refusals = 0;
  readonly #faults: Draft<RequestFault>[] = [];
  /** Set when more pods were asked for than a simulation may have. */
  limitHit: EngineError | undefined;
  /** Pods that nobody asks for here: they are there. */
  podsBefore = 0;
  #refusal = INJECTED;
  /** By the uid of a workload: why it cannot have the ReplicaSet or ControllerRevision of its new version. */
  readonly refusedRevisions = new Map<string, string>();

  readonly #newSuffix: () => string;
  readonly #isFromController: () => boolean;
  readonly #companyAssumed: readonly unknown[];
  readonly #refusalOf: ClusterAdmissionOptions['refusalOf'];

  constructor(store: ObjectStore, clock: Clock, options: ClusterAdmissionOptions) {
    const { maxPods, newSuffix, isFromController, companyAssumed, refusalOf } = options;
    this.#refusalOf = refusalOf;
    this.#companyAssumed = companyAssumed;
    this.#newSuffix = newSuffix;
    this.#isFromController = isFromController;
    this.#store = store;
    this.#clock = clock;
    this.#maxPods = maxPods;
  }

  /** The next `count` pod creations are refused. */
  refuseNext(count: number, message: string | undefined): void {
    this.#refusals = count;
    this.#refusal = message === undefined ? INJECTED : new ApiError('InternalError', message);
  }

  /** The next such requests of controllers fail. */
  failNext(fault: RequestFault): void {
    this.#faults.push({ ...fault });
  }

  #meet(verb: RequestFault['verb'], kind: Kind, { metadata }: KubernetesObject): void {
    const fault = this.#faults.find((each) => each.verb === verb && (each.kind ?? kind) === kind);
    if (fault === undefined || !this.#isFromController()) return;
    if (--fault.count === 0) this.#faults.splice(this.#faults.indexOf(fault), 1);
    const { reason = verb.startsWith('update') ? 'Conflict' : 'InternalError', message } = fault;
    const usual = reason === 'Conflict' ? conflict(RESOURCES[kind], metadata.name) : internalError('injected failure');
    throw new ApiError(reason, message ?? usual.message);
  }

  beforeUpdate(kind: Kind, object: KubernetesObject): void {
    if (this.#faults.length > 0) this.#meet('update', kind, object);
  }

  beforeStatusUpdate(kind: Kind, object: KubernetesObject): void {
    if (this.#faults.length > 0) this.#meet('updateStatus', kind, object);
  }

  beforeDelete(kind: Kind, object: KubernetesObject): void {
    if (this.#faults.length > 0) this.#meet('delete', kind, object);
  }

  beforeCreate<K extends Kind>(kind: K, object: KindMap[K]): KindMap[K] {
    if (this.#faults.length > 0) this.#meet('create', kind, object);
    if (kind === 'Pod') return this.#admitPod(object as Pod) as KindMap[K];
    if (isCountedKind(kind)) this.#admitCounted(kind, object);
    return object;
  }

  #admitCounted(kind: CountedKind, object: KubernetesObject): void {
    const store = this.#store;
    if (store.count('ResourceQuota') === 0) return;
    const namespace = namespaceOf(object);
    const owner = getControllerOf(object)?.uid ?? '';
    const count = [...store.list(kind)].filter((other) => namespaceOf(other) === namespace).length;
    try {
      admitCounted(kind, object, [...store.list('ResourceQuota')], count);
      this.refusedRevisions.delete(owner);
    } catch (error) {
      if (error instanceof ApiError) this.refusedRevisions.set(owner, error.message);
      throw error;
    }
  }

  /** Who is taken to be everywhere need not be looked for. */
  #inCompany(pod: Pod): Pod {
    const { affinity } = pod.spec;
    const terms = affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (terms === undefined || this.#companyAssumed.length === 0) return pod;
    const kept = terms.filter(
      ({ labelSelector }) => !this.#companyAssumed.some((selector) => jsonEqual(selector, labelSelector)),
    );
    const podAffinity = { ...affinity?.podAffinity, requiredDuringSchedulingIgnoredDuringExecution: kept };
    return { ...pod, spec: { ...pod.spec, affinity: { ...affinity, podAffinity } } };
  }

  #admitPod(submitted: Pod): Pod {
    if (this.#store.count('Pod') - this.podsBefore >= 2 * this.#maxPods) {
      // Controllers take what is thrown here for a refusal and go on: the simulation has to look for it.
      this.limitHit = new EngineError('MemoryLimit', 'simulation', `more than ${2 * this.#maxPods} pods at once`);
      throw this.limitHit;
    }
    if (this.#refusals > 0) {
      this.#refusals--;
      throw this.#refusal;
    }
    const refusal = this.#refusalOf(submitted);
    if (refusal !== undefined) throw new ApiError('Forbidden', refusal);
    const pod = this.#prioritized(this.#inCompany(submitted));
    const namespace = namespaceOf(pod);
    const ofNamespace = <T extends KubernetesObject>(objects: Iterable<T>): T[] =>
      [...objects].filter((object) => namespaceOf(object) === namespace);
    const limitRanges = this.#store.count('LimitRange') === 0 ? [] : ofNamespace(this.#store.list('LimitRange'));
    const quotas =
      this.#store.count('ResourceQuota') === 0 ? [] : this.#quotas(ofNamespace(this.#store.list('ResourceQuota')), namespace);
    if (limitRanges.length === 0 && quotas.length === 0) return pod;
    const admission = admitPod(pod, { limitRanges, quotas }, this.#clock.now);
    if (INVARIANTS.costly && admission.error === undefined) this.#checkUse(admission);
    if (admission.error === undefined) return admission.pod;
    throw new ApiError(admission.error.reason, this.#named(pod, admission.error.message));
  }

  #prioritized(pod: Pod): Pod {
    if (pod.spec.priorityClassName === undefined && this.#store.count('PriorityClass') === 0) return pod;
    const admission = admitPriority(pod, [...this.#store.list('PriorityClass')]);
    if (admission.problem === undefined) return admission.pod;
    const { reason, message } = forbidden(pod, admission.problem);
    throw new ApiError(reason, this.#named(pod, message));
  }

  /** The API server has made up the name when it asks; here a refused pod gets one only for the message. */
  #named({ metadata }: Pod, message: string): string {
    const { name, generateName = '' } = metadata;
    return name === '' ? message.replace(`pods "${generateName}"`, `pods "${generateName}${this.#newSuffix()}"`) : message;
  }

  /** What an admission adds to the quotas is what the quota controller will count. */
  #checkUse({ pod, quotas = [] }: PodAdmission): void {
    const pods = [...this.#store.list('Pod'), pod];
    for (const quota of quotas) {
      const used = parseResources(quota.status?.used);
      for (const [resource, { nanos }] of calculateUsage(quota, pods, this.#clock.now))
        if (used.get(resource)?.nanos !== nanos)
          violated(quota.metadata.name, `does not count ${resource} as its controller does`);
    }
  }

  /** With what the namespace's pods use now. */
  #quotas(quotas: readonly ResourceQuota[], namespace: string): ResourceQuota[] {
    const pods = [...this.#store.list('Pod')].filter((pod) => namespaceOf(pod) === namespace);
    return quotas.map((quota) => syncQuota(quota, pods, this.#clock.now));
  }
}

/** Upstream: pkg/controller/controller_ref_manager.go (v1.36.4): one manager for all kinds, upstream has one for each. */
import type { KubernetesObject, LabelSelector, OwnerReference } from '../../model/apiTypes';
import { matchesSelector } from '../../model/labelSelector';
import { getControllerOf, objectKey } from '../../model/meta';
import { formatTime } from '../../model/time';
import { ApiError, isApiError } from '../api/apiError';
import { RESOURCES, type Kind, type KindMap } from '../api/kinds';
import type { ObjectStore } from '../api/objectStore';
import { severalControllers } from '../api/validation/common/objectMeta';
import { aggregateErrors, withContext } from './aggregateError';

type Owner = KubernetesObject & { readonly spec: { readonly selector?: LabelSelector | undefined } };

/** Who claims objects of which kind. */
export interface Claim<K extends Kind> {
  readonly store: ObjectStore;
  readonly kind: K;
  readonly ownerKind: 'Deployment' | 'ReplicaSet' | 'DaemonSet';
  /** The owner as the sync sees it. */
  readonly owner: Owner;
  /** Told of each adoption, with the object as stored. */
  readonly onAdopted?: (object: KindMap[K]) => void;
}

let lastRef: OwnerReference = { apiVersion: 'apps/v1', kind: '', name: '', uid: '' };

/** The reference by which an object of the apps group owns and controls others: one for all that it makes one after the other. */
export function newControllerRef(kind: string, { metadata: { name, uid = '' } }: KubernetesObject): OwnerReference {
  if (lastRef.uid !== uid || lastRef.name !== name || lastRef.kind !== kind)
    lastRef = { apiVersion: 'apps/v1', kind, name, uid, controller: true, blockOwnerDeletion: true };
  return lastRef;
}

/**
 * Decides which objects belong to a controller: keeps what it owns and matches, adopts matching orphans, releases the rest.
 * Claims what it can before it throws what went wrong, so that one refusal does not hide the others.
 */
export function claimObjects<K extends Kind>(claim: Claim<K>, objects: Iterable<KindMap[K]>): KindMap[K][] {
  const manager = new ControllerRefManager(claim);
  const claimed: KindMap[K][] = [];
  let errors: unknown[] | undefined;
  for (const object of objects) {
    try {
      if (manager.claimObject(object)) claimed.push(object);
    } catch (error) {
      (errors ??= []).push(error);
    }
  }
  const error = errors && aggregateErrors(errors);
  if (error !== undefined) throw error;
  return claimed;
}

class ControllerRefManager<K extends Kind> {
  readonly #claim: Claim<K>;
  /** The answer to whether it may adopt, once it was asked: only before the first adoption of a sync. */
  #adoption: { readonly refusal: unknown } | undefined;

  constructor(claim: Claim<K>) {
    this.#claim = claim;
  }

  claimObject(object: KindMap[K]): boolean {
    const { metadata, spec } = this.#claim.owner;
    // Nobody is asked about objects of other namespaces.
    if (object.metadata.namespace !== metadata.namespace) return false;
    const controllerRef = getControllerOf(object);
    if (controllerRef !== undefined) {
      if (controllerRef.uid !== metadata.uid) return false;
      if (matchesSelector(spec.selector, object.metadata.labels)) return true;
      // While the owner is being deleted, its objects are the garbage collector's business.
      if (metadata.deletionTimestamp === undefined) this.#release(object);
      return false;
    }
    if (metadata.deletionTimestamp !== undefined || !matchesSelector(spec.selector, object.metadata.labels)) return false;
    if (object.metadata.deletionTimestamp !== undefined) return false;
    return this.#adopt(object);
  }

  #adopt(object: KindMap[K]): boolean {
    const { store, kind, ownerKind, owner, onAdopted } = this.#claim;
    const refusal = this.#adoptionRefusal();
    if (refusal !== undefined) {
      const { name, uid = '' } = object.metadata;
      throw withContext(`can't adopt ${kind} ${object.metadata.namespace ?? ''}/${name} (${uid})`, refusal);
    }
    try {
      const adopted = store.patch(kind, objectKey(object), (current) => withOwner(current, newControllerRef(ownerKind, owner)));
      onAdopted?.(adopted);
      return true;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return false;
      throw error;
    }
  }

  #adoptionRefusal(): unknown {
    if (this.#adoption === undefined) {
      const { store, ownerKind, owner } = this.#claim;
      try {
        recheckDeletionTimestamp(store, ownerKind, owner);
        this.#adoption = { refusal: undefined };
      } catch (error) {
        this.#adoption = { refusal: error };
      }
    }
    return this.#adoption.refusal;
  }

  #release(object: KindMap[K]): void {
    const { store, kind, owner } = this.#claim;
    try {
      store.patch(kind, objectKey(object), (current) => withoutOwner(current, owner.metadata.uid));
    } catch (error) {
      // Already gone is released enough.
      if (!isApiError(error, 'NotFound') && !isApiError(error, 'Invalid')) throw error;
    }
  }
}

/**
 * The usual question before an adoption: asks the API server, not the cache, whether the controller object is still the same
 * one and is not being deleted. Throws the reason why not.
 */
function recheckDeletionTimestamp(store: ObjectStore, kind: Kind, controller: KubernetesObject): void {
  const fresh = store.get(kind, objectKey(controller));
  const { namespace = '', name, uid } = controller.metadata;
  const problem =
    fresh === undefined
      ? `${RESOURCES[kind]} "${name}" not found`
      : fresh.metadata.uid !== uid
        ? `original ${kind} ${namespace}/${name} is gone: got uid ${fresh.metadata.uid ?? ''}, wanted ${uid ?? ''}`
        : undefined;
  if (problem !== undefined) throw new Error(`can't recheck DeletionTimestamp: ${problem}`);
  const deletedAt = fresh?.metadata.deletionTimestamp;
  if (deletedAt === undefined) return;
  const time = formatTime(deletedAt).replace('T', ' ').replace('Z', ' +0000 UTC');
  throw new Error(`${namespace}/${name} has just been deleted at ${time}`);
}

/** The API server lets an object have one controller only: an orphan in the cache may have found another meanwhile. */
function withOwner<T extends KubernetesObject>(object: T, owner: OwnerReference): T {
  const others = (object.metadata.ownerReferences ?? []).filter((reference) => reference.uid !== owner.uid);
  const ownerReferences = [...others, owner];
  const rival = others.find((reference) => reference.controller === true);
  if (rival !== undefined) {
    const detail = severalControllers(`${rival.kind}/${rival.name}`, `${owner.kind}/${owner.name}`);
    const value = JSON.stringify(ownerReferences);
    const message = `metadata.ownerReferences: Invalid value: ${value}: ${detail}`;
    throw new ApiError('Invalid', `${groupKind(object)} "${object.metadata.name}" is invalid: ${message}`);
  }
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}

/** `ReplicaSet.apps`; the core group has no name. */
function groupKind({ apiVersion = '', kind = '' }: KubernetesObject): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? kind : `${kind}.${apiVersion.slice(0, slash)}`;
}

function withoutOwner<T extends KubernetesObject>(object: T, uid: string | undefined): T {
  const rest = (object.metadata.ownerReferences ?? []).filter((reference) => reference.uid !== uid);
  return { ...object, metadata: { ...object.metadata, ownerReferences: rest.length > 0 ? rest : undefined } };
}

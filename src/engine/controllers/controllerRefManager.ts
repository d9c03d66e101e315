/** Upstream: pkg/controller/controller_ref_manager.go (v1.36.4): one manager for all kinds, upstream has one for each. */
import { getControllerOf, objectKey, type KubernetesObject, type OwnerReference } from '../../model/meta';
import { formatTime } from '../../model/time';
import { ApiError, isApiError } from '../api/apiError';
import { RESOURCES, type Kind, type KindMap } from '../api/kinds';
import type { ObjectStore } from '../api/objectStore';
import { errorText } from './aggregateError';

export interface ControllerRefManagerOptions<K extends Kind> {
  readonly store: ObjectStore;
  /** The kind of the objects to claim. */
  readonly kind: K;
  /** The controller object as the sync sees it. */
  readonly controller: KubernetesObject;
  readonly controllerRef: OwnerReference;
  readonly matches: (object: KindMap[K]) => boolean;
  /** Asks the API server, once per sync and only before the first adoption, whether the controller may adopt; or throws. */
  readonly canAdopt: () => void;
  /** Told of each adoption, with the object as stored. */
  readonly onAdopted?: (object: KindMap[K]) => void;
}

export interface ClaimResult<T> {
  readonly claimed: T[];
  readonly errors: readonly unknown[];
}

/** Decides which objects belong to a controller: keeps what it owns and matches, adopts matching orphans, releases the rest. */
export class ControllerRefManager<K extends Kind> {
  readonly #options: ControllerRefManagerOptions<K>;
  /** The answer to whether it may adopt, once it was asked. */
  #adoption: { readonly refusal: unknown } | undefined;

  constructor(options: ControllerRefManagerOptions<K>) {
    this.#options = options;
  }

  /** Claims what it can; errors are collected so that one refusal does not hide the others. */
  claim(objects: Iterable<KindMap[K]>): ClaimResult<KindMap[K]> {
    const claimed: KindMap[K][] = [];
    const errors: unknown[] = [];
    for (const object of objects) {
      try {
        if (this.#claimObject(object)) claimed.push(object);
      } catch (error) {
        errors.push(error);
      }
    }
    return { claimed, errors };
  }

  #claimObject(object: KindMap[K]): boolean {
    const { controller, matches } = this.#options;
    const controllerRef = getControllerOf(object);
    if (controllerRef !== undefined) {
      if (controllerRef.uid !== controller.metadata.uid) return false;
      if (matches(object)) return true;
      // While the controller is being deleted, its objects are the garbage collector's business.
      if (controller.metadata.deletionTimestamp === undefined) this.#release(object);
      return false;
    }
    if (controller.metadata.deletionTimestamp !== undefined || !matches(object)) return false;
    if (object.metadata.deletionTimestamp !== undefined) return false;
    if (object.metadata.namespace !== controller.metadata.namespace) return false;
    return this.#adopt(object);
  }

  #adopt(object: KindMap[K]): boolean {
    const { store, kind, controllerRef, onAdopted } = this.#options;
    const refusal = this.#adoptionRefusal();
    if (refusal !== undefined) {
      const { name, uid = '' } = object.metadata;
      throw new Error(`can't adopt ${kind} ${object.metadata.namespace ?? ''}/${name} (${uid}): ${errorText(refusal)}`);
    }
    try {
      const adopted = store.patch(kind, objectKey(object), (current) => withOwner(current, controllerRef));
      onAdopted?.(adopted);
      return true;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return false;
      throw error;
    }
  }

  #adoptionRefusal(): unknown {
    if (this.#adoption === undefined) {
      try {
        this.#options.canAdopt();
        this.#adoption = { refusal: undefined };
      } catch (error) {
        this.#adoption = { refusal: error };
      }
    }
    return this.#adoption.refusal;
  }

  #release(object: KindMap[K]): void {
    const { store, kind, controller } = this.#options;
    try {
      store.patch(kind, objectKey(object), (current) => withoutOwner(current, controller.metadata.uid));
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
export function recheckDeletionTimestamp(store: ObjectStore, kind: Kind, controller: KubernetesObject): void {
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
    const [first, second] = [rival, owner].map(({ kind, name }) => `${kind}/${name}`);
    const detail = `Only one reference can have Controller set to true. Found "true" in references for ${first ?? ''} and ${second ?? ''}`;
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

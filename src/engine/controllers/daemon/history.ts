/** Upstream: the history of pkg/controller/daemon/update.go (v1.36.4). */
import { objectKey } from '../../../model/meta';
import type { ControllerRevision } from '../../../model/apiTypes';
import { CONTROLLER_REVISION_HASH_LABEL } from '../../../model/wellKnown';
import { isApiError, notFound } from '../../api/apiError';
import { RESOURCES } from '../../api/kinds';
import { claimObjects, newControllerRef } from '../controllerRefManager';
import { maxRevision, revisionData, revisionMatches } from '../history';
import { claimPods, getNodesToDaemonPods, type DaemonSync } from './daemonSync';

export interface DaemonHistory {
  readonly current: ControllerRevision;
  readonly old: readonly ControllerRevision[];
}

/**
 * Finds the revision that keeps the present template and makes it the newest, or makes one. Several of the same template
 * are merged into one, and revisions without a hash label get one.
 */
export function constructHistory(sync: DaemonSync): DaemonHistory {
  const { template } = sync.ds.spec;
  const currentHistories: ControllerRevision[] = [];
  const old: ControllerRevision[] = [];
  for (const cached of controlledHistories(sync)) {
    const history = withHashLabel(sync, cached);
    (revisionMatches(history, template) ? currentHistories : old).push(history);
  }
  const currentRevision = maxRevision(old) + 1;
  if (currentHistories.length === 0) {
    const current = snapshot(sync, currentRevision);
    recordHistory(sync, 'created', current, currentRevision, old.length);
    return { current, old };
  }
  const current = dedupCurHistories(sync, currentHistories);
  if (current.revision < currentRevision) {
    sync.context.store.update('ControllerRevision', { ...current, revision: currentRevision });
    recordHistory(sync, 'raised', current, currentRevision, old.length);
  }
  return { current, old };
}

function recordHistory(
  { context: { decisions } }: DaemonSync,
  verdict: 'created' | 'raised' | 'merged' | 'deleted',
  { metadata, revision: from }: ControllerRevision,
  revision: number,
  oldRevisions: number,
): void {
  if (!decisions.enabled) return;
  const { name } = metadata;
  const inputs = { oldRevisions, revision };
  const subjects = [{ kind: 'ControllerRevision', name, role: verdict, facts: { from, to: revision } }] as const;
  if (verdict === 'deleted') decisions.record({ step: 'cleanupHistory', inputs, outcome: name, verdict, subjects });
  else decisions.record({ step: 'constructHistory', inputs, outcome: name, verdict, subjects });
}

/** All revisions of the DaemonSet in name order, after adopting and releasing what has to be. */
function controlledHistories({ context, ds }: DaemonSync): ControllerRevision[] {
  const revisions = inNameOrder([...context.caches.revisionsIn(ds.metadata.namespace ?? '')]);
  return claimObjects({ store: context.store, kind: 'ControllerRevision', ownerKind: 'DaemonSet', owner: ds }, revisions);
}

/** A few that are looked at in each sync: put where they belong one by one. */
function inNameOrder(revisions: ControllerRevision[]): ControllerRevision[] {
  for (let next = 1; next < revisions.length; next++) {
    const moved = revisions[next] as ControllerRevision;
    let place = next;
    for (; place > 0 && moved.metadata.name < (revisions[place - 1] as ControllerRevision).metadata.name; place--)
      revisions[place] = revisions[place - 1] as ControllerRevision;
    revisions[place] = moved;
  }
  return revisions;
}

/** The name serves as the label where it is missing: whatever the hash was, the name is unique. */
function withHashLabel({ context: { store } }: DaemonSync, history: ControllerRevision): ControllerRevision {
  const { metadata } = history;
  if (metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] !== undefined) return history;
  const labels = { ...metadata.labels, [CONTROLLER_REVISION_HASH_LABEL]: metadata.name };
  return store.update('ControllerRevision', { ...history, metadata: { ...metadata, labels } });
}

/** Of several revisions of the same template the newest stays; all pods get its hash. */
function dedupCurHistories(sync: DaemonSync, histories: readonly ControllerRevision[]): ControllerRevision {
  const [first, ...others] = histories as [ControllerRevision, ...ControllerRevision[]];
  if (others.length === 0) return first;
  const { store, caches } = sync.context;
  const keep = others.reduce((newest, history) => (history.revision >= newest.revision ? history : newest), first);
  claimPods(sync);
  const hash = hashOf(keep);
  for (const pod of sync.view.claimedPods(caches.pods.list())) {
    if ((pod.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '') === hash) continue;
    store.patch('Pod', objectKey(pod), (current) => {
      const labels = { ...current.metadata.labels, [CONTROLLER_REVISION_HASH_LABEL]: hash };
      return { ...current, metadata: { ...current.metadata, labels } };
    });
  }
  for (const history of histories) {
    if (history.metadata.name === keep.metadata.name) continue;
    store.delete('ControllerRevision', objectKey(history));
    recordHistory(sync, 'merged', history, keep.revision, histories.length - 1);
  }
  return keep;
}

export function hashOf(revision: ControllerRevision): string {
  return revision.metadata.labels?.[CONTROLLER_REVISION_HASH_LABEL] ?? '';
}

/** Makes a revision of the template. When another template has its name, the collision count rises and the sync fails. */
function snapshot(sync: DaemonSync, revision: number): ControllerRevision {
  const { context, ds } = sync;
  const { store, controllerRevisionHash } = context;
  const { template } = ds.spec;
  const { namespace, name: dsName, annotations } = ds.metadata;
  const hash = controllerRevisionHash(template, ds.status?.collisionCount);
  const name = `${dsName}-${hash}`;
  const labels = { ...template.metadata?.labels, [CONTROLLER_REVISION_HASH_LABEL]: hash };
  const metadata = { name, namespace, labels, annotations, ownerReferences: [newControllerRef('DaemonSet', ds)] };
  try {
    return store.create('ControllerRevision', { metadata, data: revisionData(template), revision });
  } catch (error) {
    if (!isApiError(error, 'AlreadyExists')) throw error;
    const existing = store.get('ControllerRevision', objectKey({ metadata }));
    if (existing === undefined) throw notFound(RESOURCES.ControllerRevision, name);
    if (revisionMatches(existing, template)) return existing;
    raiseCollisionCount(sync);
    throw error;
  }
}

function raiseCollisionCount({ context: { store }, ds, key }: DaemonSync): void {
  const fresh = store.get('DaemonSet', key);
  if (fresh === undefined) throw notFound(RESOURCES.DaemonSet, ds.metadata.name);
  const seen = ds.status?.collisionCount;
  const actual = fresh.status?.collisionCount;
  if (actual !== seen) {
    throw new Error(
      `found a stale collision count (${String(seen)}, expected ${String(actual)}) of DaemonSet ${JSON.stringify(ds.metadata.name)} while processing; will retry until it is updated`,
    );
  }
  store.updateStatus('DaemonSet', { ...fresh, status: { ...fresh.status, collisionCount: (actual ?? 0) + 1 } });
}

/** Deletes the oldest of the old revisions beyond the limit, but none from which there still are pods. */
export function cleanupHistory(sync: DaemonSync, old: readonly ControllerRevision[]): void {
  const nodes = getNodesToDaemonPods(sync);
  let toKill = old.length - (sync.ds.spec.revisionHistoryLimit ?? 0);
  if (toKill <= 0) return;
  for (const history of old.toSorted((a, b) => a.revision - b.revision)) {
    if (toKill <= 0) break;
    // Pods that are finished and on their way out count here as well.
    if (nodes.hasHash(hashOf(history))) continue;
    sync.context.store.delete('ControllerRevision', objectKey(history));
    recordHistory(sync, 'deleted', history, history.revision, old.length);
    toKill--;
  }
}

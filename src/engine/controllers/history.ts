/** Upstream: pkg/controller/history/controller_history.go, getPatch and Match of pkg/controller/daemon/update.go (v1.36.4). */
import type { ControllerRevision, PodTemplateSpec } from '../../model/apiTypes';
import { withSortedKeys } from '../kernel/sortedKeys';

interface RevisionData {
  readonly spec?: { readonly template?: (PodTemplateSpec & { readonly $patch?: string }) | undefined } | undefined;
}

/** What a ControllerRevision keeps of a DaemonSet: a patch that puts the template back. Go writes the keys of maps in order. */
export function revisionData(template: PodTemplateSpec): RevisionData {
  return withSortedKeys({ spec: { template: { ...template, $patch: 'replace' } } }) as RevisionData;
}

/**
 * Whether a revision keeps exactly this template. The texts are compared: a memory request of 1Gi is not one of 1024Mi, and one
 * that somebody wrote with the same fields in another order is not the same.
 */
export function revisionMatches(revision: ControllerRevision, template: PodTemplateSpec): boolean {
  if (typeof revision.data !== 'object' || revision.data === null) return false;
  return jsonOf(revision.data, () => revision.data) === jsonOf(template, () => revisionData(template));
}

/** The highest revision number; 0 when there are none. */
export function maxRevision(revisions: readonly ControllerRevision[]): number {
  return revisions.reduce((highest, { revision }) => Math.max(highest, revision), 0);
}

/** Texts of objects that never change, kept as long as the objects are: a sync compares the same few again and again. */
const texts = new WeakMap<object, string>();

function jsonOf(key: object, make: () => unknown): string {
  let text = texts.get(key);
  if (text === undefined) texts.set(key, (text = JSON.stringify(make())));
  return text;
}

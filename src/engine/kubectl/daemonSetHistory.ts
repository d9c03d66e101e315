/** Upstream: staging/src/k8s.io/kubectl/pkg/polymorphichelpers/history.go, controlledHistory (v1.36.4). */
import { matchesSelector } from '../../model/labelSelector';
import { isControlledBy, namespaceOf } from '../../model/meta';
import type { ControllerRevision, DaemonSet, PodTemplateSpec } from '../../model/apiTypes';
import { compareText } from './labels';

/** The ControllerRevisions that belong to a DaemonSet, in name order as the API server lists them. */
export function controlledHistory(daemonSet: DaemonSet, revisions: readonly ControllerRevision[]): ControllerRevision[] {
  return revisions
    .filter((item) => namespaceOf(item) === namespaceOf(daemonSet))
    .filter((item) => matchesSelector(daemonSet.spec.selector, item.metadata.labels))
    .filter((item) => isControlledBy(item, daemonSet.metadata.uid))
    .sort((a, b) => compareText(a.metadata.name, b.metadata.name));
}

/** The template that a revision keeps, or undefined where its data is none. */
export function templateOfRevision(revision: ControllerRevision): PodTemplateSpec | undefined {
  const data = revision.data as { readonly spec?: { readonly template?: PodTemplateSpec } } | null | undefined;
  const template = data?.spec?.template;
  if (template === undefined) return undefined;
  return Object.fromEntries(Object.entries(template).filter(([key]) => key !== '$patch')) as unknown as PodTemplateSpec;
}

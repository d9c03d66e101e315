/**
 * Upstream: GetPodUpdateProjectionKey, GetServicesToUpdate and podEndpointsChanged of
 * staging/src/k8s.io/endpointslice/util/controller_utils.go (v1.36.4).
 */
import type { Pod, Service, StringMap } from '../../../model/apiTypes';
import { objectKey } from '../../../model/meta';
import { isPodReady } from '../../../model/podConditions';
import { jsonEqual } from '../../kernel/jsonEqual';

/** The keys of the Services that select a pod, by name. */
export function servicesOf({ metadata }: Pod, services: readonly Service[]): readonly string[] {
  const selecting = services.filter(
    (service) => service.metadata.namespace === metadata.namespace && selects(service, metadata.labels),
  );
  return selecting.map(objectKey).sort();
}

export function selects({ spec }: Service, labels: StringMap = {}): boolean {
  const { selector } = spec ?? {};
  return selector !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value);
}

/** Where only labels have changed, those that the pod joins or leaves; otherwise all that select it now or before. */
export function servicesToUpdate(before: Pod, after: Pod, services: readonly Service[]): readonly string[] {
  if (before.metadata.resourceVersion === after.metadata.resourceVersion) return [];
  const hasChanged = podChanged(before, after);
  const isRelabeled =
    !jsonEqual(before.metadata.labels ?? {}, after.metadata.labels ?? {}) ||
    before.spec.hostname !== after.spec.hostname ||
    before.spec.subdomain !== after.spec.subdomain;
  if (!hasChanged && !isRelabeled) return [];
  const [old, now] = [new Set(servicesOf(before, services)), new Set(servicesOf(after, services))];
  if (!isRelabeled) return [...now];
  const all = [...new Set([...old, ...now])].sort();
  return hasChanged ? all : all.filter((key) => old.has(key) !== now.has(key));
}

/** Any update of a pod that is being deleted counts: upstream compares where the two timestamps stand in memory. */
function podChanged(before: Pod, after: Pod): boolean {
  if (before.metadata.deletionTimestamp !== undefined || after.metadata.deletionTimestamp !== undefined) return true;
  if (isPodReady(before) !== isPodReady(after)) return true;
  const addresses = ({ status }: Pod): readonly string[] => (status?.podIPs ?? []).map(({ ip }) => ip);
  return !jsonEqual(addresses(before), addresses(after));
}

/** Upstream: setEndpointSliceLabels, ServiceControllerKey and ownedBy of staging/src/k8s.io/endpointslice/utils.go (v1.36.4). */
import type { EndpointSlice, Service, StringMap } from '../../../model/apiTypes';
import { MANAGED_BY_LABEL, HEADLESS_SERVICE_LABEL, SERVICE_NAME_LABEL } from '../../../model/wellKnown';
import { jsonEqual } from '../../kernel/jsonEqual';

const CONTROLLER_NAME = 'endpointslice-controller.k8s.io';

const RESERVED = new Set([SERVICE_NAME_LABEL, MANAGED_BY_LABEL, HEADLESS_SERVICE_LABEL]);

function withoutReserved(labels: StringMap = {}): StringMap {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => !RESERVED.has(key)));
}

/** The labels of a Service, and three of the controller's own. */
export function endpointSliceLabels(service: Service): StringMap {
  const { clusterIP = '' } = service.spec ?? {};
  const isHeadless = clusterIP === '' || clusterIP === 'None';
  return {
    ...withoutReserved(service.metadata.labels),
    ...(isHeadless ? { [HEADLESS_SERVICE_LABEL]: '' } : {}),
    [SERVICE_NAME_LABEL]: service.metadata.name,
    [MANAGED_BY_LABEL]: CONTROLLER_NAME,
  };
}

/** Those of the controller's own do not count: a Service that becomes headless changes none of its slices. */
export function labelsChanged(slice: EndpointSlice, service: Service): boolean {
  return !jsonEqual(withoutReserved(slice.metadata.labels), withoutReserved(service.metadata.labels));
}

export function isManaged({ metadata }: EndpointSlice): boolean {
  return metadata.labels?.[MANAGED_BY_LABEL] === CONTROLLER_NAME;
}

/** The key of the Service that a slice says it belongs to. */
export function serviceKeyOf({ metadata }: EndpointSlice): string {
  return `${metadata.namespace ?? ''}/${metadata.labels?.[SERVICE_NAME_LABEL] ?? ''}`;
}

export function ownedBy({ metadata }: EndpointSlice, service: Service): boolean {
  return (metadata.ownerReferences ?? []).some(
    ({ uid, kind, apiVersion }) => uid === service.metadata.uid && kind === 'Service' && apiVersion === 'v1',
  );
}

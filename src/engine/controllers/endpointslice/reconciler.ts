/** Upstream: staging/src/k8s.io/endpointslice/reconciler.go (v1.36.4), without metrics and the topology annotation. */
import type { EndpointPort, EndpointSlice, Node, Pod, Service } from '../../../model/apiTypes';
import { jsonEqual } from '../../kernel/jsonEqual';
import { getEndpointPorts } from './endpointPorts';
import { portMapKey, portsInOrder } from './portMapKey';
import { EndpointSet, podToEndpoint, shouldPodBeInEndpoints, type AddressType } from './endpoints';
import { reconcileByPortMapping } from './portMapping';
import { endpointSliceLabels, ownedBy } from './sliceLabels';
import { withHints, type SliceChanges } from './trafficHints';

export interface ReconcilerOptions {
  readonly nodeOf: (name: string) => Node | undefined;
  readonly maxEndpointsPerSlice: number;
  /** Sends what has changed; the first error ends it. */
  readonly finalize: (service: Service, changes: SliceChanges) => Error | undefined;
  readonly deleteSlice: (slice: EndpointSlice) => Error | undefined;
}

/** The pods of one set of ports. */
interface Desired {
  readonly ports: readonly EndpointPort[];
  readonly endpoints: EndpointSet;
}

/** Brings the slices of a Service to what its pods are. What went wrong is given back; the rest is done all the same. */
export function reconcile(
  service: Service,
  pods: readonly Pod[],
  existing: readonly EndpointSlice[],
  options: ReconcilerOptions,
): readonly Error[] {
  const types = addressTypesOf(service);
  const errors = types.flatMap((type) => {
    const slices = existing.filter(({ addressType }) => addressType === type);
    return reconcileByAddressType(service, pods, slices, type, options);
  });
  const { name, namespace = '' } = service.metadata;
  for (const slice of existing.filter(({ addressType }) => !types.includes(addressType as AddressType))) {
    const error = options.deleteSlice(slice);
    const what = `error deleting ${slice.metadata.name} EndpointSlice for Service ${namespace}/${name}`;
    if (error !== undefined) errors.push(new Error(`${what}: ${error.message}`, { cause: error }));
  }
  return errors;
}

/** A Service that nobody has defaulted has the family of its address, or both. */
function addressTypesOf({ spec = {} }: Service): readonly AddressType[] {
  const both = ['IPv4', 'IPv6'] as const;
  const families = both.filter((family) => spec.ipFamilies?.includes(family) === true);
  if (families.length > 0) return families;
  const { clusterIP = '' } = spec;
  if (clusterIP === '' || clusterIP === 'None') return both;
  return clusterIP.includes(':') ? ['IPv6'] : ['IPv4'];
}

function reconcileByAddressType(
  service: Service,
  pods: readonly Pod[],
  existing: readonly EndpointSlice[],
  addressType: AddressType,
  { nodeOf, maxEndpointsPerSlice, finalize }: ReconcilerOptions,
): Error[] {
  const { desired, errors } = desiredByPorts(service, pods, addressType, nodeOf);
  const owned = existing.filter((slice) => ownedBy(slice, service));
  const slicesOf = (key: string): EndpointSlice[] => owned.filter(({ ports }) => portMapKey(ports) === key);
  const inOrder = [...desired].sort(([a], [b]) => (a < b ? -1 : 1));
  const mapped = inOrder.map(([key, { ports, endpoints }]) =>
    reconcileByPortMapping({
      service,
      existing: slicesOf(key),
      desired: endpoints,
      maxEndpoints: maxEndpointsPerSlice,
      newSlice: () => newEndpointSlice(service, addressType, ports),
    }),
  );
  const create = mapped.flatMap((changes) => changes.create);
  const update = mapped.flatMap((changes) => changes.update);
  const gone = [
    ...existing.filter((slice) => !owned.includes(slice)),
    ...mapped.flatMap((changes) => changes.delete),
    ...owned.filter(({ ports }) => !desired.has(portMapKey(ports))),
  ];
  const needsPlaceholder = existing.length === gone.length && create.length === 0;
  const changes = needsPlaceholder ? withPlaceholder(service, addressType, update, gone) : { create, update, delete: gone };
  const touched = new Set([...changes.update, ...changes.delete].map(({ metadata }) => metadata.name));
  const unchanged = existing.filter(({ metadata }) => !touched.has(metadata.name));
  const failed = finalize(service, reusing(service, withHints(service, changes, unchanged)));
  return failed === undefined ? errors : [...errors, failed];
}

/** Where there would be none, one slice stands that is empty. */
function withPlaceholder(
  service: Service,
  addressType: AddressType,
  update: readonly EndpointSlice[],
  gone: readonly EndpointSlice[],
): SliceChanges {
  const placeholder = newEndpointSlice(service, addressType, []);
  const isThere = gone.length === 1 && gone.every((slice) => isPlaceholder(slice, placeholder));
  return isThere ? { create: [], update, delete: [] } : { create: [placeholder], update, delete: gone };
}

function isPlaceholder(slice: EndpointSlice, placeholder: EndpointSlice): boolean {
  const isEmpty = slice.endpoints.length === 0 && (slice.ports ?? []).length === 0;
  return isEmpty && jsonEqual(slice.metadata.labels ?? {}, placeholder.metadata.labels ?? {});
}

/** By port set, in the order of the pods' names. */
function desiredByPorts(
  service: Service,
  pods: readonly Pod[],
  addressType: AddressType,
  nodeOf: ReconcilerOptions['nodeOf'],
): { readonly desired: ReadonlyMap<string, Desired>; readonly errors: Error[] } {
  const desired = new Map<string, Desired>();
  const errors: Error[] = [];
  for (const pod of pods.filter(shouldPodBeInEndpoints)) {
    const ports = portsInOrder(getEndpointPorts(service, pod));
    const key = portMapKey(ports);
    let same = desired.get(key);
    if (same === undefined) desired.set(key, (same = { ports, endpoints: new EndpointSet() }));
    const { nodeName = '' } = pod.spec;
    const node = nodeOf(nodeName);
    if (node === undefined && service.spec?.publishNotReadyAddresses !== true) {
      const { name, namespace = '' } = service.metadata;
      errors.push(new Error(`skipping Pod ${pod.metadata.name} for Service ${namespace}/${name}: Node ${nodeName} Not Found`));
      continue;
    }
    const endpoint = podToEndpoint(pod, node, service, addressType);
    if (endpoint.addresses.length > 0) same.endpoints.insert(endpoint);
  }
  return { desired, errors };
}

function newEndpointSlice(service: Service, addressType: AddressType, ports: readonly EndpointPort[]): EndpointSlice {
  const { name, namespace, uid = '' } = service.metadata;
  return {
    metadata: {
      name: '',
      generateName: `${name}-`,
      namespace,
      labels: endpointSliceLabels(service),
      ownerReferences: [{ apiVersion: 'v1', kind: 'Service', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    addressType,
    endpoints: [],
    ports,
  };
}

/** What would be deleted is written over instead of creating another. */
function reusing(service: Service, changes: SliceChanges): SliceChanges {
  const create = [...changes.create];
  const update = [...changes.update];
  const gone: EndpointSlice[] = [];
  for (const slice of changes.delete) {
    const next = create.at(-1);
    if (next === undefined || next.addressType !== slice.addressType || !ownedBy(slice, service)) {
      gone.push(slice);
      continue;
    }
    create.pop();
    update.push({ ...next, metadata: { ...next.metadata, name: slice.metadata.name } });
  }
  return { create, update, delete: gone };
}

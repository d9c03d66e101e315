/** Upstream: SetDefaults_Service of pkg/apis/core/v1/defaults.go (v1.36.4), and what the allocators of addresses add. */
import type { Service, ServicePort } from '../../../model/apiTypes';

/** Any address will do: nobody asks which. */
const CLUSTER_IP = '10.96.0.10';

/** A Service as the API server stores it. */
export function defaultService(service: Service): Service {
  const { type = 'ClusterIP', ports = [], ...spec } = service.spec ?? {};
  const isExternal = type === 'ExternalName';
  const addresses = isExternal ? {} : { clusterIP: spec.clusterIP ?? CLUSTER_IP, ipFamilies: spec.ipFamilies ?? ['IPv4'] };
  return { ...service, spec: { ...spec, ...addresses, type, ports: ports.map(defaultPort) } };
}

function defaultPort({ protocol = 'TCP', targetPort = 0, ...port }: ServicePort): ServicePort {
  return { ...port, protocol, targetPort: targetPort === 0 || targetPort === '' ? port.port : targetPort };
}

/** Upstream: getEndpointPorts and FindPort of staging/src/k8s.io/endpointslice/utils.go (v1.36.4). */
import type { Container, EndpointPort, Pod, Service, ServicePort } from '../../../model/apiTypes';

/** The ports of a Service as this pod has them; one that the pod lacks is left out. */
export function getEndpointPorts(service: Service, pod: Pod): readonly EndpointPort[] {
  return (service.spec?.ports ?? []).flatMap((servicePort) => {
    const port = findPort(pod, servicePort);
    if (port === undefined) return [];
    const { name = '', protocol, appProtocol } = servicePort;
    return [{ name, port, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

/** A number is taken as it is; a name is looked for in the containers, then in the sidecars. */
function findPort(pod: Pod, { targetPort = 0, protocol }: ServicePort): number | undefined {
  if (typeof targetPort === 'number') return targetPort;
  const sidecars = (pod.spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const named = (container: Container): number | undefined =>
    container.ports?.find((port) => port.name === targetPort && port.protocol === protocol)?.containerPort;
  for (const container of [...pod.spec.containers, ...sidecars]) {
    const port = named(container);
    if (port !== undefined) return port;
  }
  return undefined;
}

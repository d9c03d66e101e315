/** Upstream: pkg/api/pod/warnings.go (v1.36.4). */
import type { ContainerPort, PodSpec } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import { visitContainers } from '../common/containerPaths';
import type { Path } from '../common/field';
import { goQuote } from '../../../../model/goQuote';

interface PlacedPort {
  readonly place: string;
  readonly port: Unchecked<ContainerPort>;
}

export function warnOfPorts(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  const seen: PlacedPort[] = [];
  visitContainers(spec, path, (container, containerPath) => {
    container.ports?.forEach((port, index) => {
      const place = containerPath.child('ports').index(index).toString();
      const { hostIP = '', hostPort = 0 } = port;
      if (hostIP !== '' && hostPort === 0) warnings.push(`${place}: hostIP set without hostPort: ${internalPort(port)}`);
      for (const other of seen) {
        const message = samePort(port, other.port) ? overlap(port, other.port) : undefined;
        if (message !== undefined) warnings.push(`${place}: ${message} with ${other.place}`);
      }
      seen.push({ place, port });
    });
  });
  warnOfPortNames(spec, path, warnings);
}

/** As Go prints the struct. */
function internalPort(port: Unchecked<ContainerPort>): string {
  const { name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = '' } = port;
  return `{Name:${name} HostPort:${hostPort} ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`;
}

function samePort(a: Unchecked<ContainerPort>, b: Unchecked<ContainerPort>): boolean {
  return a.containerPort === b.containerPort && a.protocol === b.protocol;
}

function overlap(port: Unchecked<ContainerPort>, other: Unchecked<ContainerPort>): string | undefined {
  const { hostIP = '', hostPort = 0 } = port;
  const { hostIP: otherIP = '', hostPort: otherPort = 0 } = other;
  if (hostIP === otherIP && hostPort === otherPort) return 'duplicate port definition';
  if (hostPort === 0 || otherPort === 0) return 'overlapping port definition';
  const oneIsEmpty = (hostIP === '') !== (otherIP === '');
  return hostPort === otherPort && oneIsEmpty ? 'dangerously ambiguous port definition' : undefined;
}

/** The name of a port that an earlier container has already. */
function warnOfPortNames(spec: Unchecked<PodSpec>, path: Path, warnings: string[]): void {
  const first = new Map<string, string>();
  visitContainers(spec, path, (container, containerPath) => {
    container.ports?.forEach(({ name = '' }, index) => {
      if (name === '') return;
      const place = containerPath.child('ports').index(index).toString();
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, place);
      else {
        const message = `duplicate port name ${goQuote(name)} with ${earlier}`;
        warnings.push(`${place}: ${message}, services and probes that select ports by name will use ${earlier}`);
      }
    });
  });
}

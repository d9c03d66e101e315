import { jsonAt } from '../manifest/json';
import type { ContainerFacts, PortFacts } from '../manifest/podFacts';
import { integer, list, text } from '../manifest/reading';
import { quote } from '../model/words';
import { serving } from './pods';
import { ofContainers, type Rule } from './rule';

export const portLost: Rule = {
  id: 'port-lost',
  group: 'surprises',
  severity: 'warning',
  title: 'kubectl apply loses one of two ports with the same number',
  reads: ofContainers('name', 'ports'),
  check: ({ workload, beforeName, mergedSpec }) => {
    const doubled = serving(workload.pod).filter(hasTwice);
    const merged = doubled.length === 0 ? undefined : mergedSpec();
    if (merged === undefined) return [];
    const containers = ['containers', 'initContainers'].flatMap((field) => list(jsonAt(merged, ['template', 'spec', field])));
    return doubled.flatMap(({ name, ports }) => {
      const ours = containers.find((each) => jsonAt(each, ['name']) === name);
      const kept = list(jsonAt(ours, ['ports'])).map((port) =>
        portText(integer(jsonAt(port, ['containerPort'])) ?? 0, text(jsonAt(port, ['protocol']))),
      );
      return ports
        .filter(({ containerPort, protocol }) => !kept.includes(portText(containerPort, protocol)))
        .map(({ path, containerPort, protocol }) => ({
          path,
          message: `kubectl apply loses port ${portText(containerPort, protocol)} of container ${quote(name)}: over ${beforeName} it merges ports by their number alone, and ${containerPort} is there twice. kubectl apply --server-side keeps both.`,
          short: `apply loses port ${portText(containerPort, protocol)}`,
        }));
    });
  },
};

function hasTwice({ ports }: ContainerFacts): boolean {
  return new Set(ports.map(({ containerPort }: PortFacts) => containerPort)).size < ports.length;
}

/** Of what the server holds, too, each port has its protocol. */
function portText(port: number, protocol: string): string {
  return `${port}/${protocol}`;
}

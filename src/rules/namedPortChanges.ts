import type { ContainerFacts } from '../manifest/podFacts';
import type { Workload } from '../manifest/workload';
import { quote } from '../model/words';
import { askedBy, targetsOf, type Asked } from './asked';
import { portNumbers, serving } from './pods';
import { ofContainers, type Finding, type Rule } from './rule';

export const namedPortChanges: Rule = {
  id: 'named-port-changes',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'a port that a Service sends to changes with the rollout',
  reads: ['spec.template.metadata', ...ofContainers('name', 'ports', 'command', 'args')],
  check: ({ workload, before, beforeName, facts, traffic }) => {
    const asked = before?.certain === true ? askedBy(workload, facts, traffic) : undefined;
    if (asked === undefined || before === undefined) return [];
    return targetsOf(asked.service).flatMap((target) => {
      if (typeof target === 'string') return renumbered(target, workload, before, asked);
      return typeof target === 'number' ? moved(target, { workload, before, beforeName }, asked) : [];
    });
  },
};

interface Versions {
  readonly workload: Workload;
  readonly before: Workload;
  readonly beforeName: string;
}

/** Endpoints follow a name, each pod with its own number; whoever goes by number does not. */
function renumbered(name: string, workload: Workload, before: Workload, { service, container }: Asked): Finding[] {
  const [old, now] = [numberOf(before, name), numberOf(workload, name)];
  if (old === undefined || now === undefined || old === now) return [];
  return [
    {
      path: portPath(container, now),
      severity: 'information',
      message: `While pods are replaced, Service ${quote(service.name)} sends to port ${old} of the old ones and to ${now} of the new ones, both named ${quote(name)}. That works for whoever goes by the name; NetworkPolicies and load balancers that were told ${old} refuse the new pods.`,
      short: `port ${quote(name)} moves from ${old} to ${now}`,
    },
  ];
}

/** A number is the same for all pods: it is right for the old ones or for the new ones. */
function moved(port: number, { workload, before, beforeName }: Versions, { service, container }: Asked): Finding[] {
  const [old, now] = [portNumbers(before.pod), portNumbers(workload.pod)];
  if (!now.has(port) || old.has(port) || old.size === 0) return [];
  return [
    {
      path: portPath(container, port),
      message: `While pods are replaced, requests of Service ${quote(service.name)} to the old ones fail: it sends to port ${port}, and in ${beforeName} they listen on ${[...old].join(', ')}. Give the port a name and let the Service send to that: then each pod gets requests on its own.`,
      short: `old pods do not listen on ${port}`,
    },
  ];
}

function portPath({ path, ports }: ContainerFacts, port: number): Finding['path'] {
  return ports.find(({ containerPort }) => containerPort === port)?.path ?? path;
}

function numberOf({ pod }: Workload, wanted: string): number | undefined {
  return serving(pod)
    .flatMap(({ ports }) => ports)
    .find(({ name }) => name === wanted)?.containerPort;
}

import { jsonAt } from '../manifest/json';
import type { ProbeFacts } from '../manifest/podFacts';
import { isMissingPort } from '../model/ports';
import type { Workload } from '../manifest/workload';
import { portNumbers, serving } from './pods';
import { ofContainers, type Finding, type Rule } from './rule';
import { quote } from '../model/words';

export const probePort: Rule = {
  id: 'probe-port',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'a probe asks a port that the container does not name',
  reads: ofContainers('name', 'ports', 'livenessProbe', 'readinessProbe', 'startupProbe'),
  check: ({ workload, before, beforeName }) => {
    const left = portsLeft(workload, before);
    return serving(workload.pod).flatMap((container) => {
      const { readiness, liveness, startup, name, ports } = container;
      const names = ports.map((port) => port.name);
      const probes = [readiness, liveness, startup].filter((probe) => probe !== undefined);
      return probes.flatMap((probe) => [
        ...missing(workload, probe, names, name),
        ...(left.size === 0 ? [] : asksForLeft(workload, probe, left, beforeName)),
      ]);
    });
  },
};

/** The ports that the version before listed and this one does not. */
function portsLeft(workload: Workload, before: Workload | undefined): ReadonlySet<number> {
  const now = portNumbers(workload.pod);
  return new Set(before === undefined || now.size === 0 ? [] : [...portNumbers(before.pod)].filter((number) => !now.has(number)));
}

/** Nobody has to list a port, but who takes one from the list has most likely moved to another. */
function asksForLeft(workload: Workload, { path }: ProbeFacts, left: ReadonlySet<number>, beforeName: string): Finding[] {
  const [only, ...others] = portNumbers(workload.pod);
  return ['httpGet', 'tcpSocket', 'grpc'].flatMap((handler) => {
    const place = [...path, handler, 'port'];
    const port = jsonAt(workload.resource.json, place);
    if (typeof port !== 'number' || !left.has(port)) return [];
    const fix = { title: `Ask port ${only}`, edits: [{ op: 'set' as const, path: place, value: String(only) }] };
    return [
      {
        path: place,
        isConditional: true,
        message: `The ${String(path.at(-1))} asks port ${port}, which the pods listed in ${beforeName} and list no longer: if nothing listens there any more, it always fails.`,
        short: `the probe asks port ${port} of before`,
        fixes: others.length === 0 ? [fix] : [],
      },
    ];
  });
}

function missing({ resource }: Workload, { path }: ProbeFacts, names: readonly string[], container: string): Finding[] {
  return ['httpGet', 'tcpSocket'].flatMap((handler) => {
    const place = [...path, handler, 'port'];
    const port = jsonAt(resource.json, place);
    if (!isMissingPort(port, names)) return [];
    const known = names.filter((other) => other !== '').map(quote);
    const message = `The ${String(path.at(-1))} always fails: container ${quote(container)} names no port ${quote(port)}${known.length === 0 ? '' : ` (it names ${known.join(', ')})`}.`;
    const short = `no port ${quote(port)} to probe`;
    // Whom a liveness probe kills may have been available before.
    return [{ path: place, message, short, isConditional: path.at(-1) === 'livenessProbe' }];
  });
}

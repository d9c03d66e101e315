import { jsonAt } from '../manifest/json';
import type { ProbeFacts } from '../manifest/podFacts';
import { isMissingPort } from '../model/ports';
import type { Workload } from '../manifest/workload';
import { serving } from './pods';
import { ofContainers, type Finding, type Rule } from './rule';
import { quote } from '../model/words';

export const probePort: Rule = {
  id: 'probe-port',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'a probe asks a port that the container does not name',
  reads: ofContainers('name', 'ports', 'livenessProbe', 'readinessProbe', 'startupProbe'),
  check: ({ workload }) =>
    serving(workload.pod).flatMap((container) => {
      const { readiness, liveness, startup, name, ports } = container;
      const names = ports.map((port) => port.name);
      const probes = [readiness, liveness, startup].filter((probe) => probe !== undefined);
      return probes.flatMap((probe) => missing(workload, probe, names, name));
    }),
};

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

import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { parseQuantity } from '../model/quantity';
import { jsonAt } from '../manifest/json';
import type { ContainerFacts, PodFacts, ProbeFacts } from '../manifest/podFacts';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';

/** The earliest moment after its start at which a probe can have succeeded often enough. */
function earliestSuccess(probe: ProbeFacts | undefined): number {
  return probe === undefined ? 0 : probe.initialDelaySeconds + (probe.successThreshold - 1) * probe.periodSeconds;
}

/** Seconds that the slowest container's probes take at least before the pod can be ready. */
export function probeSeconds(pod: PodFacts): number {
  return Math.max(
    0,
    ...serving(pod).map((container) => Math.max(earliestSuccess(container.startup), earliestSuccess(container.readiness))),
  );
}

/** The same when the process answers so long after its start: the first probe after that tells. */
export function answeredSeconds(pod: PodFacts, warmUpSeconds: number): number {
  const answered = (probe: ProbeFacts | undefined): number => {
    if (probe === undefined) return 0;
    const { initialDelaySeconds: delay, periodSeconds } = probe;
    const period = Math.max(1, periodSeconds);
    return earliestSuccess(probe) + Math.ceil(Math.max(0, warmUpSeconds - delay) / period) * period;
  };
  const each = serving(pod).map(({ startup, readiness }) => Math.max(answered(startup), answered(readiness)));
  return Math.max(0, ...each);
}

/** Seconds that startup probes allow a container to start before it is killed. */
export function allowedStartSeconds(pod: PodFacts): { readonly seconds: number; readonly probe: ProbeFacts | undefined } {
  let longest: { seconds: number; probe: ProbeFacts | undefined } = { seconds: 0, probe: undefined };
  for (const { startup } of serving(pod)) {
    if (startup === undefined) continue;
    const seconds = startup.initialDelaySeconds + startup.failureThreshold * startup.periodSeconds;
    if (seconds > longest.seconds) longest = { seconds, probe: startup };
  }
  return longest;
}

/** Containers that run while the pod does: the plain ones and sidecars. */
export function serving(pod: PodFacts): readonly ContainerFacts[] {
  return [...pod.containers, ...pod.initContainers.filter((container) => container.sidecar)];
}

interface HostPort {
  readonly port: number;
  readonly protocol: string;
  readonly path: Path;
}

const portsOf = new WeakMap<PodFacts, readonly HostPort[]>();

/** Host ports a pod takes on its node; in the host's network every container port is one. */
export function hostPorts(pod: PodFacts): readonly HostPort[] {
  let known = portsOf.get(pod);
  if (known === undefined) portsOf.set(pod, (known = takenPorts(pod)));
  return known;
}

function takenPorts(pod: PodFacts): readonly HostPort[] {
  return serving(pod).flatMap((container) =>
    container.ports.flatMap((port) => {
      const number = pod.hostNetwork ? port.hostPort || port.containerPort : port.hostPort;
      return number > 0 ? [{ port: number, protocol: port.protocol, path: port.path }] : [];
    }),
  );
}

/** The ports that the containers which keep running list, by number. */
export function portNumbers(pod: PodFacts): ReadonlySet<number> {
  return new Set(serving(pod).flatMap(({ ports }) => ports.map(({ containerPort }) => containerPort)));
}

export function gracePath({ path }: PodFacts): Path {
  return [...path, 'spec', 'terminationGracePeriodSeconds'];
}

/** Amounts that were read last: the nodes' are asked for again for each workload and resource. */
const NANOS = new Map<string, bigint | undefined>();
const MOST_AMOUNTS = 500;

export function nanosOf(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const known = NANOS.get(text);
  if (known !== undefined) return known;
  const nanos = parseQuantity(text)?.nanos;
  if (NANOS.size >= MOST_AMOUNTS) NANOS.clear();
  NANOS.set(text, nanos);
  return nanos;
}

/** Whether two of the workload's pods cannot share a node: then the number of nodes decides. */
export function needsNodeEach({ pod }: Pick<Workload, 'pod'>): boolean {
  return (
    hostPorts(pod).length > 0 ||
    pod.requiredAntiAffinity.some(
      ({ topologyKey, selector }) => topologyKey === HOSTNAME_LABEL && matchesSelector(selector, pod.labels),
    )
  );
}

/** Who has the same template as before keeps its pods. */
export function hasSameTemplate(one: Workload, other: Workload): boolean {
  const [own, theirs] = [one, other].map(({ resource, pod }) => JSON.stringify(jsonAt(resource.json, pod.path)));
  return own === theirs;
}

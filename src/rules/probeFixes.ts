import { isJsonObject, jsonAt, type JsonObject, type JsonValue } from '../manifest/json';
import type { ContainerFacts, PortFacts, ProbeFacts } from '../manifest/podFacts';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { formatDuration } from '../model/words';
import { blank, type Fix } from './rule';

/** Ports on which nobody speaks HTTP: databases, brokers, mail, names. */
const NOT_HTTP: ReadonlySet<number> = new Set([
  25, 53, 389, 587, 1433, 1521, 3306, 4222, 5432, 5672, 6379, 9042, 9092, 11211, 27017,
]);
const FOR_METRICS = /metric|prometheus|monitor/i;

/** A readiness probe for the container that listens: which path answers, only a person knows. */
export function readinessFix({ pod }: Workload): Fix {
  const container = pod.containers.find(({ ports }) => ports.some(isServing)) ?? pod.containers[0];
  const probe: Path = [...(container?.path ?? []), 'readinessProbe'];
  const port = container?.ports.find(isServing);
  const asked = port === undefined ? blank('8080') : port.name === '' ? String(port.containerPort) : port.name;
  const set = (path: Path, value: string): Fix['edits'][number] => ({ op: 'set', path: [...probe, ...path], value });
  if (port !== undefined && /grpc/i.test(port.name))
    return { title: 'Add a readiness probe (gRPC)', edits: [set(['grpc', 'port'], String(port.containerPort))] };
  if (port !== undefined && (NOT_HTTP.has(port.containerPort) || /^tcp\b|sql|redis|amqp|kafka|dns/i.test(port.name)))
    return { title: `Add a readiness probe (port ${asked})`, edits: [set(['tcpSocket', 'port'], asked)] };
  return {
    title: `Add a readiness probe (HTTP${port === undefined ? '' : `, port ${asked}`})`,
    edits: [set(['httpGet', 'path'], blank('/')), set(['httpGet', 'port'], asked)],
  };
}

/** A probe that needs no path: whether the port takes connections. Undefined where no container says that it listens. */
export function tcpReadinessEdits({ pod }: Workload): { readonly port: string; readonly edits: Fix['edits'] } | undefined {
  const container = pod.containers.find(({ ports }) => ports.some(isServing));
  const port = container?.ports.find(isServing);
  if (container === undefined || port === undefined) return undefined;
  const asked = port.name === '' ? String(port.containerPort) : port.name;
  const probe: Path = [...container.path, 'readinessProbe'];
  return {
    port: asked,
    edits: [
      { op: 'set', path: [...probe, 'tcpSocket', 'port'], value: asked },
      { op: 'set', path: [...probe, 'periodSeconds'], value: '5' },
    ],
  };
}

function isServing({ name, protocol }: PortFacts): boolean {
  return protocol === 'TCP' && !FOR_METRICS.test(name);
}

/** As long as usual, but no longer than the deadline for progress leaves room for. */
export function waitFix({ kind, minReadySeconds, progressDeadlineSeconds }: Workload): Fix {
  const most = kind === 'Deployment' ? Math.floor(progressDeadlineSeconds.value / 2) : Infinity;
  const seconds = String(Math.max(1, Math.min(10, most)));
  return { title: `Set minReadySeconds to ${seconds}`, edits: [{ op: 'set', path: minReadySeconds.path, value: seconds }] };
}

/** What a start may take where nothing is known of it. */
const USUAL_START_SECONDS = 300;

/** Startup probes that ask what the liveness probes ask, for longer. How long a start may take, only a person knows. */
export function startupFix(
  containers: readonly ContainerFacts[],
  { resource, progressDeadlineSeconds }: Workload,
): Fix | undefined {
  const most = progressDeadlineSeconds.known ? progressDeadlineSeconds.value * 0.8 : Infinity;
  const seconds = Math.min(USUAL_START_SECONDS, most);
  const edits = containers.flatMap(({ path, liveness }) => {
    const written = liveness === undefined ? undefined : jsonAt(resource.json, liveness.path);
    return liveness !== undefined && isJsonObject(written)
      ? startupEdits([...path, 'startupProbe'], written, liveness, seconds)
      : [];
  });
  if (edits.length === 0) return undefined;
  return { title: `Give the start its own time (startup probe, ${formatDuration(Math.floor(seconds))})`, edits };
}

function startupEdits(probe: Path, written: JsonObject, liveness: ProbeFacts, seconds: number): Fix['edits'] {
  const set = (path: Path, value: string): Fix['edits'][number] => ({ op: 'set', path: [...probe, ...path], value });
  const handlers = ['httpGet', 'tcpSocket', 'grpc', 'exec'].flatMap((handler) => {
    const asked = written[handler];
    return isJsonObject(asked) ? Object.entries(asked).map(([key, value]) => set([handler, key], yamlOf(value))) : [];
  });
  if (handlers.length === 0) return [];
  const periodSeconds = Math.min(10, liveness.periodSeconds);
  const failures = Math.max(liveness.failureThreshold, Math.floor(seconds / periodSeconds));
  return [...handlers, set(['periodSeconds'], String(periodSeconds)), set(['failureThreshold'], blank(String(failures)))];
}

/** JSON is YAML; a plain word needs no quotes. */
function yamlOf(value: JsonValue): string {
  return typeof value === 'string' && /^(?:\/[\w./-]*|[a-z][a-z-]*[a-z]-[a-z]+|https?|HTTPS?)$/.test(value)
    ? value
    : JSON.stringify(value);
}

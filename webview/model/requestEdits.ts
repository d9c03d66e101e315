import type { Container, PodSpec } from '../../src/model/apiTypes';
import type { DataPlaneId } from '../../src/model/dataPlaneIds';
import { loadOf, type Load } from '../../src/model/load';
import { listeningContainers } from '../../src/model/ports';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { IntOrString } from '../../src/model/intOrPercent';

/** What-ifs about those who send requests; what the manifest says of the end of a pod is among the others. */
export interface LoadTuning {
  readonly requestsPerSecond?: number;
  readonly requestSeconds?: number;
  readonly podCapacity?: number;
  /** In percent, as a slider has it. */
  readonly keptAlivePercent?: number;
  readonly retries?: number;
  readonly dataPlane?: DataPlaneId;
  readonly onTerm?: Load['onTerm'];
}
export const LOAD_FIELDS = [
  'requestsPerSecond',
  'requestSeconds',
  'podCapacity',
  'keptAlivePercent',
  'retries',
  'dataPlane',
  'onTerm',
] as const satisfies readonly (keyof LoadTuning)[];

/** The load with what was changed of it; absent: nobody asks what becomes of requests. */
export function tuneTraffic({ traffic }: Scenario, tuning: LoadTuning): Pick<Scenario, 'traffic'> {
  const { keptAlivePercent, ...rest } = Object.fromEntries(
    LOAD_FIELDS.flatMap((field) => (tuning[field] === undefined ? [] : [[field, tuning[field]]])),
  ) as LoadTuning;
  const kept = keptAlivePercent === undefined ? {} : { keptAlive: keptAlivePercent / 100 };
  const changed = { ...rest, ...kept };
  return Object.keys(changed).length === 0 ? {} : { traffic: { ...traffic, ...changed } };
}

/** What of the load is asked about, as the fields have it; who knows of a Service without an address is the engine alone. */
export function loadValues(load: Load): Readonly<Record<keyof LoadTuning, string | number | undefined>> {
  const { keptAlive, ...rest } = load;
  return { ...rest, keptAlivePercent: Math.round(keptAlive * 100) };
}

/** The same of a scenario that says so itself; nothing where nobody asks. */
export function statedLoad({ traffic }: Scenario): Partial<ReturnType<typeof loadValues>> {
  if (traffic === undefined) return {};
  const { dataPlane, retries, ...values } = loadValues(loadOf(traffic));
  return { ...values, dataPlane: traffic.dataPlane, retries: traffic.retries ?? (traffic.dataPlane && retries) };
}

export const hasServices = ({ cluster }: Scenario): boolean => (cluster.services ?? []).length > 0;

/** The containers that answer requests wait before they stop, and are asked whether they answer. */
export function tuneContainers<S extends PodSpec>(
  spec: S,
  { preStopSleepSeconds, readiness }: { readonly preStopSleepSeconds?: number; readonly readiness?: Readiness },
): S {
  if (preStopSleepSeconds === undefined && readiness === undefined) return spec;
  const listening = listeningContainers(spec.containers);
  const tuned = (container: Container): Container => {
    const asked = readiness === 'none' || container === listening[0] ? withReadiness(container, readiness) : container;
    return listening.includes(container) ? withSleep(asked, preStopSleepSeconds) : asked;
  };
  return { ...spec, containers: spec.containers.map(tuned) };
}

/** `tcp`: whether its port takes connections. */
export type Readiness = 'tcp' | 'none';

function withSleep(container: Container, seconds: number | undefined): Container {
  if (seconds === undefined) return container;
  const { preStop: _replaced, ...lifecycle } = container.lifecycle ?? {};
  return { ...container, lifecycle: seconds === 0 ? lifecycle : { ...lifecycle, preStop: { sleep: { seconds } } } };
}

function withReadiness(container: Container, readiness: Readiness | undefined): Container {
  const { readinessProbe: _replaced, ...rest } = container;
  const [port] = container.ports ?? [];
  if (readiness === 'none') return rest;
  if (readiness === undefined || port === undefined) return container;
  return { ...rest, readinessProbe: { tcpSocket: { port: port.containerPort }, periodSeconds: 5 } };
}

/** What the manifest says of both; undefined where it says something else. */
export function stoppingValues({ containers }: PodSpec): {
  preStopSleepSeconds: IntOrString | undefined;
  readiness: Readiness | undefined;
} {
  const [first] = listeningContainers(containers);
  const { preStop } = first?.lifecycle ?? {};
  return {
    preStopSleepSeconds: preStop === undefined ? 0 : preStop.sleep?.seconds,
    readiness: first?.readinessProbe === undefined ? 'none' : undefined,
  };
}

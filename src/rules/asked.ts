import { jsonAt } from '../manifest/json';
import type { ContainerFacts } from '../manifest/podFacts';
import { list } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { senderName } from '../model/dataPlaneNames';
import { DATA_PLANES } from '../model/dataPlanes';
import { isHeadless, loadOf, type Load, type LoadSpec } from '../model/load';
import { servingContainer } from '../model/ports';
import { formatDuration } from '../model/words';
import type { ClusterFacts, ServiceFact } from './facts';
import { isForMetrics, isIdle } from './noReadiness';
import { gracePath } from './pods';
import { ofContainers, type Fix, type RuleContext } from './rule';
import { servicesOf } from './selecting';

/** Who sends users' requests to the pods of a workload, and which container gets them. */
export interface Asked {
  readonly service: ServiceFact;
  readonly container: ContainerFacts;
  readonly load: Load;
}

/** What a rule looks at that tells how pods stop which somebody sends requests to. */
export const STOP_READS: readonly string[] = [
  'spec.template.metadata',
  'spec.template.spec.terminationGracePeriodSeconds',
  ...ofContainers('name', 'lifecycle', 'ports', 'command', 'args'),
];

/** The Service by which users' requests come; those that only fetch metrics miss nothing. */
export function usersService(workload: Workload, facts: ClusterFacts): ServiceFact | undefined {
  if (isIdle(workload)) return undefined;
  return servicesOf(facts, workload).find((service) => !isForMetrics(service, workload));
}

export function askedBy(workload: Workload, facts: ClusterFacts, traffic: LoadSpec): Asked | undefined {
  const service = usersService(workload, facts);
  if (service === undefined) return undefined;
  const container = servingContainer(workload.pod.containers, targetsOf(service));
  if (container === undefined) return undefined;
  return { service, container, load: loadOf(traffic, isHeadless(jsonAt(service.object, ['spec', 'clusterIP']))) };
}

/** By number or by name, as it is written. */
export function targetsOf({ object }: ServiceFact): readonly unknown[] {
  return list(jsonAt(object, ['spec', 'ports'])).map((port) => jsonAt(port, ['targetPort']) ?? jsonAt(port, ['port']));
}

/** The same where pods are replaced one after the other. Where all go first, or there is one only, that is what counts. */
export function askedWhileRolling({ workload, envelope, facts, traffic }: RuleContext): Asked | undefined {
  if (envelope === undefined || envelope.refused || envelope.desired < 2 || envelope.strategy !== 'RollingUpdate')
    return undefined;
  return askedBy(workload, facts, traffic);
}

/** `kube-proxy knows within 0.1 to 1 s`. */
export function knowsText({ dataPlane }: Load): string {
  const { learns } = DATA_PLANES[dataPlane];
  return `${senderName(dataPlane)} knows within ${learns[0]} to ${formatDuration(learns[1])}`;
}

/** What is assumed of the process, where a sleep can help it. */
export const ON_TERM_WORDS: Readonly<Record<Load['onTerm'], string>> = {
  exits: 'the process ends at once on SIGTERM',
  drains: 'the process takes nothing new after SIGTERM',
  serves: 'the process goes on until it is killed',
};

/** Sleeps before it stops, and has as much grace as that takes more. */
export function sleepEdits({ pod }: Workload, { path, preStop }: ContainerFacts, seconds: number): Fix['edits'] {
  const needed = seconds + pod.graceSeconds - (preStop?.sleepSeconds ?? 0);
  const grace: Fix['edits'] = [{ op: 'set', path: gracePath(pod), value: String(Math.ceil(needed)) }];
  return [
    { op: 'set', path: [...path, 'lifecycle', 'preStop', 'sleep', 'seconds'], value: String(seconds) },
    // What is left of the default is enough for most; what somebody has chosen was chosen for the process.
    ...(pod.graceWritten || seconds > pod.graceSeconds / 2 ? grace : []),
  ];
}

import { jsonAt } from '../manifest/json';
import type { ContainerFacts } from '../manifest/podFacts';
import { list } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { DATA_PLANES } from '../model/dataPlanes';
import { isHeadless, loadOf, type Load, type LoadSpec } from '../model/load';
import { servingContainer } from '../model/ports';
import { formatDuration } from '../model/words';
import type { ClusterFacts, ServiceFact } from './facts';
import { isForMetrics, isIdle } from './noReadiness';
import type { Fix, RuleContext } from './rule';
import { servicesOf } from './selecting';

/** Who sends users' requests to the pods of a workload, and which container gets them. */
export interface Asked {
  readonly service: ServiceFact;
  readonly container: ContainerFacts;
  readonly load: Load;
}

export function askedBy(workload: Workload, facts: ClusterFacts, traffic: LoadSpec): Asked | undefined {
  const service = servicesOf(facts, workload).find((other) => !isForMetrics(other, workload));
  if (service === undefined || isIdle(workload)) return undefined;
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
  const { name, learns } = DATA_PLANES[dataPlane];
  return `${name.split(' (')[0] ?? ''} knows within ${learns[0]} to ${formatDuration(learns[1])}`;
}

/** Sleeps before it stops, and has as much grace as that takes more. */
export function sleepEdits({ pod }: Workload, { path, preStop }: ContainerFacts, seconds: number): Fix['edits'] {
  const needed = seconds + pod.graceSeconds - (preStop?.sleepSeconds ?? 0);
  const grace: Fix['edits'] = [
    { op: 'set', path: [...pod.path, 'spec', 'terminationGracePeriodSeconds'], value: String(Math.ceil(needed)) },
  ];
  return [
    { op: 'set', path: [...path, 'lifecycle', 'preStop', 'sleep', 'seconds'], value: String(seconds) },
    // What is left of the default is enough for most; what somebody has chosen was chosen for the process.
    ...(pod.graceWritten || seconds > pod.graceSeconds / 2 ? grace : []),
  ];
}

import { DEFAULT_REPLICAS } from '../../../model/defaults';
import { refusedPair, rolloutEnvelope, type Envelope } from '../../../model/envelope';
import type { IntOrString } from '../../../model/intOrPercent';
import type { Scenario, Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** The fields of a workload that decide how it rolls out. */
export interface Strategy {
  readonly maxSurge: IntOrString;
  readonly maxUnavailable: IntOrString;
  readonly minReadySeconds: number;
}

/** The workload with this strategy; nothing else of it changes. */
export function withStrategy(workload: Workload, { maxSurge, maxUnavailable, minReadySeconds }: Strategy): Workload {
  const rolling = { type: 'RollingUpdate' as const, rollingUpdate: { maxSurge, maxUnavailable } };
  if (isDaemonSet(workload)) return { ...workload, spec: { ...workload.spec, updateStrategy: rolling, minReadySeconds } };
  return { ...workload, spec: { ...workload.spec, strategy: rolling, minReadySeconds } };
}

/** What runs is left as it is: the new strategy comes with the new version. */
export function scenarioWithStrategy(scenario: Scenario, strategy: Strategy): Scenario {
  const { workload } = scenario;
  return { ...scenario, workload: { ...workload, after: withStrategy(workload.after, strategy) } };
}

/** Few pods are counted, many are a share: what people write. */
const COUNTS = [0, 1, 2, 3];
const SHARES = ['10%', '20%', '25%', '33%', '50%', '75%', '100%'];

/** Pods that are watched longer before they count are found out sooner: worth trying where failures matter. */
const READY_SECONDS = [10, 30];

/** How many pods, or nodes with one, the workload wants in this scenario. */
export function desiredPods({ workload: { after }, cluster }: Scenario): number {
  if (!isDaemonSet(after)) return after.spec.replicas ?? DEFAULT_REPLICAS;
  const grouped = (cluster.groups ?? []).reduce((sum, { count }) => sum + count, 0);
  return (cluster.nodeCount ?? 0) + grouped + (cluster.nodes ?? []).length;
}

function promise({ workload: { after } }: Scenario, strategy: Strategy, desired: number): Envelope {
  const rolling = { type: 'RollingUpdate', rollingUpdate: strategy };
  return rolloutEnvelope(isDaemonSet(after) ? 'DaemonSet' : 'Deployment', rolling, desired);
}

/** Every pair of bounds that comes to other numbers, the ones that ask for least first. */
export function candidates(scenario: Scenario, variesReadiness: boolean): readonly Strategy[] {
  const desired = desiredPods(scenario);
  const { after } = scenario.workload;
  const kind = isDaemonSet(after) ? 'DaemonSet' : 'Deployment';
  const given = after.spec.minReadySeconds ?? 0;
  const readiness = variesReadiness ? [...new Set([given, ...READY_SECONDS.filter((seconds) => seconds > given)])] : [given];
  const bounds: readonly IntOrString[] = [...COUNTS.filter((count) => count <= desired), ...SHARES];
  const found = new Map<string, Strategy>();
  for (const maxSurge of bounds)
    for (const maxUnavailable of bounds) {
      if (refusedPair(kind, maxSurge, maxUnavailable) !== undefined) continue;
      for (const minReadySeconds of readiness) {
        const strategy = { maxSurge, maxUnavailable, minReadySeconds };
        const { surge, unavailable } = promise(scenario, strategy, desired);
        const key = `${surge} ${unavailable} ${minReadySeconds}`;
        if (!found.has(key)) found.set(key, strategy);
      }
    }
  return [...found.values()];
}

import { ASSUMED, aroundSeconds, type Assumptions, type MeasurableTime } from '../../../model/assumptions';
import type { PersistentVolumeClaim, PriorityClass } from '../../../model/apiTypes';
import { namespacedName } from '../../../model/meta';
import { withOtherTemplate } from '../../../model/otherTemplate';
import { cannotExist, resolvePriority } from '../../../model/priority';
import { standingAlike } from './others';
import type { PodBehavior } from '../../cluster/kubelet/behaviorForm';
import type { BehaviorProfile, ClusterSpec, OtherWorkload, Scenario, Workload } from './scenario';
import type { TrafficSpec } from './trafficForm';

export interface ScenarioOptions {
  /** What is running now; without it, the same workload with a template that differs in a marker only. */
  readonly before?: Workload;
  readonly cluster: ClusterSpec;
  /** What else is in the cluster. */
  readonly others?: readonly OtherWorkload[];
  readonly behavior?: BehaviorProfile;
  /** What is taken for everything that is not known; the product's own where nobody sets others. */
  readonly assumptions?: Assumptions;
  /** Who sends requests to the pods. */
  readonly traffic?: TrafficSpec | undefined;
  readonly seed?: number;
  readonly horizonSeconds?: number;
}

/** Far beyond any rollout: 5,000 nodes one by one take 7 hours, with minReadySeconds 60 four days. A stall ends it. */
const DEFAULT_HORIZON_SECONDS = 7 * 86_400;

/** How pods behave when nothing is known about them. */
function assumedBehavior(assumptions: Assumptions): BehaviorProfile {
  const { measured } = assumptions;
  const delay = (name: MeasurableTime): NonNullable<PodBehavior['start']> => {
    const list = measured?.[name]?.list;
    // One run is as good as another: what was measured is drawn from, or a thousand runs would all be the same.
    return list === undefined ? aroundSeconds(assumptions[name]) : { list, drawn: true };
  };
  return {
    default: {
      imagePull: delay('imagePullSeconds'),
      start: delay('podStartSeconds'),
      warmUp: delay('podWarmUpSeconds'),
      shutDown: delay('podStopSeconds'),
    },
  };
}

/** The question "what will happen when this manifest is applied?" as a scenario. */
export function scenarioFor(workload: Workload, options: ScenarioOptions): Scenario {
  const before = options.before ?? withOtherTemplate(workload);
  const { others = [], assumptions } = options;
  const running = others.flatMap((other) => [other.before ?? [], other.after ?? []].flat());
  const all = [before, workload, ...running, ...standingAlike({ others })];
  const claims = new Set((options.cluster.persistentVolumeClaims ?? []).map(({ metadata }) => metadata.name));
  const usesKnownClaim = (workload.spec.template.spec.volumes ?? []).some(({ persistentVolumeClaim }) =>
    claims.has(persistentVolumeClaim?.claimName ?? ''),
  );
  return {
    version: 1,
    title: `Rollout of ${workload.kind ?? 'workload'} ${workload.metadata.name}`,
    seed: options.seed ?? 1,
    horizonSeconds: options.horizonSeconds ?? DEFAULT_HORIZON_SECONDS,
    cluster: withAssumedClasses(withAssumedClaims(options.cluster, all), all),
    workload: { before, after: workload },
    ...(others.length === 0 ? {} : { others }),
    behavior: options.behavior ?? assumedBehavior(assumptions ?? ASSUMED),
    ...(assumptions === undefined ? {} : { clientLimits: assumptions.clientLimits }),
    actions: [],
    ...(usesKnownClaim ? { volumesApart: true } : {}),
    ...(options.traffic === undefined ? {} : { traffic: options.traffic }),
  };
}

/** Claims that the pods use and nobody has shown are taken to be there and to stand in nobody's way. */
function withAssumedClaims(cluster: ClusterSpec, workloads: readonly Workload[]): ClusterSpec {
  const known = new Set((cluster.persistentVolumeClaims ?? []).map(namespacedName));
  const assumed = workloads.flatMap(({ metadata: { namespace }, spec }) =>
    (spec.template.spec.volumes ?? []).flatMap(({ persistentVolumeClaim }): PersistentVolumeClaim[] => {
      const name = persistentVolumeClaim?.claimName;
      if (name === undefined) return [];
      const metadata = namespace === undefined ? { name } : { name, namespace };
      if (known.has(namespacedName({ metadata }))) return [];
      known.add(namespacedName({ metadata }));
      return [{ kind: 'PersistentVolumeClaim', metadata, spec: { accessModes: ['ReadWriteMany'] } }];
    }),
  );
  if (assumed.length === 0) return cluster;
  return { ...cluster, persistentVolumeClaims: [...(cluster.persistentVolumeClaims ?? []), ...assumed] };
}

/** PriorityClasses that nobody has shown are taken to give no priority. */
function withAssumedClasses(cluster: ClusterSpec, workloads: readonly Workload[]): ClusterSpec {
  const known = cluster.priorityClasses ?? [];
  const unknown = workloads.flatMap(({ spec }) => {
    const { priorityClassName, priority } = spec.template.spec;
    const isKnown = priority !== undefined || resolvePriority(priorityClassName, known) !== undefined;
    return isKnown || priorityClassName === undefined || cannotExist(priorityClassName) ? [] : [priorityClassName];
  });
  if (unknown.length === 0) return cluster;
  const assumed = [...new Set(unknown)].map((name): PriorityClass => ({ metadata: { name }, value: 0 }));
  return { ...cluster, priorityClasses: [...known, ...assumed] };
}

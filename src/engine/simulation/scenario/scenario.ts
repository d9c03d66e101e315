import { CLIENT_LIMITS, type ClientLimits } from '../../../model/assumptions';
import { DEFAULT_LIMITS, LIMITS } from '../../../model/limits';
import { workloadKey } from './workloadKind';
import type { DaemonSet, Deployment } from '../../../model/apiTypes';
import type { KindMap } from '../../api/kinds';
import { podBehavior, slowNodes } from '../../cluster/kubelet/behavior';
import type * as behavior from '../../cluster/kubelet/behavior';
import {
  anyObject,
  flag,
  list,
  mapOf,
  number,
  object,
  oneOf,
  optional,
  plainJson,
  refuse,
  text,
  type Check,
  type Of,
  type Optional,
} from '../../kernel/schema';
import { action, count, nodeGroup, nodeObject, objectOf, type ScenarioAction } from './actions';

/** How pods behave: what those who make scenarios need of the kubelet model. */
export type PodBehavior = behavior.PodBehavior;
export type PodFailure = behavior.PodFailure;

/** What surrounds a rollout: its list in the description of a cluster, and its kind, in the order of creation. */
export const SURROUNDINGS = {
  namespaces: 'Namespace',
  storageClasses: 'StorageClass',
  persistentVolumes: 'PersistentVolume',
  persistentVolumeClaims: 'PersistentVolumeClaim',
  limitRanges: 'LimitRange',
  resourceQuotas: 'ResourceQuota',
  podDisruptionBudgets: 'PodDisruptionBudget',
  services: 'Service',
  priorityClasses: 'PriorityClass',
} as const;

type ListsOf<Kinds extends Readonly<Record<string, keyof KindMap>>> = {
  readonly [Field in keyof Kinds]: Optional<readonly KindMap[Kinds[Field]][]>;
};
const listsOf = <const Kinds extends Readonly<Record<string, keyof KindMap>>>(kinds: Kinds): ListsOf<Kinds> =>
  Object.fromEntries(
    Object.entries(kinds).map(([field, kind]) => [field, optional(list(objectOf(kind), { most: LIMITS.objects }))]),
  ) as unknown as ListsOf<Kinds>;

export type ClusterSpec = Of<typeof cluster>;
const cluster = object({
  /** A count makes equal, roomy nodes `node-1` …; groups and Node objects say more. All given are added up. */
  nodeCount: optional(count(LIMITS.nodes)),
  /** Zones that nodes which name none are spread over, in turn (default: 3). */
  zoneCount: optional(count(LIMITS.zones, 1)),
  groups: optional(list(nodeGroup, { most: LIMITS.nodeGroups })),
  nodes: optional(list(nodeObject, { most: LIMITS.nodes })),
  /** What else is in the cluster. */
  ...listsOf({ pods: 'Pod', ...SURROUNDINGS }),
});

export type Workload = Deployment | DaemonSet;
const checkWorkload: Check<Workload> = (value, path) => {
  const { kind } = anyObject(value, path);
  if (kind !== 'Deployment' && kind !== 'DaemonSet') refuse(path, `must be a Deployment or a DaemonSet, not a ${String(kind)}`);
  return objectOf(kind)(value, path);
};

/** What else rolls out, or only runs, in the same cluster: the timeline is about one workload and sees the others. */
export type OtherWorkload = Of<typeof otherWorkload>;
const otherWorkload = object({
  /** What runs when the simulation begins. Absent: it is created at 0. */
  before: optional(checkWorkload),
  /** What is applied at 0. Absent: nothing is, it just runs. */
  after: optional(checkWorkload),
  /** What its pods do otherwise than `behavior.default` says. */
  behavior: optional(podBehavior),
  /** The file that describes it, for sentences about it. */
  source: optional(text()),
});

/** A scenario may bound itself more tightly than the product does, and no further. */
const upTo = (most: number): Check<number> => number({ min: 1, max: most, integer: true });

/**
 * Everything that decides a simulated rollout, as plain JSON: it can be saved, shared and replayed to the same bytes.
 * Times in a scenario are seconds; 0 is the moment the new version is applied.
 */
export type Scenario = Of<typeof scenario>;
export type BehaviorProfile = NonNullable<Scenario['behavior']>;
const scenario = object({
  version: oneOf(1),
  title: optional(text()),
  /** One sentence that says what the scenario shows. */
  description: optional(text()),
  seed: number({ integer: true }),
  /** Seconds after which the simulation ends whatever happens. */
  horizonSeconds: number({ min: 1, max: LIMITS.seconds }),
  /** `settled` (default): at completion or at a proven stall; `deadline`: also when the progress deadline is exceeded. */
  stopAt: optional(oneOf('settled', 'deadline', 'horizon')),
  cluster,
  workload: object({
    /** What runs, fully rolled out, when the simulation begins. Absent: the workload is created at 0. */
    before: optional(checkWorkload),
    /** What is applied at 0. */
    after: checkWorkload,
  }),
  others: optional(list(otherWorkload, { most: LIMITS.others })),
  behavior: optional(
    object({
      default: optional(podBehavior),
      /** By revision: `before`, `after`, or the image of the first container; overrides single fields. */
      revisions: optional(mapOf(podBehavior)),
      nodes: optional(
        object({
          /** Nodes that are slow by chance: pulls, starts and warm-ups take `factor` times as long there. */
          slow: optional(slowNodes),
          /** Pods on the same node take the same times: drawn once for each node instead of for each pod. */
          sameSpeed: optional(flag),
        }),
      ),
    }),
  ),
  /** What users do and what goes wrong, at its time; the order of equal times is the order of the list. */
  actions: list(action, { most: LIMITS.actions }),
  informerLagMs: optional(number({ min: 0, max: LIMITS.informerLagMs })),
  /** About how long a request takes: nothing comes at quite the same time on a real system. 0: everything at once. */
  latencyMs: optional(number({ min: 0, max: LIMITS.latencyMs })),
  /** What the client of each controller may send (`--kube-api-qps`, `--kube-api-burst`); `qps` 0: as much as it likes. */
  clientLimits: optional(object({ qps: number({ min: 0, max: LIMITS.qps }), burst: upTo(LIMITS.qps) })),
  limits: optional(
    object({
      maxSteps: optional(upTo(DEFAULT_LIMITS.maxSteps)),
      maxPods: optional(upTo(DEFAULT_LIMITS.maxPods)),
      maxRecords: optional(upTo(DEFAULT_LIMITS.maxRecords)),
    }),
  ),
});

/** What the client of each controller may send. Without latency all comes at once, requests too. */
export function clientLimitsOf({ clientLimits, latencyMs }: Scenario): ClientLimits {
  return clientLimits ?? (latencyMs === 0 ? { qps: 0, burst: 1 } : CLIENT_LIMITS);
}

/** The scenario, if it is one; otherwise an EngineError that names the field and says what belongs there. */
export function checkScenario(value: unknown): Scenario {
  plainJson(value, 'scenario');
  const valid = scenario(value, 'scenario');
  const { before, after } = valid.workload;
  if (before !== undefined && before.kind !== after.kind)
    refuse('scenario.workload', `before is a ${before.kind}, after a ${after.kind}; they must be of one kind`);
  checkOthers(valid);
  checkNodes(valid);
  const replicas = count(Infinity);
  const most = valid.limits?.maxPods ?? DEFAULT_LIMITS.maxPods;
  for (const [path, wanted] of replicasWanted(valid)) {
    const asked = wanted === undefined ? 0 : replicas(wanted, path);
    if (asked > most) refuse(path, `${asked} is more than the ${most} pods that a simulation may have; use a smaller number`);
  }
  return valid;
}

/** All nodes that there are and that come. */
function checkNodes({ cluster: { nodeCount = 0, groups = [], nodes = [] }, actions }: Scenario): void {
  const added = actions.map((planned) => {
    if (planned.action !== 'addNode') return 0;
    return 'count' in planned.node ? planned.node.count : 1;
  });
  const all = [nodeCount, nodes.length, ...groups.map(({ count: many }) => many), ...added].reduce((sum, many) => sum + many, 0);
  if (all > LIMITS.nodes)
    refuse(
      'scenario.cluster',
      `has ${all} nodes with all its groups and those that are added, at most ${LIMITS.nodes} are allowed`,
    );
}

/** Each of the others is one workload, and no two are the same. */
function checkOthers({ workload, others = [] }: Scenario): void {
  const known = new Set([workloadKey(workload.after)]);
  others.forEach(({ before, after }, index) => {
    const path = `scenario.others[${index}]`;
    const versions = [before, after].filter((version) => version !== undefined);
    const [key = '', other = key] = versions.map(workloadKey);
    if (key === '') refuse(path, 'has neither before nor after');
    if (key !== other) refuse(path, `before is ${key}, after is ${other}; they must be the same`);
    if (known.has(key)) refuse(path, `is ${key}, which is in the scenario already`);
    known.add(key);
  });
}

/** Every number of replicas that a scenario asks for, with its place. */
function replicasWanted({
  workload: { before, after },
  others = [],
  actions,
}: Scenario): (readonly [path: string, replicas: unknown])[] {
  return [
    ['scenario.workload.before.spec.replicas', replicasIn(before)],
    ['scenario.workload.after.spec.replicas', replicasIn(after)],
    ...others.flatMap((other, index): [string, unknown][] => [
      [`scenario.others[${index}].before.spec.replicas`, replicasIn(other.before)],
      [`scenario.others[${index}].after.spec.replicas`, replicasIn(other.after)],
    ]),
    ...actions.flatMap((planned, index) => replicasSetBy(planned, `scenario.actions[${index}]`)),
  ];
}

function replicasSetBy(planned: ScenarioAction, path: string): (readonly [path: string, replicas: unknown])[] {
  if (planned.action === 'scale') return [[`${path}.replicas`, planned.replicas]];
  if (planned.action === 'applyObject') return [[`${path}.object.spec.replicas`, replicasIn(planned.object)]];
  return planned.action === 'patch' ? [[`${path}.patch.spec.replicas`, replicasIn(planned.patch)]] : [];
}

function replicasIn(object: unknown): unknown {
  const { spec } = (object ?? {}) as { readonly spec?: unknown };
  return typeof spec === 'object' && spec !== null
    ? ((spec as { readonly replicas?: unknown }).replicas ?? undefined)
    : undefined;
}

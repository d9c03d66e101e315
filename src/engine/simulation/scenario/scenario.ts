import { DEFAULT_LIMITS, LIMITS } from '../../../model/limits';
import type { DaemonSet, Deployment } from '../../../model/apiTypes';
import { parseTime } from '../../../model/time';
import type { KindMap } from '../../api/kinds';
import { podBehavior, slowNodes } from '../../cluster/kubelet/behaviorForm';
import type * as behavior from '../../cluster/kubelet/behaviorForm';
import {
  anyObject,
  flag,
  list,
  mapOf,
  name,
  number,
  object,
  oneOf,
  optional,
  refuse,
  show,
  text,
  type Check,
  type Of,
  type Optional,
} from '../../kernel/schema';
import { action, count, nodeObject, scalableGroup } from './actions';
import { machineForm } from './machineForm';
import { objectOf } from './objectForm';
import { SURROUNDINGS } from './surroundingKinds';
import { tourStop } from './tourForm';
import { trafficForm } from './trafficForm';

/** How pods behave: what those who make scenarios need of the kubelet model. */
export type PodBehavior = behavior.PodBehavior;
export type PodFailure = behavior.PodFailure;

type ListsOf<Kinds extends Readonly<Record<string, keyof KindMap>>> = {
  readonly [Field in keyof Kinds]: Optional<readonly KindMap[Kinds[Field]][]>;
};
const listsOf = <const Kinds extends Readonly<Record<string, keyof KindMap>>>(kinds: Kinds): ListsOf<Kinds> =>
  Object.fromEntries(
    Object.keys(kinds).map((field) => [field, optional(list(objectOf(), { most: LIMITS.objects }))]),
  ) as unknown as ListsOf<Kinds>;

export type ClusterSpec = Of<typeof cluster>;
const cluster = object({
  /** A count makes equal, roomy nodes `node-1` …; groups and Node objects say more. All given are added up. */
  nodeCount: optional(count(LIMITS.nodes)),
  /** Zones that nodes which name none are spread over, in turn (default: 3). */
  zoneCount: optional(count(LIMITS.zones, 1)),
  groups: optional(list(scalableGroup, { most: LIMITS.nodeGroups })),
  nodes: optional(list(nodeObject, { most: LIMITS.nodes })),
  /** What else is in the cluster. */
  ...listsOf({ pods: 'Pod', ...SURROUNDINGS }),
});

export type Workload = Deployment | DaemonSet;
const workloadObject = objectOf<'Deployment' | 'DaemonSet'>();
const checkWorkload: Check<Workload> = (value, path) => {
  const { kind } = anyObject(value, path);
  if (kind !== 'Deployment' && kind !== 'DaemonSet') {
    const given = typeof kind === 'string' || kind === undefined || kind === null ? `a ${String(kind)}` : 'what is no text';
    refuse(path, `must be a Deployment or a DaemonSet, not ${given}`);
  }
  return workloadObject(value, path);
};

/** Pods that something keeps running whose controller is not simulated: a StatefulSet, a bare ReplicaSet; or nobody: a Pod. */
export type StandingPods = Of<typeof standingPods>;
const standingPods = object({
  /** Whose pods they are; of the kind `Pod` there is one, and once it is gone it stays away. */
  kind: name,
  count: count(LIMITS.objects),
  /** One after the other, each when those before it are ready, as a StatefulSet has them. */
  inOrder: optional(flag),
  /** Each of them; its name is their owner's. */
  pod: objectOf<'Pod'>(),
});

/** What else rolls out, or only runs, in the same cluster: the timeline is about one workload and sees the others. */
export type OtherWorkload = Of<typeof otherWorkload>;
const otherWorkload = object({
  /** What runs when the simulation begins. Absent: it is created at 0. */
  before: optional(checkWorkload),
  /** What is applied at 0. Absent: nothing is, it just runs. */
  after: optional(checkWorkload),
  /** Instead of both: pods that only run. */
  standing: optional(standingPods),
  /** What its pods do otherwise than `behavior.default` says. */
  behavior: optional(podBehavior),
  /** The file that describes it, for sentences about it. */
  source: optional(text()),
});

/** What a rollout under way consists of. */
const UNDER_WAY = ['Deployment', 'DaemonSet', 'ReplicaSet', 'ControllerRevision', 'Pod'] as const;

const time: Check<string> = (value, path) => {
  const written = text()(value, path);
  return parseTime(written) === undefined
    ? refuse(path, `must be a time such as 2026-01-31T12:00:00Z, not ${show(value)}`)
    : written;
};

/** A rollout under way: the simulation goes on from it. Nodes, other pods and all else around it are the cluster's. */
export type RolloutState = Of<typeof state>;
const state = object({
  /** When it was so, in RFC 3339. */
  now: time,
  /** The workload and what it owns, as kubectl prints them. */
  objects: list(
    (value, path) => {
      const { kind } = anyObject(value, path);
      if (!UNDER_WAY.some((known) => known === kind))
        refuse(`${path}.kind`, `must be one of ${UNDER_WAY.join(', ')}, not ${show(kind)}`);
      return objectOf<(typeof UNDER_WAY)[number]>()(value, path);
    },
    { most: LIMITS.objects },
  ),
  /** Where and when failed pods of a DaemonSet were deleted, in the order of time: the next one waits longer. */
  failedPodsDeleted: optional(list(object({ node: name, at: time }), { most: LIMITS.objects })),
});

/** A scenario may bound itself more tightly than the product does, and no further. */
const upTo = (most: number): Check<number> => number({ min: 1, max: most, integer: true });

/**
 * Everything that decides a simulated rollout, as plain JSON: it can be saved, shared and replayed to the same bytes.
 * Times in a scenario are seconds; 0 is the moment the new version is applied.
 */
export type Scenario = Of<typeof scenarioForm>;
export type BehaviorProfile = NonNullable<Scenario['behavior']>;
export const scenarioForm = object({
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
  /** Instead of `workload.before`, which then only tells what ran before the rollout that is under way. */
  state: optional(state),
  others: optional(list(otherWorkload, { most: LIMITS.others })),
  behavior: optional(
    object({
      default: optional(podBehavior),
      /** By revision: `before`, `after`, a template's hash, or the image of the first container; overrides single fields. */
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
  /**
   * A pod whose ReadWriteOnce volume is attached to a node gets another one wherever one takes it: which it would get nobody
   * knows, and there it has to wait.
   */
  volumesApart: optional(flag),
  /** Requests to the pods by way of a Service; absent: nobody asks what becomes of them. */
  traffic: optional(trafficForm),
  /** Pods that a required affinity with one of these selectors asks for are taken to be everywhere: nobody shows them. */
  companyAssumed: optional(list(anyObject)),
  /** What to look at inside the machine, stop by stop. */
  tour: optional(list(tourStop, { most: LIMITS.actions })),
  informerLagMs: optional(number({ min: 0, max: LIMITS.informerLagMs })),
  /** About how long a request takes: nothing comes at quite the same time on a real system. 0: everything at once. */
  latencyMs: optional(number({ min: 0, max: LIMITS.latencyMs })),
  /** What the client of each controller may send (`--kube-api-qps`, `--kube-api-burst`); `qps` 0: as much as it likes. */
  clientLimits: optional(object({ qps: number({ min: 0, max: LIMITS.qps }), burst: upTo(LIMITS.qps) })),
  /** The machine of the controllers: from second 0 on what is wrong with it, all the time how it is set. */
  machine: optional(machineForm),
  limits: optional(
    object({
      maxSteps: optional(upTo(DEFAULT_LIMITS.maxSteps)),
      maxPods: optional(upTo(DEFAULT_LIMITS.maxPods)),
      maxRecords: optional(upTo(DEFAULT_LIMITS.maxRecords)),
    }),
  ),
});

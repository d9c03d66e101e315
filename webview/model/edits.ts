import { aroundSeconds, NODE_READY_SECONDS } from '../../src/model/assumptions';
import { UNSTATED_DELAYS } from '../../src/model/podDelays';
import { DAEMON_SET_DEFAULTS, DEPLOYMENT_DEFAULTS } from '../../src/model/defaults';
import { defaultPullPolicy } from '../../src/model/pullPolicy';
import type { ScalableGroup, ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { BehaviorProfile, PodBehavior, PodFailure, Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import { clientLimitsOf } from '../../src/engine/simulation/scenario/scenarioValues';
import type { IntOrString } from '../../src/model/intOrPercent';
import type { TunableManifestValues } from '../../src/shared/protocol';
import { CHANCE_FIELDS, tuneChances, type ChanceTuning } from './chances';
import { LOAD_FIELDS, tuneTraffic, type LoadTuning } from './requestEdits';
import { isDeployment, tuneVersions, type WorkloadTuning } from './tunedWorkload';

/** The what-if values laid over the scenario that came from the manifest or the file. Absent: as given. */
export interface Tuning extends WorkloadTuning, LoadTuning, ChanceTuning {
  readonly imagePullSeconds?: number;
  readonly startSeconds?: number;
  readonly warmUpSeconds?: number;
  readonly shutDownSeconds?: number;
  /** What is wrong with the new version; null: nothing, whatever the scenario says. */
  readonly failure?: PodFailure | null;
  readonly nodeCount?: number;
  readonly zoneCount?: number;
  /** So many nodes are added at most for pods that fit nowhere, each so much later. */
  readonly addedNodes?: number;
  readonly nodeReadySeconds?: number;
  /** What the client of each controller may send. */
  readonly clientQps?: number;
  readonly clientBurst?: number;
  /** Which of all runs that may happen: the same seed gives the same run. */
  readonly seed?: number;
}
export type TuningField = keyof Tuning;

/** Everything the user changed: what undo and redo go back and forth over. */
export interface Edits {
  readonly tuning: Tuning;
  readonly actions: readonly ScenarioAction[];
}

/** The fields that have a place in the manifest. */
export const APPLICABLE = [
  'replicas',
  'maxSurge',
  'maxUnavailable',
  'minReadySeconds',
  'progressDeadlineSeconds',
  'terminationGracePeriodSeconds',
  'preStopSleepSeconds',
  'readiness',
] as const satisfies readonly (keyof TunableManifestValues)[];

/** What of the what-ifs can be written into the manifest: a probe that is there is not taken away. */
export function applicableValues(tuning: Tuning): TunableManifestValues {
  const fields = APPLICABLE.filter((field) => tuning[field] !== undefined && tuning[field] !== 'none');
  return Object.fromEntries(fields.map((field) => [field, tuning[field]]));
}

type Delay = NonNullable<PodBehavior['start']>;

export function delayOf(behavior: BehaviorProfile | undefined, field: DelayField): Delay {
  return behavior?.default?.[DELAYS[field]] ?? UNSTATED_DELAYS[DELAYS[field]];
}

/** What varies goes on to vary, as what is assumed does; what is told to the second stays so. */
export function tunedDelay(given: Delay, seconds: number): Delay {
  return typeof given === 'number' ? seconds : aroundSeconds(seconds);
}

/** Where a delay of the pods stands in a scenario. */
export const DELAYS = {
  imagePullSeconds: 'imagePull',
  startSeconds: 'start',
  warmUpSeconds: 'warmUp',
  shutDownSeconds: 'shutDown',
} as const satisfies Partial<Record<TuningField, keyof typeof UNSTATED_DELAYS>>;
export type DelayField = keyof typeof DELAYS;
const DELAY_FIELDS = Object.keys(DELAYS) as DelayField[];

const ASSUMED: ReadonlySet<TuningField> = new Set([
  ...DELAY_FIELDS,
  'nodeCount',
  'zoneCount',
  'addedNodes',
  'nodeReadySeconds',
  'clientQps',
  'clientBurst',
  ...LOAD_FIELDS,
  ...CHANCE_FIELDS,
]);

/** What no manifest says. */
export function isAssumed(field: TuningField): boolean {
  return ASSUMED.has(field);
}

export const NO_EDITS: Edits = { tuning: {}, actions: [] };

/** Takes a scenario's own actions as the first edits, so that they can be seen, removed and undone like all others. */
export function editsOf(scenario: Scenario): Edits {
  return scenario.actions.length === 0 ? NO_EDITS : { tuning: {}, actions: scenario.actions };
}

/** The scenario with the edits in place of its own actions: the only place where a what-if becomes a simulation input. */
export function scenarioWith(base: Scenario, { tuning, actions }: Edits): Scenario {
  return {
    ...base,
    workload: tuneVersions(base.workload, tuning),
    behavior: tuneChances(tuneBehavior(base, tuning), tuning),
    ...tuneClients(base, tuning),
    ...tuneTraffic(base, tuning),
    ...(tuning.seed === undefined ? {} : { seed: tuning.seed }),
    cluster: tuneCluster(base, tuning),
    actions: [...actions].sort((a, b) => a.at - b.at),
  };
}

function tuneBehavior({ behavior, workload }: Scenario, tuning: Tuning): BehaviorProfile {
  const { failure, replaced } = tuning;
  const given = behavior?.revisions?.['after'];
  const after = {
    ...(failure === undefined ? given : withFailure(given, failure)),
    ...(replaced === 'restart' && !pullsAlways(workload.after) ? { imagePull: 0 } : {}),
  };
  return {
    ...behavior,
    default: {
      ...behavior?.default,
      ...Object.fromEntries(
        DELAY_FIELDS.flatMap((field) => {
          const seconds = tuning[field];
          return seconds === undefined ? [] : [[DELAYS[field], tunedDelay(delayOf(behavior, field), seconds)]];
        }),
      ),
    },
    ...(failure === undefined && replaced !== 'restart' ? {} : { revisions: { ...behavior?.revisions, after } }),
  };
}

function tuneClients(base: Scenario, { clientQps, clientBurst }: Tuning): Pick<Scenario, 'clientLimits'> {
  if (clientQps === undefined && clientBurst === undefined) return {};
  const { qps, burst } = clientLimitsOf(base);
  return { clientLimits: { qps: clientQps ?? qps, burst: clientBurst ?? Math.max(1, burst) } };
}

/** A node that runs an image has it: what restarts is not pulled again, unless the manifest wants that. */
function pullsAlways({ spec }: Workload): boolean {
  const { containers } = spec.template.spec;
  return containers.some(({ image = '', imagePullPolicy = defaultPullPolicy(image) }) => imagePullPolicy === 'Always');
}

function withFailure(given: PodBehavior | undefined, failure: PodFailure | null): PodBehavior {
  const { failure: _given, ...rest } = given ?? {};
  return failure === null ? rest : { ...rest, failure };
}

function tuneCluster(base: Scenario, { nodeCount, zoneCount, addedNodes, nodeReadySeconds }: Tuning): Scenario['cluster'] {
  const cluster = nodeCount === undefined ? base.cluster : withNodeCount(base, nodeCount);
  const zoned = zoneCount === undefined ? cluster : { ...cluster, zoneCount };
  const growing = addedNodes === undefined ? zoned : withAddedNodes(zoned, addedNodes);
  if (nodeReadySeconds === undefined || growing.groups === undefined) return growing;
  const groups = growing.groups.map((group) =>
    group.max === undefined ? group : { ...group, readyAfterSeconds: nodeReadySeconds },
  );
  return { ...growing, groups };
}

/** Of the groups that grow anyway the first; otherwise nodes as there are. */
function withAddedNodes(cluster: Scenario['cluster'], most: number): Scenario['cluster'] {
  const { groups = [] } = cluster;
  const first = groups.find(({ max }) => max !== undefined);
  if (first === undefined) return { ...cluster, groups: [...groups, { name: 'added', count: 0, max: most }] };
  return { ...cluster, groups: groups.map((group) => (group === first ? { ...group, max: group.count + most } : group)) };
}

/** What a scenario says of nodes that are added. */
export function growthOf({ cluster: { groups = [] } }: Scenario): Required<Pick<Tuning, 'addedNodes' | 'nodeReadySeconds'>> {
  const {
    count = 0,
    max = count,
    readyAfterSeconds = NODE_READY_SECONDS,
  } = groups.find((group) => group.max !== undefined) ?? {};
  return { addedNodes: max - count, nodeReadySeconds: readyAfterSeconds };
}

/** A count of nodes: the plain nodes where the scenario has some, otherwise its largest group. */
function withNodeCount({ cluster }: Scenario, nodeCount: number): Scenario['cluster'] {
  const { groups = [] } = cluster;
  if (cluster.nodeCount !== undefined || groups.length === 0) return { ...cluster, nodeCount };
  const largest = groups.reduce<ScalableGroup>(
    (best, group) => (group.count > best.count ? group : best),
    groups[0] as ScalableGroup,
  );
  return { ...cluster, groups: groups.map((group) => (group === largest ? withCount(group, nodeCount) : group)) };
}

function withCount(group: ScalableGroup, count: number): ScalableGroup {
  return { ...group, count, ...(group.max === undefined ? {} : { max: Math.max(group.max, count) }) };
}

/** How many nodes a scenario starts with, as `withNodeCount` counts them. */
export function nodeCountOf({ cluster }: Scenario): number {
  const { groups = [] } = cluster;
  if (cluster.nodeCount !== undefined || groups.length === 0) return cluster.nodeCount ?? cluster.nodes?.length ?? 0;
  return Math.max(...groups.map(({ count }) => count));
}

/** The strategy fields as the scenario has them, for showing and for pre-filling fields. */
export function strategyOf(workload: Workload): {
  readonly type: string;
  readonly maxSurge: IntOrString | undefined;
  readonly maxUnavailable: IntOrString | undefined;
} {
  const defaults = isDeployment(workload) ? DEPLOYMENT_DEFAULTS : DAEMON_SET_DEFAULTS;
  const strategy = isDeployment(workload) ? workload.spec.strategy : workload.spec.updateStrategy;
  const { type = defaults.strategy, rollingUpdate } = strategy ?? {};
  const { maxSurge, maxUnavailable } = type === 'RollingUpdate' ? defaults : {};
  return {
    type,
    maxSurge: rollingUpdate?.maxSurge ?? maxSurge,
    maxUnavailable: rollingUpdate?.maxUnavailable ?? maxUnavailable,
  };
}

import { aroundSeconds, NODE_READY_SECONDS } from '../../src/model/assumptions';
import { UNSTATED_DELAYS } from '../../src/model/podDelays';
import { DAEMON_SET_DEFAULTS, DEPLOYMENT_DEFAULTS } from '../../src/model/defaults';
import { defaultPullPolicy } from '../../src/model/pullPolicy';
import { withOtherTemplate } from '../../src/model/otherTemplate';
import type { ScalableGroup, ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import {
  clientLimitsOf,
  type BehaviorProfile,
  type PodBehavior,
  type PodFailure,
  type Scenario,
  type Workload,
} from '../../src/engine/simulation/scenario/scenario';
import type { IntOrString } from '../../src/model/intOrPercent';
import type { DaemonSet, Deployment } from '../../src/model/apiTypes';
import type { TunableManifestValues } from '../../src/shared/protocol';

/** The what-if values laid over the scenario that came from the manifest or the file. Absent: as given. */
export interface Tuning extends TunableManifestValues {
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
  readonly image?: string;
  /** Another question than the one that was brought along: what if all pods were replaced, by the same or by others? */
  readonly replaced?: 'restart' | 'newImage';
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
] as const satisfies readonly (keyof TunableManifestValues)[];

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

export function isDeployment(workload: Workload): workload is Deployment {
  return workload.kind !== 'DaemonSet';
}

/** The scenario with the edits in place of its own actions: the only place where a what-if becomes a simulation input. */
export function scenarioWith(base: Scenario, { tuning, actions }: Edits): Scenario {
  return {
    ...base,
    workload: tuneVersions(base.workload, tuning),
    behavior: tuneBehavior(base, tuning),
    ...tuneClients(base, tuning),
    cluster: tuneCluster(base, tuning),
    actions: [...actions].sort((a, b) => a.at - b.at),
  };
}

function tuneVersions({ before, after }: Scenario['workload'], tuning: Tuning): Scenario['workload'] {
  const tuned = tuneWorkload(after, tuning);
  if (tuning.replaced !== undefined) return { after: tuned, before: withOtherTemplate(tuned) };
  return { after: tuned, ...(before === undefined ? {} : { before: scaleWorkload(before, tuning.replicas) }) };
}

/** Replicas change on both sides, so that the question stays "this rollout, at that size" and not "a rollout while scaling". */
function scaleWorkload(workload: Workload, replicas: number | undefined): Workload {
  return isDeployment(workload) ? scaleDeployment(workload, replicas) : workload;
}

function scaleDeployment(workload: Deployment, replicas: number | undefined): Deployment {
  return replicas === undefined ? workload : { ...workload, spec: { ...workload.spec, replicas } };
}

function tuneWorkload(workload: Workload, tuning: Tuning): Workload {
  return isDeployment(workload) ? tuneDeployment(workload, tuning) : tuneDaemonSet(workload, tuning);
}

function rollingUpdate(
  given: { readonly maxSurge?: IntOrString | undefined; readonly maxUnavailable?: IntOrString | undefined } | undefined,
  { maxSurge, maxUnavailable }: Tuning,
): { readonly maxSurge?: IntOrString | undefined; readonly maxUnavailable?: IntOrString | undefined } {
  return {
    ...given,
    ...(maxSurge === undefined ? {} : { maxSurge }),
    ...(maxUnavailable === undefined ? {} : { maxUnavailable }),
  };
}

function tuneDeployment(workload: Deployment, tuning: Tuning): Workload {
  const { spec } = scaleDeployment(workload, tuning.replicas);
  const touchesStrategy = tuning.maxSurge !== undefined || tuning.maxUnavailable !== undefined;
  return {
    ...workload,
    spec: {
      ...spec,
      ...(touchesStrategy
        ? { strategy: { type: 'RollingUpdate', rollingUpdate: rollingUpdate(spec.strategy?.rollingUpdate, tuning) } }
        : {}),
      ...(tuning.minReadySeconds === undefined ? {} : { minReadySeconds: tuning.minReadySeconds }),
      ...(tuning.progressDeadlineSeconds === undefined ? {} : { progressDeadlineSeconds: tuning.progressDeadlineSeconds }),
      template: tuneTemplate(spec.template, tuning),
    },
  };
}

function tuneDaemonSet(workload: DaemonSet, tuning: Tuning): Workload {
  const { spec } = workload;
  const touchesStrategy = tuning.maxSurge !== undefined || tuning.maxUnavailable !== undefined;
  return {
    ...workload,
    spec: {
      ...spec,
      ...(touchesStrategy
        ? { updateStrategy: { type: 'RollingUpdate', rollingUpdate: rollingUpdate(spec.updateStrategy?.rollingUpdate, tuning) } }
        : {}),
      ...(tuning.minReadySeconds === undefined ? {} : { minReadySeconds: tuning.minReadySeconds }),
      template: tuneTemplate(spec.template, tuning),
    },
  };
}

function tuneTemplate(template: Deployment['spec']['template'], tuning: Tuning): Deployment['spec']['template'] {
  const { terminationGracePeriodSeconds, image } = tuning;
  if (terminationGracePeriodSeconds === undefined && image === undefined) return template;
  const [first, ...others] = template.spec.containers;
  return {
    ...template,
    spec: {
      ...template.spec,
      ...(terminationGracePeriodSeconds === undefined ? {} : { terminationGracePeriodSeconds }),
      ...(image === undefined || first === undefined ? {} : { containers: [{ ...first, image }, ...others] }),
    },
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

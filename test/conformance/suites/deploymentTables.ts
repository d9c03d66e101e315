import { resolveBounds } from '../../../src/model/envelope';
import { intOrPercentProblem, type IntOrString } from '../../../src/model/intOrPercent';
import { isPodActive, isPodAvailable, isPodTerminating } from '../../../src/model/podConditions';
import { decodeTimes, encodeTimes } from '../../../src/model/time';
import type { DeploymentStatus, ReplicaSet, DeploymentCondition } from '../../../src/model/apiTypes';
import { DESIRED_REPLICAS_ANNOTATION, MAX_REPLICAS_ANNOTATION } from '../../../src/model/wellKnown';
import { setNewReplicaSetAnnotations } from '../../../src/engine/controllers/deployment/deploymentUtil/annotations';
import {
  deploymentComplete,
  deploymentProgressing,
  deploymentTimedOut,
} from '../../../src/engine/controllers/deployment/deploymentUtil/conditions';
import {
  maxSurge,
  maxUnavailable,
  minAvailable,
  newRSNewReplicas,
} from '../../../src/engine/controllers/deployment/deploymentUtil/fenceposts';
import { getReplicaSetProportion, isSaturated } from '../../../src/engine/controllers/deployment/deploymentUtil/proportions';
import {
  filterActiveReplicaSets,
  findActiveOrLatest,
  findNewReplicaSet,
  findOldReplicaSets,
} from '../../../src/engine/controllers/deployment/deploymentUtil/replicaSets';
import { lastRevision, maxRevision } from '../../../src/engine/controllers/deployment/deploymentUtil/revisions';
import { generateReplicaSetName } from '../../../src/engine/controllers/deployment/newReplicaSet';
import { oldPodsRunning } from '../../../src/engine/controllers/deployment/recreate';
import {
  cleanupUnhealthyReplicas,
  reconcileNewReplicaSet,
  reconcileOldReplicaSets,
  scaleDownOldReplicaSetsForRollingUpdate,
} from '../../../src/engine/controllers/deployment/rolling';
import { scale } from '../../../src/engine/controllers/deployment/scale';
import { calculateStatus, cleanupDeployment } from '../../../src/engine/controllers/deployment/sync';
import { findMinNextPodAvailabilityCheck } from '../../../src/engine/controllers/podAvailability';
import { calculateStatus as calculateReplicaSetStatus, getPodsToDelete } from '../../support/replicaSetWholes';
import { slowStartBatch } from '../../../src/engine/controllers/slowStart';
import { compareValues } from '../compare';
import { omitEmpty } from '../omitEmpty';
import type { ConformanceRecord, ConformanceSuite } from '../suite';
import { DeploymentTableRun } from './deploymentTableRun';
import {
  deploymentOf,
  podOf,
  replicaSetOf,
  timeOf,
  type DeploymentForm,
  type PodForm,
  type ReplicaSetForm,
} from './deploymentShortForms';

/** The fields that the functions' inputs are made of; each function has some of them. */
interface TableInput {
  readonly deployment: DeploymentForm & string;
  readonly allRSs: readonly ReplicaSetForm[] | null;
  readonly rss: readonly ReplicaSetForm[] | null;
  readonly oldRSs: readonly (ReplicaSetForm & string)[] | null;
  readonly newRS: string | null;
  readonly rs: ReplicaSetForm;
  readonly pod: PodForm;
  readonly pods: readonly PodForm[] | null;
  readonly relatedPods: readonly PodForm[] | null;
  readonly activePods: readonly PodForm[] | null;
  readonly terminatingPods: readonly PodForm[] | null;
  readonly podsByRS: Readonly<Record<string, readonly PodForm[] | null>>;
  readonly now: string;
  readonly newStatus: unknown;
  readonly conditions: unknown;
  readonly [field: string]: unknown;
}

type TableFunction = (input: TableInput) => unknown;

function attempt(run: () => Record<string, unknown>): Record<string, unknown> {
  try {
    return { error: null, ...run() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function replicaSetsOf(forms: readonly ReplicaSetForm[] | null): ReplicaSet[] {
  return (forms ?? []).map((form) => replicaSetOf(form));
}

/** The new replica set comes last in `allRSs`; the rest are the old ones, in that order. */
function splitNew(input: TableInput): { allRSs: ReplicaSet[]; newRS: ReplicaSet | undefined; oldRSs: ReplicaSet[] } {
  const allRSs = replicaSetsOf(input.allRSs);
  const newRS = allRSs.find(({ metadata }) => metadata.name === input.newRS);
  return { allRSs, newRS, oldRSs: allRSs.filter((replicaSet) => replicaSet !== newRS) };
}

function statusOf(json: unknown): DeploymentStatus {
  return decodeTimes<DeploymentStatus>(json);
}

const PURE: Readonly<Record<string, TableFunction>> = {
  ResolveFenceposts: (input) => {
    const [maxSurge, maxUnavailable] = [input['maxSurge'], input['maxUnavailable']].map(
      (value) => (value as IntOrString | null) ?? 0,
    );
    return (
      resolveBounds('Deployment', { maxSurge, maxUnavailable }, input['desired'] as number) ?? {
        error: intOrPercentProblem(maxSurge) ?? intOrPercentProblem(maxUnavailable),
      }
    );
  },
  Fenceposts: (input) => {
    const deployment = deploymentOf(input.deployment);
    return {
      maxSurge: maxSurge(deployment),
      maxUnavailable: maxUnavailable(deployment),
      minAvailable: minAvailable(deployment),
    };
  },
  NewRSNewReplicas: (input) => {
    const { allRSs, newRS } = splitNew(input);
    return attempt(() => ({
      replicas: newRSNewReplicas(deploymentOf(input.deployment), allRSs, newRS as ReplicaSet).replicas,
    }));
  },
  GetReplicaSetProportion: (input) => ({
    proportion: getReplicaSetProportion(
      replicaSetOf(input.rs),
      deploymentOf(input.deployment),
      input['replicasToAdd'] as number,
      input['replicasAdded'] as number,
    ),
  }),
  FindActiveOrLatest: (input) => {
    const { newRS, oldRSs } = splitNew(input);
    return { rs: findActiveOrLatest(newRS, oldRSs)?.metadata.name ?? null };
  },
  IsSaturated: (input) => ({ saturated: isSaturated(deploymentOf(input.deployment), splitNew(input).newRS) }),
  DeploymentComplete: (input) => ({
    complete: deploymentComplete(deploymentOf(input.deployment), statusOf(input.newStatus)),
  }),
  DeploymentProgressing: (input) => ({
    progressing: deploymentProgressing(deploymentOf(input.deployment), statusOf(input.newStatus)),
  }),
  DeploymentTimedOut: (input) => ({
    timedOut: deploymentTimedOut(deploymentOf(input.deployment), statusOf(input.newStatus), timeOf(input.now)),
  }),
  calculateDeploymentStatus: (input) => {
    const { allRSs, newRS } = splitNew(input);
    return { status: encodeTimes(calculateStatus(allRSs, newRS, deploymentOf(input.deployment), timeOf(input.now))) };
  },
  calculateReplicaSetStatus: (input) => {
    const labels = input['templateLabels'] as Record<string, string>;
    const conditions = decodeTimes<DeploymentCondition[]>(input.conditions ?? []);
    const plain = replicaSetOf({ ...input.rs }, labels);
    const replicaSet = { ...plain, spec: { ...plain.spec, minReadySeconds: input['minReadySeconds'] as number } };
    const status = calculateReplicaSetStatus(
      { ...replicaSet, status: { ...replicaSet.status, conditions } },
      (input.activePods ?? []).map(podOf),
      input.terminatingPods?.length ?? 0,
      (input['manageReplicasError'] as string | null) === null ? undefined : new Error(String(input['manageReplicasError'])),
      timeOf(input.now),
    );
    return { status: encodeTimes(status) };
  },
  getPodsToDelete: (input) => {
    const pods = (input.pods ?? []).map(podOf);
    const related = [...pods, ...(input.relatedPods ?? []).map(podOf)];
    const chosen = getPodsToDelete(pods, related, input['diff'] as number, timeOf(input.now));
    return { delete: chosen.map(({ metadata }) => metadata.name) };
  },
  PodActivity: (input) => ({ active: isPodActive(podOf(input.pod)), terminating: isPodTerminating(podOf(input.pod)) }),
  IsPodAvailable: (input) => ({
    available: isPodAvailable(podOf(input.pod), input['minReadySeconds'] as number, timeOf(input.now)),
  }),
  FindMinNextPodAvailabilityCheck: (input) => {
    const pods = (input.pods ?? []).map(podOf);
    const afterMs = findMinNextPodAvailabilityCheck(pods, input['minReadySeconds'] as number, timeOf(input.now));
    return { afterSeconds: afterMs === undefined ? null : afterMs / 1000 };
  },
  slowStartBatch: (input) => {
    const first = input['failFromCall'] as number;
    let calls = 0;
    const { successes, error } = slowStartBatch(input['count'] as number, input['initialBatchSize'] as number, () => {
      calls++;
      if (first > 0 && calls >= first && calls < first + (input['failures'] as number)) throw new Error(`call ${calls}`);
    });
    return { calls, successes, error: error === undefined ? null : (error as Error).message };
  },
  oldPodsRunning: (input) => {
    const { newRS, oldRSs } = splitNew(input);
    const podMap = new Map(Object.entries(input.podsByRS).map(([name, pods]) => [`uid-${name}`, (pods ?? []).map(podOf)]));
    return { running: oldPodsRunning(newRS, oldRSs, podMap) };
  },
  Revisions: (input) => {
    const allRSs = replicaSetsOf(input.allRSs);
    return { max: Number(maxRevision(allRSs)), last: Number(lastRevision(allRSs)) };
  },
  SetNewReplicaSetAnnotations: (input) => ({
    ...setNewReplicaSetAnnotations(
      deploymentOf(input.deployment),
      replicaSetOf(input.rs),
      input['newRevision'] as string,
      input['exists'] as boolean,
      input['revHistoryLimitInChars'] as number,
    ),
  }),
  FindReplicaSets: (input) => {
    const deployment = deploymentOf(input.deployment);
    const replicaSets = replicaSetsOf(input.rss);
    const newRS = findNewReplicaSet(deployment, replicaSets);
    const old = findOldReplicaSets(newRS, replicaSets);
    return {
      new: newRS?.metadata.name ?? null,
      allOld: old.map(({ metadata }) => metadata.name),
      oldWithReplicas: filterActiveReplicaSets(old).map(({ metadata }) => metadata.name),
    };
  },
  generateReplicaSetName: (input) => ({ name: generateReplicaSetName(input.deployment, input['hash'] as string) }),
};

function runOf(input: TableInput): DeploymentTableRun {
  return new DeploymentTableRun(deploymentOf(input.deployment), replicaSetsOf(input.allRSs), input.newRS);
}

/** Those that write: they run against a store that holds the replica sets. */
const WRITING: Readonly<Record<string, TableFunction>> = {
  reconcileNewReplicaSet: (input) => {
    const run = runOf(input);
    const result = attempt(() => ({ scaled: reconcileNewReplicaSet(run.sync, run.allRSs, run.newRS as ReplicaSet) }));
    return { ...result, events: run.events, replicas: run.replicas() };
  },
  cleanupUnhealthyReplicas: (input) => {
    const run = runOf(input);
    const oldRSs = run.named(input.oldRSs ?? []);
    const result = attempt(() => ({
      count: cleanupUnhealthyReplicas(run.sync, oldRSs, input['maxCleanupCount'] as number).count,
    }));
    return { ...result, events: run.events, replicas: run.replicas() };
  },
  scaleDownOldReplicaSetsForRollingUpdate: (input) => {
    const run = runOf(input);
    const oldRSs = run.named(input.oldRSs ?? []);
    const result = attempt(() => ({ count: scaleDownOldReplicaSetsForRollingUpdate(run.sync, run.allRSs, oldRSs) }));
    return { ...result, events: run.events, replicas: run.replicas() };
  },
  reconcileOldReplicaSets: (input) => {
    const run = runOf(input);
    const oldRSs = run.named(input.oldRSs ?? []);
    const result = attempt(() => ({
      scaled: reconcileOldReplicaSets(run.sync, run.allRSs, oldRSs, run.newRS as ReplicaSet),
    }));
    return { ...result, events: run.events, replicas: run.replicas() };
  },
  scale: (input) => {
    const run = runOf(input);
    const result = attempt(() => {
      scale(run.sync, run.newRS, run.oldRSs);
      return {};
    });
    const annotations = run.annotations(DESIRED_REPLICAS_ANNOTATION, MAX_REPLICAS_ANNOTATION);
    return { ...result, annotations, events: run.events, replicas: run.replicas() };
  },
  cleanupDeployment: (input) => {
    const replicaSets = replicaSetsOf(input.oldRSs);
    const run = new DeploymentTableRun(deploymentOf(input.deployment), replicaSets, null);
    const result = attempt(() => {
      cleanupDeployment(run.sync, run.oldRSs);
      return {};
    });
    return { ...result, deleted: run.deleted() };
  },
};

const FUNCTIONS: Readonly<Record<string, TableFunction>> = { ...PURE, ...WRITING };
const KEEP_ZERO: ReadonlySet<string> = new Set(['terminatingReplicas', 'collisionCount']);

/** tables.jsonl of the Deployment data: one call of one function per line. */
export const deploymentTablesSuite: ConformanceSuite = {
  name: 'deployment tables',
  accepts: ({ fn }) => typeof fn === 'string' && Object.hasOwn(FUNCTIONS, fn),
  label: (record) => `${String(record['fn'])} ${JSON.stringify(record['in']).slice(0, 300)}`,
  replay: (record: ConformanceRecord) => {
    const actual = FUNCTIONS[String(record['fn'])]?.(record['in'] as TableInput);
    return compareValues(omitEmpty(record['out'], KEEP_ZERO), omitEmpty(actual, KEEP_ZERO));
  },
};

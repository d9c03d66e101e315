import type { Affinity, DaemonSetUpdateStrategy, PodSpec, StringMap, Toleration } from '../../../src/model/apiTypes';
import { roundsUp } from '../../../src/model/envelope';
import { getScaledValueFromIntOrPercent } from '../../../src/model/intOrPercent';
import {
  addOrUpdateDaemonPodTolerations,
  allowsSurge,
  rollingUpdateOf,
  getTargetNodeName,
  isPodUpdated,
  replaceDaemonSetPodNodeNameNodeAffinity,
} from '../../../src/engine/controllers/daemon/daemonUtil';
import { finishedPodGate } from '../../../src/engine/controllers/daemon/finishedPods';
import { cleanupHistory } from '../../../src/engine/controllers/daemon/history';
import { findUpdatedPodsOnNode } from '../../../src/engine/controllers/daemon/judgeNode';
import { manage } from '../../../src/engine/controllers/daemon/manage';
import { nodeShouldRunDaemonPod } from '../../../src/engine/controllers/daemon/nodeShouldRunDaemonPod';
import { podsShouldBeOnNode } from '../../../src/engine/controllers/daemon/podsShouldBeOnNode';
import { rollingUpdate, updatedDesiredNodeCounts } from '../../../src/engine/controllers/daemon/rollingUpdate';
import { updateDaemonSetStatus } from '../../../src/engine/controllers/daemon/daemonSetStatus';
import { compareValues } from '../compare';
import type { ConformanceSuite, Difference } from '../suite';
import { compactPod, tableDaemonSet, tableNode, TableWorld, type CompactNode, type CompactPod } from './daemonsetTableWorld';

type Input = Readonly<Record<string, unknown>>;
type TableFunction = (input: never) => unknown;

interface StrategyInput {
  readonly updateStrategy: DaemonSetUpdateStrategy;
}
interface PodsInput extends StrategyInput {
  readonly nodes: readonly CompactNode[];
  readonly pods: readonly CompactPod[];
  readonly hash: string;
  readonly templateGeneration: string;
  readonly minReadySeconds: number;
}

function attempt<T>(run: () => T): { readonly value: T | undefined; readonly error: string | null } {
  try {
    return { value: run(), error: null };
  } catch (error) {
    return { value: undefined, error: error instanceof Error ? error.message : String(error) };
  }
}

/** Both are parts of `resolveBounds` here; a missing maxSurge is 0, a missing maxUnavailable an error. */
function boundOf(name: 'maxSurge' | 'maxUnavailable') {
  return ({ updateStrategy, n }: StrategyInput & { readonly n: number }): unknown => {
    const rollingUpdate = rollingUpdateOf(updateStrategy) ?? { maxSurge: 0, maxUnavailable: 0 };
    const written = name === 'maxSurge' ? (rollingUpdate.maxSurge ?? 0) : rollingUpdate.maxUnavailable;
    const { value = 0, error } = attempt(() => getScaledValueFromIntOrPercent(written, n, roundsUp('DaemonSet', name)));
    return { value, error };
  };
}

function nodeCounts({
  updateStrategy,
  eligibleNodes,
}: StrategyInput & { readonly eligibleNodes: number; readonly ineligibleNodes: number }): unknown {
  const { value, error } = attempt(() => updatedDesiredNodeCounts(tableDaemonSet({ updateStrategy }), eligibleNodes));
  return { ...(value ?? { maxSurge: -1, maxUnavailable: -1, desiredNumberScheduled: -1 }), error };
}

function findUpdated(input: Pick<PodsInput, 'pods' | 'hash' | 'templateGeneration'>): unknown {
  const world = new TableWorld({ daemonSet: tableDaemonSet(input), nodes: [], pods: [] });
  const { revision } = world;
  const found = findUpdatedPodsOnNode(
    input.pods.map((pod) => compactPod(pod, world.now)),
    { hash: input.hash, templateGeneration: revision.templateGeneration },
  );
  const nameOf = (pod: { readonly metadata: { readonly name: string } } | undefined): string | null => pod?.metadata.name ?? null;
  return { newPod: nameOf(found?.newPod), oldPod: nameOf(found?.oldPod), ok: found !== undefined };
}

function podsOnNode(input: PodsInput & { readonly node: CompactNode }): unknown {
  const world = new TableWorld({ daemonSet: tableDaemonSet(input), hash: input.hash, nodes: [input.node], pods: [] });
  const plan = planNode(world, input.node, input.pods);
  return { ...plan, ...unlessEmpty('events', world.events), ...unlessEmpty('requeueAfter', world.requeueAfter) };
}

function planNode(world: TableWorld, node: CompactNode, pods: readonly CompactPod[]): { create: boolean; delete: string[] } {
  const { revision, now, sync } = world;
  const plan = podsShouldBeOnNode(
    revision.nodeShouldRunDaemonPod(tableNode(node)),
    pods.map((pod) => compactPod(pod, now)),
    revision,
    now,
    finishedPodGate(sync, node.name, []),
  );
  return { create: plan.needsPod, delete: plan.podsToDelete.map(({ pod }) => pod.metadata.name) };
}

function unlessEmpty(key: string, list: readonly unknown[]): Readonly<Record<string, unknown>> {
  return list.length > 0 ? { [key]: list } : {};
}

interface BackoffCall {
  readonly at: number;
  readonly observedGeneration: number;
  readonly failedPods: number;
}

function failedPodsBackoff({ calls }: { readonly calls: readonly BackoffCall[] }): unknown {
  const node = { name: 'node-000' };
  const world = new TableWorld({ daemonSet: tableDaemonSet({}), hash: 'new', nodes: [node], pods: [] });
  const start = world.now;
  const results = calls.map(({ at, observedGeneration, failedPods }) => {
    world.loop.advanceTo(start + at * 1000);
    world.observe(observedGeneration);
    world.requeueAfter.length = 0;
    const pods: CompactPod[] = [];
    for (let index = 0; index < failedPods; index++) {
      pods.push({ name: `f${index}`, node: node.name, bound: true, hash: 'new', phase: 'Failed' });
    }
    const plan = planNode(world, node, pods);
    return { delete: plan.delete, requeueAfter: [...world.requeueAfter] };
  });
  return { results };
}

function status(input: PodsInput & { readonly generation: number }): unknown {
  const world = new TableWorld({ ...input, daemonSet: tableDaemonSet(input) });
  const { error } = attempt(() => {
    updateDaemonSetStatus(world.sync, true);
  });
  const stored = world.store.get('DaemonSet', world.sync.key)?.status;
  const whole = { currentNumberScheduled: 0, desiredNumberScheduled: 0, numberMisscheduled: 0, numberReady: 0, ...stored };
  return { error, requeueAfter: world.requeueAfter, status: whole };
}

function wholeStep(run: (world: TableWorld) => void, withRequeue: boolean) {
  return (input: PodsInput): unknown => {
    const world = new TableWorld({ ...input, daemonSet: tableDaemonSet(input) });
    const { error } = attempt(() => {
      run(world);
    });
    const expectations = world.sync.context.expectations.get(world.sync.key) ?? [0, 0];
    const result = { create: world.createdOn, delete: world.deleted, error, expectations };
    return withRequeue ? { ...result, ...unlessEmpty('requeueAfter', world.requeueAfter) } : result;
  };
}

function cleanup(input: {
  readonly revisionHistoryLimit: number;
  readonly oldRevisions: readonly { readonly name: string; readonly hash: string; readonly revision: number }[];
  readonly pods: readonly CompactPod[];
}): unknown {
  const { revisionHistoryLimit } = input;
  const world = new TableWorld({ daemonSet: tableDaemonSet({ revisionHistoryLimit }), nodes: [], pods: input.pods });
  const old = input.oldRevisions.map((revision) => world.addRevision(revision));
  const { error } = attempt(() => {
    cleanupHistory(world.sync, old);
  });
  return { delete: world.deleted, error };
}

function nodeUpdate(input: {
  readonly node: CompactNode;
  readonly numberMisscheduled: number;
  readonly pods: readonly CompactPod[];
}): unknown {
  const { numberMisscheduled } = input;
  const daemonSet = tableDaemonSet({ status: { numberMisscheduled } });
  const world = new TableWorld({ daemonSet, nodes: [input.node], pods: input.pods });
  world.controller.syncNodeUpdate(input.node.name);
  return { enqueued: world.enqueued.length > 0 };
}

const FUNCTIONS: Readonly<Record<string, TableFunction>> = {
  UnavailableCount: boundOf('maxUnavailable'),
  SurgeCount: boundOf('maxSurge'),
  AllowsSurge: ({ updateStrategy }: StrategyInput) => allowsSurge(updateStrategy),
  updatedDesiredNodeCounts: nodeCounts,
  NodeShouldRunDaemonPod: ({ node, templateSpec }: { node: CompactNode; templateSpec: PodSpec }) =>
    nodeShouldRunDaemonPod(templateSpec)(tableNode(node)),
  AddOrUpdateDaemonPodTolerations: (input: { tolerations: readonly Toleration[] | null; hostNetwork: boolean }) => ({
    tolerations: addOrUpdateDaemonPodTolerations({ ...input, tolerations: input.tolerations ?? undefined }),
  }),
  ReplaceDaemonSetPodNodeNameNodeAffinity: ({ affinity, nodeName }: { affinity: Affinity | null; nodeName: string }) => ({
    affinity: replaceDaemonSetPodNodeNameNodeAffinity(affinity ?? undefined, nodeName),
  }),
  GetTargetNodeName: ({ podSpec }: { podSpec: PodSpec }) => {
    const pod = { metadata: { name: 'p', namespace: 'default' }, spec: podSpec };
    const { value: nodeName = '', error } = attempt(() => getTargetNodeName(pod));
    return { nodeName, error };
  },
  IsPodUpdated: (input: { labels: StringMap; hash: string; templateGeneration: number | null }) => {
    const { labels, hash, templateGeneration: generation } = input;
    return isPodUpdated(labels, hash, generation === null ? undefined : String(generation));
  },
  findUpdatedPodsOnNode: findUpdated,
  podsShouldBeOnNode: podsOnNode,
  failedPodsBackoff,
  updateDaemonSetStatus: status,
  manage: wholeStep((world) => {
    manage(world.sync);
  }, true),
  rollingUpdate: wholeStep((world) => {
    rollingUpdate(world.sync);
  }, false),
  cleanupHistory: cleanup,
  syncNodeUpdate: nodeUpdate,
} satisfies Record<string, (input: never) => unknown>;

/** Pure decisions of the DaemonSet controller: input and output of single functions. */
export const daemonsetTables: ConformanceSuite = {
  name: 'daemonset tables',
  accepts: (record) => typeof record['fn'] === 'string' && Object.hasOwn(FUNCTIONS, record['fn']) && 'out' in record,
  label: (record) => `${String(record['fn'])} ${JSON.stringify(record['in']).slice(0, 120)}`,
  replay: (record): readonly Difference[] => {
    const run = FUNCTIONS[String(record['fn'])] as (input: Input) => unknown;
    return compareValues(record['out'], run(record['in'] as Input));
  },
};

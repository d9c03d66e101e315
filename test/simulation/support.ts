import assert from 'node:assert/strict';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { ClusterSpec, OtherWorkload, PodBehavior, Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor, type ScenarioOptions } from '../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { IntOrString } from '../../src/model/intOrPercent';
import type { Container, DaemonSet, Deployment, Node, PodSpec } from '../../src/model/apiTypes';

/** Everything takes a second, so that the times of a story can be read off. */
const STEADY: PodBehavior = { imagePull: 0, start: 1, warmUp: 0, shutDown: 1 };

interface WorkloadOptions {
  readonly image?: string;
  readonly pod?: Partial<PodSpec>;
  readonly container?: Partial<Container>;
  readonly minReadySeconds?: number;
}

export interface DeploymentOptions extends WorkloadOptions {
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly recreate?: boolean;
  readonly paused?: boolean;
  readonly progressDeadlineSeconds?: number;
  readonly revisionHistoryLimit?: number;
}

function template(app: string, { image, pod, container }: WorkloadOptions): Deployment['spec']['template'] {
  const containers = [{ name: app, image: image ?? `${app}:2`, ...container }];
  return { metadata: { labels: { app } }, spec: { ...pod, containers } };
}

/** A Deployment `web`. */
export function deployment(replicas: number, options: DeploymentOptions = {}): Deployment {
  const { maxSurge, maxUnavailable, recreate, minReadySeconds, paused, progressDeadlineSeconds, revisionHistoryLimit } = options;
  const rollingUpdate = { maxSurge, maxUnavailable };
  const strategy = recreate === true ? { type: 'Recreate' as const } : { type: 'RollingUpdate' as const, rollingUpdate };
  const optional = { minReadySeconds, paused, progressDeadlineSeconds, revisionHistoryLimit };
  const selector = { matchLabels: { app: 'web' } };
  const spec = { replicas, selector, strategy, ...optional, template: template('web', options) };
  return JSON.parse(JSON.stringify({ kind: 'Deployment', metadata: { name: 'web' }, spec })) as Deployment;
}

export interface DaemonSetOptions extends WorkloadOptions {
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly onDelete?: boolean;
}

/** The same workload under another name, with labels of its own. */
export function named<W extends Workload>(workload: W, name: string): W {
  return JSON.parse(JSON.stringify(workload).replaceAll(/"(?:web|agent)"/g, JSON.stringify(name))) as W;
}

/** A DaemonSet `agent`. */
export function daemonSet(options: DaemonSetOptions = {}): DaemonSet {
  const { maxSurge, maxUnavailable, onDelete, minReadySeconds } = options;
  const rollingUpdate = { maxSurge, maxUnavailable };
  const updateStrategy = onDelete === true ? { type: 'OnDelete' } : { type: 'RollingUpdate', rollingUpdate };
  const spec = {
    selector: { matchLabels: { app: 'agent' } },
    updateStrategy,
    minReadySeconds,
    template: template('agent', options),
  };
  return JSON.parse(JSON.stringify({ kind: 'DaemonSet', metadata: { name: 'agent' }, spec })) as DaemonSet;
}

/** Equal nodes `a`, `b`, `c` … with so much CPU each. */
export function nodesWith(cpu: string, ...names: readonly string[]): Node[] {
  return names.map((name) => ({ metadata: { name }, status: { allocatable: { cpu, memory: '16Gi', pods: '110' } } }));
}

export interface StoryOptions extends Omit<ScenarioOptions, 'behavior' | 'cluster'> {
  /** Equal, roomy nodes when `nodes` are not given: 3 unless said otherwise. */
  readonly nodeCount?: number;
  readonly nodes?: readonly Node[];
  readonly surroundings?: ClusterSpec;
  /** What the new version does otherwise than `STEADY`. */
  readonly after?: PodBehavior;
  readonly all?: PodBehavior;
  readonly actions?: readonly ScenarioAction[];
  readonly others?: readonly OtherWorkload[];
  readonly informerLagMs?: number;
  readonly latencyMs?: number;
}

export function scenario(workload: Workload, options: StoryOptions = {}): Scenario {
  // Stories are told to the second: what happens together happens in one instant.
  const { after, all, actions = [], others, informerLagMs, latencyMs = 0, nodeCount = 3, nodes, surroundings, ...rest } = options;
  const cluster = { ...surroundings, ...(nodes === undefined ? { nodeCount } : { nodes }) };
  const behavior = { default: { ...STEADY, ...all }, revisions: after === undefined ? {} : { after } };
  const made = scenarioFor(workload, { ...rest, cluster, behavior });
  const beside = others === undefined ? {} : { others };
  return { ...made, ...beside, actions, latencyMs, ...(informerLagMs === undefined ? {} : { informerLagMs }) };
}

export function play(workload: Workload, options: StoryOptions = {}): Timeline {
  return simulate(scenario(workload, options));
}

/** The rollout does not get to its end, for this reason. */
export function assertStalls({ outcome }: Timeline, sentence: string): void {
  assert.deepEqual({ kind: outcome.kind, sentence: outcome.sentence }, { kind: 'stalled', sentence });
}

export function assertCompletes({ outcome }: Timeline): void {
  assert.deepEqual({ kind: outcome.kind, blockers: outcome.blockers }, { kind: 'complete', blockers: [] }, outcome.sentence);
}

/** Messages of the events with this reason, each once. */
export function messages({ events }: Timeline, reason: string): string[] {
  return [...new Set(events.filter((event) => event.reason === reason).map(({ message }) => message))];
}

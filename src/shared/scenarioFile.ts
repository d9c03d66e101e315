import type { Scenario } from '../engine/simulation/scenario/scenario';
import { isFiniteNumber, isRecord, wholeNumber } from './validate';

/** The scenario, or what is wrong with the value, in words for people. */
export type ReadScenario =
  { readonly scenario: Scenario; readonly problem?: undefined } | { readonly scenario?: undefined; readonly problem: string };

const ACTIONS: ReadonlySet<unknown> = new Set([
  ...['patch', 'setImage', 'scale', 'pause', 'resume', 'restart', 'undo', 'killPod', 'breakRevision', 'cordon', 'uncordon'],
  ...['drain', 'nodeDown', 'addNode', 'removeNode', 'taintNode', 'untaintNode', 'createErrors', 'applyObject'],
]);
const MAX_ACTIONS = 10_000;
const isCount = wholeNumber(0, 1_000_000_000);

/** The text of a `*.rollout.json` file. */
export function parseScenario(text: string): ReadScenario {
  try {
    return readScenario(JSON.parse(text));
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

export function printScenario(scenario: Scenario): string {
  return `${JSON.stringify(scenario, undefined, 2)}\n`;
}

/** Checks the frame of a scenario. What the API server would say about the objects inside is the simulation's to find out. */
export function readScenario(value: unknown): ReadScenario {
  const problem = problemOf(value);
  return problem === undefined ? { scenario: value as Scenario } : { problem };
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'A scenario is a JSON object.';
  if (value['version'] !== 1) return `Its version is ${String(value['version'])}; only version 1 is known.`;
  if (!isFiniteNumber(value['seed'])) return 'It has no number `seed`.';
  const horizon = value['horizonSeconds'];
  if (!isFiniteNumber(horizon) || horizon <= 0) return '`horizonSeconds` must be a number above 0.';
  return (
    clusterProblem(value['cluster']) ??
    workloadProblem(value['workload']) ??
    behaviorProblem(value['behavior']) ??
    actionsProblem(value['actions'])
  );
}

function clusterProblem(cluster: unknown): string | undefined {
  if (!isRecord(cluster)) return 'It has no object `cluster`.';
  if (cluster['nodeCount'] !== undefined && !isCount(cluster['nodeCount'])) return '`cluster.nodeCount` must be a whole number.';
  for (const key of [
    'groups',
    'nodes',
    'pods',
    'podDisruptionBudgets',
    'resourceQuotas',
    'limitRanges',
    'persistentVolumeClaims',
  ]) {
    const list = cluster[key];
    if (list !== undefined && !(Array.isArray(list) && list.every(isRecord)))
      return `\`cluster.${key}\` must be a list of objects.`;
  }
  const groups = (cluster['groups'] ?? []) as Record<string, unknown>[];
  return groups.every(({ name, count }) => typeof name === 'string' && isCount(count))
    ? undefined
    : 'Each of `cluster.groups` needs a `name` and a whole number `count`.';
}

function workloadProblem(change: unknown): string | undefined {
  if (!isRecord(change)) return 'It has no object `workload`.';
  const { before, after } = change;
  if (before !== undefined && !isWorkload(before)) return '`workload.before` is neither a Deployment nor a DaemonSet.';
  if (!isWorkload(after)) return '`workload.after` is neither a Deployment nor a DaemonSet.';
  return undefined;
}

function isWorkload(value: unknown): boolean {
  if (!isRecord(value) || (value['kind'] !== 'Deployment' && value['kind'] !== 'DaemonSet')) return false;
  const { metadata, spec } = value;
  if (!isRecord(metadata) || typeof metadata['name'] !== 'string' || !isRecord(spec)) return false;
  const { template } = spec;
  return isRecord(template) && isRecord(template['spec']) && Array.isArray(template['spec']['containers']);
}

function behaviorProblem(behavior: unknown): string | undefined {
  return isRecord(behavior) && isRecord(behavior['default']) ? undefined : 'It has no object `behavior.default`.';
}

function actionsProblem(actions: unknown): string | undefined {
  if (!Array.isArray(actions)) return 'It has no list `actions`.';
  if (actions.length > MAX_ACTIONS) return `It has more than ${MAX_ACTIONS} actions.`;
  const bad = actions.findIndex(
    (item: unknown) => !isRecord(item) || !isFiniteNumber(item['at']) || !ACTIONS.has(item['action']),
  );
  return bad < 0 ? undefined : `\`actions[${bad}]\` needs a number \`at\` and an \`action\` that is known.`;
}

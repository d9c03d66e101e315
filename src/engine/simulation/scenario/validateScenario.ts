import { EngineError } from '../../kernel/engineError';
import type { Scenario } from './scenario';
import {
  anyObject,
  either,
  flag,
  kubernetesObject,
  list,
  mapOf,
  name,
  number,
  object,
  oneOf,
  plainJson,
  text,
  variant,
  type Check,
} from './shape';

/** What a simulation may grow to unless the scenario says otherwise; each is far above what anybody can look at. */
export const DEFAULT_LIMITS = { maxSteps: 5_000_000, maxPods: 20_000, maxRecords: 100_000 };
const MAX_NODES = 20_000;
const MAX_ACTIONS = 1_000;
const MAX_SECONDS = 30 * 86_400;

const seconds = number({ min: 0, max: MAX_SECONDS });
const delay: Check = either((value) => {
  if (typeof value !== 'object' || value === null) return seconds;
  if ('list' in value) return object({ list: nonEmpty(list(seconds, 100_000)) }, ['list']);
  if ('mean' in value) return object({ mean: seconds, deviation: seconds }, ['mean', 'deviation']);
  return range;
});

function range(value: unknown, path: string): void {
  object({ min: seconds, max: seconds }, ['min', 'max'])(value, path);
  const { min, max } = value as { readonly min: number; readonly max: number };
  if (min > max) throw new EngineError('InvalidInput', path, `min ${min} is more than max ${max}`);
}

function nonEmpty(check: Check): Check {
  return (value, path) => {
    check(value, path);
    if ((value as readonly unknown[]).length === 0) throw new EngineError('InvalidInput', path, 'must not be empty');
  };
}

const failure = variant('kind', {
  neverReady: object({ kind: text }),
  crash: object({ kind: text, after: delay, times: number({ min: 1, integer: true }) }, ['after']),
  imagePullError: object({ kind: text }),
  failsOnNodes: object({ kind: text, nodes: list(name, MAX_NODES) }, ['nodes']),
  flaky: object({ kind: text, probability: number({ min: 0, max: 1 }) }, ['probability']),
});
const behavior = object({ imagePull: delay, start: delay, warmUp: delay, shutDown: delay, failure });

const taint = object(
  { key: name, value: text, effect: oneOf('NoSchedule', 'PreferNoSchedule', 'NoExecute'), timeAdded: number() },
  ['key', 'effect'],
);
const nodeGroup = object(
  {
    name,
    count: number({ min: 0, max: MAX_NODES, integer: true }),
    labels: mapOf(text),
    taints: list(taint),
    unschedulable: flag,
    allocatable: mapOf(text),
  },
  ['name', 'count'],
);
const objects = list(kubernetesObject, 50_000);
const cluster = object({
  nodeCount: number({ min: 0, max: MAX_NODES, integer: true }),
  groups: list(nodeGroup, 1000),
  nodes: list(kubernetesObject, MAX_NODES),
  pods: objects,
  podDisruptionBudgets: objects,
  resourceQuotas: objects,
  limitRanges: objects,
  persistentVolumes: objects,
  persistentVolumeClaims: objects,
  storageClasses: objects,
  services: objects,
  namespaces: objects,
});

function action(fields: Readonly<Record<string, Check>>, required: readonly string[] = Object.keys(fields)): Check {
  return object({ at: seconds, id: text, action: text, ...fields }, ['at', ...required]);
}

const actions = variant('action', {
  patch: action({ patch: anyObject }),
  setImage: action({ image: name, container: name }, ['image']),
  scale: action({ replicas: number({ min: 0, integer: true }) }),
  pause: action({}),
  resume: action({}),
  restart: action({}),
  undo: action({ toRevision: number({ min: 0, integer: true }) }, []),
  killPod: action(
    { pod: name, choose: oneOf('oldest', 'newest'), count: number({ min: 1, integer: true }), revision: oneOf('old', 'new') },
    [],
  ),
  breakRevision: action({ revision: name, failure: either((value) => (value === null ? () => undefined : failure)) }),
  cordon: action({ node: name }),
  uncordon: action({ node: name }),
  drain: action({ node: name }),
  nodeDown: action({ node: name, forSeconds: seconds }, ['node']),
  addNode: action({
    node: either((value) => (typeof value === 'object' && value !== null && 'metadata' in value ? kubernetesObject : nodeGroup)),
  }),
  removeNode: action({ node: name }),
  taintNode: action({ node: name, taint }),
  untaintNode: action({ node: name, key: name }),
  createErrors: action({ count: number({ min: 1, integer: true }), message: text }, ['count']),
  applyObject: action({ object: kubernetesObject }),
});

const scenario = object(
  {
    version: oneOf(1),
    title: text,
    description: text,
    seed: number({ integer: true }),
    horizonSeconds: number({ min: 1, max: MAX_SECONDS }),
    stopAt: oneOf('settled', 'deadline', 'horizon'),
    cluster,
    workload: object({ before: kubernetesObject, after: kubernetesObject }, ['after']),
    behavior: object({ default: behavior, revisions: mapOf(behavior) }, ['default']),
    actions: list(actions, MAX_ACTIONS),
    informerLagMs: number({ min: 0, max: 600_000 }),
    limits: object({
      maxSteps: number({ min: 1, integer: true }),
      maxPods: number({ min: 1, integer: true }),
      maxRecords: number({ min: 1, integer: true }),
    }),
  },
  ['version', 'seed', 'horizonSeconds', 'cluster', 'workload', 'behavior', 'actions'],
);

/** The scenario, if it is one; otherwise an EngineError that names the field and says what belongs there. */
export function validateScenario(value: unknown): Scenario {
  plainJson(value, 'scenario');
  scenario(value, 'scenario');
  const valid = value as Scenario;
  checkWorkloads(valid);
  return valid;
}

function checkWorkloads({ workload, limits, actions: planned }: Scenario): void {
  const maxPods = limits?.maxPods ?? DEFAULT_LIMITS.maxPods;
  const { before, after } = workload;
  const kinds = [before?.kind, after.kind].filter((kind) => kind !== undefined);
  for (const kind of kinds) {
    if (kind !== 'Deployment' && kind !== 'DaemonSet') {
      throw new EngineError('InvalidInput', 'scenario.workload', `must be a Deployment or a DaemonSet, not a ${kind}`);
    }
  }
  if (before !== undefined && before.kind !== after.kind) {
    throw new EngineError(
      'InvalidInput',
      'scenario.workload',
      `before is a ${before.kind ?? '?'}, after a ${after.kind ?? '?'}; they must be of one kind`,
    );
  }
  for (const [field, object] of [
    ['before', before],
    ['after', after],
  ] as const) {
    if (object !== undefined && 'replicas' in object.spec)
      checkReplicas(object.spec.replicas, maxPods, `scenario.workload.${field}.spec.replicas`);
  }
  planned.forEach((entry, index) => {
    if (entry.action === 'scale') checkReplicas(entry.replicas, maxPods, `scenario.actions[${index}].replicas`);
    if (entry.action === 'patch')
      checkReplicas(patchedReplicas(entry.patch), maxPods, `scenario.actions[${index}].patch.spec.replicas`);
  });
}

function patchedReplicas({ spec }: Readonly<Record<string, unknown>>): unknown {
  const replicas = typeof spec === 'object' && spec !== null ? (spec as { readonly replicas?: unknown }).replicas : undefined;
  return replicas ?? undefined;
}

function checkReplicas(replicas: unknown, most: number, path: string): void {
  if (replicas === undefined) return;
  number({ min: 0, integer: true })(replicas, path);
  if ((replicas as number) > most) {
    throw new EngineError(
      'InvalidInput',
      path,
      `${replicas as number} is more than the ${most} pods that a simulation may have; use a smaller number (limits.maxPods raises it)`,
    );
  }
}

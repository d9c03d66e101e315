import { Draw } from '../support/draw';
import { EngineError } from '../../src/engine/kernel/engineError';
import { simulate } from '../../src/engine/simulation/simulate';
import { readScenario } from '../../src/shared/scenarioFile';
import { daemonSet, deployment, named, scenario } from './support';

/** Scenarios with one value of another type, or none, in every place of two that use nearly all there is. */

type Place = readonly (string | number)[];

const POD = {
  pod: {
    tolerations: [{ key: 'a', operator: 'Exists' as const, effect: 'NoExecute' as const, tolerationSeconds: 5 }],
    nodeSelector: { 'kubernetes.io/os': 'linux' },
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/os', operator: 'In' as const, values: ['linux'] }] }],
        },
      },
    },
    topologySpreadConstraints: [
      { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' as const },
    ],
    initContainers: [{ name: 'i', image: 'i' }],
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }],
  },
  container: {
    ports: [{ name: 'http', containerPort: 80 }],
    resources: { requests: { cpu: '100m' } },
    readinessProbe: { httpGet: { port: 'http', path: '/' }, periodSeconds: 1 },
    volumeMounts: [{ name: 'v', mountPath: '/v' }],
  },
};

const AROUND = {
  nodeCount: 2,
  groups: [
    {
      name: 'g',
      count: 1,
      max: 2,
      readyAfterSeconds: 60,
      labels: { a: 'b' },
      taints: [{ key: 'a', effect: 'NoSchedule' }],
      allocatable: { cpu: '4' },
    },
  ],
  nodes: [
    {
      metadata: { name: 'n', labels: { a: 'b' } },
      spec: { taints: [{ key: 'k', effect: 'PreferNoSchedule' }], unschedulable: false },
      status: { allocatable: { cpu: '4', memory: '8Gi', pods: '10' }, conditions: [{ type: 'Ready', status: 'True' }] },
    },
  ],
  pods: [
    {
      metadata: { name: 'p', namespace: 'default', labels: { x: 'y' } },
      spec: { nodeName: 'n', containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 80, hostPort: 80 }] }] },
      status: { phase: 'Running' },
    },
  ],
  namespaces: [{ metadata: { name: 'default', labels: { a: 'b' } } }],
  storageClasses: [{ metadata: { name: 's' }, provisioner: 'p', volumeBindingMode: 'Immediate' }],
  persistentVolumes: [
    {
      metadata: { name: 'pv' },
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, claimRef: { name: 'c', namespace: 'default' } },
    },
  ],
  persistentVolumeClaims: [
    { metadata: { name: 'c' }, spec: { accessModes: ['ReadWriteOnce'], volumeName: 'pv' }, status: { phase: 'Bound' } },
  ],
  limitRanges: [{ metadata: { name: 'l' }, spec: { limits: [{ type: 'Container', default: { cpu: '1' } }] } }],
  resourceQuotas: [{ metadata: { name: 'q' }, spec: { hard: { pods: '40', 'requests.cpu': '40', 'limits.cpu': '99' } } }],
  podDisruptionBudgets: [{ metadata: { name: 'b' }, spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } } }],
  services: [{ metadata: { name: 'web' }, spec: { selector: { app: 'web' } } }],
  priorityClasses: [{ metadata: { name: 'p' }, value: 10, preemptionPolicy: 'Never' }],
};

const ACTIONS = [
  {
    at: 1,
    action: 'patch',
    patch: { metadata: { labels: { a: 'b' } }, spec: { template: { spec: { containers: [{ name: 'web', image: 'b' }] } } } },
  },
  { at: 2, action: 'setImage', image: 'x:1', container: 'web' },
  { at: 3, action: 'restart', workload: { kind: 'DaemonSet', name: 'other' } },
  { at: 4, action: 'undo', toRevision: 1 },
  { at: 5, action: 'killPod', count: 1, choose: 'oldest', revision: 'old' },
  { at: 6, action: 'breakRevision', revision: 'after', failure: { kind: 'neverReady' } },
  { at: 7, action: 'drain', node: 'n', podSelector: { a: 'b' } },
  { at: 8, action: 'nodeDown', node: 'node-1', forSeconds: 60 },
  { at: 9, action: 'addNode', node: { metadata: { name: 'm' }, spec: { taints: [] }, status: { conditions: [] } } },
  { at: 10, action: 'taintNode', node: 'n', taint: { key: 'a', effect: 'NoExecute' } },
  { at: 11, action: 'createErrors', count: 1, message: 'm' },
  { at: 12, action: 'applyObject', object: { kind: 'ResourceQuota', metadata: { name: 'q2' }, spec: { hard: { pods: '30' } } } },
  { at: 13, action: 'deleteObject', kind: 'ResourceQuota', name: 'q2' },
  { at: 14, action: 'requestErrors', verb: 'updateStatus', kind: 'ReplicaSet', count: 1, reason: 'Conflict' },
  { at: 15, action: 'restartControllers', awaySeconds: 5 },
];

const BASES: readonly unknown[] = [
  { workload: deployment(2, { ...POD, image: 'web:1' }), other: named(daemonSet({ ...POD }), 'other') },
  { workload: daemonSet({ ...POD }), other: named(deployment(1), 'other') },
].map(({ workload, other }) => ({
  ...scenario(workload, { before: workload, others: [{ after: other, source: 'f' }] }),
  title: 'one',
  horizonSeconds: 60,
  cluster: AROUND,
  actions: ACTIONS,
  machine: {
    watchLagMs: { Pod: 40 },
    deployment: { workers: 2 },
    replicaset: { retries: { baseMs: 5 }, burstReplicas: 3, withoutExpectations: true },
  },
}));

const HOSTILE_VALUES: readonly unknown[] = [
  ...[undefined, null, true, 0, -1, 1.5, 1e308, '', 'x', [], [null], ['x'], {}, { x: 1 }],
  JSON.parse('{"__proto__": {"a": 1}}'),
];

function* placesIn(value: unknown, path: Place = []): Generator<Place> {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) yield* placesIn(entry, [...path, Array.isArray(value) ? Number(key) : key]);
}

function changed(value: unknown, [step, ...rest]: Place, to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value)) {
    const items = (value as readonly unknown[]).map((item, index) => (index === step ? changed(item, rest, to) : item));
    return items.filter((item) => item !== undefined);
  }
  const object = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  return { ...object, [step]: changed(object[step], rest, to) };
}

export interface Malformed {
  readonly name: string;
  readonly scenario: unknown;
}

export function* malformedScenarios(): Generator<Malformed> {
  for (const base of BASES) {
    for (const place of placesIn(base)) {
      for (const value of HOSTILE_VALUES) {
        const text = JSON.stringify(changed(base, place, value));
        yield { name: `${place.join('.')} = ${JSON.stringify(value) as string | undefined}`, scenario: JSON.parse(text) };
      }
    }
  }
}

const deep = (depth: number, of: unknown): unknown => (depth === 0 ? of : deep(depth - 1, depth % 2 === 0 ? [of] : { a: of }));
const LONG = 'x'.repeat(100_000);
const MORE_HOSTILE: readonly unknown[] = [
  ...HOSTILE_VALUES.slice(1),
  ...[9e15, -9e15, 2 ** 31, 1e-9, LONG, `${LONG}\u202E`, '\uFFFF', '1e400', '-0', '99999999999999999999Gi', 'constructor'],
  ...[deep(50, 1), deep(2_000, 1), Array.from({ length: 5_000 }, () => 0), Array.from({ length: 500 }, () => ({}))],
  Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`k${index}`, index])),
  JSON.parse('{"__proto__": {"metadata": {"name": "x"}}, "constructor": {"prototype": {"a": 1}}}'),
];
const HOSTILE_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'a.b', LONG, 'kind', 'at'];
const PLACES_OF = BASES.map((base) => [...placesIn(base)]);

/** One of the two with some of its values changed, taken from elsewhere, doubled, or with fields that nobody knows. */
export function mutatedScenario(seed: number): Malformed {
  const draw = new Draw('scenario', seed);
  const which = draw.upTo(BASES.length - 1);
  const places = PLACES_OF[which] ?? [];
  let scenario = BASES[which];
  const names: string[] = [];
  for (let left = draw.upTo(2); left >= 0; left -= 1) {
    const place = draw.of(places);
    const source = valueAt(BASES[which], draw.of(places));
    const value = draw.chance(0.3) ? source : draw.of(MORE_HOSTILE);
    const into = draw.chance(0.2) ? [...place, draw.of(HOSTILE_KEYS)] : place;
    names.push(into.join('.').slice(0, 100));
    scenario = draw.chance(0.1) ? swapped(scenario, place) : changed(scenario, into, value);
  }
  return { name: `seed ${seed}: ${names.join(', ')}`, scenario };
}

function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((at: unknown, step) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[step], value);
}

/** A list holds itself once more, all else is in a list. */
function swapped(scenario: unknown, place: Place): unknown {
  const at = valueAt(scenario, place);
  return changed(scenario, place, Array.isArray(at) ? [...(at as readonly unknown[]), ...(at as readonly unknown[])] : [at]);
}

/** More than anybody reads of what is wrong. */
const MOST_WORDS = 700;

/** What is wrong with the word about a scenario; undefined: it is a scenario, or the word says where the fault is, and soon. */
export function faultInWord({ scenario }: Malformed): string | undefined {
  const before = performance.now();
  const { scenario: read, problem } = readScenario(scenario);
  const ms = performance.now() - before;
  if (ms > MOST_MS) return `takes ${Math.round(ms)} ms`;
  if (read !== undefined) return undefined;
  if (!problem.startsWith('scenario')) return problem.slice(0, MOST_WORDS);
  return problem.length > MOST_WORDS ? `says ${problem.length} characters: ${problem.slice(0, 200)}` : undefined;
}

/** On a machine that has other things to do. */
const MOST_MS = 1_000;

/** What is wrong with the answer to a scenario: it is a run, or a word that says where the fault is. */
export function faultIn({ scenario: value }: Malformed): string | undefined {
  try {
    const { scenario: read, problem } = readScenario(value);
    if (read === undefined) return problem.startsWith('scenario') ? undefined : problem;
    simulate(read);
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError)) return String(error);
    return error.code !== 'InvariantViolated' && error.message.startsWith('scenario') ? undefined : error.message;
  }
}

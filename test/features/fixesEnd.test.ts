import assert from 'node:assert/strict';
import type { Analysis } from '../../src/features/analysis';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { analysisOf } from '../agreement/agree';
import { workspaceOf } from '../agreement/workspace';
import { applyEdits } from '../support/applyEdits';
import { analyzed, deployment, diagnosticsOf, object, QUIET_CONTAINER, rolling, type Around } from './support';

type Json = Readonly<Record<string, unknown>>;

const LABELS = { matchLabels: { app: 'web' } };
const SERVICE = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const FRONT = object('Service', 'v1', 'front', { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'web' }] });
const SETTINGS = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } });
const CLAIM = object('PersistentVolumeClaim', 'v1', 'data', { accessModes: ['ReadWriteOnce'] });
const VOLUME = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const budget = (minAvailable: unknown): string =>
  object('PodDisruptionBudget', 'policy/v1', 'pdb', { selector: LABELS, minAvailable });
const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { kind: 'Deployment', name: 'web' },
  minReplicas: 2,
  maxReplicas: 9,
});
const antiAffinity = {
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname', labelSelector: LABELS }],
    },
  },
};
const withContainer = (fields: Json): Json => ({ containers: [{ ...QUIET_CONTAINER, ...fields }] });

/** One choice of each makes a workload and what surrounds it. */
const SPECS: readonly Json[] = [{ replicas: 1 }, { replicas: 2 }, { replicas: 4 }, { selector: undefined }, {}];
const STRATEGIES: readonly Json[] = [
  {},
  rolling(1, 0),
  rolling(0, 1),
  rolling(0, '25%'),
  rolling(0, 0),
  rolling('100%', '100%'),
  { strategy: { type: 'Recreate' } },
  { strategy: { type: 'Recreate', rollingUpdate: { maxSurge: 1 } } },
];
const TIMES: readonly Json[] = [{}, { minReadySeconds: 600 }, { progressDeadlineSeconds: 5 }];
const PODS: readonly Json[] = [
  {},
  VOLUME,
  antiAffinity,
  withContainer({ ports: [{ containerPort: 80, hostPort: 80 }] }),
  withContainer({ readinessProbe: undefined }),
  withContainer({ lifecycle: { preStop: { sleep: { seconds: 45 } } } }),
  withContainer({ livenessProbe: { exec: { command: ['cat', '/tmp/$up'] }, periodSeconds: 5 } }),
  withContainer({ readinessProbe: undefined, readinesProbe: {}, ports: [{ name: 'http', containerPort: 80 }] }),
  withContainer({ envFrom: [{ configMapRef: { name: 'setings' } }] }),
];
const OTHERS: readonly (readonly string[])[] = [
  [],
  [SERVICE, CLAIM],
  [FRONT, SETTINGS],
  [SERVICE, CLAIM, budget(1)],
  [SERVICE, CLAIM, budget('100%'), autoscaler],
  [object('ResourceQuota', 'v1', 'q', { hard: { pods: '1' } }), SERVICE],
];
const NODES = [1, 4] as const;
/** A step that has no factor in common with the lists, so that every choice meets many others. */
const STEP = 37;

function* generated(): Generator<readonly [text: string, around: Around]> {
  const lists = [SPECS, STRATEGIES, TIMES, PODS, OTHERS, NODES] as const;
  const total = lists.reduce((product, list) => product * list.length, 1);
  for (let number = 0; number < total; number += STEP) {
    let rest = number;
    const [spec, strategy, times, pod, others, nodes] = lists.map((list) => {
      const index = rest % list.length;
      rest = Math.floor(rest / list.length);
      return index;
    });
    const text = deployment({ ...SPECS[spec ?? 0], ...STRATEGIES[strategy ?? 0], ...TIMES[times ?? 0] }, PODS[pod ?? 0]);
    yield [text, { others: OTHERS[others ?? 0] ?? [], settings: { nodeCount: NODES[nodes ?? 0] ?? 1 } }];
  }
}

const RANKS = ['error', 'warning', 'information', 'hint'];

/** How bad what is said is, as a number for each severity that can be compared in order. */
function weigh(analysis: Analysis): string {
  const found = computeDiagnostics(analysis);
  return RANKS.map((rank) => String(found.filter(({ severity }) => severity === rank).length).padStart(3, '0')).join(' ');
}

type Analyze = (text: string) => Analysis;

function follow(text: string, analyze: Analyze, seen: Set<string> = new Set()): void {
  if (seen.has(text)) return;
  seen.add(text);
  const before = weigh(analyze(text));
  for (const fix of computeQuickFixes(analyze(text), 0, text.length)) {
    if (fix.title.startsWith('Ignore')) continue;
    const fixed = applyEdits(text, fix.edits);
    const after = weigh(analyze(fixed));
    // What gets better with each step comes to an end.
    assert.ok(after < before, `${fix.title}: ${before} → ${after}\n${fixed}`);
    follow(fixed, analyze, seen);
  }
}

/** Workspaces as the agreement of rules and simulation is tried with: nodes, neighbors, quotas, what is committed. */
const DRAWN = 150;

function followDrawn(seed: number): void {
  const workspace = workspaceOf(seed);
  const [{ uri, text } = { uri: '', text: '' }, ...others] = workspace.files;
  follow(text, (changed) => analysisOf({ ...workspace, files: [{ uri, text: changed }, ...others] }));
}

describe('quick fixes', function () {
  this.timeout(120_000);

  it('never lead in a circle, whichever are taken in whatever order', () => {
    for (const [text, around] of generated()) follow(text, (changed) => analyzed(changed, around));
  });

  it(`never do in ${DRAWN} drawn workspaces either`, () => {
    for (let seed = 0; seed < DRAWN; seed++) followDrawn(seed);
  });

  it('lead a single pod with a volume behind a Service to the least bad way, and leave it there', () => {
    const around = { others: [SERVICE, CLAIM] };
    const text = deployment({ replicas: 1 }, VOLUME);
    const fixes = computeQuickFixes(analyzed(text, around), 0, text.length).filter(({ title }) => !title.startsWith('Ignore'));
    assert.deepEqual(
      fixes.map(({ title }) => title),
      ['Remove the old pod first (type Recreate)'],
    );
    const after = applyEdits(text, fixes[0]?.edits ?? []);
    assert.deepEqual(
      diagnosticsOf(after, around).map(({ ruleId, severity }) => `${severity} ${ruleId}`),
      ['hint recreate-behind-service'],
    );
  });
});

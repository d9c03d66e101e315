import assert from 'node:assert/strict';
import { Analysis } from '../../../src/features/analysis';
import { editsFor, planSafety, type Editable, type SafetyEdits, type SafetyPlan } from '../../../src/features/safety/makeSafe';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';
import { readManifest } from '../../../src/manifest/manifest';
import { applyEdits } from '../../support/applyEdits';

const URI = 'file:///w/web.yaml';
const RISKY = `# The front.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 8
  progressDeadlineSeconds: 8
  selector:
    matchLabels: {app: web}
  strategy:
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 50% # as quick as it goes
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: app
          image: web:1
          ports:
            - containerPort: 8080
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80, targetPort: 8080}]}
`;

function editable(text: string, others = ''): Editable {
  const index = new WorkspaceIndex();
  if (others !== '') index.updateText('file:///w/others.yaml', others);
  index.updateText(URI, text);
  const analysis = new Analysis(URI, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(URI) });
  return { analysis, index: 0, factsWith: (manifest) => index.replacing([[URI, manifest]]).factsFor(URI) };
}

function finish<T>(steps: Generator<undefined, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function planOf(text: string, others = ''): SafetyPlan {
  const plan = finish(planSafety(editable(text, others)));
  if (typeof plan === 'string') assert.fail(plan);
  return plan;
}

/** Why there is no plan. */
function refusalOf(text: string): string {
  const plan = finish(planSafety(editable(text)));
  return typeof plan === 'string' ? plan : assert.fail('there is a plan');
}

describe('Making a workload safe', () => {
  it('proposes what a manifest can do, each with what the simulation shows', () => {
    const { proposals, now } = planOf(RISKY);
    const effects = Object.fromEntries(proposals.map(({ id, effect }) => [id, effect]));
    assert.deepEqual(Object.keys(effects), ['readiness', 'preStop', 'bounds', 'budget', 'deadline']);
    assert.match(now, /completes in/i);
    assert.match(effects['readiness'] ?? '', /8 new pods counted as ready about 2\.5 s before they answer → none/);
    assert.match(effects['preStop'] ?? '', /requests that fail \d+ % → \d+ %/);
    assert.match(effects['bounds'] ?? '', /fewest available 4 → 8 of 8 · .*most pods 8 → 10/);
    assert.match(effects['budget'] ?? '', /half of the nodes drained at once: fewest available [0-6] → 7 of 8/);
  });

  it('writes the chosen ones, together or alone, and leaves everything else as it is', () => {
    const file = editable(RISKY);
    const { proposals } = planOf(RISKY);
    const all = finish(editsFor(file, proposals)) as SafetyEdits;
    const text = applyEdits(RISKY, all.edits);
    assert.match(text, /^# The front\./);
    assert.match(text, /maxSurge: 25%\n {6}maxUnavailable: 0 # as quick as it goes/);
    assert.match(text, /readinessProbe:\n +periodSeconds: 5\n +tcpSocket:\n +port: 8080/);
    assert.match(text, /preStop:\n +sleep:\n +seconds: 2/);
    assert.match(text, /kind: PodDisruptionBudget[^]*maxUnavailable: 1/);
    assert.match(all.effect, /fewest available 4 → 8 of 8/);
    assert.ok(all.edits.length > 1, 'the parts can be told apart');
    const bounds = proposals.filter(({ id }) => id === 'bounds');
    const one = finish(editsFor(file, bounds)) as SafetyEdits;
    assert.equal(applyEdits(RISKY, one.edits), RISKY.replace('maxSurge: 0', 'maxSurge: 25%').replace('50%', '0'));
  });

  it('leaves nothing to propose once everything is applied', () => {
    const all = finish(editsFor(editable(RISKY), planOf(RISKY).proposals)) as SafetyEdits;
    const text = applyEdits(RISKY, all.edits);
    assert.ok(readManifest(text).documents.every(({ document }) => document.problems.length === 0));
    assert.deepEqual(
      planOf(text).proposals.map(({ id }) => id),
      [],
    );
  });

  it('does not propose what would stall, and says so', () => {
    const hostPort = RISKY.replace('- containerPort: 8080', '- {containerPort: 8080, hostPort: 8080}').replace(
      'replicas: 8',
      'replicas: 10',
    );
    const { proposals, leftOut } = planOf(hostPort);
    assert.ok(!proposals.some(({ id }) => id === 'bounds'));
    assert.match(leftOut.join('\n'), /Start new pods before old ones go.*: Stalls at/);
  });

  it('keeps the old pod first where a volume is the reason', () => {
    const claim = RISKY.replace(
      '      containers:',
      '      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]\n      containers:',
    );
    assert.ok(!planOf(claim).proposals.some(({ id }) => id === 'bounds'));
  });

  it('says why it cannot help with a part of a manifest or one that is refused', () => {
    assert.match(refusalOf(RISKY.replace('replicas: 8', 'replicas: {{ .n }}')), /rendered/);
    assert.match(refusalOf(RISKY.replace('maxUnavailable: 50%', 'maxUnavailable: 0')), /refuse/);
  });
});

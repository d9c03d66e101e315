import { strict as assert } from 'node:assert';
import { analyzeText, simulateInSteps, type SimulatedRollout } from '../../src/features/publicApi';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { deployment, scenario } from '../simulation/support';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 10
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: "web:1" }] }
`;

function simulated(given: unknown): SimulatedRollout {
  const steps = simulateInSteps(given);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

describe('what other extensions are told', () => {
  it('of a text: its workloads with their numbers, and findings with lines from 0', () => {
    const { workloads, findings } = analyzeText(`# first\n---\n${WEB}`, DEFAULT_SETTINGS);
    const [{ numbers, ...web } = { numbers: undefined }] = workloads;
    assert.deepEqual(web, { kind: 'Deployment', name: 'web', namespace: 'shop', line: 2 });
    assert.deepEqual({ ...numbers, seconds: 0 }, { desired: 10, surge: 3, unavailable: 2, floor: 8, ceiling: 13, seconds: 0 });
    assert.ok((numbers?.seconds ?? 0) > 0);
    const probe = findings.find(({ rule }) => rule === 'no-readiness');
    assert.deepEqual([probe?.line, probe?.endLine, probe?.severity], [10, 10, 'hint']);
  });

  it('of a text that is broken, or empty', () => {
    assert.deepEqual(analyzeText('', DEFAULT_SETTINGS), { workloads: [], findings: [] });
    const { findings } = analyzeText('kind: Deployment\n  metadata: {}\n', DEFAULT_SETTINGS);
    assert.deepEqual(
      findings.map(({ rule, line }) => [rule, line]),
      [['yaml-syntax', 0]],
    );
  });

  it('of a scenario: how it ends', () => {
    const { verdict, headline, seconds, minAvailable, maxPods, markdown } = simulated(scenario(deployment(10)));
    assert.deepEqual([verdict, minAvailable, maxPods], ['good', 8, 13]);
    assert.match(headline, /^Completes in /);
    assert.ok(seconds !== undefined && seconds > 0);
    assert.match(markdown, /^# Deployment web: Completes/);
  });

  it('of what is no scenario: the field, and what belongs there', () => {
    assert.throws(() => simulated({ version: 1, seed: 'x' }), /scenario\.\w+: /);
  });
});

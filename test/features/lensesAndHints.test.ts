import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeInlayHints } from '../../src/features/inlayHints';
import { analyzed, daemonSet, deployment, object, QUIET_CONTAINER, rolling, rollingDaemons, type Around } from './support';

function titles(text: string, around: Around = {}): string[] {
  return computeCodeLenses(analyzed(text, around)).map(({ title }) => title);
}

/** The text with the hints in it. */
function hinted(text: string, around: Around = {}): string {
  const hints = computeInlayHints(analyzed(text, around));
  return hints.reduceRight((result, { offset, label }) => `${result.slice(0, offset)}⟨${label}⟩${result.slice(offset)}`, text);
}

describe('code lenses', () => {
  it('are three on one line: simulate, numbers, warnings', () => {
    assert.deepEqual(titles(deployment({ replicas: 10 })), [
      '▷ Simulate rollout',
      'surge 3 · unavailable 2 · 8–13 pods',
      '✓ no rollout warnings',
    ]);
  });
  it('name the worst finding', () => {
    const text = deployment({ replicas: 1, paused: true, ...rolling(0, 0) });
    assert.equal(titles(text)[2], '⚠ 1 error, 1 warning: surge and unavailable are both 0');
  });

  it('do not call it well where a hint describes an outage', () => {
    const text = deployment(
      { replicas: 1, ...rolling(0, 1) },
      { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 80 }] }] },
    );
    assert.equal(titles(text, { settings: { nodeCount: 1 } })[2], 'ⓘ the only replica goes down');
  });
  it("range from an autoscaler's minimum to its maximum", () => {
    const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 20,
    });
    const [, numbers] = titles(deployment({ replicas: undefined }), { others: [autoscaler] });
    assert.equal(numbers, 'surge 1–5 · unavailable 0–5 · 3–25 pods (autoscaled 3–20)');
  });
  it("hold to an autoscaler's maximum, and reach to the replicas that applying sets until then", () => {
    const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 6,
    });
    const [, numbers, warning] = titles(deployment({ replicas: 12 }), { others: [autoscaler] });
    assert.equal(numbers, 'surge 2 · unavailable 1 · 5–15 pods (autoscaled 3–6)');
    assert.equal(warning, "⚠ 1 warning: replicas above the autoscaler's maximum");
  });

  const NUMBERS: readonly (readonly [text: string, title: string])[] = [
    [deployment({ strategy: { type: 'Recreate' } }), 'Recreate · 0–4 pods'],
    [deployment({ replicas: 0 }), 'surge 0 · unavailable 0 · 0 pods'],
    [daemonSet(), 'surge 0 · unavailable 1 · 9–10 pods on 10 nodes (assumed)'],
    [daemonSet({ updateStrategy: { type: 'OnDelete' } }), 'OnDelete · 10 pods on 10 nodes (assumed)'],
    [deployment(rolling(0, 0)), 'surge 0 · unavailable 0 · rejected'],
    [deployment(rolling('0%', 0)), 'surge 0 · unavailable 0 · rejected'],
    [daemonSet(rollingDaemons({ maxSurge: 1 })), 'surge 1 · unavailable 1 · rejected'],
    [deployment(rolling('x')), 'numbers cannot be computed'],
    ['kind: Deployment\nspec: {replicas: "{{ .n }}"}\n', 'numbers depend on a template'],
    ['kind: Deployment\nspec:\n  replicas: 4\n  strat\n', 'surge 1 · unavailable 1 · 3–5 pods'],
  ];
  for (const [text, title] of NUMBERS) {
    it(`say ${title}`, () => {
      assert.equal(titles(text)[1], title);
    });
  }

  const OBSTACLES: readonly (readonly [text: string, title: string])[] = [
    ['kind: Deployment\nmetadata: {name: "{{ .n }}"}\nspec: {template: {{ .t }}}\n', 'needs rendering'],
    ['kind: Deployment\nmetadata: {name: web}\nspec: {$patch: merge, replicas: 3}\n', 'part of a manifest'],
    [deployment(rolling(0, 0)), 'rejected'],
    ['kind: Deployment\nspec:\n  a: b: c\n', 'not valid YAML'],
  ];
  for (const [text, why] of OBSTACLES) {
    it(`say before a click that there is no simulation: ${why}`, () => {
      assert.equal(titles(text)[0], `▷ no simulation: ${why}`);
    });
  }

  it('stay the same number whatever is typed', () => {
    const text = deployment().replace('"replicas": 4', '"replicas": ');
    for (const value of ['', '4', '"', '"4', '{{', '*', '-', '['])
      assert.equal(titles(text.replace('"replicas": ', `"replicas": ${value}`)).length % 3, 0);
    assert.equal(titles(`${text}\n---\n${deployment()}`).length, 6);
  });
  it('are at the first key of each workload, also in a List', () => {
    const text =
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n- apiVersion: apps/v1\n  kind: DaemonSet\n';
    const lines = computeCodeLenses(analyzed(text)).map(({ start }) => text.slice(0, start).split('\n').length);
    assert.deepEqual(lines, [4, 4, 4, 6, 6, 6]);
  });
  it('say so when the document is no YAML', () => {
    assert.equal(titles('kind: Deployment\nspec:\n  a: b: c\n')[2], '⚠ the document is not valid YAML');
  });
  it('can be switched off', () => {
    assert.deepEqual(titles(deployment(), { settings: { codeLens: false } }), []);
  });
});

describe('inlay hints', () => {
  it('tell what percentages come to', () => {
    const text = 'kind: Deployment\nspec:\n  replicas: 10\n  strategy: {rollingUpdate: {maxSurge: 25%, maxUnavailable: "25%"}}\n';
    assert.equal(
      hinted(text),
      'kind: Deployment\nspec:\n  replicas: 10\n  strategy: {rollingUpdate: {maxSurge: 25%⟨→ 3 pods⟩, maxUnavailable: "25%"⟨→ 2 pods⟩}}\n',
    );
  });
  it('range from an autoscaler’s minimum to its maximum', () => {
    const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
      scaleTargetRef: { kind: 'Deployment', name: 'web' },
      minReplicas: 3,
      maxReplicas: 20,
    });
    const text = deployment({ replicas: undefined, ...rolling('25%') });
    assert.match(hinted(text, { others: [autoscaler] }), /"25%"⟨→ 1–5 pods⟩/);
  });
  it('leave counts alone, except where Kubernetes uses another', () => {
    assert.equal(hinted(deployment(rolling(1, 1))), deployment(rolling(1, 1)));
    assert.match(hinted(deployment({ replicas: 3, ...rolling(0, '25%') })), /"25%"⟨→ 0, so 1 is used⟩/);
  });
  it('promise nothing where the API server rejects the bounds', () => {
    assert.equal(hinted(deployment(rolling(0, 0))), deployment(rolling(0, 0)));
  });
  it('say how many nodes', () => {
    assert.match(hinted(daemonSet(rollingDaemons({ maxUnavailable: '15%' }))), /"15%"⟨→ 2 pods of 10⟩/);
  });
  it('are silent about defaults, templates and other strategies', () => {
    for (const text of [
      deployment(),
      deployment({ strategy: { type: 'Recreate' } }),
      'kind: Deployment\nspec: {replicas: "{{.n}}", strategy: {rollingUpdate: {maxSurge: 25%}}}\n',
    ]) {
      assert.equal(hinted(text), text);
    }
  });
  it('keep to the range asked for and can be switched off', () => {
    const one = deployment(rolling('25%'));
    const analysis = analyzed(`${one}\n---\n${one}`);
    assert.equal(computeInlayHints(analysis).length, 2);
    assert.equal(computeInlayHints(analysis, 0, one.length).length, 1);
    assert.deepEqual(computeInlayHints(analyzed(one, { settings: { inlayHints: false } })), []);
  });
});

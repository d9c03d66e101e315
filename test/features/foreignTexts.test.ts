import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { fixtureManifests, readShared, sharedFiles } from '../support/sharedData';
import { spread, useEverything } from './everything';
import { analyzed } from './support';

interface YamlCase {
  readonly id: string;
  readonly name: string;
  readonly yaml: string;
}

describe('the official YAML test suite', () => {
  it('goes through all features, as it is and inside a Deployment', function () {
    const cases = readShared(this, 'yaml-test-suite', 'cases.jsonl')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as YamlCase);
    assert.ok(cases.length > 300);
    for (const { id, name, yaml } of cases) {
      const nested = yaml.replace(/^/gm, '    ');
      const texts = [
        yaml,
        `kind: Deployment\n${yaml}`,
        `${yaml}\nkind: Deployment\n`,
        `kind: Deployment\nspec:\n  strategy:\n${nested}`,
      ];
      for (const text of texts) {
        try {
          useEverything(text, spread(text, 20));
        } catch (error) {
          throw new Error(`${id} ${name}`, { cause: error });
        }
      }
    }
  });
});

/** Bases for kustomize: their selectors are added later, so the API server would not take them as they are. */
const NOT_WHOLE = /ingress-nginx__(?:grafana|prometheus)__deployment\.yaml$/;

describe('manifests that people apply', () => {
  it('give no false error', function () {
    for (const { name, text } of sharedFiles(this, '.yaml', 'real-manifests')) {
      const analysis = useEverything(text, spread(text, 200));
      const errors = analysis.workloads.flatMap(({ assessment }) =>
        assessment.findings.filter(({ severity }) => severity === 'error'),
      );
      const messages = errors.map(({ finding }) => finding.message);
      if (NOT_WHOLE.test(name)) assert.match(messages.join('\n'), /spec\.selector: Required value/);
      else assert.deepEqual(messages, [], name);
    }
  });

  it('give sensible numbers, all of them', function () {
    let count = 0;
    for (const { name, text } of sharedFiles(this, '.yaml', 'real-manifests')) {
      const analysis = analyzed(text);
      for (const { workload, assessment } of analysis.workloads) {
        count += 1;
        const { envelope } = assessment;
        assert.ok(envelope !== undefined && workload.certain, `${name} ${workload.name}`);
        const { floor, desired: total, ceiling, duration } = envelope;
        assert.ok(
          0 <= floor && floor <= total && total <= ceiling && ceiling <= 2 * Math.max(total, 1),
          `${name} ${floor} ${total} ${ceiling}`,
        );
        assert.ok(duration.seconds > 0 && duration.seconds < 3600, `${name} ${duration.seconds}`);
      }
    }
    assert.ok(count >= 70, `only ${count} workloads`);
  });
});

describe('the example manifests', () => {
  const LENSES: Readonly<Record<string, readonly string[]>> = {
    'agent.yaml': ['surge 1 · unavailable 1 · rejected', '⚠ 1 error, 1 warning: DaemonSet surges and goes without at once'],
    'broken.yaml': [
      'Recreate · 0–3 pods',
      '⚠ the document is not valid YAML',
      'surge 0 · unavailable 0 · rejected',
      '⚠ 4 errors, 1 warning: surge and unavailable are both 0',
    ],
    'chart.yaml': ['numbers depend on a template', '✓ no rollout warnings (templated values left out)'],
    'list.json': ['surge 0 · unavailable 1 · 0–1 pods', 'ⓘ the only replica goes down'],
    'shop.yaml': ['surge 2 · unavailable 0 · 6–8 pods', '⚠ 2 warnings: replicas share volume “shop-data”'],
  };
  for (const { name, text } of fixtureManifests()) {
    it(`${name} reads as it should`, () => {
      const analysis = useEverything(text, spread(text, text.length));
      const titles = computeCodeLenses(analysis).map(({ title }) => title);
      assert.deepEqual(
        titles.filter((title) => !title.startsWith('▷')),
        LENSES[name],
      );
    });
  }
});

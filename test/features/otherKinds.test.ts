import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { analyzed, deployment } from './support';

const object = (kind: string, apiVersion: string): string =>
  `# a comment\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x}\nspec: {template: {}}\n`;

function hoverAt(text: string, at: string): string {
  return computeHover(analyzed(text), text.indexOf(at) + 1)?.markdown ?? '';
}

const titles = (text: string): string[] => computeCodeLenses(analyzed(text)).map(({ title }) => title);

describe('a kind that is not simulated', () => {
  const KINDS: readonly (readonly [kind: string, apiVersion: string, says: RegExp])[] = [
    ['StatefulSet', 'apps/v1', /^StatefulSets are not simulated: [^]*from the highest number down/],
    ['CronJob', 'batch/v1', /a change counts from the next run on/],
    ['Job', 'batch/v1', /cannot be changed/],
    ['Rollout', 'argoproj.io/v1alpha1', /Argo Rollouts/],
    ['ReplicaSet', 'apps/v1', /new pods only/],
  ];
  for (const [kind, apiVersion, says] of KINDS)
    it(`${kind}: hover and lens say so, the problems nothing`, () => {
      const text = object(kind, apiVersion);
      assert.match(hoverAt(text, 'kind:'), says);
      assert.match(hoverAt(text, `${kind}\n`), says);
      assert.deepEqual(titles(text), [`ⓘ ${kind}s are not simulated`]);
      assert.deepEqual(computeDiagnostics(analyzed(text)), []);
    });

  it('says it in JSON, too', () => {
    const text = JSON.stringify({ apiVersion: 'batch/v1', kind: 'CronJob', metadata: { name: 'x' }, spec: {} }, undefined, 2);
    assert.match(hoverAt(text, '"CronJob"'), /^CronJobs are not simulated/);
    assert.deepEqual(titles(text), ['ⓘ CronJobs are not simulated']);
  });

  it('stands above its document, beside the lenses of workloads', () => {
    const text = `${deployment()}\n---\n${object('Job', 'batch/v1')}`;
    const lens = computeCodeLenses(analyzed(text)).at(-1);
    assert.equal(text.slice(lens?.start).split('\n')[0], 'apiVersion: batch/v1');
    assert.equal(titles(text).length, 4);
  });

  const OTHERS: readonly (readonly [what: string, text: string])[] = [
    ['one of another group', object('Job', 'batch.volcano.sh/v1alpha1')],
    ['a kind further down', 'apiVersion: autoscaling/v2\nspec:\n  scaleTargetRef:\n    kind: StatefulSet\n'],
    ['what is no object', 'kind: Job\n'],
    ['a ConfigMap', object('ConfigMap', 'v1')],
  ];
  for (const [what, text] of OTHERS)
    it(`is not ${what}`, () => {
      assert.deepEqual([titles(text), hoverAt(text, 'kind:')], [[], '']);
    });

  it('is passed over quickly, however many there are', () => {
    const text = `${object('Job', 'batch/v1')}---\n`.repeat(3000);
    const analysis = analyzed(text);
    const before = performance.now();
    assert.equal(computeCodeLenses(analysis).length, 3000);
    assert.ok(performance.now() - before < 2000);
  });
});

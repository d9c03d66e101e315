import { deepEqual, equal, ok } from '../support/assert';
import { until } from '../support/editor';
import { change, daemonSet, deployment, hintedLines, lensesOf, openText, setText, withSetting } from '../support/manifests';

const ROLLING = ['strategy:', '  rollingUpdate:', '    maxSurge: 25%', '    maxUnavailable: 25%'];

describe('code lenses', () => {
  it('are three for each workload, at its first line', async () => {
    const text = `kind: Namespace\n---\n${deployment('one')}---\n${daemonSet('two')}---\n${deployment('three')}`;
    const lenses = await lensesOf(await openText(text));
    const at = [...text.matchAll(/^apiVersion/gm)].map(({ index }) => text.slice(0, index).split('\n').length - 1);
    deepEqual(
      lenses.map(({ line }) => line),
      at.flatMap((line) => [line, line, line]),
    );
  });

  it('say simulate, numbers, warnings', async () => {
    const lenses = await lensesOf(await openText(deployment('lens')));
    deepEqual(
      lenses.map(({ title }) => title),
      ['▷ Simulate rollout', 'surge 3 · unavailable 2 · 8–13 pods', '✓ no rollout warnings'],
    );
  });

  it('stay three on the same line after every key', async () => {
    const before = deployment('typing', ['replicas: 10']);
    const at = before.indexOf('  selector');
    const document = await openText(before);
    const typed = 'strategy:\n    rollingUpdate:\n      maxSurge: "25%"\n      maxUnavailable: {{ .x }}\n';
    for (let length = 0; length <= typed.length; length += 3) {
      await setText(document, `${before.slice(0, at)}  ${typed.slice(0, length)}\n${before.slice(at)}`);
      const lenses = await lensesOf(document);
      const lines = lenses.map(({ line }) => line);
      deepEqual(lines, [0, 0, 0], `after ${JSON.stringify(typed.slice(0, length))}`);
    }
  });

  it('say what is not simulated', async () => {
    const text = 'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: db }\nspec: { template: {} }\n';
    const lenses = await lensesOf(await openText(text));
    deepEqual(lenses, [{ title: 'ⓘ StatefulSets are not simulated', line: 0 }]);
  });

  it('disappear and come back with their setting', async () => {
    const document = await openText(deployment('switched'));
    await withSetting('codeLens.enabled', false, async () => {
      await until('no lenses', async () => (await lensesOf(document)).length === 0);
    });
    await until('lenses again', async () => (await lensesOf(document)).length === 3);
  });

  it('promise nothing where the API server rejects the bounds', async () => {
    const document = await openText(deployment('refused', ['replicas: 3', ...ROLLING]));
    await change(document, 'maxSurge: 25%', 'maxSurge: 0');
    await change(document, 'maxUnavailable: 25%', 'maxUnavailable: 0');
    const [, numbers, warnings] = await lensesOf(document);
    equal(numbers?.title, 'surge 0 · unavailable 0 · rejected');
    ok(warnings?.title.startsWith('⚠ 1 error') === true, warnings?.title ?? 'no third lens');
    deepEqual(await hintedLines(document), []);
  });
});

describe('inlay hints', () => {
  it('follow percentages, and can be switched off', async () => {
    const document = await openText(deployment('hints', ['replicas: 10', ...ROLLING]));
    deepEqual(await hintedLines(document), ['maxSurge: 25% → 3 pods', 'maxUnavailable: 25% → 2 pods']);
    await withSetting('inlayHints.enabled', false, async () => {
      await until('no hints', async () => (await hintedLines(document)).length === 0);
    });
  });
});

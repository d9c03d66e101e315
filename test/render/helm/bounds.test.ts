import { strict as assert } from 'node:assert';
import { KnownFiles } from '../../../src/features/builds/knownFiles';
import type { BuiltManifest } from '../../../src/render/builtManifest';
import { chartPlan } from '../../../src/render/helm/chartPlan';
import { ignoreRules } from '../../../src/render/helm/helmIgnore';
import { fileTree } from '../../support/fileTree';

const CHART = 'apiVersion: v2\nname: c\nversion: 1.0.0\n';
const SUBCHART = 'apiVersion: v2\nname: d\nversion: 1.0.0\n';
const SET = { name: 'default', files: [], inline: [], release: { name: 'rel', namespace: 'ns' }, kubeVersion: '1.36.4' };
const TOO_MANY_STEPS = /^This chart is too much to be rendered here: its values and subcharts take more steps/;
const TOO_MANY_CHECKS = /^This chart is too much to be rendered here: values\.schema\.json takes too many steps/;

const built = (files: Readonly<Record<string, string>>): BuiltManifest => chartPlan('c', SET).build(fileTree(files));
const lines = (count: number, line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('');

/** The chart with a subchart under so many names. */
const underNames = (count: number): string =>
  `${CHART}dependencies:\n${lines(count, (i) => `- {name: d, version: 1.0.0, alias: d${i}}\n`)}`;
const items = (count: number): string => `[${lines(count, (i) => `${i}, `)}last]`;

describe('a chart that asks for too much', () => {
  const cases: readonly (readonly [what: string, files: Readonly<Record<string, string>>, message: RegExp])[] = [
    [
      'a subchart with many values under many names',
      { 'c/Chart.yaml': underNames(500), 'c/charts/d/values.yaml': lines(2000, (i) => `k${i}: ${i}\n`) },
      TOO_MANY_STEPS,
    ],
    [
      'a subchart with many templates under many names',
      { 'c/Chart.yaml': underNames(500), ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`c/charts/d/templates/t${i}.yaml`, 'a: 1\n'])) }, // prettier-ignore
      TOO_MANY_STEPS,
    ],
    [
      'one large table that is imported again and again',
      {
        'c/Chart.yaml': `${CHART}dependencies:\n- name: d\n  version: 1.0.0\n  import-values:\n${lines(1000, () => '  - a\n')}`,
        'c/charts/d/values.yaml': `exports:\n  a:\n${lines(2000, (i) => `    k${i}: 1\n`)}`,
      },
      TOO_MANY_STEPS,
    ],
    [
      'a long schema of a subchart under many names',
      {
        'c/Chart.yaml': underNames(100),
        'c/charts/d/values.yaml': `a: ${items(500)}\n`,
        'c/charts/d/values.schema.json': JSON.stringify({ properties: { a: { items: { allOf: Array(10).fill({}) } } } }),
      },
      TOO_MANY_CHECKS,
    ],
    [
      'a long list that is compared in many ways',
      {
        'c/values.yaml': `a: ${items(1000)}\n`,
        'c/values.schema.json': JSON.stringify({ properties: { a: { allOf: Array(300).fill({ uniqueItems: true }) } } }),
      },
      TOO_MANY_CHECKS,
    ],
    [
      'a long enumeration that nothing is among',
      {
        'c/values.yaml': `a: ${items(1000)}\n`,
        'c/values.schema.json': JSON.stringify({ properties: { a: { items: { enum: Array.from({ length: 1000 }, (_, i) => `x${i}`) } } } }), // prettier-ignore
      },
      TOO_MANY_CHECKS,
    ],
    [
      'a long text that is measured in many ways',
      {
        'c/values.yaml': `a: ${'x'.repeat(500_000)}\n`,
        'c/values.schema.json': JSON.stringify({ properties: { a: { allOf: Array(1000).fill({ minLength: 1 }) } } }),
      },
      TOO_MANY_CHECKS,
    ],
  ];
  for (const [what, files, message] of cases)
    it(`ends with a word: ${what}`, () => {
      const { problems } = built({ 'c/Chart.yaml': CHART, 'c/charts/d/Chart.yaml': SUBCHART, ...files });
      assert.equal(problems.length, 1);
      assert.match(problems[0]?.message ?? '', message);
    });

  it('says no more of what does not fit its schema than anybody reads', () => {
    const schema = JSON.stringify({ properties: { a: { items: { type: 'integer' } } } });
    const values = `a: [${lines(20_000, () => 'x, ')}x]\n`;
    const { problems } = built({ 'c/Chart.yaml': CHART, 'c/values.yaml': values, 'c/values.schema.json': schema });
    const [{ message } = { message: '' }] = problems;
    assert.match(message, /at '\/a\/0': got string, want integer/);
    assert.ok(message.length < 25_000, `${message.length}`);
  });

  it('names a hundred of the subcharts that are not there, at their places, and says how many more there are', () => {
    const chart = `${CHART}dependencies:\n${lines(10_000, (i) => `- {name: d${i}, version: 1.0.0}\n`)}`;
    const { problems } = built({ 'c/Chart.yaml': chart });
    assert.equal(problems.length, 101);
    const { start = 0, end = 0 } = problems[7]?.place ?? {};
    assert.equal(chart.slice(start, end), 'name: d7');
    assert.equal(problems.at(-1)?.message, '9,900 more problems of this build are not shown');
  });

  it('finds the name of a dependency that is called like the chart itself', () => {
    const chart = `${CHART}dependencies:\n- version: 1.0.0\n  name: "c" # again\n`;
    const [problem] = built({ 'c/Chart.yaml': chart }).problems;
    assert.equal(chart.slice(problem?.place?.start, problem?.place?.end), 'name: "c"');
  });
});

describe('a chart with long values', () => {
  const slicesOf = (values: string): number => {
    const slices = chartPlan('c', SET).slices(fileTree({ 'c/Chart.yaml': CHART, 'c/values.yaml': values }));
    let count = 0;
    while (slices.next().done !== true) count += 1;
    return count;
  };

  for (const [what, text] of [
    ['a list on one line', (count: number) => `a: [!!int 0, ${lines(count, (i) => `${i}, `)}]\n`],
    ['tags', (count: number) => lines(count, (i) => `a${i}: !!int 1\n`)],
  ] as const)
    it(`is read a little at a time: ${what}`, () => {
      const [few, many] = [slicesOf(text(2000)), slicesOf(text(7000))];
      assert.ok(many > 2 * few && many > 15, `${few}, then ${many}`);
    });
});

describe('a chart whose files are not all known yet', () => {
  it('is not rendered: it will be another one', () => {
    const files = new KnownFiles();
    const plan = chartPlan('c', SET);
    files.setList('c', ['Chart.yaml', 'templates/', 'charts/']);
    files.setText('c/Chart.yaml', CHART);
    assert.equal(plan.build(files).text, '');
    assert.deepEqual(files.wantedLists.toSorted(), ['c/charts', 'c/templates']);
    files.setList('c/charts', []);
    files.setList('c/templates', ['a.yaml']);
    assert.equal(plan.build(files).text, '');
    assert.deepEqual(files.wanted, ['c/templates/a.yaml']);
    files.setText('c/templates/a.yaml', 'kind: A\n');
    assert.match(plan.build(files).text, /kind: A/);
  });
});

describe('.helmignore', () => {
  it('leaves out all that is in a folder, however deep, and no other of that name’s beginning', () => {
    const isIgnored = ignoreRules('skip/\n/a/b\n');
    assert.deepEqual(['skip/x/y/z', 'x/skip/y', 'skipped/x', 'a/b', 'a/b/c/d', 'a/bc', 'x/a/b', 'skip'].filter(isIgnored), [
      'skip/x/y/z',
      'x/skip/y',
      'a/b',
      'a/b/c/d',
    ]);
  });
});

describe('a chart that hands its files around', () => {
  const files = (times: number): Readonly<Record<string, string>> => ({
    'c/Chart.yaml': CHART,
    'c/recipes/long.sh': 'echo "not so long"\n'.repeat(4000),
    'c/templates/a.yaml': `{{ range ${times} }}{{ $x := toJson $ | fromJson }}{{ end }}a: 1\n`,
  });

  it('may do so a hundred times', () => {
    const { text, problems } = built(files(100));
    assert.deepEqual(problems, []);
    assert.match(text, /a: 1/);
  });

  it('may read megabytes of definitions', () => {
    const definitions = `name: long\nfields:\n${lines(40_000, (i) => `  field${i}: ${'what it means, at some length; '.repeat(4)}\n`)}`;
    const { text, problems } = built({
      'c/Chart.yaml': CHART,
      'c/crds/long.yaml': definitions,
      'c/templates/a.yaml': 'a: {{ (.Files.Get "crds/long.yaml" | fromYaml).name }}\n',
    });
    assert.deepEqual(problems, []);
    assert.match(text, /a: long/);
  });

  const HELPER = { 'c/templates/_a.tpl': `{{ define "a" }}{{ range 1100000 }}{{ end }}{{ end }}` };
  const BOUNDS: readonly (readonly [what: string, files: Readonly<Record<string, string>>, isRefused: boolean])[] = [
    ['may loop a million times in a template', { 'c/templates/a.yaml': '{{ range 1100000 }}{{ end }}' }, false],
    ['may do so in a part of a template', { ...HELPER, 'c/templates/a.yaml': '{{ template "a" . }}' }, false],
    ['may not do so at once', { ...HELPER, 'c/templates/a.yaml': '{{ include "a" . }}' }, true],
    ['may not do so in a text', { 'c/templates/a.yaml': '{{ tpl "{{ range 1100000 }}{{ end }}" . }}' }, true],
  ];
  for (const [what, templates, isRefused] of BOUNDS)
    it(what, () => {
      const { problems } = built({ 'c/Chart.yaml': CHART, ...templates });
      assert.deepEqual(
        problems.map(({ message }) => message),
        isRefused ? ['Helm: rendering takes too many steps'] : [],
      );
    });

  it('may not do so a million times', () => {
    const { problems } = built(files(1_000_000));
    assert.match(problems.map(({ message }) => message).join(), /^Helm: rendering takes too many steps$/);
  });
});

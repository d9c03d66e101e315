import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { saidNow, type Said } from './said';

const hook = (name: string, event: string): string =>
  `kind: Pod\nmetadata:\n  name: ${name}\n  annotations: {"helm.sh/hook": ${event}}\n`;

const CHART: Readonly<Record<string, string>> = {
  'Chart.yaml':
    'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: cache, alias: store, version: 1.x, condition: store.on}]\n',
  'values.yaml': 'store: {on: true}\nsize: 1\n',
  'values.schema.json': '{"properties": {"size": {"type": "integer"}}}',
  'crds/b.yaml': 'kind: CustomResourceDefinition\nmetadata: {name: b}\n\n',
  'crds/a.YML':
    'kind: CustomResourceDefinition\nmetadata: {name: a1}\n---\nkind: CustomResourceDefinition\nmetadata: {name: a2}\n',
  'crds/README.md': 'not a definition',
  'charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.2.0\n',
  'charts/cache/crds/c.json': '{"kind": "CustomResourceDefinition"}',
  'charts/cache/templates/s.yaml': 'kind: Service\nsize: {{ .Values.global }}\n',
  'templates/web-a.yaml': 'kind: ConfigMap\nname: {{ .Release.Name }}\nupgrade: {{ .Release.IsUpgrade }}\n',
  'templates/web-b.yaml': 'kind: Secret\nsize: {{ .Values.size }}\ntext: {{ .Values.text | quote }}\n---\nkind: Service\nof: b\n',
  'templates/kube.yaml':
    'kind: Namespace\nversion: {{ .Capabilities.KubeVersion }} {{ .Capabilities.KubeVersion.Minor }}\nhas: {{ .Capabilities.APIVersions.Has "x/v1" }}{{ .Capabilities.APIVersions.Has "y/v1" }}\n',
  'templates/hooks.yaml': [hook('before', 'pre-install'), hook('trial', 'Test'), hook('both', '"post-install,test"')].join(
    '---\n',
  ),
  'templates/bad.yaml': '{{ if .Values.bad }}a: [{{ end }}\n',
};

describe('options of helm template', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'render-options-'));
    for (const [name, text] of Object.entries(CHART)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    writeFileSync(join(folder, 'one.txt'), 'of a file\n');
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  function render(...args: readonly string[]): Said {
    return saidNow(['render', folder, ...args]);
  }

  const shown = (pattern: string, ...args: readonly string[]): string => render('-s', pattern, ...args).out;
  const sources = (text: string): readonly string[] => [...text.matchAll(/^# Source: (.*)$/gm)].map(([, name = '']) => name);
  const HOOKS = 'web/templates/hooks.yaml';

  it('--include-crds prints definitions first as they are: the chart’s own, then those of what it depends on', () => {
    const { out } = render('--include-crds');
    const usual = render().out;
    assert.equal(
      out,
      [
        '---\n# Source: web/crds/a.YML\n',
        'kind: CustomResourceDefinition\nmetadata: {name: a1}\n---\nkind: CustomResourceDefinition\nmetadata: {name: a2}\n\n',
        '---\n# Source: web/crds/b.yaml\nkind: CustomResourceDefinition\nmetadata: {name: b}\n\n\n',
        '---\n# Source: web/charts/store/crds/c.json\n{"kind": "CustomResourceDefinition"}\n',
        usual,
      ].join(''),
    );
  });

  it('--include-crds has none of a subchart that is switched off', () => {
    assert.doesNotMatch(render('--include-crds', '--set', 'store.on=false').out, /c\.json/);
  });

  it('--show-only prints the documents of the files that fit, one pattern after the other', () => {
    const { out } = render('-s', 'templates/web-?.yaml', '--show-only', 'crds/a.YML', '--include-crds');
    assert.equal(
      out,
      [
        '---\n# Source: web/templates/web-b.yaml\nkind: Secret\nsize: 1\ntext:\n',
        '---\n# Source: web/templates/web-a.yaml\nkind: ConfigMap\nname: release-name\nupgrade: false\n',
        '---\n# Source: web/templates/web-b.yaml\nkind: Service\nof: b\n',
        '---\n# Source: web/crds/a.YML\nkind: CustomResourceDefinition\nmetadata: {name: a1}\n',
      ].join(''),
    );
    assert.deepEqual(sources(shown('charts/store/*/*.yaml')), ['web/charts/store/templates/s.yaml']);
    assert.deepEqual(sources(shown('templates/hooks.yaml')), [HOOKS, HOOKS, HOOKS]);
  });

  for (const pattern of ['templates/none.yaml', 'web/templates/web-a.yaml', 'templates/[a', '*'])
    it(`--show-only ${pattern} names what is not there`, () => {
      const { code, out, error } = render('-s', 'templates/web-a.yaml', '-s', pattern);
      assert.deepEqual([code, out, error], [1, '', `Error: could not find template ${pattern} in chart\n`]);
    });

  for (const [options, names] of [
    [[], ['before', 'trial', 'both']],
    [['--skip-tests'], ['before']],
    [['--no-hooks'], []],
    [['--no-hooks', '--skip-tests'], []],
  ] as const)
    it(`hooks with ${options.join(' ') || 'no option'}`, () => {
      const found = [...render(...options).out.matchAll(/^ {2}name: (.*)$/gm)].map(([, name]) => name);
      assert.deepEqual(found, names);
    });

  it('--set-file takes the text of files, after --set-string and before --set-literal', () => {
    const file = join(folder, 'one.txt');
    const text = (...args: readonly string[]): string | undefined =>
      /^text: (.*)$/m.exec(shown('templates/web-b.yaml', ...args))?.[1];
    assert.equal(text('--set-file', `text=${file}`, '--set-string', 'text=b'), '"of a file\\n"');
    assert.equal(text('--set-file', `text=${file}`, '--set-literal', 'text=b'), '"b"');
    assert.equal(text('--set-file', `text={${file},${file}}`), '"[of a file\\n of a file\\n]"');
    assert.equal(text('--set-file', `a[1].b=${file},text=${file}`), '"of a file\\n"');
  });

  it('several files of values may stand behind one -f', () => {
    const one = join(folder, 'one.yaml');
    const two = join(folder, 'two.yaml');
    writeFileSync(one, 'size: 2\ntext: one\n');
    writeFileSync(two, 'size: 3\n');
    assert.match(shown('templates/web-b.yaml', '-f', `${one},${two}`), /size: 3\ntext: "one"/);
    rmSync(one);
    rmSync(two);
  });

  for (const [version, seen] of [
    ['1.30', 'v1.30 30'],
    ['v1.31.2', 'v1.31.2 31'],
    ['v1.29.3-gke.100', 'v1.29.3 29'],
    [' 1.28.1+k3s1', 'v1.28.1 28'],
  ] as const)
    it(`--kube-version ${version} is ${seen}`, () => {
      assert.match(
        shown('templates/kube.yaml', '--kube-version', version),
        new RegExp(`^version: ${seen.replaceAll('.', '\\.')}$`, 'm'),
      );
    });

  it('--api-versions adds what a cluster also has', () => {
    assert.match(shown('templates/kube.yaml', '-a', 'x/v1', '--api-versions', 'y/v1,z/v1'), /^has: truetrue$/m);
    assert.match(shown('templates/kube.yaml'), /^has: falsefalse$/m);
  });

  it('--is-upgrade renders an upgrade', () => {
    assert.match(shown('templates/web-a.yaml', '--is-upgrade'), /^upgrade: true$/m);
  });

  it('--name-template makes the name of the release', () => {
    assert.match(shown('templates/web-a.yaml', '--name-template', '{{ "Shop" | lower }}-{{ add 1 2 }}'), /^name: shop-3$/m);
  });

  it('--skip-schema-validation renders what the schema refuses', () => {
    const wrong = ['--set', 'size=big'];
    assert.match(render(...wrong).error, /^Error: values don't meet the specifications of the schema/);
    assert.match(shown('templates/web-b.yaml', '--skip-schema-validation', ...wrong), /^size: big$/m);
  });

  it('--debug prints what is no YAML', () => {
    const quiet = render('--set', 'bad=true');
    assert.deepEqual([quiet.code, quiet.out], [1, '']);
    assert.match(quiet.error, /^Error: YAML parse error on web\/templates\/bad\.yaml: /);
    const loud = render('--set', 'bad=true', '--debug');
    assert.equal(loud.code, 1);
    assert.match(loud.out, /^---\n[^]*# Source: web\/templates\/bad\.yaml\na: \[\n/);
  });

  it('--output-dir writes a file for each template', () => {
    const out = join(folder, 'out');
    for (const round of ['first', 'second']) {
      const { code, out: said } = render('--output-dir', out, '--include-crds');
      assert.equal(code, 0, round);
      assert.equal(said.split('\n').filter((line) => line.startsWith(`wrote ${out}`)).length, 8);
      assert.deepEqual(readdirSync(join(out, 'web/templates')).sort(), ['hooks.yaml', 'kube.yaml', 'web-a.yaml', 'web-b.yaml']);
      assert.equal(readFileSync(join(out, HOOKS), 'utf8').split(`# Source: ${HOOKS}\n`).length, 4);
      assert.equal(
        readFileSync(join(out, 'web/templates/web-b.yaml'), 'utf8'),
        [
          '---\n# Source: web/templates/web-b.yaml\nkind: Secret\nsize: 1\ntext:\n',
          '---\n# Source: web/templates/web-b.yaml\nkind: Service\nof: b\n',
        ].join(''),
      );
    }
    rmSync(out, { recursive: true });
  });

  it('a chart that is deprecated says so', () => {
    const chart = join(folder, 'Chart.yaml');
    writeFileSync(chart, `${CHART['Chart.yaml'] ?? ''}deprecated: true\n`);
    assert.equal(render().error, 'WARNING: This chart is deprecated\n');
    writeFileSync(chart, CHART['Chart.yaml'] ?? '');
  });

  const rows: readonly (readonly [args: readonly string[], code: number, error: RegExp])[] = [
    [['--release', 'Web'], 1, /^Error: release name "Web": invalid release name, must match regex \^\[a-z0-9\]/],
    [['--release', 'a'.repeat(54)], 1, /longer than 53$/m],
    [['--name-template', ''], 1, /^Error: release name "": no name provided$/m],
    [['--name-template', '{{ toYaml 1 }}'], 1, /^Error: template: name-template:1: function "toYaml" not defined$/m],
    [['--name-template', '{{ .x }}'], 1, /^Error: release name "<no value>": invalid release name/],
    [
      ['--name-template', '{{ fail "no" }}'],
      1,
      /^Error: template: name-template:1:3: executing "name-template" at <fail "no">: .*no$/m,
    ],
    [['--name-template', 'a', '--release', 'b'], 2, /exclude each other/],
    [['--kube-version', '1'], 1, /^Error: invalid kube version '1': illegal version string "1"$/m],
    [['--kube-version', 'new'], 1, /^Error: invalid kube version 'new': could not parse "new" as version$/m],
    [['--kube-version', '01.2'], 1, /: illegal zero-prefixed version component "01" in "01.2"$/m],
    [['--set-file', 'a=nowhere.txt'], 2, /nowhere\.txt cannot be read/],
    [['--set-file', 'a[x]=1'], 1, /^Error: failed parsing --set-file data: error parsing index/],
    [['-f', 'https://example.com/values.yaml'], 2, /is not fetched/],
    [['-s', 'templates/a.yaml', '--output-dir', 'out'], 2, /exclude each other/],
  ];
  for (const [args, code, error] of rows)
    it(`${args.join(' ').slice(0, 60)} says what is wrong`, () => {
      const result = render(...args);
      assert.deepEqual([result.code, result.out], [code, ''], result.error);
      assert.match(result.error, error);
    });
});

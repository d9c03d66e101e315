import { strict as assert } from 'node:assert';
import { Trace } from '../../src/render/goTemplate/trace';
import { GoError, LimitError, type Value } from '../../src/render/goTemplate/value';
import { kubeVersionOf } from '../../src/render/helm/capabilities';
import { ParsedTemplates } from '../../src/render/helm/engine';
import { compilePattern } from '../../src/render/helm/globPattern';
import { ignoreRules } from '../../src/render/helm/helmIgnore';
import { prepareChart, renderChart } from '../../src/render/helm/helmTemplate';
import { fromJson } from '../../src/render/helm/jsonPrefix';
import { loadFiles } from '../../src/render/helm/loader';
import { sortManifests, splitManifests } from '../../src/render/helm/sortedManifests';
import { asTable } from '../../src/render/helm/structReader';

const OPTIONS = {
  release: { name: 'rel', namespace: 'ns' },
  kubeVersion: kubeVersionOf('1.36.4'),
  warn: (): void => undefined,
};

function render(
  templates: Readonly<Record<string, string>>,
  values: unknown = {},
  trace?: Trace,
): ReadonlyMap<string, { text: string }> {
  const files = Object.entries(templates).map(([name, data]) => ({ name: `templates/${name}`, data }));
  const chart = loadFiles([{ name: 'Chart.yaml', data: 'apiVersion: v2\nname: c\nversion: 1.0.0\n' }, ...files]);
  return renderChart(prepareChart(chart, asTable(fromJson(values)), OPTIONS), OPTIONS, { parsed: new ParsedTemplates(), trace });
}

describe('charts', () => {
  const patterns: readonly (readonly [pattern: string, path: string, fits: boolean])[] = [
    ['config/*', 'config/a.yaml', true],
    ['config/*', 'config/sub/a.yaml', false],
    ['config/**', 'config/sub/a.yaml', true],
    ['{a,b}/*.{yaml,yml}', 'b/x.yml', true],
    ['[!a-c]?', 'dx', true],
    ['[!a-c]?', 'bx', false],
  ];
  for (const [pattern, path, fits] of patterns) {
    it(`the pattern ${pattern} ${fits ? 'takes' : 'does not take'} ${path}`, () => {
      assert.equal(compilePattern(pattern, { isGlob: true, negation: '!' })?.(path), fits);
    });
  }

  it('a pattern gives up on more braces than anybody writes', () => {
    assert.equal(compilePattern('{a,b}'.repeat(200), { isGlob: true, negation: '!' }), undefined);
    assert.equal(compilePattern('{a}'.repeat(200), { isGlob: true, negation: '!' })?.('a'.repeat(200)), true);
  });

  it('a pattern made to be slow is not', () => {
    const matches = compilePattern(`${'**a'.repeat(60)}b`, { isGlob: true, negation: '!' });
    const start = performance.now();
    assert.equal(matches?.('a'.repeat(2000)), false);
    assert.ok(performance.now() - start < 2000);
  });

  it('.helmignore leaves out files, folders with all in them, and hidden templates', () => {
    const isIgnored = ignoreRules('# comment\n*.bak\n/top.txt\nskip/\n');
    assert.deepEqual(
      ['a.bak', 'x/a.bak', 'top.txt', 'x/top.txt', 'skip/a/b', 'templates/.hidden', 'templates/a'].filter(isIgnored),
      ['a.bak', 'x/a.bak', 'top.txt', 'skip/a/b', 'templates/.hidden'],
    );
  });

  it('.Values of a subchart are a plain map to its parent, as AsMap makes them, and changes show in both', () => {
    const parent = '{{ typeOf .Values.sub }} {{ dig "a" 0 .Values.AsMap }} {{ $_ := set .Values.AsMap "a" 2 }}{{ .Values.a }}';
    const files = [
      { name: 'Chart.yaml', data: 'apiVersion: v2\nname: c\nversion: 1.0.0\n' },
      { name: 'templates/a.yaml', data: parent },
      { name: 'charts/sub/Chart.yaml', data: 'apiVersion: v2\nname: sub\nversion: 1.0.0\n' },
      { name: 'charts/sub/values.yaml', data: 'x: 1\n' },
      { name: 'charts/sub/templates/b.yaml', data: '{{ typeOf .Values }} {{ $_ := set .Values "x" 3 }}' },
      { name: 'templates/_.yaml', data: '' },
      { name: 'templates/z.yaml', data: '{{ .Values.sub.x }}' },
    ];
    const prepared = prepareChart(loadFiles(files), asTable(fromJson({ a: 1 })), OPTIONS);
    const texts = [...renderChart(prepared, OPTIONS, { parsed: new ParsedTemplates() })].map(([, { text }]) => text);
    assert.deepEqual(texts, ['chartutil.Values ', '3', 'map[string]interface {} 1 2']);
  });

  it('a definition of a resource is read for its head only, however long it is', () => {
    const long = Array.from({ length: 30_000 }, (_, i) => `  - name: n${i}\n    type: string`).join('\n');
    const text = `apiVersion: v1\nkind: Big\nspec:\n${long}\nmetadata:\n  name: x\n  annotations:\n    helm.sh/hook: test\n`;
    const { hooks } = sortManifests(new Map([['c/templates/a.yaml', text]]));
    assert.deepEqual(
      hooks.map(({ kind }) => kind),
      ['Big'],
    );
    assert.throws(() => sortManifests(new Map([['c/templates/a.yaml', `${text}x: [\n`]])), GoError);
  });

  it('.Files is no load for what copies and merges all there is', () => {
    const files = [
      { name: 'Chart.yaml', data: 'apiVersion: v2\nname: c\nversion: 1.0.0\n' },
      { name: 'big.txt', data: 'x'.repeat(400_000) },
      {
        name: 'templates/a.yaml',
        data: '{{ $d := deepCopy . }}{{ $m := merge (dict "k" 1) . }}{{ len ($d.Files.Get "big.txt") }}',
      },
    ];
    const prepared = prepareChart(loadFiles(files), new Map(), OPTIONS);
    const rendered = renderChart(prepared, OPTIONS, { parsed: new ParsedTemplates() });
    assert.equal(rendered.get('c/templates/a.yaml')?.text, '400000');
  });

  it('documents are cut where Helm cuts them', () => {
    assert.deepEqual(splitManifests('---\na: 1\n---\n---\nb: 2\n--- # c\nd: 3\n'), ['a: 1', '---\nb: 2', '# c\nd: 3']);
  });

  it('what one template sets in the values, a later one sees', () => {
    const rendered = render({ 'b.yaml': '{{ $_ := set .Values "x" 1 }}', 'a.yaml': '{{ .Values.x }}' });
    assert.equal(rendered.get('c/templates/a.yaml')?.text, '1');
  });

  it('two renderings are the same, and random values look as they should', () => {
    const template = { 'a.yaml': '{{ randAlphaNum 8 }} {{ uuidv4 }} {{ now | date "2006" }}' };
    const [first, second] = [render(template), render(template)].map((files) => files.get('c/templates/a.yaml')?.text ?? '');
    assert.equal(first, second);
    assert.match(first ?? '', /^[0-9A-Za-z]{8} [0-9a-f-]{36} 20\d\d$/);
  });

  const hostile: readonly (readonly [what: string, template: string])[] = [
    ['includes itself', '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}'],
    ['doubles at each level', '{{ define "x" }}{{ include "x" (add . 1) }}{{ include "x" . }}{{ end }}{{ include "x" 1 }}'],
    ['writes without end', '{{ range until 100000 }}{{ range until 100000 }}0123456789{{ end }}{{ end }}'],
    ['counts without end', '{{ range 1000000000 }}{{ end }}'],
    ['repeats without end', '{{ repeat 1000000000 "x" }}'],
    ['holds itself', '{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ $d }}'],
    ['calls tpl of itself', '{{ $t := "{{ tpl .t . }}" }}{{ tpl $t (dict "t" $t) }}'],
  ];
  for (const [what, template] of hostile) {
    it(`a chart that ${what} ends with an error, and soon`, () => {
      const start = performance.now();
      assert.throws(
        () => render({ 'a.yaml': template }),
        (error) => error instanceof GoError || error instanceof LimitError,
      );
      // Far from the bar of 200 ms, so that a busy machine does not matter.
      assert.ok(performance.now() - start < 5_000);
    });
  }

  it('what an included template read can be found from the action that included it', () => {
    const trace = new Trace();
    const values = { image: { tag: '1.2' } };
    render(
      { '_h.tpl': '{{ define "tag" }}v{{ .Values.image.tag }}{{ end }}', 'a.yaml': 'tag: {{ include "tag" . | quote }}' },
      values,
      trace,
    );
    const rendered = render(
      { '_h.tpl': '{{ define "tag" }}v{{ .Values.image.tag }}{{ end }}', 'a.yaml': 'tag: {{ include "tag" . | quote }}' },
      values,
      new Trace(),
    );
    const file = rendered.get('c/templates/a.yaml') as unknown as {
      segments: { inner: { text: string; segments: { reads: { key: Value }[] }[] }[] }[];
    };
    const [included] = file.segments[1]?.inner ?? [];
    assert.equal(included?.text, 'v1.2');
    assert.deepEqual(
      included.segments[1]?.reads.map(({ key }) => key),
      ['Values', 'image', 'tag'],
    );
  });

  it('what a variable was made of does not grow without end, however often it is made anew', () => {
    const template = '{{ $x := .Values.a }}{{ range until 60 }}{{ $x = list $x $x $.Values.a | first }}{{ end }}{{ $x }}';
    assert.equal(render({ 'a.yaml': template }, { a: 'b' }, new Trace()).get('c/templates/a.yaml')?.text, 'b');
  });
});

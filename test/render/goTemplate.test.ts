import { strict as assert } from 'node:assert';
import { execute } from '../../src/render/goTemplate/executor';
import { parse } from '../../src/render/goTemplate/parser';
import { BUILTINS } from '../../src/render/goTemplate/builtins';
import { Trace, type Rendering, type Segment } from '../../src/render/goTemplate/trace';
import { GoError, LimitError, List, type Value } from '../../src/render/goTemplate/value';

function run(text: string, data: Value, trace?: Trace, budget = { steps: 100_000, kept: 0, output: 100_000 }): string {
  const templates = new Map(parse('t', text, (name) => BUILTINS.has(name)));
  const tree = templates.get('t');
  assert.ok(tree !== undefined);
  return execute({ templates, funcs: new Map(), budget, trace }, tree, data);
}

const VALUES: Value = new Map<string, Value>([
  ['name', 'web'],
  ['count', 3],
  ['ports', new List([80, 443])],
  ['labels', new Map<string, Value>([['app', 'web']])],
]);

describe('Go templates', () => {
  const rows: readonly (readonly [template: string, text: string])[] = [
    ['{{ .name }}-{{ .count }}', 'web-3'],
    ['{{ range $i, $p := .ports }}{{ $i }}={{ $p }};{{ end }}', '0=80;1=443;'],
    ['{{ with .labels }}{{ .app }}{{ else }}none{{ end }}', 'web'],
    ['{{ range $k, $v := .labels }}{{ $k }}{{ $v }}{{ end }}', 'appweb'],
    ['{{ define "x" }}<{{ . }}>{{ end }}{{ template "x" .name }}', '<web>'],
    ['a {{- /* nothing */ -}} b', 'ab'],
    ['{{ range .ports }}{{ if eq . 443.0 }}{{ break }}{{ end }}{{ . }}{{ end }}', '80'],
    ['{{ printf "%05.1f|%-4s|%q|%v" 2.25 "ab" "x\\n" .labels }}', '002.2|ab  |"x\\n"|map[app:web]'],
    ['{{ .missing }}', '<no value>'],
    ['{{ len "é" }}{{ index "abc" 1 }}', '298'],
  ];
  for (const [template, text] of rows) {
    it(`${template} gives ${text}`, () => {
      assert.equal(run(template, VALUES), text);
    });
  }

  const errors: readonly (readonly [template: string, message: RegExp])[] = [
    ['{{ .name.x }}', /^template: t:1:8: executing "t" at <\.name\.x>: can't evaluate field x in type interface \{\}$/],
    ['\n{{ .missing.x }}', /^template: t:2:11: executing "t" at <\.missing\.x>: nil pointer evaluating interface \{\}\.x$/],
    ['{{ eq .count 3 }}', /error calling eq: incompatible types for comparison: float64 and int$/],
    ['{{ if }}{{ end }}', /^template: t:1: missing value for if$/],
    ['{{ "a', /^template: t:1: unterminated quoted string$/],
    ['{{ define "x" }}{{ template "x" . }}{{ end }}{{ template "x" . }}', /exceeded maximum template depth \(100000\)$/],
    ['{{ unknown }}', /^template: t:1: function "unknown" not defined$/],
  ];
  for (const [template, message] of errors) {
    it(`${JSON.stringify(template)} fails with the place and Go's words`, () => {
      assert.throws(
        () => run(template, VALUES),
        (error) => error instanceof GoError && message.test(error.message),
      );
    });
  }

  it('the names of JavaScript are keys as others, and lead nowhere', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      assert.equal(run(`{{ .${name} }}`, VALUES), '<no value>');
      assert.throws(() => run(`{{ .${name}.x }}`, VALUES), GoError);
    }
    assert.equal(run('{{ .__proto__.a }}', new Map([['__proto__', new Map([['a', 'mine']])]])), 'mine');
  });

  it('templates that call themselves, or write without end, end with a clear error', () => {
    const twice = '{{ define "x" }}{{ template "x" . }}{{ template "x" . }}{{ end }}{{ template "x" . }}';
    assert.throws(
      () => run(twice, VALUES),
      (error) => error instanceof GoError || error instanceof LimitError,
    );
    const many = '{{ range 1000000 }}0123456789{{ end }}';
    assert.throws(() => run(many, VALUES), LimitError);
    assert.throws(() => run('{{ range 100000000 }}{{ end }}', VALUES), LimitError);
  });
});

describe('Go templates: where an output comes from', () => {
  const text = 'a: {{ .name }}\n{{ range .ports }}- {{ . }}\n{{ end }}{{ $n := .count }}n: {{ $n }}\n';

  function traced(template = text): Rendering {
    const trace = new Trace();
    const out = run(template, VALUES, trace);
    const [rendering] = trace.inner;
    assert.ok(rendering !== undefined);
    assert.equal(rendering.text, out);
    return rendering;
  }

  function madeOf(rendering: Rendering, part: string): Segment {
    const at = rendering.text.indexOf(part);
    const segment = rendering.segments.find(({ from, to }) => from <= at && at < to);
    assert.ok(segment !== undefined);
    return segment;
  }

  it('every character belongs to one piece, in order', () => {
    const { segments, text: out } = traced();
    let at = 0;
    for (const { from, to } of segments) {
      assert.equal(from, at);
      at = to;
    }
    assert.equal(at, out.length);
  });

  it('a piece knows its node, and what was read for it: also by way of a variable, and of dot', () => {
    const rendering = traced();
    const rows: readonly (readonly [part: string, key: string | number])[] = [
      ['web', 'name'],
      ['443', 1],
      ['3\n', 'count'],
    ];
    for (const [part, key] of rows) {
      const { node, reads } = madeOf(rendering, part === '3\n' ? 'n: ' : part);
      if (part === '3\n') continue;
      assert.equal(node.type, 'action');
      assert.ok(
        reads.some((read) => read.key === key),
        part,
      );
    }
    const last = rendering.segments.filter(({ from, to }) => to > from).at(-2);
    assert.ok(last?.reads.some((read) => read.key === 'count'));
  });

  const DOTS: readonly (readonly [template: string, keys: readonly (string | number)[]])[] = [
    ['{{ with $ }}{{ printf "%s%d" .name .count }}{{ end }}', ['name', 'count']],
    ['{{ with $ }}{{ print (.name) . }}{{ end }}', ['name']],
    ['{{ with .labels }}{{ print .app (len .) }}{{ end }}', ['app', 'labels']],
    ['{{ with .ports }}{{ range . }}{{ . }}{{ end }}{{ end }}', [0]],
  ];
  for (const [template, keys] of DOTS)
    it(`what dot is made of ends where the condition does: ${template}`, () => {
      const [printed] = traced(template).segments.filter(({ from, to }) => to > from);
      assert.deepEqual(
        printed?.reads.map(({ key }) => key),
        keys,
      );
    });

  it('so much was read for a piece that not all of it is kept', () => {
    const [printed] = traced(`{{ $x := .name }}{{ print ${'$x '.repeat(25_000)} }}`).segments.filter(({ from, to }) => to > from);
    assert.ok(printed !== undefined && printed.reads.length < 25_000, `${printed?.reads.length} reads`);
  });

  it('what is not asked for is not recorded', () => {
    assert.equal(run(text, VALUES), traced().text);
  });
});

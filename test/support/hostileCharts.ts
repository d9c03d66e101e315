import { BODY, many } from './hostileCrowds';
import type { HostileBuild } from './hostileOverlays';

const CHART = 'apiVersion: v2\nname: c\nversion: 1.0.0\n';
const TEMPLATE = BODY.replace('replicas: 3', 'replicas: {{ .Values.replicas }}').replace('web:1', 'web:{{ .Values.tag }}');

type Files = Readonly<Record<string, string>>;

const chart = (more: Files): Files => ({
  'c/Chart.yaml': CHART,
  'c/values.yaml': 'replicas: 3\ntag: "1"\n',
  'c/templates/web.yaml': TEMPLATE,
  ...more,
});
const withTemplate = (text: string): Files => chart({ 'c/templates/web.yaml': text });
const withValues = (text: string): Files => chart({ 'c/values.yaml': text });
const withSchema = (schema: unknown): Files => chart({ 'c/values.schema.json': JSON.stringify(schema) });

const bomb = (width: number): string =>
  `a0: &a0 [x]\n${many(30, (i) => `a${i + 1}: &a${i + 1} [${Array<string>(width).fill(`*a${i}`).join(',')}]\n`)}`;
const FORK = { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/a' }] };

/** A template that asks for more than anybody has. */
const TEMPLATES: Readonly<Record<string, string>> = {
  'a loop without an end': '{{ range 9223372036854775807 }}x{{ end }}',
  'texts that double': '{{ $x := "a" }}{{ range 60 }}{{ $x = print $x $x }}{{ end }}{{ $x }}',
  'lists that double': '{{ $x := list 1 }}{{ range 60 }}{{ $x = concat $x $x }}{{ end }}',
  'one list in many ways': '{{ $x := list 1 }}{{ range 60 }}{{ $x = list $x $x }}{{ end }}{{ toYaml $x }}',
  'a map in itself': '{{ $x := dict }}{{ $_ := set $x "a" $x }}{{ toYaml $x }}',
  'a template in itself': '{{ define "x" }}{{ include "x" . }}{{ end }}{{ include "x" . }}',
  'text that is a template in itself': '{{ define "x" }}{{ tpl "{{ include \\"x\\" . }}" . }}{{ end }}{{ include "x" . }}',
  'an evil expression': '{{ regexReplaceAll "(a*)*b" (repeat 1000000 "a") "b" }}',
  'an expression that matches everywhere': '{{ regexSplit "" (repeat 500000 "ab") -1 | len }}',
  'a million keys': '{{ range until 100000 }}k{{ . }}: 1\n{{ end }}',
  'many objects':
    '{{ range until 3000 }}{{ print "---\\napiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: m" . "}\\n" }}{{ end }}',
  'many workloads': `{{ range until 2000 }}\n---\n${BODY.replace('name: web', 'name: web{{ . }}')}{{ end }}`,
  'many mistaken workloads': `{{ range until 500 }}\n---\n${BODY.replace('name: web', 'name: web{{ . }}').replace('  replicas: 3', '  paused: true\n  replicas: 3')}{{ end }}`,
  'many expressions': `${BODY}${many(20_000, (i) => `        x${i}: {{ .Values.tag }}\n`)}`,
  'many failing expressions': many(20_000, (i) => `x${i}: {{ .Values.none.none }}\n`),
  'many variables': `{{ $x := 1 }}${many(10_000, () => '{{ $x = add $x 1 }}')}x: {{ $x }}\n`,
  'deep conditions': '{{ if true }}'.repeat(10_000) + '{{ end }}'.repeat(10_000),
  'open actions': '{{ '.repeat(100_000),
  'open brackets': `{{ ${'('.repeat(100_000)} }}`,
  'a long pipeline': `{{ 1 ${'| add 1 '.repeat(50_000)} }}`,
  'open comments': '{{/* '.repeat(50_000),
  'open quotes': `{{ "${'a'.repeat(500_000)}`,
  'dangerous names': 'x: {{ .Values.__proto__.x }}{{ .constructor }}{{ .Values.constructor.constructor "a" }}',
  'a bomb of aliases': bomb(9),
  'deep output': '{{ range until 5000 }}{a: {{ end }}',
  'a large document in unusual YAML': `${BODY}        x: [{{ range until 60000 }}"a{{ . }}",\n {{ end }}]\n`,
  'workloads that all take one port': `{{ range until 1000 }}\n---\n${BODY.replace('name: web', 'name: web{{ . }}')}        ports: [{containerPort: 80, hostPort: 80}]\n{{ end }}`,
  'digests of a long text': '{{ $x := repeat 1000000 "x" }}{{ range until 1000 }}{{ $x | sha512sum }}{{ end }}',
  'long texts again and again':
    '{{ $x := repeat 1000000 "xY " }}{{ range until 1000 }}{{ $x | upper | len }}{{ $x | b64enc | len }}{{ $x | replace "x" "y" | len }}{{ end }}',
  'all values again and again': '{{ range until 3000 }}{{ toYaml $.Values | fromYaml | toJson | sha256sum }}{{ end }}',
};

/** What stands in values.yaml or Chart.yaml. */
const TEXTS: Readonly<Record<string, string>> = {
  'open lists': `a: ${'['.repeat(100_000)}`,
  'closed lists': `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  'open quotes': 'replicas: "'.repeat(20_000),
  'question marks': '? '.repeat(100_000),
  tabs: '\t'.repeat(100_000),
  NULs: '\0'.repeat(100_000),
  'many keys': many(50_000, (i) => `k${i}: ${i}\n`),
  'duplicate keys': 'a: 1\n'.repeat(50_000),
  'a bomb of aliases': bomb(9),
  'a narrow bomb of aliases': bomb(2),
  'merges in merges': `x0: &a0 {b: 1}\n${many(3000, (i) => `x${i + 1}: &a${i + 1}\n  <<: *a${i}\n`)}`,
  'dangerous keys': '__proto__: {replicas: 5}\nconstructor: {prototype: {a: 1}}\ntoString: 1\nglobal: {__proto__: {a: 1}}\n',
  'a long text': `tag: ${'a b '.repeat(250_000)}\n`,
  'long numbers': `replicas: ${'9'.repeat(100_000)}\n`,
  'open templates': 'tag: {{ .x\n'.repeat(20_000),
  nothing: '',
  'a list': '- a\n'.repeat(50_000),
};

const nestedCharts = (depth: number): Files =>
  Object.fromEntries(
    Array.from({ length: depth }, (_, i) => [`c/${'charts/c/'.repeat(i)}Chart.yaml`, CHART]).concat(
      Array.from({ length: depth }, (_, i) => [`c/${'charts/c/'.repeat(i)}templates/web.yaml`, TEMPLATE]),
    ),
  ) as Files;

const SHAPES: Readonly<Record<string, () => Files>> = {
  'very many templates': () =>
    chart(Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`c/templates/t${i}.yaml`, `a: {{ .Values.tag }}\n`]))),
  'many workloads in files': () =>
    chart(
      Object.fromEntries(
        Array.from({ length: 500 }, (_, i) => [`c/templates/t${i}.yaml`, TEMPLATE.replace('name: web', `name: web${i}`)]),
      ),
    ),
  'many files of values': () =>
    chart(Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`c/values-${i}.yaml`, `replicas: ${i}\n`]))),
  'charts in charts': () => ({ ...chart({}), ...nestedCharts(100) }),
  'one chart by many names': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d'), 'c/charts/d/templates/web.yaml': TEMPLATE }),
    'c/Chart.yaml': `${CHART}dependencies:\n${many(2000, (i) => `- {name: d, version: 1.0.0, alias: d${i}}\n`)}`,
  }),
  'one chart with many values by many names': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d') }),
    'c/charts/d/values.yaml': many(20_000, (i) => `k${i}: ${i}\n`),
    'c/Chart.yaml': `${CHART}dependencies:\n${many(2000, (i) => `- {name: d, version: 1.0.0, alias: d${i}}\n`)}`,
  }),
  'one chart with many templates by many names': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d') }),
    ...Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`c/charts/d/templates/t${i}.yaml`, 'a: 1\n'])),
    'c/Chart.yaml': `${CHART}dependencies:\n${many(2000, (i) => `- {name: d, version: 1.0.0, alias: d${i}}\n`)}`,
  }),
  'very many dependencies': () => ({
    ...chart({}),
    'c/Chart.yaml': `${CHART}dependencies:\n${many(10_000, (i) => `- {name: d${i}, version: 1.0.0, repository: "https://example.com"}\n`)}`,
  }),
  'evil versions': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d') }),
    'c/Chart.yaml': `${CHART}kubeVersion: "${'>=1.0.0 || '.repeat(10_000)}"\ndependencies:\n- {name: d, version: "${'^1.0.0-a '.repeat(10_000)}"}\n`,
  }),
  'imported values': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d'), 'c/charts/d/values.yaml': 'a: {b: 1}\n' }),
    'c/Chart.yaml': `${CHART}dependencies:\n- {name: d, version: 1.0.0, import-values: [${many(5000, (i) => `{child: a, parent: p${i}},`)}]}\n`,
  }),
  'one large table that is imported again and again': () => ({
    ...chart({ 'c/charts/d/Chart.yaml': CHART.replace('name: c', 'name: d') }),
    'c/charts/d/values.yaml': `exports:\n  a:\n${many(20_000, (i) => `    k${i}: ${i}\n`)}`,
    'c/Chart.yaml': `${CHART}dependencies:\n- name: d\n  version: 1.0.0\n  import-values: [${many(5000, () => 'a, ')}a]\n`,
  }),
  'files that a template reads': () =>
    chart({
      'c/templates/web.yaml':
        '{{ range $p, $_ := .Files.Glob "**" }}{{ range until 500 }}{{ $.Files.Get $p | sha256sum }}{{ end }}{{ end }}',
      ...Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`c/files/f${i}`, 'a'.repeat(20_000)])),
    }),
  'an evil pattern': () =>
    chart({
      'c/templates/web.yaml': `{{ range $p, $_ := .Files.Glob "${'{a,b}'.repeat(200)}" }}{{ end }}{{ .Files.Glob "${'*a'.repeat(500)}" }}`,
      [`c/${'a'.repeat(2000)}`]: 'x',
    }),
  'an evil helmignore': () =>
    chart({ 'c/.helmignore': many(3000, () => `${'*a'.repeat(100)}\n`), [`c/${'a'.repeat(2000)}`]: 'x' }),
  'a schema that forks': () => withSchema({ ...FORK, $defs: { a: FORK } }),
  'a schema in itself': () => withSchema({ $ref: '#' }),
  'a schema for long lists': () => ({
    ...withSchema({ properties: { a: { items: { type: 'string' }, uniqueItems: true } } }),
    'c/values.yaml': `a: [${many(60_000, (i) => `${i},`)}]\n`,
  }),
  'a schema with a long enumeration': () => ({
    ...withSchema({ properties: { a: { items: { enum: Array.from({ length: 20_000 }, (_, i) => `x${i}`) } } } }),
    'c/values.yaml': `a: [${many(20_000, (i) => `${i}, `)}0]\n`,
  }),
  'a schema that measures a long text': () => ({
    ...withSchema({ properties: { a: { allOf: Array.from({ length: 20_000 }, () => ({ minLength: 1 })) } } }),
    'c/values.yaml': `a: ${'x'.repeat(500_000)}\n`,
  }),
  'a schema with an evil pattern': () => withSchema({ properties: { tag: { pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } }),
  'a broken archive': () => chart({ 'c/charts/d.tgz': 'a'.repeat(500_000) }),
  'a schema that is none': () => chart({ 'c/values.schema.json': '{'.repeat(100_000) }),
  'long names': () => chart({ 'c/Chart.yaml': CHART.replace('name: c', `name: ${'c'.repeat(100_000)}`) }),
};

export function hostileCharts(): HostileBuild[] {
  const templates = Object.entries(TEMPLATES).flatMap(([what, text]) => [
    { name: `a template with ${what}`, files: withTemplate(text), open: 'c/templates/web.yaml' },
    {
      name: `a helper with ${what}`,
      files: chart({
        'c/templates/_helpers.tpl': `{{ define "h" }}${text}{{ end }}`,
        'c/templates/h.yaml': '{{ include "h" . }}',
      }),
      open: 'c/values.yaml',
    },
  ]);
  const texts = Object.entries(TEXTS).flatMap(([what, text]) => [
    { name: `values with ${what}`, files: withValues(text), open: 'c/values.yaml' },
    { name: `values for a template with ${what}`, files: withValues(`replicas: 3\n${text}`), open: 'c/templates/web.yaml' },
    { name: `values of another set with ${what}`, files: chart({ 'c/values-prod.yaml': text }), open: 'c/values-prod.yaml' },
    { name: `Chart.yaml with ${what}`, files: chart({ 'c/Chart.yaml': CHART + text }), open: 'c/Chart.yaml' },
  ]);
  const shapes = Object.entries(SHAPES).map(([what, make]) => ({
    name: `a chart with ${what}`,
    files: make(),
    open: 'c/templates/web.yaml',
  }));
  return [...templates, ...texts, ...shapes];
}

import assert from 'node:assert/strict';
import { kubeVersionOf } from '../../src/render/helm/capabilities';
import { ParsedTemplates } from '../../src/render/helm/engine';
import { prepareChart, renderChart } from '../../src/render/helm/helmTemplate';
import { loadFiles } from '../../src/render/helm/loader';
import { renderFuzzed } from './templateFuzzing';

/** `$x` and `$y`: equal values in which one small list is reached in 2^60 ways. */
const WAYS = '{{ $x := list 1 }}{{ $y := list 1 }}{{ range 60 }}{{ $x = list $x $x }}{{ $y = list $y $y }}{{ end }}';
const MAPS = '{{ $x := dict }}{{ $y := dict }}{{ range 60 }}{{ $x = dict "a" $x "b" $x }}{{ $y = dict "a" $y "b" $y }}{{ end }}';
const SELF = '{{ $x := dict }}{{ $_ := set $x "a" $x }}{{ $_ := set $x "b" $x }}';
const FAN = Array.from({ length: 30 }, (_, i) => `{{ define "x${i}" }}${`{{ include "x${i + 1}" . }}`.repeat(2)}{{ end }}`).join(
  '',
);

/** What would take hours or all memory; each is counted, so that it ends at the same place on any machine. */
const HOSTILE: readonly string[] = [
  '{{ range 9223372036854775807 }}{{ end }}',
  '{{ range 9223372036854775807 }}x{{ end }}',
  '{{ range 100000 }}{{ $x := until 200000 }}{{ end }}',
  '{{ range 100000 }}{{ $x := seq 200000 }}{{ end }}',
  '{{ $x := until 9223372036854775807 }}',
  '{{ range 100000 }}{{ $x := repeat 4000000 "a" | sha256sum }}{{ end }}',
  '{{ range 100000 }}{{ $x := repeat 4000000 "a" | upper }}{{ end }}',
  '{{ range 100000 }}{{ $x := repeat 4000000 "a" | encryptAES "k" }}{{ end }}',
  '{{ range 100000 }}{{ $x := randAlphaNum 4000000 | shuffle }}{{ end }}',
  '{{ $x := "a" }}{{ range 60 }}{{ $x = print $x $x }}{{ end }}',
  '{{ $x := "a" }}{{ range 60 }}{{ $x = printf "%s%s" $x $x }}{{ end }}',
  '{{ $x := list 1 }}{{ range 60 }}{{ $x = concat $x $x }}{{ end }}',
  '{{ $x := list }}{{ range 100000 }}{{ $x = append $x . }}{{ end }}',
  ...['{{ $x }}', '{{ print $x }}', '{{ quote $x }}', '{{ join "," (list $x) }}', '{{ toYaml $x }}', '{{ toJson $x }}'].map(
    (use) => WAYS + use,
  ),
  ...['{{ deepEqual $x $y }}', '{{ has $x (list $y) }}', '{{ uniq (list $x $y) }}', '{{ deepCopy $x }}'].map((use) => WAYS + use),
  ...['{{ deepEqual $x $y }}', '{{ merge $x $y }}', '{{ mergeOverwrite $x $y }}', '{{ toToml $x }}'].map((use) => MAPS + use),
  ...['{{ $x }}', '{{ toYaml $x }}', '{{ toJson $x }}', '{{ deepCopy $x }}'].map((use) => SELF + use),
  '{{ $x := toYaml (until 20000) }}{{ range 10000 }}{{ $z := fromYamlArray $x }}{{ end }}',
  '{{ $x := until 20000 }}{{ range 10000 }}{{ $z := sortAlpha $x }}{{ end }}',
  '{{ $d := dict }}{{ range $i := until 100000 }}{{ $_ := set $d (toString $i) 1 }}{{ $z := keys $d }}{{ end }}',
  '{{ range 100000 }}{{ $z := semverCompare ">=1 <2 || ~3.4" "1.2.3" }}{{ end }}',
  '{{ range 100000 }}{{ $z := genCA "a" 365 }}{{ end }}',
  '{{ range $i := until 10000 }}{{ $z := regexMatch (printf "%s%d" (repeat 20000 "(a|b)") $i) "a" }}{{ end }}',
  '{{ $z := regexReplaceAll "(a*)*[bc]" (repeat 1000000 "a") "b" }}',
  '{{ $t := repeat 400000 "{{ 1 }}" }}{{ range 1000 }}{{ $z := tpl $t . }}{{ end }}',
  `${Array.from({ length: 3000 }, (_, i) => `{{ $x${i} := 1 }}`).join('')}{{ range 9223372036854775807 }}{{ $x0 = 2 }}{{ end }}`,
  `{{ define "x" }}{{ end }}{{ range 9223372036854775807 }}${'{{ template "x" }}'.repeat(300)}{{ end }}`,
  `${FAN}{{ define "x30" }}{{ end }}{{ include "x0" . }}`,
  '{{ if true }}'.repeat(10_000) + '{{ end }}'.repeat(10_000),
  '{{ if false }}' + '{{ else if false }}'.repeat(10_000) + '{{ end }}',
];

describe('hostile charts', () => {
  for (const template of HOSTILE) {
    it(`${template.length > 120 ? `${template.slice(0, 40)}…${template.slice(-60)}` : template} is stopped by a bound`, () => {
      assert.equal(renderFuzzed({ templates: { 't.yaml': template }, values: {} }), 'limit');
    });
  }

  it('a text that only the whole reader takes counts as what it takes', () => {
    const read = (text: string): string =>
      `{{ $t := repeat 300 ${JSON.stringify(text)} }}{{ range 100 }}{{ $z := fromYaml $t }}{{ end }}`;
    assert.equal(renderFuzzed({ templates: { 't.yaml': read('a: "text"\n') }, values: {} }), 'text');
    assert.equal(renderFuzzed({ templates: { 't.yaml': read('a: !!str t\n') }, values: {} }), 'limit');
  });

  it('definitions of resources are no danger, although they have a megabyte that is read and written again', () => {
    const field = `            name:
              description: 'What it is called. It need not be unique, and is shown
                with others: see the documentation of the field above.'
              type: string
`;
    const definition = (index: number): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things${index}.example.org }
spec:
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          properties:
${Array.from({ length: 420 }, (_, at) => field.replace('name:', `name${at}:`)).join('')}`;
    const files = {
      'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
      'crds.txt': Array.from({ length: 12 }, (_, index) => definition(index)).join('---\n'),
      'templates/crds.yaml': `{{ range .Files.Get "crds.txt" | splitList "---\\n" }}
{{ $name := (fromYaml .).metadata.name }}{{ $all := fromYaml . }}{{ $_ := set $all.metadata "labels" (dict "name" $name) }}
{{ toYaml $all }}
---
{{ end }}`,
    };
    const chart = loadFiles(Object.entries(files).map(([name, data]) => ({ name, data })));
    const release = { name: 'release', namespace: 'default' };
    const options = { release, kubeVersion: kubeVersionOf('1.36.4'), warn: () => undefined };
    const rendered = renderChart(prepareChart(chart, new Map(), options), options, { parsed: new ParsedTemplates() });
    assert.match(rendered.get('c/templates/crds.yaml')?.text ?? '', /labels:\n {4}name: things11\.example\.org/);
  });

  it('passwords are derived for one user, for as many sites as there are', () => {
    const derive = (user: string): string =>
      `{{ range until 3 }}{{ $z := derivePassword 1 "pin" "p" ${user} (toString .) }}{{ end }}`;
    assert.equal(renderFuzzed({ templates: { 't.yaml': derive('"u"') }, values: {} }), 'text');
    assert.equal(renderFuzzed({ templates: { 't.yaml': derive('(toString .)') }, values: {} }), 'limit');
  }).timeout(20_000);
});

import assert from 'node:assert/strict';
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

  it('passwords are derived for one user, for as many sites as there are', () => {
    const derive = (user: string): string =>
      `{{ range until 3 }}{{ $z := derivePassword 1 "pin" "p" ${user} (toString .) }}{{ end }}`;
    assert.equal(renderFuzzed({ templates: { 't.yaml': derive('"u"') }, values: {} }), 'text');
    assert.equal(renderFuzzed({ templates: { 't.yaml': derive('(toString .)') }, values: {} }), 'limit');
  }).timeout(20_000);
});

import assert from 'node:assert/strict';
import { installedAs, saidOf } from '../../features/builds/openWorkspace';

const FOUND = '{{ $found := lookup "v1" "Endpoints" "default" "kubernetes" }}';
const ADDRESSES = '{{ index $found.subsets 0 }}';
const HELPERS = `{{ define "web.found" }}${FOUND}{{ toYaml $found }}{{ end }}
{{ define "web.wrong" }}{{ .Values.a.b }}{{ end }}
`;

const CASES: readonly (readonly [what: string, template: string, says: RegExp])[] = [
  ['may be there', `${FOUND}${ADDRESSES}`, /^information .*index of untyped nil\. What it looks up in the cluster is not known/],
  [
    'may be demanded',
    '{{ if not (lookup "v1" "Secret" "shop" "key") }}{{ fail "make key first" }}{{ end }}',
    /^information .*make key first\. What it looks up/,
  ],
  [
    'may be there for a helper',
    `{{ $found := include "web.found" . | fromYaml }}${ADDRESSES}`,
    /^information .*What it looks up/,
  ],
  ['has nothing to do with a mistake before', `{{ .Values.a.b }}${FOUND}`, /^error .*nil pointer evaluating interface \{\}\.b$/],
  ['has nothing to do with a mistake in a helper', `${FOUND}{{ include "web.wrong" . }}`, /^error .*nil pointer/],
  ['has nothing to do with a helper that is missing', `${FOUND}{{ include "web.none" . }}`, /^error .*no template/],
];

describe('What a chart that is installed looks up in the cluster', () => {
  for (const [what, template, says] of CASES)
    it(what, () => {
      const path = 'charts/web/templates/web.yaml';
      const files = {
        ...installedAs('web'),
        'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'charts/web/templates/_helpers.tpl': HELPERS,
        [path]: `${template}\n`,
      };
      assert.match(saidOf(files, path, ['not-built']).join('\n'), says);
    });
});

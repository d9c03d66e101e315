import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { saidNow, type Said } from './said';

const CHART: Readonly<Record<string, string>> = {
  'Chart.yaml':
    'apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: cache, version: 1.x}, {name: far, version: "*"}]\n',
  'values.yaml': 'replicas: 2\ncache: {size: 1}\n',
  '.helmignore': 'notes/\n*.bak\n',
  'notes/secret.txt': 'left out',
  'templates/old.yaml.bak': '{{ fail "ignored" }}',
  'templates/_helpers.tpl': '{{ define "name" }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}',
  'templates/deployment.yaml': [
    'kind: Deployment',
    'metadata: {name: {{ include "name" . }}, namespace: {{ .Release.Namespace }}}',
    'spec: {replicas: {{ .Values.replicas }}}',
    'files: {{ .Files.Get "notes/secret.txt" | quote }}',
    '',
  ].join('\n'),
  'templates/config.yaml': '{{- if .Values.config }}\nkind: ConfigMap\n{{- end }}\n',
};

/** An archive as helm package makes them: one folder, which is called like the chart. */
function archive(files: Readonly<Record<string, string>>): Uint8Array {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const header = Buffer.alloc(512);
    header.write(name);
    header.write(Buffer.byteLength(text).toString(8).padStart(11, '0'), 124);
    header.write('0', 156);
    header.write('ustar', 257);
    const content = Buffer.alloc(Math.ceil(Buffer.byteLength(text) / 512) * 512);
    content.write(text);
    return [header, content];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]));
}

const CACHE = archive({
  'cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.2.0\n',
  'cache/templates/s.yaml': 'kind: Service\nsize: {{ .Values.size }}\n',
});

describe('render in a terminal', () => {
  let folder = '';

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'render-'));
    for (const [name, text] of Object.entries(CHART)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    mkdirSync(join(folder, 'charts'));
    writeFileSync(join(folder, 'charts', 'cache-1.2.0.tgz'), CACHE);
    writeFileSync(join(folder, 'notes', 'prod.yaml'), 'replicas: 5\n');
  });

  after(() => {
    rmSync(folder, { recursive: true });
  });

  function render(...args: readonly string[]): Said {
    return saidNow(['render', ...args]);
  }

  it('prints what helm template prints: subcharts from archives, kinds in order, nothing of what is ignored', () => {
    const { code, out, error } = render(folder, '-f', join(folder, 'notes/prod.yaml'), '--set', 'cache.size=7', '-n', 'prod');
    assert.equal(code, 0, error);
    assert.equal(
      out,
      [
        '---\n# Source: web/charts/cache/templates/s.yaml\nkind: Service\nsize: 7\n',
        '---\n# Source: web/templates/deployment.yaml\nkind: Deployment\nmetadata: {name: release-name-web, namespace: prod}\n',
        'spec: {replicas: 5}\nfiles: ""\n',
      ].join(''),
    );
    assert.match(error, /^rendered without far, .*helm dependency build/);
  });

  it('an archive renders as the folder does', () => {
    const packed = join(folder, 'notes', 'packed.tgz');
    writeFileSync(packed, CACHE);
    assert.equal(render(packed, '--set-json', 'size=3').out, '---\n# Source: cache/templates/s.yaml\nkind: Service\nsize: 3\n');
  });

  it('a link that leads nowhere is named; one that leads to a folder is followed', () => {
    const linked = join(folder, 'templates/linked');
    symlinkSync(join(folder, 'elsewhere'), linked);
    const { code, error } = render(folder);
    assert.equal(code, 2);
    assert.match(error, /templates\/linked is a link that leads nowhere/);
    mkdirSync(join(folder, 'elsewhere'));
    writeFileSync(join(folder, 'elsewhere/s.yaml'), 'kind: Secret\n');
    assert.match(render(folder).out, /# Source: web\/templates\/linked\/s\.yaml\nkind: Secret/);
    rmSync(linked);
  });

  const rows: readonly (readonly [what: string, args: readonly string[], code: number, error: RegExp])[] = [
    ['a chart that fails says it in Helm’s words', ['--set', 'cache=1'], 1, /Error: type mismatch on cache: %!t\(int64=1\)/],
    ['a wrong --set says what is wrong', ['--set', 'a[x]=1'], 1, /^Error: failed parsing --set data: error parsing index/],
    ['a file that is not there is named', ['-f', 'nowhere.yaml'], 2, /nowhere\.yaml cannot be read/],
    ['an unknown option is named', ['--reuse-values'], 2, /--reuse-values is not an option[^]*Usage: .* render/],
  ];
  for (const [what, args, code, error] of rows) {
    it(what, () => {
      const result = render(folder, ...args);
      assert.equal(result.code, code, result.error);
      assert.match(result.error, error);
    });
  }
});
